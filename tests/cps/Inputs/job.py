"""What "tussah job" does with a job, one thing after the other; elastic.py does all at random
times. Runs "fib" of examples/cps, or "queens" of examples/backtrack, in the present folder.

usage: job.py TUSSAH PROGRAM mpich|openmpi [silence]

With "silence" a rank is stopped, too, which takes as long as others wait for it.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

import jobs

TUSSAH, PROGRAM, MPI = sys.argv[1:4]
SILENCE = sys.argv[4:] == ["silence"]
# Some seconds, and more than a test waits for.
SHORT, LONG = {
    "fib": (("fib", "37", f"fib(37) = {jobs.fibonacci(37)}"), ("fib", "50", "")),
    "queens": (("queens", "14", "14 queens have 365596 solutions"), ("queens", "18", "")),
}[PROGRAM]
EXECUTABLE = os.path.realpath(PROGRAM)
SAVED = pathlib.Path(f"saved-{MPI}-{PROGRAM}")
ENVIRONMENT = jobs.launcher(MPI)[1] | {"TUSSAH_CPS_TIMEOUT": "4"}
PATIENCE = 240


def command(count, *options, program=SHORT):
    run = [TUSSAH, "job", "-n", str(count), f"--mpi={MPI}", "--checkpoint", str(SAVED)]
    return [*run, "--every", "100ms", *options, f"./{program[0]}", program[1]]


class Supervised:
    """A job that runs."""

    def __init__(self, count, *options, program=SHORT, **how):
        self.result = program[2]
        self.process = subprocess.Popen(
            command(count, *options, program=program),
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            **how,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def await_true(self, what, test):
        begin = time.monotonic()
        while not test():
            if self.process.poll() is not None or time.monotonic() - begin > PATIENCE:
                jobs.fail(f"never: {what}", self.process.communicate(timeout=PATIENCE)[0])
            time.sleep(0.01)

    def await_checkpoint(self):
        before = newest()
        self.await_true("a checkpoint", lambda: newest() > before)

    def await_ranks(self, count):
        self.await_true(f"{count} ranks", lambda: len(ranks()) == count)

    def end(self, *patterns, code=0):
        output = self.process.communicate(timeout=PATIENCE)[0]
        print(output)
        jobs.expect_nothing_left(output)
        if self.process.returncode != code:
            jobs.fail(f"code {self.process.returncode}, not {code}", output)
        for pattern in (*patterns, *([re.escape(self.result)] if code == 0 else [])):
            if not re.search(pattern, output):
                jobs.fail(f"not in the output: {pattern}", output)
        if (SAVED / "job").exists():
            jobs.fail("the supervisor has left files", output)


def ranks():
    return jobs.ranks_of(EXECUTABLE)


def newest():
    """The generation of the newest checkpoint, or 0."""
    return max((int(path.name.split(".")[1]) for path in SAVED.glob("1.*.checkpoint")), default=0)


def newest_but(other):
    """The same without one of them."""
    found = (path for path in SAVED.glob("1.*.checkpoint") if path != other)
    return max(int(path.name.split(".")[1]) for path in found)


def status():
    said = subprocess.run([TUSSAH, "job", "--status", SAVED], capture_output=True, check=True)
    return json.loads(said.stdout)


def ask(*what):
    subprocess.run([TUSSAH, "job", *what, SAVED], check=True, timeout=PATIENCE)


def refused(line, *arguments, code=1, **how):
    """A command ends with one line."""
    result = subprocess.run(
        arguments, capture_output=True, text=True, env=ENVIRONMENT, timeout=PATIENCE, **how
    )
    if result.returncode != code or not re.search(line, result.stderr):
        jobs.fail(f"code {result.returncode}, and not: {line}", result.stdout + result.stderr)
    if MPI == "mpich" and result.stderr.count("\n") != 1:
        jobs.fail("more than a line", result.stderr)


def losses():
    shutil.rmtree(SAVED, ignore_errors=True)
    with Supervised(3) as job:
        job.await_checkpoint()
        jobs.send(ranks()[-1], signal.SIGKILL)
        job.end(r"ranks were lost \(code \d+\), [0-9.]+ s after .* goes on from it with 2 ranks")
    if list(SAVED.iterdir()):
        jobs.fail("checkpoints are left", "")
    # Rank 0 is as any other one, and a job of one rank goes on with one.
    with Supervised(2, "--keep-ranks") as job:
        job.await_checkpoint()
        jobs.send(ranks()[0], signal.SIGKILL)
        job.end("goes on from it with 2 ranks")
    # A launcher that returns 0 whatever has happened, as that of MPICH 4.2 may.
    plain = " ".join(jobs.launcher(MPI)[0])
    pathlib.Path("zero.sh").write_text(f'{plain} "$@"\nexit 0\n', encoding="utf-8")
    with Supervised(2, "--launcher=sh zero.sh") as job:
        job.await_checkpoint()
        jobs.send(ranks()[-1], signal.SIGKILL)
        job.end(r"ranks were lost \(code 0\)", "goes on from it with 1 rank\n")
    if not SILENCE:
        return
    with Supervised(1) as job:
        job.await_checkpoint()
        jobs.send(ranks()[0], signal.SIGSTOP)
        job.end("rank 0 is silent", "goes on from it with 1 rank\n")


def stopped_before_the_first_run():
    """All ranks of the first start: no one is left who could miss the others."""
    shutil.rmtree(SAVED, ignore_errors=True)
    program = pathlib.Path("stops")
    program.write_text(
        '#!/bin/sh\ncase "$TUSSAH_JOB" in *-1\\;) kill -STOP $$ ;; esac\n'
        f'exec ./{PROGRAM} "$@"\n',
        encoding="utf-8",
    )
    program.chmod(0o755)
    with Supervised(2, program=("stops", *SHORT[1:])) as job:
        job.end("no rank begins", "begins again with 1 rank\n")


def joining():
    with Supervised(1, "--least", "1", program=LONG) as job:
        job.await_checkpoint()
        ask("--join=2")
        job.await_ranks(3)
        job.await_checkpoint()
        ask("--resize", "4")
        job.await_ranks(4)
        job.await_checkpoint()
        ask("--leave=3")
        job.await_ranks(1)
        job.await_checkpoint()
        # A newer one than at the last start; one that is cut does not count.
        cut = SAVED / "1.999999.checkpoint"
        cut.write_bytes(b"tussahcp")
        before = newest_but(cut)
        job.await_true(
            "a new status", lambda: int(status()["checkpoint"].split(".")[1]) >= before + 2
        )
        if status()["checkpoint"] == "1.999999":
            jobs.fail("a checkpoint that is cut", str(status()))
        cut.unlink()
        if status()["ranks"] != 1 or status()["losses"] != 0:
            jobs.fail("a wrong status", str(status()))
        refused("has 1 ranks, and must have from 1 to 65535", TUSSAH, "job", "--leave=1", SAVED)
        ask("--stop")
        job.end("as asked; the same command goes on from the checkpoint 1.")
    if newest() == 0:
        jobs.fail("no checkpoint is left", "")


def signals():
    # Who runs the tests may ignore these, and the command would, too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    for wanted in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        before = newest()
        with Supervised(2, program=LONG) as job:
            job.await_checkpoint()
            job.process.send_signal(wanted)
            job.end("as asked; the same command goes on", code=128 + wanted)
        if newest() <= before:
            jobs.fail("no new checkpoint", "")
    # Who starts it by nohup means it.
    ignore = lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with Supervised(2, program=LONG, preexec_fn=ignore) as job:
        job.await_checkpoint()
        job.process.send_signal(signal.SIGHUP)
        job.await_checkpoint()
        job.process.send_signal(signal.SIGTERM)
        job.end(code=128 + signal.SIGTERM)
    # The job of a supervisor that is killed ends, and can go on.
    with Supervised(2, program=LONG) as job:
        job.await_checkpoint()
        # Stopped ranks cannot see it.
        for rank in ranks():
            jobs.send(rank, signal.SIGSTOP)
        job.process.kill()
        job.process.wait()
        jobs.expect_nothing_left("")
    with Supervised(2, program=LONG) as job:
        job.await_checkpoint()
        two_at_once()
        job.process.send_signal(signal.SIGTERM)
        job.end("tussah: goes on from the checkpoint", code=128 + signal.SIGTERM)


def two_at_once():
    """The folder is that of a job."""
    refused("another tussah job has the folder", *command(2))


def mistakes():
    shutil.rmtree(SAVED, ignore_errors=True)
    start = command(2)[:-2]
    refused("'/bin/true' is no job", *start, "/bin/true")
    refused("has ended with code 5 before its first run", *start, "/bin/sh", "-c", "exit 5", code=5)
    lost = start[:5] + ["--restarts=2", "--checkpoint", SAVED, "/bin/sh", "-c", "kill -9 $$"]
    output = subprocess.run(lost, capture_output=True, text=True, env=ENVIRONMENT).stderr
    if output.count("ranks were lost") != 2 or "3 starts in a row have written no" not in output:
        jobs.fail("no limit", output)
    # A folder that a job without a supervisor has.
    plain = jobs.launcher(MPI)[0] + ["-n", "2", f"./{LONG[0]}", LONG[1], "--checkpoint", str(SAVED)]
    with subprocess.Popen(plain + ["--every", "50ms"], env=ENVIRONMENT) as other:
        while newest() == 0:
            time.sleep(0.01)
        refused("another job has the folder", *command(2))
        other.send_signal(signal.SIGTERM)
    jobs.expect_nothing_left("")
    shutil.rmtree(SAVED)


losses()
stopped_before_the_first_run()
joining()
signals()
mistakes()
