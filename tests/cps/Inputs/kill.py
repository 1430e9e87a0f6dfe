"""Kills, stops or pauses a random rank of a job of random size at a random time, again
and again; docs/guides/cps.md, "What can go wrong", says what must happen, and this checks it:

- kill (SIGKILL): the job ends within 30 s, beside the time of its work, with a non-zero
  code, or, where the rank had nothing left to do, with the right result;
- stop (SIGSTOP for good): the same, and a rank says which one does not answer, or that
  some do not begin or end;
- pause (SIGSTOP, and SIGCONT within half the time after which a rank is taken for dead):
  the job ends with the right result.

No process is left, and there is never a wrong result. By hand, for one MPI, with the
"fib" of examples/cps:

    kill.py mpich|openmpi PATH/TO/fib [--trials 200] [--kinds kill stop pause]
            [--seed 1] [--timeout 5] [--n 38]
"""

import argparse
import collections
import os
import random
import re
import signal
import subprocess
import threading
import time

import jobs

KINDS = ("kill", "stop", "pause")
LIMIT = 30

parser = argparse.ArgumentParser()
parser.add_argument("mpi", choices=("mpich", "openmpi"))
parser.add_argument("fib")
parser.add_argument("--trials", type=int, default=200, help="of the kinds in turn")
parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--timeout", type=int, default=5, help="TUSSAH_CPS_TIMEOUT, in seconds")
parser.add_argument("--n", type=int, default=38, help="how large the job is")
arguments = parser.parse_args()

COMMAND, ENVIRONMENT = jobs.launcher(arguments.mpi)
ENVIRONMENT["TUSSAH_CPS_TIMEOUT"] = str(arguments.timeout)
PROGRAM = os.path.realpath(arguments.fib)
SILENCES = (
    f"has not answered for {arguments.timeout} s; the job ends",
    "not all ranks of the job have begun",
    "other ranks of the job do not end",
)


RESULT = f"fib({arguments.n}) = {jobs.fibonacci(arguments.n)}"


def start(count):
    return subprocess.Popen(
        [*COMMAND, "-n", str(count), PROGRAM, str(arguments.n)],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )


def wait(job, seconds):
    """Returns the output of a job that ends in this time, of which the time is no part in
    which this process is stopped itself, as the ranks may be with it."""
    for _ in range(round(seconds)):
        try:
            return job.communicate(timeout=1)[0]
        except subprocess.TimeoutExpired:
            pass
    raise TimeoutError


def check(kind, code, output):
    """Returns what happened, in a word; fails where it must not."""
    results = re.findall(r"fib\(.*", output)
    if any(result != RESULT for result in results):
        raise SystemExit(f"error: a wrong result:\n{output}")
    if code == 0 and not results:
        raise SystemExit(f"error: code 0 without a result:\n{output}")
    if code == 0:
        return "complete"
    if kind == "pause":
        raise SystemExit(f"error: a pause has ended the job:\n{output}")
    if kind == "stop" and not any(line in output for line in SILENCES):
        raise SystemExit(f"error: nobody says which rank was stopped:\n{output}")
    # A rank that is killed is its mpirun's to report; MPICH's does not, if the rank
    # had not begun to speak with it.
    return "ended" if output.strip() else "ended, silent"


def trial(kind, chance, typical):
    """Returns what happened, and how long after the signal the job ended."""
    count = chance.randint(2, 4)
    job = start(count)
    while len(ranks := jobs.ranks_of(PROGRAM)) < count and job.poll() is None:
        time.sleep(0.002)
    time.sleep(chance.uniform(0, typical))
    victim = chance.choice(ranks) if ranks else None
    began = time.monotonic()
    if victim:
        jobs.send(victim, signal.SIGKILL if kind == "kill" else signal.SIGSTOP)
    if victim and kind == "pause":
        pause = chance.uniform(0.01, arguments.timeout / 2)
        threading.Timer(pause, jobs.send, (victim, signal.SIGCONT)).start()
    try:
        # The machine may be busy: so long, and what the job takes itself.
        output = wait(job, LIMIT + 10 * typical)
    except TimeoutError:
        living = set(jobs.ranks_of(PROGRAM)) - {victim}
        if kind != "pause" and not living:
            # No rank is left that could end the job: Open MPI's mpirun waits for a process
            # that was stopped when it had nothing left to do, or hangs, as has been seen,
            # rarely, where a rank was killed before it had joined. It is counted.
            jobs.leave_nothing()
            output, _ = job.communicate()
            return ("complete, mpirun waits" if RESULT in output else "mpirun hung"), LIMIT
        raise SystemExit(
            f"error: {kind} of a rank of {count}: the job hangs, and {len(living)} ranks live"
        )
    took = time.monotonic() - began
    what = check(kind, job.returncode, output)
    while jobs.descendants():
        if time.monotonic() - began - took > 20:
            raise SystemExit(f"error: {kind} of a rank of {count}: processes are left")
        time.sleep(0.05)
    return what, took


def main():
    chance = random.Random(arguments.seed)
    began = time.monotonic()
    job = start(2)
    output = wait(job, 120)
    if job.returncode != 0 or RESULT not in output:
        raise SystemExit(f"error: the program fails:\n{output}")
    typical = time.monotonic() - began
    counts, longest = collections.Counter(), 0.0
    for number in range(arguments.trials):
        kind = arguments.kinds[number % len(arguments.kinds)]
        what, took = trial(kind, chance, typical)
        counts[f"{kind}: {what}"] += 1
        longest = max(longest, took)
        print(f"{number + 1}: {kind}: {what}, {took:.1f} s", flush=True)
    print(f"{arguments.trials} trials, the longest end took {longest:.1f} s")
    for what, count in sorted(counts.items()):
        print(f"  {count:3} {what}")


main()
