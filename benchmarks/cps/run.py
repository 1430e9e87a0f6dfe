#!/usr/bin/env python3
"""What does a continuation-passing thread cost, and what do two workers gain?

Runs the examples of examples/cps serially, on one worker and on two, in turn, and
prints medians: nanoseconds per thread, T_serial/T_1 beside the paper's, T_1/T_2. The
programs check their results; the numbers of threads are compared with those of the
paper's Table 4. Times are those that the programs take around their work. Samples
that were taken while something else used the processors are taken again.
"""

import collections
import pathlib
import re
import statistics
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import toolchain

Case = collections.namedtuple(
    "Case", "name program arguments threads paper nanoseconds efficiency speedup"
)
# The limits are None where there is none; `paper` is T_serial/T_1 in Table 4, and
# `threads` its number of threads where the program is the same.
CASES = (
    Case("fib(33)", "fib", "33", 17108660, 0.116, 15, None, 1.90),
    Case("queens(14)", "queens", "14 7", None, 0.990, None, 0.97, 1.90),
    Case("pfold(3,3,4)", "pfold", "3 3 4", None, 0.950, None, 0.90, None),
    Case("ray(500,500)", "ray", "500 500", None, 0.996, None, 0.97, None),
    Case("knary(5,10,2)", "knary", "5 10 2", 5859374, 0.917, None, 0.90, None),
    Case("knary(4,10,1)", "knary", "4 10 1", 873812, 0.902, None, 0.90, None),
)


def build(options, folder):
    examples = toolchain.ROOT / "examples" / "cps"
    for program in sorted({case.program for case in CASES}):
        # With other files, it has a folder.
        source = next(examples.glob(f"**/{program}.cpp"))
        toolchain.build_example(options, folder / program, ["cps"], [source], "c++20")


def run(folder, case, way):
    """Returns the seconds that the program took, and its number of threads, which
    is None for the serial one."""
    time, log = toolchain.run_example(
        [str(folder / case.program), *case.arguments.split(), *toolchain.WAYS[way]]
    )
    threads = re.search(r"^threads (\d+)$", log, re.MULTILINE)
    return time, int(threads[1]) if threads else None


def measure(folder, machine, case, rounds):
    """Prints a line, and returns whether the limits are kept."""
    times = {way: [] for way in toolchain.WAYS}
    for _ in range(rounds):
        for way in toolchain.WAYS:
            time, threads = machine.sample(lambda: run(folder, case, way))
            times[way].append(time)
    if case.threads and threads != case.threads:
        raise SystemExit(f"error: {case.name} has {threads} threads, not {case.threads}")
    one = statistics.median(times["one"])
    nanoseconds = one / threads * 1e9
    efficiency = toolchain.ratio(times["serial"], times["one"])
    speedup = toolchain.ratio(times["one"], times["two"])
    missed = []
    if case.nanoseconds and nanoseconds > case.nanoseconds:
        missed.append(f"above {case.nanoseconds} ns")
    if case.efficiency and round(efficiency, 2) < case.efficiency:
        missed.append(f"Ts/T1 below {case.efficiency:.2f}")
    if case.speedup and round(speedup, 2) < case.speedup:
        missed.append(f"T1/T2 below {case.speedup:.2f}")
    print(
        f"  {case.name:14} {threads:>10,} {statistics.median(times['serial']):8.3f} s "
        f"{one:8.3f} s {nanoseconds:10.1f}   {efficiency:5.3f} ({case.paper:.3f})   "
        f"{speedup:5.2f}   {', '.join(missed) or 'ok'}",
        flush=True,
    )
    return not missed


def main():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=7, limit=None)
    options = parser.parse_args()
    machine = toolchain.QuietMachine()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        build(options, folder)
        print(f"threads, -O3, clang {options.llvm}, medians of {options.rounds}")
        print(
            "                    threads   T_serial        T_1  ns/thread   "
            "Ts/T1 (paper)   T1/T2"
        )
        kept = [measure(folder, machine, case, options.rounds) for case in CASES]
        machine.report()
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
