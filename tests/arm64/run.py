#!/usr/bin/env python3
"""Runs programs of tests/programs and the examples on AArch64, under qemu-user.

    run.py [options] [PROGRAM...]

Programs are cross-compiled, by a plain clang for the reference and by the Tussah
drivers for the cells, as in tests/programs/run-matrix.py, and run by qemu-aarch64.
The assembly of each program at each level is checked by
tests/native/Inputs/check-code-aarch64.py. At -O2 programs have landing pads (BTI) and
signed return addresses (PAC), which are enforced (Inputs/protect.c); at other levels
they have none. At -O1 and -O3 pages have 16 and 64 KiB. Libraries come from the root that scripts/arm64-root.sh makes; without
it there are those of the cross packages only, and no oneTBB or OpenMP.

Results are kept in --results. What has passed with the same compiler and runtime is
not run again, so an interrupted run goes on where it was. A line for each cell that
fails, and one that counts, are printed.

Without PROGRAM: all. --sample: some that together use each part of the runtime that
depends on the processor.
"""

import argparse
import concurrent.futures
import functools
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAMS = HERE.parent / "programs"
CHECK = HERE.parent / "native" / "Inputs" / "check-code-aarch64.py"
sys.path.insert(0, str(PROGRAMS))
sys.dont_write_bytecode = True
import matrix  # noqa: E402
from matrix import Cell, Failure, Matrix, examples, run  # noqa: E402

from emulator import USUAL, emulator_of  # noqa: E402

TRIPLE = "aarch64-linux-gnu"
CROSS_PACKAGES = f"/usr/{TRIPLE}"
# Of the system, which libraries ask for when a program runs. Linux may have each.
PAGES = {"-O1": "16384", "-O3": "65536"}
PROTECT = HERE / "Inputs" / "protect.c"
# PLT entries for late binding have no landing pads, unless the linker is told.
PROTECTION = ["-mbranch-protection=standard", "-Wl,-z,now,--wrap=main", "-Wno-unused-command-line-argument"]

# Under qemu all takes ten times as long.
matrix.TIMEOUT = 600
matrix.WORKERS_AT_O2 = (2,)

# What has not been made to work under qemu, or needs what there is none of here.
SKIPPED = {
    "debug/tasks.c": "reads its own debug information with this machine's tools",
}

SAMPLE = {
    "frames/calls.cpp": ("-O0", "-O2"),
    "frames/variable-sizes.cpp": ("-O1",),
    "frames/values.cpp": ("-O3",),
    "exceptions/objects.cpp": ("-O2",),
    "examples/fib.c": ("-O2",),
}


# Of a program, and for another processor.
FOREIGN_FLAGS = ("-mno-avx",)


