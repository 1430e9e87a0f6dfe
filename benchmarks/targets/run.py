#!/usr/bin/env python3
"""What do targets cost against code by hand for the same runtime?

Compares Cilk programs with the targets `openmp` and `onetbb` to programs that are
written for OpenMP and oneTBB by hand, on one worker and on two, all with -O3. A
ratio is that of the Cilk program's time to the other's. Samples that were taken
while something else used the processors are taken again.
"""

import collections
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
# A name, the Cilk program, that by hand, and the arguments of both.
Case = collections.namedtuple("Case", "name cilk by_hand arguments")
CASES = (
    Case("fib(30)", EXAMPLES / "fib.c", HERE / "fib.cpp", "30"),
    Case("nqueens(11)", HERE.parent / "native" / "nqueens.c", HERE / "nqueens.cpp", "11"),
    Case("matmul(768)", EXAMPLES / "matmul.cpp", HERE / "matmul.cpp", "768"),
    Case("heat(1024, 200)", EXAMPLES / "heat.c", HERE / "heat.cpp", "1024 1024 200"),
)
# What programs by hand need.
RUNTIMES = {"openmp": ["-fopenmp"], "onetbb": ["-ltbb"]}


class Measurement:
    """Builds the two programs of a case, and runs them in turn."""

    def __init__(self, case, target, options, folder):
        self.case = case
        stock, tussah = toolchain.compilers(options)
        self.programs = [
            self.build(stock, case.by_hand, folder / f"{target}.by-hand", RUNTIMES[target]),
            self.build(tussah, case.cilk, folder / target, [f"-ftussah-target={target}"]),
        ]

    def build(self, compiler, source, program, flags):
        language = ["-x", "c++", "-std=c++17"] if source.suffix == ".cpp" else ["-x", "c"]
        toolchain.run(
            [*compiler, *language, "-O3", f"-I{EXAMPLES}", str(source), "-o"]
            + [f"{program}.{source.stem}", *flags, "-lm"]
        )
        return f"{program}.{source.stem}"

    def run(self, program, workers):
        """Returns the seconds that the parallel part took, and the checksum."""
        result = subprocess.run(
            [program, *self.case.arguments.split()],
            env={**os.environ, "CILK_NWORKERS": str(workers)},
            capture_output=True,
            text=True,
        )
        time = re.search(r"^time ([0-9.]+) s$", result.stderr, re.MULTILINE)
        checksum = re.search(r"^checksum .*$", result.stdout, re.MULTILINE)
        if result.returncode != 0 or not time or not checksum:
            raise SystemExit(f"error: {program} failed: {result.stderr.strip()}")
        return float(time[1]), checksum[0]

    def sample(self, workers):
        """Returns the times of both programs, whose results must be equal."""
        (by_hand, expected), (cilk, checksum) = (self.run(p, workers) for p in self.programs)
        if checksum != expected:
            raise SystemExit(f"error: {self.case.name} has another result by hand")
        return by_hand, cilk


def measure(case, target, options, folder, machine):
    """Prints a line for each number of workers, and returns whether the limit
    is kept."""
    measurement = Measurement(case, target, options, folder)
    kept = True
    for workers in (1, 2):
        samples = [
            machine.sample(lambda: measurement.sample(workers)) for _ in range(options.rounds)
        ]
        by_hand, cilk = zip(*samples)
        ratio = toolchain.ratio(cilk, by_hand)
        kept &= ratio <= options.limit
        print(
            f"  {target:7} {case.name:16} {workers}   {statistics.median(by_hand):7.3f} s "
            f"{statistics.median(cilk):7.3f} s   {ratio:5.2f}  "
            f"{toolchain.verdict(ratio, options.limit)}",
            flush=True,
        )
    return kept


def main():
    options = toolchain.parser(__doc__.splitlines()[0], rounds=7).parse_args()
    machine = toolchain.QuietMachine()
    print(f"-O3, clang {options.llvm}, medians of {options.rounds}")
    print("  target  program    workers   by hand      Cilk   ratio")
    with tempfile.TemporaryDirectory() as folder:
        kept = [
            measure(case, target, options, pathlib.Path(folder), machine)
            for target in RUNTIMES
            for case in CASES
        ]
    machine.report()
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
