#!/usr/bin/env python3
"""Compares programs with their serial elision.

    run-matrix.py [options] [PROGRAM...]

Each program is compiled by a plain clang, where the keywords mean nothing, and
run; that is the reference. Then it is compiled by the Tussah drivers for each
cell of a matrix of optimization levels and targets. A cell passes if the output
and the exit code are those of the reference, and if enough tasks were created
(on oneTBB and OpenMP: by at least two threads), so that a compiler that ignores the
keywords fails. On the native target, which creates no tasks unless somebody
wants one, every program runs as usual and with forced steals
(TUSSAH_STRESS=always-steal), and then continuations must have been stolen.

The cells of -O3, and some of those of -O1, -O2 and -Os, which are called `optimized`, are
compiled as users do. Spawns and loops that do not pay are removed (docs/reference/optimizations.md),
so only the results are compared. In the other cells every spawn is kept, and on the targets
that count, counted. Native keeps them at -O0 and -O2, of which -O2 is run by up to 8 workers.

Without PROGRAM: all programs in this folder, and all examples.

Comments at the start of a program say how to build it and what to expect:

    // tasks: 10            at least 10 tasks are created; `= 10`: exactly;
                            0: nothing is counted
    // steals: none         a native program has nothing to steal
    // threads: 1           the tasks cannot be spread over threads
    // targets: serial native
                            the program is for these targets only
    // cells: all           -O0 to -O3 for native, three levels for reverse, one for each
                            other target, and what the driver does without options;
                            otherwise one for serial, reverse, and oneTBB or OpenMP
    // extra: sanitize thinlto debug
                            cells with these options too, of native and another target
    // standards: c11 c23   cells with these language standards too
    // flags: -std=c++20    options for all compilers
    // ends: 1              the exit code, or -6 for a signal; without it 0
    // run: x y             the lines tasks and ends after this one are about a run with
                            these arguments; there may be several
    // with: a.c b.cpp      other files of the program, compiled apart

For each cell that fails one line is printed, and the command to see it again.
The last line counts. The exit code is 0 if there were cells, and none failed.

Targets and levels take turns by the programs' names, so that the programs together cover
the matrix. --whole tests all levels of all targets for each program, with all spawns and
optimized.

--sample is what `make test` does. Each program is tested on native at -O2 with all spawns
kept, by up to 8 workers, and in one more cell of each of these groups, in turn: native at
other levels or optimized; another target; a cell with an option; a cell with a language
standard. --strongest tests the first of these only, and no other compilers. --one tests a single cell of these; `make test` does it with older versions of LLVM.
Both leave the check of the serial elision by gcc to every fourth program. Inputs/cells.py
checks that the cells of all programs together cover each pair of level, target, option and
optimized that occurs in the matrix, and each folder those of target and level.
"""

import argparse
import concurrent.futures
import hashlib
import itertools
import os
import re
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True
sys.path.insert(1, str(HERE.parent.parent / "benchmarks" / "suite"))
import programs as benchmarks  # noqa: E402
from matrix import OPTIONS, SOURCE, THREADED, Cell, Failure, Matrix, Program, Run, examples  # noqa: E402

NATIVE_LEVELS = ("-O0", "-O1", "-O2", "-O3")


def directive(text, name):
    match = re.search(rf"^// {name}:(.*)$", text, re.MULTILINE)
    return match.group(1).split() if match else []


def read_runs(path, text):
    """Returns the runs that the text of a program asks for."""
    first, *others = re.split(r"^(?=// run:)", text, flags=re.MULTILINE)
    for part in others or [first]:
        tasks = directive(part, "tasks")
        if not tasks:
            sys.exit(f"run-matrix.py: {path}: no line '// tasks: N'")
        end = int((directive(part, "ends") or ["0"])[0])
        yield Run(directive(part, "run"), int(tasks[-1]), tasks[0] == "=", end)


def read_program(path):
    """Returns the program whose first file is `path`."""
    text = path.read_text(encoding="utf-8")
    sources = [path] + [path.parent / name for name in directive(text, "with")]
    return Program(
        name=path.relative_to(HERE).as_posix() if path.is_relative_to(HERE) else path.name,
        sources=sources,
        runs=list(read_runs(path, text)),
        flags=directive(text, "flags"),
        link=["-lm"],
        threads=int((directive(text, "threads") or ["2"])[0]),
        steals=directive(text, "steals") != ["none"],
        targets=directive(text, "targets"),
        all_levels=directive(text, "cells") == ["all"],
        extra=directive(text, "extra"),
        standards=directive(text, "standards"),
    )


def read_examples(names):
    """Returns the examples called `names`, or all if that is None."""
    table = {example.name: example for example in examples.load()}
    for name in names if names is not None else table:
        if name not in table:
            sys.exit(f"run-matrix.py: no example '{name}' in examples.json")
        example = table[name]
        yield Program(
            name="examples/" + example.source.name,
            sources=[example.source],
            runs=[Run(test["args"], test["tasks"]) for test in example.tests],
            flags=["-std=c++17"] if example.is_cxx else [],
            link=example.link,
            pedigrees=example.pedigrees,
            all_levels=True,
            extra=["sanitize", "thinlto", "debug"],
            errors=example.errors,
        )


