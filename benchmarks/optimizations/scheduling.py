#!/usr/bin/env python3
"""How many instructions do parallel loops take for scheduling?

valgrind's cachegrind counts, so that a busy machine gives the same result as a quiet
one. Each kernel runs a few times and then more often; the difference has no start of
the process in it. On one worker, loops whose strides, or the trip counts of inner
loops, are constants after inlining may take 5 % more instructions than the serial
ones. On two workers with the automatic grain, scheduling is everything outside of
leaves, the search for work included; it may be 2 % of what the leaves take.
"""

import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import toolchain

MOST_FOR_CONSTANTS = 1.05
MOST_SCHEDULING = 0.02
FEW, MANY = 5, 25
CONSTANTS = ("stride", "stride-3", "trips")
GRAINS = ("stride", "grain-1-ns", "grain-10-ns", "grain-100-ns")
# Functions that do what the elision does. The kernels' names are demangled, or not.
WORK = re.compile(r"\.leaf|clone \.leaf|native_on(::work|L4work)")

Counts = collections.namedtuple("Counts", "all work")


def build(options, folder):
    """Builds the program that is counted, and returns its path."""
    stock, tussah = toolchain.compilers(options)
    # valgrind knows no AVX-512.
    flags = ["-std=c++17", "-O3", "-march=x86-64-v3"]
    objects = []
    for namespace, compiler in (("serial", stock), ("native_on", tussah)):
        objects.append(str(folder / f"{namespace}.o"))
        toolchain.run(
            [*compiler, *flags, f"-DNAMESPACE={namespace}", "-c", str(HERE / "kernels.cpp")]
            + ["-o", objects[-1]]
        )
    program = str(folder / "scheduling")
    toolchain.run([*tussah, *flags, str(HERE / "scheduling.cpp"), *objects, "-o", program])
    return program


def read_profile(text):
    """Returns the instructions of a cachegrind profile."""
    total, work, is_work = 0, 0, False
    for line in text.splitlines():
        if line.startswith("fn="):
            is_work = bool(WORK.search(line))
        elif match := re.match(r"\d+ (\d+)$", line):
            total += int(match[1])
            work += int(match[1]) if is_work else 0
    return Counts(total, work)


def count(program, kernel, rounds, workers, folder):
    profile = folder / "cachegrind.out"
    toolchain.run(
        # callgrind does not follow stacks that threads leave to others.
        ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--fair-sched=yes"]
        + [f"--cachegrind-out-file={profile}", program, kernel, str(rounds)],
        env={**os.environ, "CILK_NWORKERS": str(workers)},
        stderr=subprocess.DEVNULL,
    )
    return read_profile(profile.read_text(encoding="utf-8"))


def difference(program, kernel, workers, folder):
    """Returns the instructions of MANY - FEW rounds."""
    few, many = (count(program, kernel, n, workers, folder) for n in (FEW, MANY))
    return Counts(many.all - few.all, many.work - few.work)


def main():
    options = toolchain.parser(__doc__.splitlines()[0], rounds=1, limit=None).parse_args()
    fine = True
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = build(options, folder)
        print(f"instructions, -O3, clang {options.llvm}")
        print("  one worker              serial       native   ratio")
        for kernel in CONSTANTS:
            serial, native = (
                difference(program, f"{side}/{kernel}", 1, folder).all
                for side in ("serial", "native")
            )
            ratio = native / serial
            fine &= ratio <= MOST_FOR_CONSTANTS
            verdict = toolchain.verdict(ratio, MOST_FOR_CONSTANTS)
            print(f"  {kernel:16} {serial:13} {native:12}   {ratio:.3f}  {verdict}")
        print("  two workers             leaves   scheduling   share")
        for kernel in GRAINS:
            counts = difference(program, f"native/{kernel}", 2, folder)
            scheduling = counts.all - counts.work
            share = scheduling / counts.work
            fine &= share <= MOST_SCHEDULING
            verdict = "ok" if share <= MOST_SCHEDULING else "TOO MANY"
            print(
                f"  {kernel:16} {counts.work:13} {scheduling:12}   {100 * share:.2f} %  {verdict}"
            )
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
