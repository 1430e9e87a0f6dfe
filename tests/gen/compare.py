#!/usr/bin/env python3
"""Compares random programs with their serial elision.

    compare.py [options]

Programs are made from seeds (generator.py), compiled as those of tests/programs
are, for some cells of the same matrix, and run as usual and with forced steals.
Several of them are one file, as that is quicker. A program that fails is made
again alone, from its seed:

    compare.py --seed 17 --language c++ --keep FOLDER
    compare.py --seed 17 --language c++ --reduce FOLDER

The second one needs cvise, and leaves the smallest program that still fails
there. The exit code is 0 if no cell failed.

    compare.py --seed 17 --programs 50 --constructs

compiles nothing, and fails if the programs lack something that the generator
should write (constructs.py). With `--style modern` the programs are those of the
other generator, in modern/.

    compare.py --style modern --seed 1 --programs 2500 --resume FILE

appends a line to the file for each file of programs that has been compared, and
goes on where it ended.
"""

import argparse
import concurrent.futures
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE), str(HERE.parent / "programs")]
import constructs  # noqa: E402
import generator  # noqa: E402
import matrix  # noqa: E402
import modern.constructs  # noqa: E402
import modern.generator  # noqa: E402
from matrix import Cell  # noqa: E402

SUFFIXES = {"c": ".c", "c++": ".cpp"}
# How programs are made, and what they should have.
STYLES = {
    "classic": (generator, constructs),
    "modern": (modern.generator, modern.constructs),
}
LEVELS = ("-O0", "-O1", "-O2", "-O3", "-Os")
# More often what users have.
TARGETS = ("serial", "reverse", "onetbb", "openmp", "native", "native", "native")
CELLS = [Cell(level, target) for level in LEVELS for target in TARGETS]
CELLS += [Cell("-O2", target, "thinlto") for target in ("reverse", "native")]
CELLS += [Cell("-O2", target, "pedigrees") for target in ("onetbb", "native")]
CELLS += [Cell("-O2", "native", "debug"), Cell("-O1", "onetbb", "sanitize")]
CELLS += [Cell("-O1", "native", "sanitize")]
# What counts tasks has all of them, which is not what users have.
CELLS += [replace(cell, optimized=True) for cell in CELLS if cell.has_optimized]
DEFAULT_PROGRAMS = 100
SANITIZERS = (
    matrix.OPTIONS["sanitize"],
    ["-g", "-fsanitize=memory", "-fno-sanitize-recover=all"],
)
# Variables of functions that have returned are found too.
RETURNED = {"ASAN_OPTIONS": "detect_stack_use_after_return=1"}


@dataclass(frozen=True)
class Batch:
    """The programs of one file."""

    seeds: tuple
    language: str
    size: str = "medium"
    style: str = "classic"

    @property
    def name(self):
        seeds = [str(self.seeds[0])] + ([str(self.seeds[-1])] if len(self.seeds) > 1 else [])
        return "-".join(seeds) + SUFFIXES[self.language]

    def write(self, folder):
        """Writes the file, and returns how to build it."""
        path = Path(folder) / self.name
        source = STYLES[self.style][0]
        text = source.generate(self.seeds, self.language == "c++", self.size)
        path.write_text(text, encoding="utf-8")
        return describe(path, self.standard)

    @property
    def standard(self):
        return STYLES[self.style][0].standard_of(self.seeds[0], self.language == "c++")

    def alone(self):
        return [replace(self, seeds=(seed,)) for seed in self.seeds]


def describe(path, standard):
    # Random programs have unused variables and comparisons of what is equal.
    flags = [standard, "-w"]
    return matrix.Program(name=path.name, sources=[path], runs=[matrix.Run()], flags=flags)


def sample(batch, cells, count):
    """Returns `count` different ones of the cells, which the seed determines."""
    choice = random.Random(f"{batch.name} cells")
    different = list(dict.fromkeys(cells))
    weights = [cells.count(cell) for cell in different]
    chosen = set()
    while len(chosen) < count:
        chosen.update(choice.choices(different, weights))
    return sorted(chosen, key=str)[:count]


def chosen_cells(options):
    return [
        cell
        for cell in CELLS
        if (cell.optimized or not options.optimized) and str(cell) in (options.only or [str(cell)])
    ]