def read_benchmarks(names, build):
    """Returns the programs of benchmarks/programs called `names`."""
    table = benchmarks.load()
    for name in names:
        if name not in table or not table[name].tests:
            sys.exit(f"run-matrix.py: no program '{name}' with tests in programs.json")
        program = table[name]
        yield Program(
            name="benchmarks/" + program.source.name,
            sources=[program.source],
            runs=[Run(test["args"], test["tasks"]) for test in program.tests],
            flags=["-std=c++17", f"-I{benchmarks.INCLUDES}"],
            link=[*(f"{build}/lib/tussah/{name}" for name in program.archives), "-lm"],
            pedigrees=program.pedigrees,
            extra=["sanitize"],
            errors=program.errors,
        )


def all_programs():
    """Returns all programs in this folder, and all examples."""
    paths = sorted(p for p in HERE.rglob("*.c*") if "// RUN: %matrix" in p.read_text())
    return [read_program(path) for path in paths] + list(read_examples(None))


def cells_of_abi(program, abi):
    """Returns the cells of a target that is a bitcode file of the user."""
    return [] if program.targets else [Cell(level, abi) for level in ("-O0", "-O2")]


def levels_of(program):
    """Returns the levels to test for each target. Native optimizes tasks itself; what
    the others compile is the same for all of them, but for the calls, so programs take
    turns at them."""
    most = ("-O0", "-O1", "-O2", "-O3")
    if program.whole:
        return {"serial": most, "reverse": (*most, "-Os"), "onetbb": most, "openmp": most,
                "native": NATIVE_LEVELS}  # fmt: skip
    levels = {"serial": (turn_of(program, "serial", most),), "native": NATIVE_LEVELS}
    if program.all_levels:
        reverse = ("-O0", "-O2", turn_of(program, "reverse", ("-O1", "-O3", "-Os")))
        return levels | {"reverse": reverse} | {
            target: (turn_of(program, target, most),) for target in THREADED
        }  # fmt: skip
    others = ["-O0", turn_of(program, "level", ("-O1", "-O2", "-O3", "-Os"))]
    if turn_of(program, "order", (False, True)):
        others.reverse()
    return levels | {"reverse": (others[0],), threaded_of(program): (others[1],)}


def turn_of(program, what, choices):
    """Returns one of `choices`: the same every time, another for other programs."""
    # Not a checksum: those of texts that end differently differ by a constant.
    digest = hashlib.blake2b(f"{program.name} {what}".encode()).digest()
    return choices[int.from_bytes(digest, "big") % len(choices)]


def threaded_of(program):
    """Returns the target with threads whose turn it is."""
    targets = [target for target in THREADED if target in program.targets or not program.targets]
    return turn_of(program, "threads", targets or THREADED)


def cells_of_option(program, option):
    """Returns the cells of one of OPTIONS: of native, and of another target or level in
    turn."""
    if option == "debug":
        levels = ("-O0", "-O2")
        reverse = levels if program.whole else (turn_of(program, option, levels),)
        return [Cell(level, "reverse", option) for level in reverse] + [Cell("-O2", "native", option)]
    level = "-O1" if option == "sanitize" else "-O2"
    if program.whole:
        targets = ["reverse", "onetbb", *(["openmp"] if option == "sanitize" else []), "native"]
    else:
        targets = [turn_of(program, option, ("reverse", threaded_of(program))), "native"]
    return [Cell(level, target, option) for target in targets]


def cells_of(program):
    cells = [
        Cell(level, target) for target, levels in levels_of(program).items() for level in levels
    ]
    if program.all_levels or program.whole:
        cells.append(Cell("-O2", "default"))
    for option in program.extra:
        if option not in OPTIONS:
            sys.exit(f"run-matrix.py: {program.name}: no cells '{option}'")
        cells += cells_of_option(program, option)
    # Of interest to what reads the program only.
    target = "native" if program.targets else "reverse"
    cells += [Cell("-O0", target, standard) for standard in program.standards]
    cells = [cell for cell in cells if not program.targets or cell.target in program.targets]
    return with_optimized(program, cells)


def with_optimized(program, cells):
    """Replaces some cells by variants from which spawns may be removed, so that their
    number stays the same; the program's name chooses. Native at -O2, with most workers,
    always keeps all spawns: -O1 is replaced, by itself or by -O2. Of reverse, and of
    oneTBB and OpenMP together, another cell has to keep them, or none would count tasks
    on one thread or on several. Of the cells with options of a target every other one is
    replaced. With --whole all cells are tested with both."""
    if program.whole:
        both = [(cell, replace(cell, optimized=cell.has_optimized)) for cell in cells]
        return list(dict.fromkeys(itertools.chain(*both)))
    result, number = list(cells), {}
    for index, cell in enumerate(cells):
        if not cell.has_optimized:
            continue
        # Not what chooses the level: then one level would never be optimized.
        turn = turn_of(program, f"{cell.target} optimized", (0, 1))
        number.setdefault(cell.target, turn)
        chosen = number[cell.target] % 2 == 1
        number[cell.target] += 1
        optimized = replace(cell, optimized=True)
        if cell.target == "native" and not cell.option:
            if cell.level != "-O2":
                result[index] = replace(optimized, level="-O2" if chosen else "-O1")
        elif chosen and (cell.option or others_keep_spawns(result, index)):
            result[index] = optimized
    return result


