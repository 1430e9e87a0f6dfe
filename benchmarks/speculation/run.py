#!/usr/bin/env python3
"""How much work does a cancellation save, and what do its checks cost?

The work is counted: firstqueens says how many queens it has placed. That of a search
which stops at the first solution is compared with that of one which does not, and
with that of the serial elision, which needs no speculation. The checks are measured
with fib, whose functions do little else than spawn.
"""

import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import toolchain

EXAMPLES = toolchain.ROOT / "examples"
QUEENS = EXAMPLES / "firstqueens.c"
FIB = HERE / "fib.c"
# What a search that stops may place, of what one that does not stop places.
MOST_WORK = 0.05
# Checks outside of all scopes, and in one.
MOST_COST = 1.5
WORKERS = (1, 2, 4)


def build(command, source, folder, name, *flags):
    program = folder / name
    toolchain.run(
        [*command, "-O3", f"-I{EXAMPLES}", "-x", "c", str(source), *flags, "-o", str(program)]
    )
    return program


def run(program, arguments, workers=1):
    result = subprocess.run(
        [str(program), *arguments.split()],
        env={**os.environ, "CILK_NWORKERS": str(workers)},
        capture_output=True,
        text=True,
    )
    if result.returncode != 0:
        raise SystemExit(f"error: {program.name} {arguments} failed: {result.stderr.strip()}")
    return result.stderr


def placed(program, arguments, workers=1):
    return int(re.search(r"^placed (\d+) queens$", run(program, arguments, workers), re.M)[1])


def seconds(program, arguments):
    return float(re.search(r"^time ([0-9.]+) s$", run(program, arguments), re.M)[1])


def work(stock, tussah, folder, rounds):
    """Prints what is saved, and returns whether it is enough."""
    serial = build(stock, QUEENS, folder, "queens-serial")
    native = build(tussah, QUEENS, folder, "queens-native")
    everything = placed(native, "13 4 0", 2)
    good = True
    print("  queens placed           most   median")
    print(f"  13 queens, all     {everything:9}")
    for workers in WORKERS:
        counts = [placed(native, "13 4", workers) for _ in range(rounds)]
        share = max(counts) / everything
        good &= share <= MOST_WORK
        print(
            f"  13 queens, {workers} worker{'s' if workers > 1 else ' '}"
            f"{max(counts):9}{statistics.median(counts):9.0f}"
            f"   {100 * share:.2f} % of all, limit {100 * MOST_WORK:.0f} %"
        )
    once = placed(serial, "24 6")
    print(f"  24 queens, serial  {once:9}")
    for workers in WORKERS:
        counts = [placed(native, "24 6", workers) for _ in range(rounds)]
        # Nothing is speculative on one worker.
        good &= workers > 1 or max(counts) == once
        print(
            f"  24 queens, {workers} worker{'s' if workers > 1 else ' '}"
            f"{max(counts):9}{statistics.median(counts):9.0f}"
            f"   {statistics.median(counts) / once:.2f} times the serial ones"
        )
    return good


def cost(tussah, folder, rounds):
    """Prints what checks cost, and returns whether it is little enough."""
    without = build(tussah, FIB, folder, "fib")
    checked = build(tussah, FIB, folder, "fib-checked", "-DCHECKS")
    good = True
    print("  fib(36), 1 worker    without     with  ratio")
    for what, arguments, limit in (
        ("in no scope", "36", MOST_COST),
        ("in 1 scope", "36 1", None),
        ("in 100 scopes", "36 100", None),
    ):
        old, new = [], []
        for _ in range(rounds):
            old.append(seconds(without, "36"))
            new.append(seconds(checked, arguments))
        ratio = toolchain.ratio(new, old)
        good &= limit is None or ratio <= limit
        verdict = toolchain.verdict(ratio, limit) if limit else ""
        print(
            f"  {what:18} {statistics.median(old):8.3f} s {statistics.median(new):6.3f} s"
            f"   {ratio:.2f}  {verdict}"
        )
    return good


def main():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=7, limit=None)
    options = parser.parse_args()
    stock, tussah = toolchain.compilers(options)
    stock = [stock[0], *stock[2:]]
    tussah = [*tussah, "-ftussah-target=native"]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        print(f"target native, -O3, clang {options.llvm}, {options.rounds} runs each")
        good = work(stock, tussah, folder, options.rounds)
        good &= cost(tussah, folder, options.rounds)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
