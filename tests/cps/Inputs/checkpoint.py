"""Kills jobs again and again, and lets others go on from their checkpoints, with another
number of processes and workers: the result is that of a job that nobody disturbs. Then
damages checkpoints: nothing goes on from them. Runs "checkpoint" of checkpoint.cpp in
the present folder, and "other", the same program from another compilation.

usage: checkpoint.py SEED TRIALS [mpich] [openmpi]
"""

import itertools
import pathlib
import random
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


def run(program="./checkpoint", what="all", *more):
    return subprocess.run(
        [program, what, str(FOLDER), "3", "2", *more],
        capture_output=True,
        text=True,
        timeout=120,
    )


def refused(message, program="./checkpoint", what="all"):
    """The job ends at once, with one line and no result."""
    result = run(program, what)
    if result.returncode != 3 or "result" in result.stdout:
        fail(f"code {result.returncode} for a checkpoint that is wrong", result.stderr)
    if message not in result.stderr or result.stderr.count("\n") != 1:
        fail(f"no message: {message}", result.stderr)


def damage():
    shutil.rmtree(FOLDER, ignore_errors=True)
    if run("./checkpoint", "all", "die").returncode != -signal.SIGKILL:
        fail("the program has not died")
    refused("is of another computation", what="early")
    refused("is of another version of the program", program="./other")
    path = checkpoints()[-1]
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
    result = run()
    if result.returncode != 0 or result.stdout != RESULT or GOES_ON not in result.stderr:
        fail("the good checkpoint does not do", result.stdout + result.stderr)
    if list(FOLDER.iterdir()):
        fail("files are left")


for number in range(TRIALS):
    trial(number)
damage()