def others_keep_spawns(cells, index):
    """Whether cells of the same target, or of another one with threads, keep their
    spawns and have no options, but for the one of number `index`."""
    target = cells[index].target
    group = THREADED if target in THREADED else (target,)
    return any(
        other.target in group and other.keeps_spawns and not other.option
        for other in cells[:index] + cells[index + 1 :]
    )


STRONGEST = Cell("-O2", "native")


def group_of(cell):
    """Returns the group of which --sample takes one cell."""
    if cell.option:
        return "option" if cell.option in OPTIONS else "standard"
    if cell == STRONGEST:
        return "strongest"
    return "native" if cell.target == "native" else "other target"


def sample_of(program, cells):
    """Returns a cell of each group, chosen by the program's name."""
    groups = {}
    for cell in cells:
        groups.setdefault(group_of(cell), []).append(cell)
    return [turn_of(program, f"{group} taken", groups[group]) for group in groups]


def one_of(program, cells):
    """Returns one cell of the sample, in a list."""
    return [turn_of(program, "one", sample_of(program, cells))]


def jobs_of(matrix, program, options):
    """Returns a function for each cell that the options choose, which returns a
    message or None. The serial elision is built now."""
    sampled = options.sample or options.one or options.strongest
    try:
        references = matrix.reference(program)
        fourth = turn_of(program, "elision", (True, False, False, False))
        if not sampled or (fourth and not options.strongest):
            matrix.check_elision(program)
        matrix.check_errors(program)
    except Failure as failure:
        message = f"FAIL {program.name} [serial elision]: {failure}"
        return [lambda: message]
    cells = cells_of_abi(program, matrix.abi) if matrix.abi else cells_of(program)
    if options.strongest:
        cells = [cell for cell in cells if cell == STRONGEST]
    elif sampled:
        cells = (one_of if options.one else sample_of)(program, cells)
    return [
        lambda cell=cell: matrix.check_and_repeat(program, cell, references)
        for cell in cells
        if matrix.target in (None, cell.target)
        and options.level in (None, cell.level)
        and (cell.optimized or not options.optimized)
    ]


def part(text):
    """Returns the slice of the programs that `text` stands for, as 2/4."""
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if not match or not 1 <= int(match[1]) <= int(match[2]):
        raise argparse.ArgumentTypeError(f"'{text}' is not K/N with K from 1 to N")
    return slice(int(match[1]) - 1, None, int(match[2]))


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="*", type=Path, metavar="PROGRAM")
    parser.add_argument("--example", action="append", metavar="NAME", help="test this example")
    parser.add_argument("--benchmark", action="append", metavar="NAME",
                        help="test this program of benchmarks/programs")  # fmt: skip
    parser.add_argument("--target", help="test the cells of this target only")
    parser.add_argument("--level", help="test the cells of this level only, as in --level=-O2")
    parser.add_argument("--optimized", action="store_true", help="test optimized cells only")
    parser.add_argument("--whole", action="store_true", help="test all levels of all targets")
    parser.add_argument("--sample", action="store_true", help="test a cell of each group")
    parser.add_argument("--strongest", action="store_true", help=f"test [{STRONGEST}] only")
    parser.add_argument("--one", action="store_true", help="test one cell of each program")
    parser.add_argument("--part", type=part, metavar="K/N", help="test every Nth program from the Kth")
    parser.add_argument("--abi", metavar="FILE", help="test this bitcode file, which counts tasks")
    parser.add_argument("--build", default=SOURCE / "build", help="folder (default: build)")
    parser.add_argument("--keep", metavar="FOLDER", help="keep what failing cells made here")
    parser.add_argument("--llvm", default="22", help="version under test (default: 22)")
    parser.add_argument("--clang", help="the plain clang")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    return parser.parse_args()


def main():
    options = parse_arguments()
    programs = [read_program(path.resolve()) for path in options.programs]
    if options.example:
        programs += read_examples(options.example)
    if options.benchmark:
        programs += read_benchmarks(options.benchmark, options.build)
    if not programs:
        programs = all_programs()
    if options.part:
        programs = programs[options.part]

    for program in programs:
        program.whole = options.whole

    failed = passed = 0
    with tempfile.TemporaryDirectory(prefix="tussah-matrix-") as folder:
        matrix = Matrix(options, folder)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            groups = [pool.submit(jobs_of, matrix, program, options) for program in programs]
            cells = [pool.submit(job) for group in groups for job in group.result()]
            for cell in concurrent.futures.as_completed(cells):
                message = cell.result()
                failed += message is not None
                passed += message is None
                if message:
                    print(message, flush=True)
    print(f"{passed} passed, {failed} failed (LLVM {options.llvm})")
    if not passed + failed:
        sys.exit("run-matrix.py: no such cells")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
