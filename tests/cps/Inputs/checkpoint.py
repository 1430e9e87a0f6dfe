"""Kills jobs again and again, and lets others go on from their checkpoints, with another
number of processes and workers: the result is that of a job that nobody disturbs. Then
damages checkpoints: nothing goes on from them, but from the ones before; and looks what is
lost, at programs of two runs, at full disks and at folders that another process has. Runs "checkpoint" of checkpoint.cpp in
the present folder, and "other", the same program with a function more.

usage: checkpoint.py SEED TRIALS [mpich] [openmpi]
"""

import fcntl
import itertools
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

from jobs import launcher, leave_nothing

CHANCE = random.Random(int(sys.argv[1]))
TRIALS, KILLS = int(sys.argv[2]), 3
# How jobs are started, in turn: so each goes on from what each other one has left.
WAYS = itertools.cycle([None, *sys.argv[3:]])
RESULT = "result 5504 39734 100 184 5\n"
FOLDER = pathlib.Path("saved")
GOES_ON = "tussah: goes on from the checkpoint "


def fail(message, output=""):
    print(output)
    raise SystemExit(f"error: {message}")


def checkpoints():
    return sorted(FOLDER.glob("*.checkpoint"), key=lambda path: int(path.name.split(".")[1]))


def newest():
    found = checkpoints()
    return int(found[-1].name.split(".")[1]) if found else 0


def start(output):
    """Starts a job of random size that computes all."""
    mpi = next(WAYS)
    command, environment = ([], None)
    if mpi:
        command, environment = launcher(mpi)
        command += ["-n", str(CHANCE.randint(2, 3))]
    command += ["./checkpoint", "all", str(FOLDER), "3", str(CHANCE.randint(1, 3))]
    print(*command, flush=True)
    return subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.STDOUT)


def trial(number):
    shutil.rmtree(FOLDER, ignore_errors=True)
    kills = 1 + number % KILLS
    while True:
        before = newest()
        with open("output", "w+", encoding="utf-8") as output:
            job = start(output)
            while kills > 0 and newest() == before and job.poll() is None:
                time.sleep(0.001)
            killed = kills > 0 and job.poll() is None
            if killed:
                time.sleep(CHANCE.uniform(0, 0.01))
                leave_nothing()
                kills -= 1
            code = job.wait(timeout=120)
            output.seek(0)
            text = output.read()
        # Killed with its launcher, a rank may have written a line that got no further.
        if GOES_ON in text if before == 0 else GOES_ON not in text and not killed:
            fail(f"checkpoint {before} was there", text)
        if code == 0:
            if RESULT not in text:
                fail("a wrong result", text)
            if checkpoints():
                fail("the checkpoints are left")
            return
        if not killed:
            fail(f"code {code}", text)


def run(program="./checkpoint", what="all", *more, **how):
    return subprocess.run(
        [program, what, str(FOLDER), "3", "2", *more],
        capture_output=True,
        text=True,
        timeout=120,
        **how,
    )


