#!/usr/bin/env python3
"""Is the critical path the same on a quiet machine and on a busy one?

Runs fib(33) and knary(4,8,1) with measurement, with and without processes beside them
that use all processors, in turn, and prints medians of T_1, T_inf, their ratio and the
bounds of T_inf. Exits with 1 if one of the first three differs by more than --limit.

Runs in which T_inf is more than five times the least one are left out, and counted: the host
of a virtual machine has paused it, which nothing tells the program.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import toolchain

PROGRAMS = {"fib(33)": ("fib", "33"), "knary(4,8,1)": ("knary", "4", "8", "1", "4000")}
COMPARED = ("t_1", "t_inf", "parallelism")
SHOWN = (*COMPARED, "t_inf_least", "t_inf_most", "parallelism_in_threads", "disturbed")


def measure(folder, program, *arguments):
    command = [str(folder / program), *arguments, "--workers", "1", "--stats=json"]
    _, log = toolchain.run_example(command)
    found = next(line for line in log.splitlines() if line.startswith('{"processors"'))
    return json.loads(found)


def with_busy_processes(count, run):
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        return run()
    finally:
        for process in busy:
            process.kill()
            process.wait()


def without_pauses(name, samples):
    """Returns the runs that no pause has disturbed."""
    least = min(run["t_inf"] for run in samples["quiet"] + samples["busy"])
    kept = {way: [run for run in runs if run["t_inf"] <= 5 * least] for way, runs in samples.items()}
    for way, runs in samples.items():
        if len(kept[way]) < len(runs):
            print(f"  {name:14} {way}: left out {len(runs) - len(kept[way])} of {len(runs)} runs with a pause")
        if 2 * len(kept[way]) < len(runs):
            toolchain.fail("more than half of the runs have had a pause; measure on a quieter host")
    return kept


def compare(name, samples, limit):
    """Prints the medians, and returns whether they are near each other."""
    quiet, busy = (
        {key: statistics.median(run[key] for run in samples[way]) for key in SHOWN}
        for way in ("quiet", "busy")
    )
    kept = True
    for key in SHOWN:
        line = f"  {name:14} {key:24} {quiet[key]:12.6g} {busy[key]:12.6g}"
        if key in COMPARED:
            differs = max(quiet[key], busy[key]) / min(quiet[key], busy[key])
            kept &= differs <= limit
            line += f"  {differs - 1:6.1%} {'ok' if differs <= limit else 'missed'}"
        print(line, flush=True)
    return kept


def main():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=5, limit=1.10)
    parser.add_argument("--processes", type=int, default=2 * os.cpu_count(), help="how many are busy")
    options = parser.parse_args()
    kept = True
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for program in {command[0] for command in PROGRAMS.values()}:
            source = toolchain.ROOT / "examples" / "cps" / f"{program}.cpp"
            toolchain.build_example(options, folder / program, ["cps"], [source], "c++20")
        print(f"  {'':39} {'quiet':>12} {'busy':>12}")
        for name, command in PROGRAMS.items():
            samples = {"quiet": [], "busy": []}
            for _ in range(options.rounds):
                samples["quiet"].append(measure(folder, *command))
                samples["busy"].append(
                    with_busy_processes(options.processes, lambda: measure(folder, *command))
                )
            kept &= compare(name, without_pauses(name, samples), options.limit)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
