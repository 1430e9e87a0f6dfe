#!/usr/bin/env python3
"""How many instructions do spawns and parallel loops take on one worker?

valgrind's callgrind counts, so that a busy machine gives the same result as a quiet
one. Each program runs with a small and a large input; the difference, divided by
the difference of what the inputs have to do, is the cost of one unit, in which the
start of the process is not. reference.json has the costs that are known; the exit
code is 1 if one is higher by more than the limit, or so much lower that what is
known is no limit any more; but if the version of clang is not that which was
counted with, the latter is only a warning. --update writes that file. --elision counts the
programs of the papers against their serial elision instead: elision.py.
"""

import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import elision
import toolchain

REFERENCE = HERE / "reference.json"
EXAMPLES = toolchain.ROOT / "examples"
LOOPS, NESTED = HERE / "loops.cpp", HERE / "nested.cpp"
# The exit code by which ctest knows that nothing was tested.
SKIPPED = 77

# What is divided by: calls of fib, placed queens, leaves, sorted elements, iterations. The
# inputs are pairs of arguments and units.
Case = collections.namedtuple("Case", "name source small large")
CASES = (
    Case("fib", EXAMPLES / "fib.c", ("10", 177), ("24", 150049)),
    Case("nqueens", HERE.parent / "native" / "nqueens.c", ("5", 53), ("9", 10340)),
    Case("alloca-queens", HERE.parent / "native" / "alloca-queens.c", ("5", 53), ("9", 10340)),
    Case("vla-tree", HERE.parent / "native" / "vla-tree.c", ("2 5", 25), ("8 5", 390625)),
    Case("cilksort", EXAMPLES / "cilksort.cpp", ("1000", 1000), ("100000", 100000)),
    *(
        Case(f"loop, {kind}", LOOPS, (f"{kind} 1000", 1000), (f"{kind} 200000", 200000))
        for kind in ("vectors", "calls", "sums", "lookups")
    ),
    Case("nested lambdas", NESTED, ("1000", 1000), ("200000", 200000)),
)


def build(compiler, source, folder):
    program = folder / source.stem
    if not program.exists():
        language = ["-x", "c++", "-std=c++17"] if source.suffix == ".cpp" else ["-x", "c"]
        # valgrind knows no AVX-512.
        toolchain.run(
            [*compiler, "-ftussah-target=native", "-O3", "-march=x86-64-v3", f"-I{EXAMPLES}"]
            + [*language, str(source), "-o", str(program)]
        )
    return program


def count(program, arguments, folder):
    """Returns how many instructions a run on one worker executes."""
    result = toolchain.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder / 'callgrind.out'}"]
        + [str(program), *arguments.split()],
        env={**os.environ, "CILK_NWORKERS": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    return int(re.search(r"Collected : (\d+)", result.stderr).group(1))


def cost(case, compiler, folder):
    """Returns the instructions for one unit."""
    program = build(compiler, case.source, folder)
    (small, few), (large, many) = case.small, case.large
    difference = count(program, large, folder) - count(program, small, folder)
    return difference / (many - few)


def version(compiler):
    """Returns the full one, such as 22.1.3."""
    out = toolchain.run([*compiler, "--version"], stdout=subprocess.PIPE).stdout
    return re.search(r"version ([0-9.]+)", out)[1]


def report(costs, known, limit, clang):
    """Prints the costs and what they are of those known; returns whether all are
    known and within the limit. `clang` is its version."""
    fine = True
    known, same = known.get("costs", {}), known.get("clang") == clang
    print(f"{'instructions for each unit':28} {'now':>10} {'known':>10} {'change':>8}")
    for name, now in costs.items():
        if name not in known:
            print(f"{name:28} {now:10.3f} {'none':>10}  run with --update")
            fine = False
            continue
        change = 100 * (now / known[name] - 1)
        fewer, more = change < -limit, change > limit
        slack = "  FEWER: run with --update" if same else "  warning: fewer, with another clang: run with --update"
        verdict = "  TOO MANY" if more else slack if fewer else ""
        print(f"{name:28} {now:10.3f} {known[name]:10.3f} {change:+7.2f}%{verdict}")
        fine = fine and not more and not (fewer and same)
    return fine


def main():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=1, limit=None)
    parser.add_argument("--limit", type=float, default=3, help="percent that may be more")
    parser.add_argument("--update", action="store_true", help="write what is known")
    parser.add_argument("--elision", action="store_true", help="the programs of the papers, by serial ones")
    parser.add_argument("--check", action="store_true", help="of --elision: only whether the page is right")
    parser.add_argument("--programs", metavar="NAME,...", help="of --elision: only count these")
    options = parser.parse_args()
    if not options.elision and (options.check or options.programs):
        parser.error("--check and --programs need --elision")
    if options.programs and options.update:
        parser.error("--update needs all programs")
    if not options.check and not shutil.which("valgrind"):
        print("skipped: there is no valgrind, which counts; apt-get install valgrind")
        return SKIPPED
    if options.elision:
        return elision.main(options)
    stock, compiler = toolchain.compilers(options)
    clang = version(stock)
    reference = json.loads(REFERENCE.read_text()) if REFERENCE.exists() else {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        costs = {case.name: cost(case, compiler, folder) for case in CASES}
    if options.update:
        rounded = {name: round(value, 3) for name, value in costs.items()}
        reference[options.llvm] = {"clang": clang, "costs": rounded}
        REFERENCE.write_text(json.dumps(reference, indent=2) + "\n")
    return 0 if report(costs, reference.get(options.llvm, {}), options.limit, clang) else 1


if __name__ == "__main__":
    sys.exit(main())