class Comparison:
    def __init__(self, options, folder):
        self.folder = folder
        self.matrix = matrix.Matrix(options, folder)
        self.count = options.cells
        self.cells = chosen_cells(options)
        self.sanitize = options.sanitize
        self.keep = options.keep_programs

    def run(self, batch):
        """Returns a message for each cell that failed."""
        failed = self.check(batch, sample(batch, self.cells, self.count))
        if not failed or len(batch.seeds) == 1:
            return list(failed.values())
        messages = []
        for alone in batch.alone():
            messages += self.check(alone, list(failed)).values()
        # What fails only with others is a finding as well.
        return messages or list(failed.values())

    def check(self, batch, cells):
        program = batch.write(self.folder)
        failed = self.check_program(program, cells)
        if failed and self.keep:
            self.keep.mkdir(parents=True, exist_ok=True)
            shutil.copy(program.sources[0], self.keep)
        program.sources[0].unlink()
        return failed

    def check_program(self, program, cells):
        """Returns the message of each cell that failed."""
        try:
            references = self.matrix.reference(program, "-O0")
            if self.sanitize:
                self.check_elision(program)
        except matrix.Failure as failure:
            message = f"FAIL {program.name} [serial elision]: {failure}"
            return {cell: message for cell in cells}
        messages = {c: self.matrix.check_and_repeat(program, c, references) for c in cells}
        return {cell: message for cell, message in messages.items() if message}

    def check_elision(self, program):
        """A difference means nothing if a program has undefined behaviour."""
        binary = Path(self.folder) / (program.name + ".sanitized")
        # The C++ library would have to be compiled for the sanitizer of memory too.
        for flags in SANITIZERS[: 1 if program.is_cxx else None]:
            self.matrix.compile([sanitized(self.matrix, program, binary, flags)])
            result = self.matrix.execute(program, binary, [], RETURNED)
            if result.returncode:
                raise matrix.Failure(f"sanitized: {matrix.describe(result)}")


def sanitized(compilers, program, binary, flags=SANITIZERS[0]):
    return [*compilers.plain(program.is_cxx), *program.flags, *flags, "-O1",
            str(program.sources[0]), "-o", str(binary)]  # fmt: skip


def kind(message):
    """What failed, without what changes while a program is reduced."""
    return re.sub(r"'[^']*'|\d+", "", message.split("]: ")[1].splitlines()[0])


def reduce(options, comparison):
    """Lets cvise make a failing program smaller. What it tries has to be a
    program that its elision runs without undefined behaviour, that fails as it
    did, and that does not on another target, so that it has no race."""
    folder = options.reduce.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    batch = Batch((options.seed,), options.language[0], options.size, options.style)
    program = batch.write(folder)
    cells = sorted(set(chosen_cells(options)), key=str)
    failed = comparison.check_program(program, cells)
    if not failed:
        sys.exit(f"compare.py: {program.name} does not fail")
    cell, message = next(iter(failed.items()))
    others = {c.target: c for c in cells if c not in failed and c.target != cell.target}
    command = [sys.executable, str(Path(__file__).resolve()), "--check", program.name]
    command += ["--style", batch.style, "--seed", str(options.seed)]
    command += ["--language", batch.language, "--llvm", options.llvm]
    command += ["--build", str(Path(options.build).resolve()), "--fails", str(cell), kind(message)]
    for other in others.values():
        command += ["--passes", str(other)]
    source = program.sources[0].name
    program.sources = [Path(source)]
    elision = sanitized(comparison.matrix, program, "sanitized")
    script = folder / "interesting.sh"
    script.write_text(
        "#!/bin/sh\n"
        f"{shlex.join(elision)} && timeout 10 ./sanitized > output || exit 1\n"
        f"{shlex.join(command)}\n",
        encoding="utf-8",
    )
    script.chmod(0o755)
    return subprocess.run(["cvise", str(script), source], cwd=folder).returncode


