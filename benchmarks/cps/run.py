#!/usr/bin/env python3
"""What does a continuation-passing thread cost, and what do two workers gain?

Runs the examples of examples/cps serially, on one worker and on two, in turn, and
prints medians, with the targets in brackets: nanoseconds per thread, T_serial/T_1
beside the paper's, T_1/T_2, and what the machine allows of it: the same ratio if two
processes of one worker each, which share nothing, count as one run of two; then how much
of that is reached. With --instructions, what a thread of fib takes, by Valgrind, in instructions.
The programs check their results; the numbers of threads are compared with those of the
paper's Table 4. Times are those that the programs take around their work. Samples
that were taken while something else used the processors are taken again.
"""

import collections
import concurrent.futures
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
# The aim beside the limit of the nanoseconds.
AIM = 4
# The limits are None where there is none; `paper` is T_serial/T_1 in Table 4, and
# `threads` its number of threads where the program is the same.
CASES = (
    Case("fib(33)", "fib", "33", 17108660, 0.116, 6, None, 1.90),
    Case("queens(14)", "queens", "14 7", None, 0.990, None, 0.97, 1.90),
    Case("pfold(3,3,4)", "pfold", "3 3 4", None, 0.950, None, 0.90, 1.90),
    Case("ray(500,500)", "ray", "500 500", None, 0.996, None, 0.97, 1.90),
    Case("knary(5,10,2)", "knary", "5 10 2", 5859374, 0.917, None, 0.90, 1.90),
    Case("knary(4,10,1)", "knary", "4 10 1", 873812, 0.902, None, 0.90, 1.90),
)


def build(options, folder, cases):
    examples = toolchain.ROOT / "examples" / "cps"
    for program in sorted({case.program for case in cases}):
        # With other files, it has a folder.
        source = next(examples.glob(f"**/{program}.cpp"))
        toolchain.build_example(options, folder / program, ["cps"], [source], "c++20")


def run(folder, case, way):
    """Returns the seconds that the program took, and its number of threads, which
    is None for the serial one."""
    command = [str(folder / case.program), *case.arguments.split()]
    if way == "copies":
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            copies = [
                pool.submit(toolchain.run_example, [*command, "--workers", "1"]) for _ in range(2)
            ]
            # Half of it, as two do twice the work.
            return statistics.mean(copy.result()[0] for copy in copies) / 2, None
    time, log = toolchain.run_example([*command, *toolchain.WAYS[way]])
    threads = re.search(r"^threads (\d+)$", log, re.MULTILINE)
    return time, int(threads[1]) if threads else None


def cell(value, digits, target, best, aim=None):
    """A figure with its target, and whether that is kept; an aim is only shown."""
    width = 6 if aim is None else 11
    if target is None:
        return f"{value:6.{digits}f} {'':{width}}", True
    good = best(round(value, digits), target) == round(value, digits)
    wanted = f"[{target:g}]" if aim is None else f"[{target:g}, aim {aim:g}]"
    return f"{value:6.{digits}f} {wanted:{width}}", good


def measure(folder, machine, case, rounds):
    """Prints a line, and returns whether the targets are kept."""
    times = {way: [] for way in (*toolchain.WAYS, "copies")}
    threads = None
    for _ in range(rounds):
        for way, samples in times.items():
            time, count = machine.sample(lambda: run(folder, case, way))
            samples.append(time)
            threads = count or threads
    if case.threads and threads != case.threads:
        raise SystemExit(f"error: {case.name} has {threads} threads, not {case.threads}")
    one = statistics.median(times["one"])
    length, short = cell(one / threads * 1e9, 1, case.nanoseconds, min, AIM)
    efficiency = toolchain.ratio(times["serial"], times["one"])
    share, efficient = cell(efficiency, 3, case.efficiency, max)
    speedup, fast = cell(toolchain.ratio(times["one"], times["two"]), 2, case.speedup, max)
    allowed = toolchain.ratio(times["one"], times["copies"])
    reached = toolchain.ratio(times["copies"], times["two"])
    print(
        f"  {case.name:14} {threads:>10,} {statistics.median(times['serial']):8.3f} s "
        f"{one:8.3f} s {length} {share} ({case.paper:.3f}) {speedup} {allowed:5.2f} {reached:6.1%}   "
        f"{'ok' if short and efficient and fast else 'missed'}",
        flush=True,
    )
    return short and efficient and fast


def instructions_of_a_thread(folder):
    """The instructions of fib by its threads, without what the process takes at its start."""

    def count(n):
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
        _, log = toolchain.run_example([*command, str(folder / "fib"), str(n), "--workers", "1"])
        found = [re.search(rf"{what}\s*:? *(\d+)$", log, re.MULTILINE) for what in ("Collected", "^threads")]
        return [int(match[1]) for match in found]

    (few, few_threads), (many, threads) = count(20), count(24)
    return (many - few) / (threads - few_threads)


def main():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=7, limit=None)
    toolchain.add_only(parser)
    parser.add_argument("--instructions", action="store_true", help="count those of a thread of fib, and no more")
    options = parser.parse_args()
    cases = toolchain.chosen(parser, options, {case.name: case for case in CASES})
    machine = toolchain.QuietMachine()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        if options.instructions:
            build(options, folder, CASES[:1])
            print(f"  fib: {instructions_of_a_thread(folder):.1f} instructions of a thread, clang {options.llvm}")
            return 0
        build(options, folder, cases.values())
        print(f"threads, -O3, clang {options.llvm}, medians of {options.rounds}")
        print(
            "                    threads   T_serial        T_1  ns/thread          "
            "Ts/T1        (paper)  T1/T2       machine reached"
        )
        kept = [measure(folder, machine, case, options.rounds) for case in cases.values()]
        machine.report()
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
