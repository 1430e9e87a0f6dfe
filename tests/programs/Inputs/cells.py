"""Checks which cells run-matrix.py chooses, over all programs.

cells.py SOURCE
"""

import importlib.util
import itertools
import sys
from collections import Counter
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
path = Path(sys.argv[1]) / "tests" / "programs" / "run-matrix.py"
specification = importlib.util.spec_from_file_location("run_matrix", path)
runner = importlib.util.module_from_spec(specification)
specification.loader.exec_module(runner)


def expect(condition, program, what):
    if not condition:
        sys.exit(f"cells.py: {program.name}: {what}")


def cells_before(program):
    """Returns the cells with all spawns, before some of them are replaced."""
    with mock.patch.object(runner, "with_optimized", lambda _, cells: cells):
        return runner.cells_of(program)


def of_target(cells, target):
    return [cell for cell in cells if cell.target == target]


def check(program):
    """Checks the cells of `program`, and returns them."""
    before, cells = cells_before(program), runner.cells_of(program)
    count = lambda cells: Counter((cell.target, cell.option) for cell in cells)
    expect(count(before) == count(cells), program, "not as many cells")
    expect(len(set(cells)) == len(cells), program, "cells twice")
    for targets in (("native",), ("reverse",), runner.THREADED):
        kept = lambda cells: any(
            cell.keeps_spawns for cell in cells if cell.target in targets and not cell.option
        )
        expect(kept(cells) or not kept(before), program, f"no cell of {targets} keeps its spawns")
    for target in {cell.target for cell in before if cell.has_optimized}:
        check_target(program, target, of_target(cells, target))
    return cells


def check_target(program, target, cells):
    """Checks the cells of one target."""
    plain = [cell for cell in cells if not cell.option]
    if target == "native":
        optimized = [cell.level for cell in plain if cell.optimized]
        expect(optimized in (["-O1"], ["-O2"]), program, f"optimized: {optimized}")
        kept = [cell.level for cell in plain if cell.keeps_spawns]
        expect(kept == ["-O0", "-O2"], program, f"native keeps its spawns at {kept}")
    options = [cell.optimized for cell in cells if cell.option and cell.has_optimized]
    alternate = all(a != b for a, b in zip(options, options[1:]))
    expect(alternate, program, f"options of {target} do not alternate")


def check_whole(program):
    """With --whole all cells are tested with both. Returns those with all spawns."""
    program.whole = True
    before, cells = cells_before(program), runner.cells_of(program)
    both = len(before) + sum(cell.has_optimized for cell in before)
    expect(len(set(cells)) == len(cells) == both, program, "not all cells with --whole")
    return before


def expect_covered(wanted, cells, who):
    missing = sorted({str(cell) for cell in wanted} - {str(cell) for cell in cells})
    if missing:
        sys.exit(f"cells.py: {who} has {', '.join(missing)}")


def pairs_of(cells, names):
    """Returns the pairs of properties that cells have. One language standard is as good as
    another: keywords/standards.test has each."""
    cells = [
        cell if cell.option in ("", *runner.OPTIONS) else runner.replace(cell, option="standard")
        for cell in cells
    ]
    return {
        (a, getattr(cell, a), b, getattr(cell, b))
        for cell in cells
        for a, b in itertools.combinations(names, 2)
    }


def expect_pairs(whole, cells, names, who):
    missing = sorted(map(str, pairs_of(whole, names) - pairs_of(cells, names)))
    if missing:
        sys.exit(f"cells.py: {who} lacks {', '.join(missing)}")


def check_sample(program, cells, sample):
    """Checks what --sample and --one choose."""
    for target in ("native", *{cell.target for cell in cells} - {"native"}):
        # Each of the others in turn.
        if target == "native" and of_target(cells, target):
            expect(of_target(sample, target), program, "no native cell in the sample")
    keeps = any(cell.keeps_spawns for cell in sample)
    expect(keeps or not any(cell.keeps_spawns for cell in cells), program, "nothing is counted")
    expect(set(sample) <= set(cells), program, "the sample has other cells")
    expect(set(runner.one_of(program, cells)) <= set(sample), program, "--one has another cell")


def check_samples(cells_of, programs):
    """Checks that the cells of all samples together cover what the matrix covers."""
    names = ("level", "target", "option", "optimized")
    samples = {p.name: runner.sample_of(p, cells_of[p.name]) for p in programs}
    for program in programs:
        check_sample(program, cells_of[program.name], samples[program.name])
    whole = set(itertools.chain(*cells_of.values()))
    expect_pairs(whole, set(itertools.chain(*samples.values())), names, "the sample")
    small = [p for p in programs if not p.name.startswith(("benchmarks/", "examples/", "large/"))]
    one = set(itertools.chain(*(runner.one_of(p, cells_of[p.name]) for p in small)))
    native = lambda cells: of_target(cells, "native")
    expect_pairs(native(whole), native(one), ("target", "level"), "--one")
    # What the driver chooses is one of the others.
    targets = lambda cells: {runner.Cell("", c.target) for c in cells if c.target != "default"}
    expect_covered(targets(whole), targets(one), "--one")
    # What a folder tests, it tests with each target, and native at each level.
    folders = {}
    for program in programs:
        folders.setdefault(program.name.split("/")[0], []).append(program)
    for folder, members in folders.items():
        if len(members) < 8:
            continue
        cells = set(itertools.chain(*(samples[program.name] for program in members)))
        every = {cell.target for p in members for cell in cells_of[p.name]}
        missing = every - {cell.target for cell in cells} - {"default"}
        if missing:
            sys.exit(f"cells.py: the sample of {folder} lacks {', '.join(sorted(missing))}")
        levels = {cell.level for cell in cells if cell.target == "native"}
        if len(levels) < 3:
            sys.exit(f"cells.py: the sample of {folder} has native only at {sorted(levels)}")


def main():
    tested = [name for name, p in runner.benchmarks.load().items() if p.tests]
    benchmarks = list(runner.read_benchmarks(tested, "build"))
    programs = runner.all_programs() + benchmarks
    cells_of = {program.name: check(program) for program in programs}
    check_samples(cells_of, programs)
    used = set(itertools.chain(*cells_of.values()))
    # Together the programs have every cell.
    whole = {cell for program in programs for cell in check_whole(program)}
    plain = lambda cells: {runner.replace(cell, optimized=False) for cell in cells}
    expect_covered(whole, plain(used), "no program")
    # The names choose each of them for some programs, without an option for those with
    # several cells of a target. Native is below.
    several = {c for p in programs if p.all_levels for c in cells_of[p.name]}
    choices = {c for c in several if not c.option and c.target != "native"}
    choices |= {c for c in used if c.option in runner.OPTIONS}
    for cell in [c for c in choices if c.has_optimized]:
        for optimized in (False, True):
            if runner.replace(cell, optimized=optimized) not in used:
                sys.exit(f"cells.py: '{cell}' is always optimized, or never")
    missing = {"-O1 native optimized", "-O2 native optimized"} - set(map(str, used))
    if missing:
        sys.exit(f"cells.py: no program has {missing}")
    print(f"{len(programs)} programs")


main()
