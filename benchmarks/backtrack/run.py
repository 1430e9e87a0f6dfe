#!/usr/bin/env python3
"""What do tasks on demand cost who does not need them, and what do two workers gain?

Runs examples of examples/backtrack serially, on one worker and on two, in turn, and
prints medians: T_1/T_serial, T_1/T_2, and how many tasks two workers made. The programs
check their results, and that one worker makes no task and no copy. Times are those
that the programs take around their work. Samples that were taken while something else
used the processors are taken again. Beside a limit for T_1/T_2 is what the machine
allows: how much more two processes on one worker each, at the same time, do than one.

With --tascell, the sizes are those of Tascell's own programs, but for grav, which has
100 there; and beside each ratio is
that of Tascell: of the medians of the five times in each of the files CORE1-C,
CORE1-Tascell and CORE2-Tascell in src/sample/tcell of github.com/tascell/sc-tascell
(commit 300979d3e972), from December 2007 and January 2008. pentomino searches all
solutions here, and one of each four that are symmetric there.

With --quick, tiny programs run once, on any machine: it shows that all is measured, and
says nothing about speed. Of the programs without limits there is only one then.
"""

import collections
import concurrent.futures
import os
import pathlib
import re
import statistics
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import toolchain

# The limits, the largest T_1/T_serial and the least T_1/T_2, are None where there is
# none; an aim is what T_1/T_serial should become. "Tiny" are the arguments of --quick, if
# it runs the program.
Case = collections.namedtuple(
    "Case",
    "program arguments tiny overhead speedup aim published",
    defaults=(None, None, None, None, None),
)
CASES = (
    Case("fib", "40", "25", 2.50, 1.90, 1.90),
    Case("queens", "14", "8", 1.05, 1.90),
    Case("pentomino", "5", "3", 1.05, 1.90),
    Case("loops", "1000", "100"),
    Case("matmul", "1024"),
    Case("lu", "1024"),
    Case("barneshut", "20000 2"),
    Case("cmp", "20000"),
    Case("grav", "150"),
    Case("spanning", "random 4000000", "random 4000", 1.15),
    Case("spanning", "hypercube 21", "hypercube 10", 1.15),
    Case("spanning", "torus 4000", "torus 50", 1.15),
    Case("spanning", "bintree 24", "bintree 10", 1.15),
)

# Of the times of C, of one worker and of two: T_1/T_serial and T_1/T_2.
TASCELL = (
    ("fib", "40", 0.926057, 2.304455, 1.293821),
    ("queens", "15", 10.259220, 15.787936, 7.966184),
    ("pentomino", "6", 1.677394, 2.190294, 1.129038),
    ("lu", "2000", 8.660536, 8.692109, 4.495347),
    ("cmp", "30000", 4.310627, 5.418712, 2.687700),
    ("grav", "300", 0.423, 0.572486, 0.308010),
)


def tascell_cases():
    return [
        Case(program, arguments, published=(one / serial, one / two))
        for program, arguments, serial, one, two in TASCELL
    ]


# The second is for the programs that can run on several ranks.
LIBRARIES = ("backtrack", "cps")


def build(options, folder, cases):
    def build_one(program):
        source = toolchain.ROOT / "examples" / "backtrack" / f"{program}.cpp"
        toolchain.build_example(options, folder / program, LIBRARIES, [source], "c++17")

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(build_one, sorted({case.program for case in cases})))


def run(folder, case, way):
    """Returns the seconds that the program took, and its number of tasks, which is
    None for the serial one."""
    time, log = toolchain.run_example(
        [str(folder / case.program), *case.arguments.split(), *toolchain.WAYS[way]]
    )
    tasks = re.search(r"^tasks (\d+) ", log, re.MULTILINE)
    return time, int(tasks[1]) if tasks else None


def run_twice(folder, case):
    """Returns the seconds that the slower one of two independent processes took."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        both = list(pool.map(lambda _: run(folder, case, "one"), range(2)))
    return max(time for time, _ in both)


def bracket(limit, aim=None):
    if not limit:
        return ""
    return f"[{limit:.2f}, aim {aim:.2f}]" if aim else f"[{limit:.2f}]"


def measure(folder, machine, case, rounds):
    """Prints a line, and returns whether the limits are kept."""
    times, twice = {way: [] for way in toolchain.WAYS}, []
    for _ in range(rounds):
        for way in toolchain.WAYS:
            time, tasks = machine.sample(lambda: run(folder, case, way))
            times[way].append(time)
        if case.speedup:
            twice.append(machine.sample(lambda: run_twice(folder, case)))
    overhead = toolchain.ratio(times["one"], times["serial"])
    speedup = toolchain.ratio(times["one"], times["two"])
    machine_allows = f"{2 * toolchain.ratio(times['one'], twice):6.2f}" if twice else 6 * " "
    missed = []
    if case.overhead and overhead > case.overhead:
        missed.append(f"T1/Ts above {case.overhead:.2f}")
    if case.speedup and speedup < case.speedup:
        missed.append(f"T1/T2 below {case.speedup:.2f}")
    name = f"{case.program}({case.arguments.replace(' ', ',')})"
    print(
        f"  {name:24} {statistics.median(times['serial']):8.3f} s "
        f"{statistics.median(times['one']):8.3f} s   "
        f"{overhead:5.3f} {bracket(case.overhead, case.aim):16}   "
        f"{speedup:5.3f} {bracket(case.speedup):6} {machine_allows}   {tasks:6}   {', '.join(missed) or 'ok'}"
        + ("   Tascell: {:.3f} {:.3f}".format(*case.published) if case.published else ""),
        flush=True,
    )
    return not missed


def main():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=7, limit=None)
    parser.add_argument("--quick", action="store_true", help="tiny programs, once each")
    parser.add_argument("--tascell", action="store_true", help="beside Tascell's own figures")
    parser.add_argument("--only", help="programs, with commas between")
    parser.add_argument("--keep", help="a folder for the compiled programs, which remain")
    options = parser.parse_args()
    machine = toolchain.QuietMachine()
    cases = tascell_cases() if options.tascell else CASES
    if options.tascell and options.quick:
        raise SystemExit("error: --tascell is about large sizes; leave out --quick")
    if options.quick:
        options.rounds = machine.ATTEMPTS = 1
        machine.PAUSE = 0
        cases = [case._replace(arguments=case.tiny) for case in CASES if case.tiny]
    if options.only:
        names = options.only.split(",")
        if wrong := set(names) - {case.program for case in CASES}:
            raise SystemExit(f"error: --only: there is no program {min(wrong)}")
        cases = [case for case in cases if case.program in names]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(options.keep or folder)
        build(options, folder, cases)
        print(f"tasks on demand, -O3, clang {options.llvm}, medians of {options.rounds}")
        header = "T_serial        T_1   T1/Ts [most]             T1/T2 [least] machine   tasks"
        print(29 * " " + header)
        kept = [measure(folder, machine, case, options.rounds) for case in cases]
        machine.report()
    return 0 if all(kept) or options.quick else 1


if __name__ == "__main__":
    sys.exit(main())
