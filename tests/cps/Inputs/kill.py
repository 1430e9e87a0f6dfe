"""Kills or stops a random rank of a job at a random time, again and again: the job must
end within 30 s, with a message and a non-zero code, or else with the right result, and
leave no process behind. By hand, for an MPI, with the "fib" of examples/cps:

    TUSSAH_CPS_TIMEOUT=5 kill.py mpich|openmpi PATH/TO/fib [--trials 200] [--seed 1]
"""

import argparse
import os
import random
import signal
import subprocess
import time

import psutil

parser = argparse.ArgumentParser()
parser.add_argument("mpi", choices=("mpich", "openmpi"))
parser.add_argument("fib")
parser.add_argument("--trials", type=int, default=200)
parser.add_argument("--seed", type=int, default=1)
arguments = parser.parse_args()

LIMIT = 30
LAUNCHER = ["mpirun." + arguments.mpi]
ENVIRONMENT = {**os.environ, "CILK_NWORKERS": "1"}
if arguments.mpi == "openmpi":
    LAUNCHER.append("--oversubscribe")
    ENVIRONMENT |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
PROGRAM = os.path.realpath(arguments.fib)


def ranks_of(job):
    found = []
    for process in psutil.Process(job.pid).children(recursive=True):
        try:
            if process.exe() == PROGRAM:
                found.append(process)
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            pass
    return sorted(found, key=lambda process: process.pid)


def trial(chance):
    """Returns what happened, and how long after the signal the job ended."""
    count = chance.randint(2, 4)
    action = chance.choice((signal.SIGKILL, signal.SIGSTOP))
    moment = chance.choice((0.0, 0.3, 1.5)) + chance.uniform(0, 0.3)
    job = subprocess.Popen(
        [*LAUNCHER, "-n", str(count), PROGRAM, "40"],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    while len(ranks := ranks_of(job)) < count and job.poll() is None:
        time.sleep(0.002)
    time.sleep(moment)
    victim = chance.randrange(count)
    try:
        ranks[victim].send_signal(action)
    except (psutil.NoSuchProcess, IndexError):
        pass
    start = time.monotonic()
    try:
        output, _ = job.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        for process in ranks:
            process.kill()
        job.kill()
        raise SystemExit(f"error: {action.name} of rank {victim} of {count}: the job hangs")
    took = time.monotonic() - start
    complete = "fib(40) = 102334155" in output
    if job.returncode == 0 and not complete:
        raise SystemExit(f"error: code 0 without a result:\n{output}")
    if "fib(40) =" in output and not complete:
        raise SystemExit(f"error: a wrong result:\n{output}")
    if not output.strip():
        raise SystemExit("error: no message")
    deadline = time.monotonic() + 5
    while any(process.is_running() and process.status() != "zombie" for process in ranks):
        if time.monotonic() > deadline:
            raise SystemExit(f"error: {action.name} of rank {victim}: processes are left")
        time.sleep(0.05)
    return ("complete" if job.returncode == 0 else action.name), took


def main():
    chance = random.Random(arguments.seed)
    counts, longest = {}, 0.0
    for number in range(arguments.trials):
        what, took = trial(chance)
        counts[what] = counts.get(what, 0) + 1
        longest = max(longest, took)
        print(f"{number + 1}: {what}, {took:.1f} s", flush=True)
    print(f"{arguments.trials} trials: {counts}, the longest end took {longest:.1f} s")


main()