def check_reduced(options, comparison):
    """Whether a program fails and passes where it should."""
    batch = Batch((options.seed,), options.language[0], options.size, options.style)
    program = describe(options.check.resolve(), batch.standard)
    by_name = {str(cell): cell for cell in CELLS}
    cell, expected = options.fails
    failed = comparison.check_program(program, [by_name[cell]])
    if not any(kind(message) == expected for message in failed.values()):
        return 1
    return 1 if comparison.check_program(program, [by_name[c] for c in options.passes]) else 0


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--programs", type=int, help=f"how many (default: {DEFAULT_PROGRAMS}; 1 with --seed)"
    )
    parser.add_argument("--cells", type=int, default=4, help="for each program (default: 4)")
    parser.add_argument("--optimized", action="store_true", help="in optimized cells only")
    parser.add_argument("--only", action="append", metavar="CELL", choices=sorted(set(map(str, CELLS))),
                        help="in this cell only, as in --only='-O2 native'")  # fmt: skip
    parser.add_argument("--seed", type=int, help="the first one (default: random)")
    parser.add_argument("--language", action="append", choices=SUFFIXES)
    parser.add_argument("--style", choices=STYLES, default="classic", help="which generator")
    parser.add_argument("--resume", type=Path, metavar="FILE",
                        help="note what has been compared, and leave out what the file has")  # fmt: skip
    parser.add_argument(
        "--batch", type=int, help="programs in a file (default: 5; 1 if they are large)"
    )
    parser.add_argument("--size", choices=generator.SIZES, default="medium", help="of programs")
    parser.add_argument(
        "--constructs", action="store_true", help="only look for what programs should have"
    )
    parser.add_argument("--sanitize", action="store_true", help="sanitize the elision too")
    parser.add_argument("--keep", type=Path, dest="keep_programs", metavar="FOLDER",
                        help="copy programs that fail there")  # fmt: skip
    parser.add_argument("--reduce", type=Path, metavar="FOLDER", help="reduce the program there")
    parser.add_argument("--build", default=matrix.SOURCE / "build", help="default: build")
    parser.add_argument("--llvm", default="22")
    parser.add_argument("--clang", help="the plain clang")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    # What `--reduce` has cvise call.
    parser.add_argument("--check", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--fails", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--passes", action="append", default=[], help=argparse.SUPPRESS)
    parser.set_defaults(target=None, keep=None, abi=None)
    options = parser.parse_args()
    if options.reduce and (options.seed is None or not options.language):
        parser.error("--reduce needs --seed and --language")
    # No more than there are.
    options.cells = min(options.cells, len(set(chosen_cells(options))))
    if options.cells < 1:
        parser.error("no such cells")
    options.language = options.language or list(SUFFIXES)
    if options.batch is None:
        options.batch = 1 if options.size == "large" else 5
    if options.programs is None:
        options.programs = DEFAULT_PROGRAMS if options.seed is None else 1
    if options.seed is None:
        options.seed = random.SystemRandom().randrange(10**9)
    return options


def batches(options):
    """All programs; the languages in turn."""
    end = options.seed + options.programs
    for number, first in enumerate(range(options.seed, end, options.batch)):
        seeds = tuple(range(first, min(first + options.batch, end)))
        language = options.language[number % len(options.language)]
        yield Batch(seeds, language, options.size, options.style)


class Results:
    """What has been compared, a line for each file of programs: how many of its
    cells failed, and which file it was."""

    def __init__(self, options):
        self.options = options
        self.done = {}
        if options.resume and options.resume.exists():
            for line in options.resume.read_text(encoding="utf-8").splitlines():
                failed, _, key = line.partition(" ")
                self.done[key] = int(failed)

    @property
    def failed(self):
        return sum(self.done.get(self.key(batch), 0) for batch in batches(self.options))

    def key(self, batch):
        o = self.options
        return f"{batch.name} {batch.style} {batch.size} LLVM {o.llvm}, {o.cells} cells"

    def note(self, batch, failed):
        if self.options.resume:
            with self.options.resume.open("a", encoding="utf-8") as file:
                file.write(f"{failed} {self.key(batch)}\n")


def check_constructs(options):
    """Whether the programs have all that the generator should write."""
    failed = 0
    for language in options.language:
        is_cxx = language == "c++"
        seeds = range(options.seed, options.seed + options.programs)
        source, wanted = STYLES[options.style]
        texts = [source.generate((seed,), is_cxx, options.size) for seed in seeds]
        missing = wanted.missing(texts, is_cxx)
        for name in missing:
            print(f"no program has: {name}")
        failed += len(missing)
        print(
            f"{len(wanted.constructs(is_cxx)) - len(missing)} constructs in "
            f"{options.programs} programs, {len(missing)} missing "
            f"(seeds {seeds[0]} to {seeds[-1]}, {language}, {options.size})"
        )
    return 1 if failed else 0


def main():
    options = parse_arguments()
    if options.constructs:
        return check_constructs(options)
    with tempfile.TemporaryDirectory(prefix="tussah-gen-") as folder:
        comparison = Comparison(options, folder)
        if options.reduce:
            return reduce(options, comparison)
        if options.check:
            return check_reduced(options, comparison)
        results = Results(options)
        failed = results.failed
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            todo = [batch for batch in batches(options) if results.key(batch) not in results.done]
            jobs = {pool.submit(comparison.run, batch): batch for batch in todo}
            for job in concurrent.futures.as_completed(jobs):
                failed += len(job.result())
                for message in job.result():
                    print(message, flush=True)
                results.note(jobs[job], len(job.result()))
    last = options.seed + options.programs - 1
    print(
        f"{options.programs} programs in {options.cells} cells each, {failed} failed "
        f"(seeds {options.seed} to {last}, {' and '.join(options.language)}, LLVM {options.llvm}"
        f", {options.size})"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
