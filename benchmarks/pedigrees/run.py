#!/usr/bin/env python3
"""What do pedigrees cost, and what does the built-in generator gain over DotMix?

Compares the examples and benchmark programs on one worker, compiled with -O3, with and
without -ftussah-pedigrees: runs in turn, and medians of the ratios. The geometric mean
has a limit. None of them asks for a pedigree. Then fibrng(35), whose time is that of
its random numbers, with both generators.
"""

import collections
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import toolchain

EXAMPLES = toolchain.ROOT / "examples"
sys.path.insert(0, str(EXAMPLES))
sys.dont_write_bytecode = True
import examples  # noqa: E402

MOST_COST = 1.02
LEAST_GAIN = 1.8
Case = collections.namedtuple("Case", "name source arguments link")


def cases(folder):
    """The demonstrations of the examples, and what benchmarks/native runs
    otherwise. Loops over memory measure the memory, so those programs are
    given less."""
    smaller = {"mandelbrot": ["-o", str(folder / "m.png"), "360", "240"]}
    for example in examples.load():
        if example.pedigrees or ("-lpng" in example.link and not has_png()):
            continue
        arguments = smaller.get(example.name) or examples.expand(example.demo, folder)
        yield Case(example.name, example.source, arguments, example.link)
    yield Case("fib(38)", EXAMPLES / "fib.c", ["38"], [])
    yield Case("nqueens(13), bits", EXAMPLES / "nqueens.c", ["13", "13"], [])
    yield Case("nqueens(12)", HERE.parent / "native" / "nqueens.c", ["12"], [])


def has_png():
    return pathlib.Path("/usr/include/png.h").exists()


class Programs:
    """Builds programs, and runs them."""

    def __init__(self, options, folder):
        self.folder = folder
        self.compiler = toolchain.compilers(options)[1]
        self.machine = toolchain.QuietMachine()
        self.outputs = {}

    def build(self, case, flags):
        program = self.folder / "-".join([case.source.parent.name, case.source.stem, *flags])
        if not program.exists():
            language = ["-x", "c++", "-std=c++17"] if case.source.suffix == ".cpp" else ["-x", "c"]
            toolchain.run(
                [*self.compiler, "-O3", *flags, f"-I{EXAMPLES}", *language, str(case.source)]
                + [*(["-x", "none"] if case.link else []), *case.link, "-o", str(program)]
            )
        return program

    def run(self, case, program):
        """Returns the seconds that the parallel part took. The program has
        checked its result, which must be that of all other runs too."""
        result = subprocess.run(
            [str(program), *map(str, case.arguments)],
            env={**os.environ, "CILK_NWORKERS": "1"},
            capture_output=True,
            text=True,
        )
        time = re.search(r"^time ([0-9.]+) s$", result.stderr, re.MULTILINE)
        if result.returncode != 0 or not time:
            raise SystemExit(f"error: {case.name} failed: {result.stderr.strip()}")
        if result.stdout != self.outputs.setdefault(case.name, result.stdout):
            raise SystemExit(f"error: the result of {case.name} changes from run to run")
        return float(time[1])

    def compare(self, rounds, first, second):
        """Returns the times of two pairs of a case and a program, run in
        turn."""
        times = [], []
        for _ in range(rounds):
            for pair, list_ in zip((first, second), times):
                list_.append(self.machine.sample(lambda pair=pair: self.run(*pair)))
        return times


def cost(programs, case, rounds):
    """Prints a line, and returns the ratio."""
    off, on = (programs.build(case, flags) for flags in ([], ["-ftussah-pedigrees"]))
    times = programs.compare(rounds, (case, off), (case, on))
    ratio = toolchain.ratio(times[1], times[0])
    print(f"  {case.name:20} {min(times[0]):8.3f} s {min(times[1]):8.3f} s   {ratio:.3f}", flush=True)
    return ratio


def gain(programs, rounds):
    """Prints a line, and returns how much faster the built-in generator is."""
    source = EXAMPLES / "fibrng.cpp"
    draws = [Case(f"fibrng(35), {name}", source, ["35", name], []) for name in ("dotmix", "builtin")]
    program = programs.build(draws[0], ["-ftussah-pedigrees"])
    times = programs.compare(rounds, *((case, program) for case in draws))
    ratio = toolchain.ratio(*times)
    verdict = "ok" if ratio >= LEAST_GAIN else f"below the limit of {LEAST_GAIN:.2f}"
    print(f"  fibrng(35)           {min(times[0]):8.3f} s {min(times[1]):8.3f} s   {ratio:.3f}  {verdict}")
    return ratio


def main():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=7, limit=None)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        programs = Programs(options, folder)
        print(f"one worker, -O3, clang {options.llvm}, best times and median ratios of {options.rounds}")
        print("                           off         on   on/off")
        ratios = [cost(programs, case, options.rounds) for case in cases(folder)]
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"  geometric mean {mean:33.3f}  {toolchain.verdict(mean, MOST_COST)}")
        print("                        DotMix   built-in   ratio")
        faster = gain(programs, options.rounds)
        programs.machine.report()
    return 0 if mean <= MOST_COST and faster >= LEAST_GAIN else 1


if __name__ == "__main__":
    sys.exit(main())
