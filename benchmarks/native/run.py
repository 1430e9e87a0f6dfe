#!/usr/bin/env python3
"""What does a spawn cost on the native target, and what do two workers gain?

Compares programs on one worker with their serial elision, which the stock clang
compiles, and with themselves on two workers, all with -O3. What two workers can
gain is bounded by the machine: beside it stands what a copy of the serial program,
and of the native one on one worker, loses while another one runs. Then it compares one
worker and two where tasks are shorter than a theft, of which two must not lose much, and
where they are longer. Samples that were taken while something else used the processors
are taken again. Then come the figures of latency.c, with their goals.
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
# A name, the source, and its arguments. In the last one, of which nothing is
# demanded, a task has a dozen instructions, and its parent is a loop.
FIB = EXAMPLES / "fib.c"
QUEENS = HERE / "nqueens.c"
SORT = EXAMPLES / "cilksort.cpp"
MULTIPLY = EXAMPLES / "matmul.cpp"
BITS = EXAMPLES / "nqueens.c"
ALLOCA_QUEENS = HERE / "alloca-queens.c"
TREE = HERE / "vla-tree.c"
PAIRS = HERE / "pairs.c"
Case = collections.namedtuple("Case", "name source arguments limit")
ONE_WORKER = (
    Case("fib(40)", FIB, "40", 1.30),
    Case("nqueens(12)", QUEENS, "12", 1.03),
    Case("alloca-queens(12)", ALLOCA_QUEENS, "12", 1.05),
    Case("vla-tree(10, 5)", TREE, "10 5 10", 2.00),
    Case("cilksort(10^7)", SORT, "10000000", 1.03),
    Case("matmul(1024)", MULTIPLY, "1024", 1.03),
    Case("nqueens(14), bits", BITS, "14 14", None),
)
TWO_WORKERS = (
    Case("fib(42)", FIB, "42", 1.95),
    Case("nqueens(13)", QUEENS, "13", 1.95),
    Case("cilksort(10^7)", SORT, "10000000", 1.95),
)
# Here the limit is that of the time on two workers divided by that on one.
SHORT_TASKS = (
    Case("pairs, 50 ns", PAIRS, "50 4000000", 1.20),
    Case("pairs, 100 ns", PAIRS, "100 2000000", 1.20),
    Case("pairs, 200 ns", PAIRS, "200 1000000", 1.20),
    Case("pairs, 500 ns", PAIRS, "500 400000", 1.20),
    Case("pairs, 1 us", PAIRS, "1000 200000", 1.10),
    Case("pairs, 2 us", PAIRS, "2000 100000", 0.90),
)


class Programs:
    """Builds programs, and runs them."""

    def __init__(self, options, folder):
        self.folder = folder
        self.machine = toolchain.QuietMachine()
        stock, tussah = toolchain.compilers(options)
        self.compilers = {
            "serial": stock,
            "native": [*tussah, "-ftussah-target=native"],
        }
        self.outputs = {}

    def build(self, source, variant, *flags):
        """Returns the path of the program, which is built at the first call."""
        program = self.folder / f"{source.parent.name}-{source.stem}.{variant}"
        if not program.exists():
            language = ["-x", "c++", "-std=c++17"] if source.suffix == ".cpp" else ["-x", "c"]
            toolchain.run(
                [*self.compilers[variant], "-O3", f"-I{EXAMPLES}", *flags, *language]
                + [str(source), "-o", str(program)]
            )
        return program

    def start(self, case, variant, workers=1):
        return subprocess.Popen(
            [str(self.build(case.source, variant)), *case.arguments.split()],
            env={**os.environ, "CILK_NWORKERS": str(workers)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def finish(self, case, process):
        """Returns the seconds that the parallel part took. The program has
        checked its result, which must be that of all other runs too."""
        output, errors = process.communicate()
        time = re.search(r"^time ([0-9.]+) s$", errors, re.MULTILINE)
        if process.returncode != 0 or not time:
            raise SystemExit(f"error: {case.name} failed: {errors.strip()}")
        if output != self.outputs.setdefault(case, output):
            raise SystemExit(f"error: the result of {case.name} changes from run to run")
        return float(time[1])

    def time(self, case, variant, workers=1):
        self.build(case.source, variant)
        return self.machine.sample(
            lambda: self.finish(case, self.start(case, variant, workers))
        )

    def time_two(self, case, variant):
        """The mean time of two copies of the program, run at once."""
        self.build(case.source, variant)

        def measure():
            processes = [self.start(case, variant) for _ in range(2)]
            return statistics.mean(self.finish(case, p) for p in processes)

        return self.machine.sample(measure)


def seconds(times):
    return f"{statistics.median(times):8.3f} s"


def one_worker(programs, case, rounds):
    """Prints a line, and returns whether the limit is kept."""
    serial, native = [], []
    for _ in range(rounds):
        serial.append(programs.time(case, "serial"))
        native.append(programs.time(case, "native"))
    ratio = toolchain.ratio(native, serial)
    verdict = toolchain.verdict(ratio, case.limit) if case.limit else ""
    print(f"  {case.name:18} {seconds(serial)} {seconds(native)}   {ratio:.2f}  {verdict}")
    return not case.limit or ratio <= case.limit


def two_workers(programs, case, rounds):
    """Prints a line, and returns whether the limit is kept."""
    serial, serials, one, ones, two = [], [], [], [], []
    for _ in range(rounds):
        serial.append(programs.time(case, "serial"))
        serials.append(programs.time_two(case, "serial"))
        one.append(programs.time(case, "native", 1))
        two.append(programs.time(case, "native", 2))
        ones.append(programs.time_two(case, "native"))
    gain = toolchain.ratio(one, two)
    losses = [toolchain.ratio(serials, serial) - 1, toolchain.ratio(ones, one) - 1]
    verdict = "ok" if gain >= case.limit else f"below the limit of {case.limit:.2f}"
    print(
        f"  {case.name:18} {seconds(one)} {seconds(two)}   {gain:.2f}  {verdict}; "
        f"two serial copies at once lose {100 * losses[0]:.0f} %, "
        f"two native ones {100 * losses[1]:.0f} %, so at best {2 / (1 + losses[1]):.2f}"
    )
    return gain >= case.limit


def short_tasks(programs, case, rounds):
    """Prints a line, and returns whether the limit is kept."""
    one, two = [], []
    for _ in range(rounds):
        one.append(programs.time(case, "native", 1))
        two.append(programs.time(case, "native", 2))
    ratio = toolchain.ratio(two, one)
    verdict = toolchain.verdict(ratio, case.limit)
    print(f"  {case.name:18} {seconds(one)} {seconds(two)}   {ratio:.2f}  {verdict}")
    return ratio <= case.limit


def latencies(programs):
    """Prints how soon workers get work, and how soon they leave the processor."""
    # Its leaf that polls does so by a spawn that would be a call.
    program = programs.build(HERE / "latency.c", "native", "-ftussah-keep-spawns")
    sys.stdout.flush()
    toolchain.run([str(program)])


def main():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=7, limit=None)
    parser.add_argument(
        "--only", default="", help="only cases whose name begins with this text"
    )
    options = parser.parse_args()

    def chosen(cases):
        return [case for case in cases if case.name.startswith(options.only)]

    if not any(map(chosen, (ONE_WORKER, TWO_WORKERS, SHORT_TASKS))):
        raise SystemExit(f"error: no case's name begins with '{options.only}'")
    with tempfile.TemporaryDirectory() as folder:
        programs = Programs(options, pathlib.Path(folder))
        print(f"target native, -O3, clang {options.llvm}, medians of {options.rounds}")
        print("  one worker              serial     native  T1/TS")
        kept = [one_worker(programs, case, options.rounds) for case in chosen(ONE_WORKER)]
        print("  two workers         one worker        two  T1/T2")
        kept += [two_workers(programs, case, options.rounds) for case in chosen(TWO_WORKERS)]
        print("  short tasks         one worker        two  T2/T1")
        kept += [short_tasks(programs, case, options.rounds) for case in chosen(SHORT_TASKS)]
        programs.machine.report()
        if not options.only:
            latencies(programs)
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
