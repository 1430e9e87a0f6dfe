#!/usr/bin/env python3
"""What do messages between two ranks of one machine cost?

For each MPI that is there: T_1/T_2 for one and two ranks of one worker, and what the
machine allows of it, the same ratio if two processes that know nothing of each other,
started as the ranks are, count as one job of two; the median time of a steal from the
other rank, from the request to the arrival of the closure, in a program with many of
them; and the part of a processor that a rank takes that has nothing to do. Samples that
were taken while something else used the processors are taken again.
"""

import functools
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import toolchain

# Each rank has a core for itself; MPICH does not see to that without being told.
LAUNCHERS = {"mpich": ["mpirun.mpich", "-bind-to", "core"], "openmpi": ["mpirun.openmpi"]}
SPEEDUPS = {
    "fib(37)": "fib 37",
    "queens(14)": "queens 14 7",
    "pfold(3,3,4)": "pfold 3 3 4",
    "ray(500,500)": "ray 500 500",
    "knary(5,10,2)": "knary 5 10 2",
    "knary(4,10,1)": "knary 4 10 1",
}
# How many processes there are, and whether each is apart from the others.
WAYS = {"one": (1, False), "two": (2, False), "apart": (2, True)}
STEALS = "knary 4 10 1 --stats=json"
SPEEDUP_LIMIT, STEAL_LIMIT, IDLE_LIMIT = 1.85, 20e-6, 0.20


def build(options, folder, parts):
    examples = toolchain.ROOT / "examples" / "cps"
    for program in sorted({command.split()[0] for command in parts.values()}):
        # With other files, a program has a folder.
        source = HERE / "idle.cpp" if program == "idle" else next(examples.glob(f"**/{program}.cpp"))
        toolchain.build_example(options, folder / source.stem, ["cps"], [source], "c++20")


def mpirun(folder, mpi, ranks, command, variables={}):
    """Returns what the program wrote."""
    program, *arguments = command.split()
    environment = {
        **os.environ,
        "CILK_NWORKERS": "1",
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        **variables,
    }
    process = subprocess.run(
        [*LAUNCHERS[mpi], "-n", str(ranks), str(folder / program), *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if process.returncode != 0:
        raise SystemExit(f"error: {command} failed: {process.stdout.strip()}")
    return process.stdout


def seconds(folder, mpi, command, ranks, apart):
    """Returns the time of a job. With `apart`, each of its processes does all of the work,
    and knows nothing of the others: what a job would take that loses nothing."""
    variables = {"TUSSAH_CPS_TRANSPORT": "none"} if apart else {}
    output = mpirun(folder, mpi, ranks, command, variables)
    times = [float(time) for time in re.findall(r"^time ([0-9.]+) s$", output, re.M)]
    if len(times) != (ranks if apart else 1):
        raise SystemExit(f"error: {command} says {len(times)} times: {output.strip()}")
    return statistics.mean(times) / len(times)


def show(name, value, target, good, more=""):
    print(f"  {name:24} {value:>10} [{target}]{more}   {'ok' if good else 'missed'}", flush=True)
    return good


def speedups(folder, machine, mpi, rounds, programs, limit):
    """Prints a line for each program, and returns for each whether the limit is kept."""
    kept = []
    for name, command in programs.items():
        times = {way: [] for way in WAYS}
        for number in range(rounds):
            # Both orders in turn, so that a machine that gets slower favours none.
            for way in reversed(WAYS) if number % 2 else WAYS:
                job = functools.partial(seconds, folder, mpi, command, *WAYS[way])
                times[way].append(machine.sample(job))
        one, two, apart = times.values()
        speedup, allowed = toolchain.ratio(one, two), toolchain.ratio(one, apart)
        good = round(speedup, 2) >= limit
        more = f"   machine {allowed:.2f}, {toolchain.ratio(apart, two):.1%} of it"
        kept.append(show(f"{name} T1/T2", f"{speedup:.2f}", limit, good, more))
    return kept


def remote_steal(folder, machine, mpi, rounds):
    steals = []
    for _ in range(rounds):
        output = machine.sample(lambda: mpirun(folder, mpi, 2, STEALS))
        line = next(line for line in output.splitlines() if line.startswith("{"))
        steals.append(json.loads(line)["remote_steal"])
    steal = statistics.median(steals)
    target = f"{STEAL_LIMIT * 1e6:.0f} us"
    return show("remote steal", f"{steal * 1e6:.1f} us", target, steal < STEAL_LIMIT)


def idle_rank(folder, machine, mpi):
    output = machine.sample(lambda: mpirun(folder, mpi, 2, "idle"))
    idle = float(re.search(r"idle ([0-9.]+)", output)[1])
    return show("idle rank", f"{idle:.1%}", f"{IDLE_LIMIT:.0%}", idle < IDLE_LIMIT)


def measure(folder, machine, mpi, rounds, parts):
    """Prints lines, and returns whether the limits are kept."""
    programs = {name: SPEEDUPS[name] for name in parts if name in SPEEDUPS}
    kept = speedups(folder, machine, mpi, rounds, programs, SPEEDUP_LIMIT)
    if "remote steal" in parts:
        kept.append(remote_steal(folder, machine, mpi, rounds))
    if "idle rank" in parts:
        kept.append(idle_rank(folder, machine, mpi))
    return all(kept)


def main():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=5, limit=None)
    toolchain.add_only(parser)
    parser.add_argument("--mpi", choices=[*LAUNCHERS], action="append")
    options = parser.parse_args()
    for mpi in options.mpi or ():
        if not shutil.which(LAUNCHERS[mpi][0]):
            parser.error(f"there is no {LAUNCHERS[mpi][0]}: install {mpi}")
    parts = {**SPEEDUPS, "remote steal": STEALS, "idle rank": "idle"}
    parts = toolchain.chosen(parser, options, parts)
    machine = toolchain.QuietMachine()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        build(options, folder, parts)
        kept = []
        for mpi, launcher in LAUNCHERS.items():
            if shutil.which(launcher[0]) and mpi in (options.mpi or LAUNCHERS):
                print(f"{mpi}, two ranks of one worker, medians of {options.rounds}")
                kept.append(measure(folder, machine, mpi, options.rounds, parts))
        machine.report()
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