@functools.lru_cache
def load(name):
    spec = importlib.util.spec_from_file_location(name, PROGRAMS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load_programs():
    programs = {program.name: program for program in load("run-matrix").all_programs()}
    for program in programs.values():
        program.flags = [flag for flag in program.flags if flag not in FOREIGN_FLAGS]
    return programs


class ArmMatrix(Matrix):
    """The same compilers for another machine, and programs that an emulator runs."""

    def __init__(self, options, folder):
        super().__init__(options, folder)
        self.root = self.build / "arm64-root"
        self.emulator = emulator_of(self.build)
        self.has_root = (self.root / ".packages").exists()
        self.machine = [f"--target={TRIPLE}", *([f"--sysroot={self.root}"] if self.has_root else [])]
        self.protect = str(self.folder / "protect.o")
        self.compile([[*self.plain(False), *PROTECTION, "-O1", "-c", str(PROTECT), "-o", self.protect]])

    def plain(self, is_cxx):
        return [*super().plain(is_cxx), *self.machine]

    def driver(self, is_cxx):
        return [*super().driver(is_cxx), *self.machine]

    def cell_flags(self, cell):
        return [*super().cell_flags(cell), *(PROTECTION if is_protected(cell) else [])]

    def link_flags(self, cell):
        return [*super().link_flags(cell), *([self.protect] if is_protected(cell) else [])]

    def execute(self, program, binary, arguments, environment=None):
        out = binary.parent / (binary.name + ".out")
        out.mkdir(exist_ok=True)
        libraries = str(self.root) if self.has_root else CROSS_PACKAGES
        level = re.search(r"_(-O\d)_", binary.parent.name)
        pages = PAGES.get(level[1], "4096") if level else "4096"
        command = [self.emulator, "-cpu", "max", "-p", pages, "-L", libraries, str(binary), *examples.expand(arguments, out)]
        return run(command, environment, matrix.TIMEOUT)

    def check_assembly(self, program, cell):
        """Checks the invariants of the native form (docs/internals/native.md)."""
        for source in program.sources:
            file = self.folder / f"{matrix.slug(f'{program.name} {cell} {source.stem}')}.s"
            compiler = self.driver(source.suffix == ".cpp")
            flags = [*program.flags, *([matrix.PEDIGREES] if program.pedigrees else [])]
            self.compile([[*compiler, *flags, "-w", *self.cell_flags(cell), "-S", str(source), "-o", str(file)]])
            result = run([sys.executable, str(CHECK), "--atomics", "--sites", "0", str(file)])
            file.unlink()
            if result.returncode:
                raise Failure(result.stdout.splitlines()[0])


def is_protected(cell):
    return cell.level == "-O2"


def cells_of(program, levels, threaded):
    """Native at each level; the others take turns at -O1 and -O2, and oneTBB and
    OpenMP at programs."""
    targets = program.targets or ["native", "reverse", "onetbb", "openmp"]
    if "native" in targets:
        yield from (Cell(level, "native") for level in levels)
    for target in ("reverse", load("run-matrix").threaded_of(program)):
        level = load("run-matrix").turn_of(program, f"{target} arm64", ("-O1", "-O2"))
        if target in targets and level in levels and (threaded or target == "reverse"):
            yield Cell(level, target)


def fingerprint(build, llvm):
    """Changes when a compiler or the runtime does."""
    digest = hashlib.sha256()
    library = build / "lib" / "tussah"
    files = [library / llvm / "libtussah-pass.so", library / llvm / "libtussah-clang.so", CHECK, PROTECT]
    files += sorted((library / TRIPLE).rglob("*.*"))
    for file in files:
        if file.is_file():
            digest.update(file.read_bytes())
    return digest.hexdigest()


def check(arm, program, cells, passed):
    """Yields (key, message) for each cell; the message of one that passes is
    empty."""
    todo = [cell for cell in cells if f"{program.name} {cell}" not in passed]
    if not todo:
        return
    try:
        references = arm.reference(program)
    except Failure as failure:
        yield program.name, f"FAIL {program.name} [reference]: {failure}"
        return
    for cell in todo:
        message = arm.check_cell(program, cell, references)
        if not message and cell.target == "native":
            try:
                arm.check_assembly(program, cell)
            except Failure as failure:
                message = f"FAIL {program.name} [{cell}]: {failure}"
        yield f"{program.name} {cell}", message or ""


def require():
    missing = [tool for tool in (USUAL, f"{TRIPLE}-ld") if not shutil.which(tool)]
    if missing or not os.path.isdir(CROSS_PACKAGES):
        print(f"arm64: skipped, without {', '.join(missing) or CROSS_PACKAGES}; run scripts/install-deps.sh arm64")
        sys.exit(77)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="*", metavar="PROGRAM")
    parser.add_argument("--build", default="build")
    parser.add_argument("--llvm", default="22")
    parser.add_argument("--results", help="file; default: arm64-results.json in the build folder")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--levels", default="0123", help="of optimization, as in 02")
    parser.add_argument("--sample", action="store_true")
    options = parser.parse_args()
    options.levels = [f"-O{level}" for level in options.levels]
    require()
    build = Path(options.build).resolve()
    if not (build / "lib" / "tussah" / TRIPLE / "libtussah.so").exists():
        print(f"arm64: skipped, as this build has no runtime for {TRIPLE}; configure with -DTUSSAH_TARGETS={TRIPLE}")
        sys.exit(77)
    results = Path(options.results or build / "arm64-results.json")
    mark = fingerprint(build, options.llvm)
    kept = json.loads(results.read_text()) if results.exists() else {}
    passed = set(kept.get("passed", ())) if kept.get("mark") == mark else set()

    known = load_programs()
    chosen = options.programs or (SAMPLE if options.sample else sorted(known))
    unknown = [name for name in chosen if name not in known]
    if unknown:
        sys.exit(f"run.py: no program '{unknown[0]}'")
    arguments = argparse.Namespace(
        build=build, clang=None, llvm=options.llvm, target=None, abi="reverse", keep=None
    )
    failures = count = 0
    with tempfile.TemporaryDirectory() as folder:
        arm = ArmMatrix(arguments, folder)

        def work(name):
            levels = SAMPLE[name] if options.sample and not options.programs else options.levels
            return list(check(arm, known[name], cells_of(known[name], levels, arm.has_root), passed))

        names = [name for name in chosen if name not in SKIPPED]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for future in concurrent.futures.as_completed([pool.submit(work, name) for name in names]):
                for key, message in future.result():
                    count += 1
                    if message:
                        failures += 1
                        print(message, flush=True)
                    else:
                        passed.add(key)
                results.write_text(json.dumps({"mark": mark, "passed": sorted(passed)}))
    print(f"{count} cells, {failures} failed, {len(passed)} have passed in all")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
