#!/usr/bin/env python3
"""Compares random programs with their serial elision.

    compare.py [options]

Programs are made from seeds (generator.py), compiled as those of tests/programs
are, for some cells of the same matrix, and run as usual and with forced steals.
A program that fails can be made again from its seed, which its first line says,
and be reduced:

    compare.py --seed 17 --language c++ --keep FOLDER
    compare.py --seed 17 --language c++ --reduce FOLDER

The second one needs cvise, and leaves the smallest program that still fails
there. The exit code is 0 if no cell failed.
"""

import argparse
import concurrent.futures
import importlib.util
import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE))
import generator  # noqa: E402


def load_matrix():
    path = HERE.parent / "programs" / "run-matrix.py"
    spec = importlib.util.spec_from_file_location("run_matrix", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["run_matrix"] = module
    spec.loader.exec_module(module)
    return module


run_matrix = load_matrix()
LANGUAGES = {"c": ".c", "c++": ".cpp"}
LEVELS = ("-O0", "-O1", "-O2", "-O3", "-Os")
TARGETS = ("serial", "reverse", "onetbb", "native", "native")
CELLS = [run_matrix.Cell(level, target) for level in LEVELS for target in TARGETS]
CELLS += [run_matrix.Cell("-O2", target, "thinlto") for target in ("reverse", "native")]
CELLS += [run_matrix.Cell("-O1", target, "sanitize") for target in ("onetbb", "native")]


def make(seed, language, folder):
    """Writes the program and returns how to build it."""
    path = Path(folder) / f"{seed}{LANGUAGES[language]}"
    path.write_text(generator.generate(seed, language == "c++"), encoding="utf-8")
    return describe(path, language)


def describe(path, language):
    standard = ["-std=c++17"] if language == "c++" else ["-std=c11"]
    # Random programs have unused variables and comparisons of what is equal.
    return run_matrix.Program(
        name=path.name, sources=[path], runs=[run_matrix.Run()], flags=[*standard, "-w"]
    )


def sample(seed, language, count):
    """Different cells, which the seed determines."""
    choice = random.Random(f"{seed} {language} cells")
    different = list(dict.fromkeys(CELLS))
    weights = [CELLS.count(cell) for cell in different]
    cells = set()
    while len(cells) < min(count, len(different)):
        cells.update(choice.choices(different, weights))
    return sorted(cells, key=str)


def check(matrix, program, cells):
    """Returns the messages of the cells that failed."""
    try:
        references = matrix.reference(program)
    except run_matrix.Failure as failure:
        return [f"FAIL {program.name} [serial elision]: {failure}"]
    messages = [matrix.check_and_repeat(program, cell, references) for cell in cells]
    return [message for message in messages if message]


def reduce(options, matrix):
    """Lets cvise make a failing program smaller. What it tries has to be a
    program without undefined behaviour that its elision runs without fault."""
    folder = options.reduce.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    language = options.language[0]
    program = make(options.seed, language, folder)
    source = program.sources[0]
    script = folder / "interesting.sh"
    command = [sys.executable, str(Path(__file__).resolve()), "--check", source.name]
    command += ["--language", language, "--llvm", options.llvm]
    command += ["--build", str(Path(options.build).resolve()), "--cells", str(options.cells)]
    sanitized = [*matrix.plain(language == "c++"), *program.flags, "-fsanitize=address,undefined"]
    sanitized += ["-fno-sanitize-recover=all", "-O1", source.name, "-o", "sanitized"]
    script.write_text(
        "#!/bin/sh\n"
        f"{shlex.join(sanitized)} && timeout 10 ./sanitized > output || exit 1\n"
        f"! {shlex.join(command)}\n",
        encoding="utf-8",
    )
    script.chmod(0o755)
    return subprocess.run(["cvise", str(script), source.name], cwd=folder).returncode


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=int, default=100, help="how many (default: 100)")
    parser.add_argument("--cells", type=int, default=4, help="for each program (default: 4)")
    parser.add_argument("--seed", type=int, help="the first one (default: random)")
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--keep", type=Path, help="folder for programs that fail")
    parser.add_argument("--reduce", type=Path, metavar="FOLDER", help="reduce the program there")
    parser.add_argument("--check", type=Path, help="a reduced program, instead of random ones")
    parser.add_argument("--build", default=run_matrix.SOURCE / "build", help="default: build")
    parser.add_argument("--llvm", default="22")
    parser.add_argument("--clang", help="the plain clang")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.set_defaults(target=None)
    options = parser.parse_args()
    options.language = options.language or list(LANGUAGES)
    return options


def main():
    options = parse_arguments()
    keep, options.keep = options.keep, None
    with tempfile.TemporaryDirectory(prefix="tussah-gen-") as folder:
        matrix = run_matrix.Matrix(options, folder)
        if options.reduce:
            return reduce(options, matrix)
        if options.check:
            program = describe(options.check.resolve(), options.language[0])
            messages = check(matrix, program, sorted(set(CELLS), key=str))
            print("\n".join(messages))
            return 1 if messages else 0
        first = random.SystemRandom().randrange(10**9) if options.seed is None else options.seed
        count = 1 if options.seed is not None and options.programs == 100 else options.programs
        failed = 0

        def run(seed, language):
            program = make(seed, language, folder)
            messages = check(matrix, program, sample(seed, language, options.cells))
            if messages and keep:
                keep.mkdir(parents=True, exist_ok=True)
                shutil.copy(program.sources[0], keep)
            program.sources[0].unlink()
            return messages

        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            languages = options.language
            jobs = [
                pool.submit(run, first + i, languages[i % len(languages)]) for i in range(count)
            ]
            for job in concurrent.futures.as_completed(jobs):
                failed += len(job.result())
                for message in job.result():
                    print(message, flush=True)
    cells = count * options.cells
    print(
        f"{cells - failed} passed, {failed} failed "
        f"(seeds {first} to {first + count - 1}, LLVM {options.llvm})"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