def dies(what, generation):
    """Kills a run, when it has a checkpoint of that generation. Returns its output."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    result = run("./checkpoint", what, str(generation))
    if result.returncode != -signal.SIGKILL:
        fail("the program has not died", result.stderr)
    return result.stdout


def ends(wanted, continued, result):
    """The job ends with a result, has gone on from so many checkpoints, and leaves none."""
    if result.returncode != 0 or wanted not in result.stdout:
        fail(f"no {wanted}", result.stdout + result.stderr)
    if result.stderr.count(GOES_ON) != continued:
        fail(f"not {continued} times: {GOES_ON}", result.stderr)
    if list(FOLDER.iterdir()):
        fail("files are left")


def refused(message, program="./checkpoint", what="all"):
    """The job ends at once, with one line and no result."""
    result = run(program, what)
    if result.returncode != 3 or "result" in result.stdout:
        fail(f"code {result.returncode} for a checkpoint that is wrong", result.stderr)
    if message not in result.stderr or result.stderr.count("\n") != 1:
        fail(f"no message: {message}", result.stderr)


def damage():
    dies("all", 1)
    refused("is of another computation", what="early")
    refused("is of another version of the program", program="./other")
    *older, path = checkpoints()
    # On a slow machine it has died later, and has another one to go on from.
    for other in older:
        other.unlink()
    good = path.read_bytes()
    for _ in range(10):
        path.write_bytes(good[: CHANCE.randrange(len(good))])
        refused("is damaged")
    path.write_bytes(good + b"x")
    refused("is damaged")
    for _ in range(10):
        at = CHANCE.randrange(32, len(good))
        bits = good[at] ^ CHANCE.randrange(1, 256)
        path.write_bytes(good[:at] + bytes([bits]) + good[at + 1 :])
        refused("is damaged: its checksum is wrong")
    path.write_bytes(good[:8] + b"\xff" + good[9:])
    refused("is of format")
    path.write_bytes(good)
    # A newer one that was not finished does not count.
    (FOLDER / "1.99.unfinished").write_bytes(good[:100])
    ends(RESULT, 1, run())


def one_before():
    """The checkpoint before one that is damaged, a pipe or a link does."""
    dies("all", 2)
    *others, before, last = checkpoints()
    # It was killed before it could remove what is older.
    for path in others:
        path.unlink()
    good, older = last.read_bytes(), before.read_bytes()
    last.write_bytes(good[:-1])
    before.write_bytes(older[:-1])
    result = run()
    if result.returncode != 3 or result.stderr.count("is damaged") != 2:
        fail("not both are damaged", result.stderr)
    before.write_bytes(older)
    for what, message in (
        (lambda: last.write_bytes(good[:-1]), "is damaged: it has"),
        (lambda: os.mkfifo(last), "is not a file"),
        (lambda: last.symlink_to("/dev/zero"), "is a symbolic link"),
    ):
        last.unlink(missing_ok=True)
        before.write_bytes(older)
        what()
        result = run()
        wanted = f"{last.name} {message}.*; the one before is used\n.*{GOES_ON}.*{before.name}"
        if not re.search(wanted, result.stderr):
            fail(f"does not go on from {before.name}", result.stderr)
        ends(RESULT, 1, result)


def two_runs():
    """The second run of a program dies: both go on from their checkpoints."""
    dies("two", 1)
    if {path.name[:2] for path in checkpoints()} != {"1.", "2."}:
        fail("not two runs have checkpoints")
    ends("result 5 6\n", 2, run("./checkpoint", "two"))


def lost():
    """What was done before the newest checkpoint was begun is not done again: what knew only
    those before its predecessor was."""

    def steps(output):
        return [tuple(map(int, each)) for each in re.findall(r"step (\d+) after (\d+)", output)]

    first = steps(dies("steps", 4))
    generation = newest()
    result = run("./checkpoint", "steps")
    again = steps(result.stdout)[0][0]
    before = max(step for step, known in first if known <= generation - 2)
    if not before < again <= first[-1][0] + 1:
        fail(f"goes on with step {again}, not after {before}: {first}", result.stderr)
    ends("result", 1, result)


def full():
    """A checkpoint that cannot be written is a warning; the run goes on to its result."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    # With the signal that this would be ignored, as Python does.
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
    result = run("./checkpoint", "words", restore_signals=False, preexec_fn=limit)
    warning = "warning: cannot write the checkpoint .*1.1.checkpoint: File too large; the run goes on"
    if not re.search(warning, result.stderr):
        fail("no warning", result.stderr)
    ends("result 44032\n", 0, result)


class Locked:
    """A job whose folder another process has, this one."""

    def __init__(self):
        os.makedirs("locked", exist_ok=True)
        self.folder = os.open("locked", os.O_RDONLY)
        fcntl.flock(self.folder, fcntl.LOCK_EX)
        self.job = subprocess.Popen(
            ["./checkpoint", "words", "locked", "3", "1"],
            env={**os.environ, "TUSSAH_CPS_TIMEOUT": "1"},
            stderr=subprocess.PIPE,
            text=True,
        )

    def end(self):
        _, text = self.job.communicate(timeout=60)
        message = "cannot write checkpoints to .*/locked: another process does\n"
        if self.job.returncode != 3 or not re.fullmatch(message, text):
            fail(f"code {self.job.returncode} of a folder that is locked", text)


for number in range(TRIALS):
    trial(number)
locked = Locked()
damage()
one_before()
two_runs()
lost()
full()
locked.end()
