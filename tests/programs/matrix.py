"""Compilers, targets and optimization levels, and how a program is compared
with its serial elision. For run-matrix.py, and for the random programs of
tests/gen."""

import itertools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(SOURCE / "examples"))
sys.dont_write_bytecode = True
import examples  # noqa: E402

# GCC 16's library asks for loops to be unrolled, which is not possible where calls are not inlined.
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-pass-failed"]
TIMEOUT = 120
# A compiler does not hang, but sanitizers take long beside other work.
COMPILER_TIMEOUT = 600
PEDIGREES = "-ftussah-pedigrees"
KEEP_SPAWNS = "-ftussah-keep-spawns"
# A thread is woken by the first task that it could take. Programs that end
# sooner are run again, and do what they do this many times.
REPEATS = (1, 10, 100, 1000)
# How long their tasks wait for another thread, which a busy machine keeps from running.
MEET_MS = (200, 200, 1000, 5000)

# Targets with a variant that counts tasks, and those of them that have threads.
COUNTED = ("reverse", "onetbb", "openmp")
THREADED = ("onetbb", "openmp")

# Numbers of workers at -O2, and at the other levels.
WORKERS_AT_O2 = (1, 2, 8)
WORKERS = (2,)
# How often a run with forced steals may have none.
ATTEMPTS = 5


class Failure(Exception):
    """A cell failed; the text says how, in one line."""


@dataclass
class Run:
    """Arguments of one run, how many tasks it has to create, and how it ends."""

    arguments: list = field(default_factory=list)
    tasks: int = 0
    exact: bool = False
    end: int = 0  # the exit code, or a signal's number with a minus sign


@dataclass
class Program:
    name: str
    sources: list
    runs: list
    flags: list = field(default_factory=list)
    link: list = field(default_factory=list)
    pedigrees: bool = False
    threads: int = 2
    steals: bool = True
    targets: list = field(default_factory=list)
    all_levels: bool = False
    whole: bool = False
    extra: list = field(default_factory=list)
    standards: list = field(default_factory=list)
    errors: list = field(default_factory=list)

    @property
    def is_cxx(self):
        return any(source.suffix == ".cpp" for source in self.sources)


@dataclass(frozen=True)
class Cell:
    level: str
    target: str  # as in docs/guides/targets.md; default: what the driver chooses
    option: str = ""  # sanitize, thinlto, debug, or a language standard
    optimized: bool = False  # spawns may be removed below -O3 too; nothing is counted

    def __str__(self):
        parts = [self.level, self.target, self.option, "optimized" if self.optimized else ""]
        return " ".join(filter(None, parts))

    @property
    def keeps_spawns(self):
        """Whether every task is created, so that there is something to count
        or to steal. Otherwise the code is what users get."""
        return self.level != "-O3" and not self.optimized

    @property
    def has_optimized(self):
        """Whether the cell has a variant from which spawns may be removed."""
        levels = ("-O1", "-O2", "-Os")
        return self.level in levels and self.target in (*COUNTED, "native")


OPTIONS = {
    "sanitize": ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
    "thinlto": ["-flto=thin"],
    "debug": ["-g"],
    "pedigrees": [PEDIGREES],
}


class Matrix:
    """The compilers under test, and what to do with a program."""

    def __init__(self, options, folder):
        self.folder = Path(folder)
        self.build = Path(options.build).resolve()
        self.clang = options.clang or find_clang(options.llvm)
        self.target = options.target
        self.abi = options.abi
        self.keep = Path(options.keep).resolve() if options.keep else None

    def plain(self, is_cxx):
        mode = ["--driver-mode=g++"] if is_cxx else []
        return [self.clang, *mode, f"-I{SOURCE / 'include'}"]

    def driver(self, is_cxx):
        name = "tussah-clang++" if is_cxx else "tussah-clang"
        return [str(self.build / "bin" / name), f"--tussah-clang={self.clang}"]

    def target_flags(self, cell):
        """Returns the options that choose the target of `cell`, by the name
        that users write, or by that of its variant that counts."""
        if cell.target == "default":
            return []
        counted = "-counted" if cell.target in COUNTED and cell.keeps_spawns else ""
        wanted = cell.target == self.abi or (cell.target == "native" and cell.keeps_spawns)
        keep = [KEEP_SPAWNS] if wanted else []
        return [f"-ftussah-target={cell.target}{counted}", *keep]

    def cell_flags(self, cell):
        option = OPTIONS.get(cell.option)
        if option is None and cell.option:
            option = [f"-std={cell.option}"]
        return [cell.level, *self.target_flags(cell), *(option or [])]

    def link_flags(self, cell):
        """Returns what only the linker understands."""
        return ["-fuse-ld=lld"] if cell.option == "thinlto" else []

    def commands(self, program, compiler, flags, link, output):
        """Returns the commands that build `program`: one, or one for each of
        its files and one that links."""
        flags = [*program.flags, *flags, *([PEDIGREES] if program.pedigrees else [])]
        if len(program.sources) == 1:
            source = program.sources[0]
            yield [*compiler(program.is_cxx), *WARNINGS, *flags, str(source), *program.link,
                   *link, "-o", str(output)]  # fmt: skip
            return
        objects = []
        for source in program.sources:
            objects.append(f"{output}.{source.stem}.o")
            yield [*compiler(source.suffix == ".cpp"), *WARNINGS, *flags, "-c", str(source),
                   "-o", objects[-1]]  # fmt: skip
        yield [*compiler(program.is_cxx), *flags, *objects, *program.link, *link, "-o",
               str(output)]  # fmt: skip

    def compile(self, commands):
        for command in commands:
            result = run(command, limit=COMPILER_TIMEOUT)
            if result.returncode or result.stderr:
                raise Failure("does not compile: " + first_error(result.stderr))

    def execute(self, program, binary, arguments, environment=None):
        # The results of one cell must not be taken for those of another.
        out = binary.parent / (binary.name + ".out")
        out.mkdir(exist_ok=True)
        return run([str(binary), *examples.expand(arguments, out)], environment)

    def reference(self, program, level="-O1"):
        """Returns the result of each run of the serial elision."""
        binary = self.folder / (slug(program.name) + ".serial")
        compiler, flags = self.plain, [level]
        if program.pedigrees:
            # The plain clang does not count the spawns of the serial elision.
            compiler, flags = self.driver, [level, "-ftussah-target=serial"]
        commands = self.commands(program, compiler, flags, [], binary)
        self.compile(commands)
        results = [self.execute(program, binary, r.arguments) for r in program.runs]
        # A reference that fails would hide that all cells fail in the same way.
        for index, (wanted, result) in enumerate(zip(program.runs, results), 1):
            if result.returncode != wanted.end:
                raise Failure(f"run {index}: {describe(result)}; expected {ending(wanted.end)}")
        return results

    def check_elision(self, program):
        """The serial elision must compile with gcc too, without a warning."""
        gcc = shutil.which("gcc")
        if not gcc:
            return
        for source in program.sources:
            compiler = shutil.which("g++") if source.suffix == ".cpp" else gcc
            flags = [flag for flag in program.flags if flag.startswith(("-std=", "-I", "-Wno-"))]
            self.compile([[compiler, f"-I{SOURCE / 'include'}", *WARNINGS, *flags, "-fsyntax-only",
                           str(source)]])  # fmt: skip

    def check_errors(self, program):
        """Bad input must be answered by one line and exit code 2."""
        binary = self.folder / (slug(program.name) + ".serial")
        for error in program.errors:
            result = self.execute(program, binary, error["args"])
            lines = [l for l in result.stderr.splitlines() if not l.startswith("time ")]
            shown = shlex.join(error["args"])
            if result.returncode != 2:
                raise Failure(f"exit code {result.returncode}, not 2, for arguments {shown}")
            if len(lines) != 1 or error["line"] not in lines[0]:
                raise Failure(f"expected '...{error['line']}...' for arguments {shown}, got {lines}")

    def check_counts(self, program, cell, binary, wanted, index):
        """Runs a program that counts; returns the result of its first run."""
        counts = binary.parent / (binary.name + ".count")
        environment = {"TUSSAH_COUNT": str(counts)}
        first = None
        tries = list(zip(REPEATS, MEET_MS))
        for repeat, meet in tries if cell.target in THREADED else tries[:1]:
            environment["TUSSAH_REPEAT"] = str(repeat)
            if cell.target in THREADED:
                environment["TUSSAH_MEET_MS"] = str(meet)
            counts.unlink(missing_ok=True)
            result = self.execute(program, binary, wanted.arguments, environment)
            first = first or result
            if not counts.exists():
                if not wanted.tasks:
                    return first
                raise Failure(f"run {index}: no tasks counted; {describe(result)}")
            text = counts.read_text()
            match = re.search(r"tussah-count: tasks=(\d+) threads=(\d+)", text)
            if not match:
                raise Failure(f"run {index}: no count in '{text.strip()}'")
            tasks, threads = map(int, match.groups())
            if tasks < wanted.tasks or (wanted.exact and repeat == 1 and tasks != wanted.tasks):
                raise Failure(f"run {index}: {tasks} tasks, expected {wanted.tasks}")
            if threads >= program.threads or not wanted.tasks:
                return first
        if cell.target in THREADED:
            raise Failure(f"run {index}: all tasks ran on one thread")
        return first

    def check_native(self, program, cell, binary, wanted, index, reference):
        """Runs a program on the native runtime, with and without forced
        steals."""
        statistics = binary.parent / (binary.name + ".json")
        for workers in WORKERS_AT_O2 if cell.level == "-O2" else WORKERS:
            for stress in (False, True):
                environment = {"CILK_NWORKERS": str(workers), "TUSSAH_STATS": str(statistics)}
                if stress:
                    environment["TUSSAH_STRESS"] = "always-steal"
                where = f"{index} on {workers} workers" + (", stress" if stress else "")
                must_steal = (
                    stress and workers > 1 and wanted.tasks and program.steals and cell.keeps_spawns
                )
                # Where other processes have the processors, thieves may come too late for a short run.
                for _ in range(ATTEMPTS):
                    statistics.unlink(missing_ok=True)
                    result = self.execute(program, binary, wanted.arguments, environment)
                    compare(where, reference, result)
                    if not must_steal:
                        break
                    if not statistics.exists():
                        raise Failure(f"run {where}: no statistics; {describe(result)}")
                    counts = json.loads(statistics.read_text())["workers"]
                    sums = {name: sum(worker[name] for worker in counts) for name in ("promotions", "steals")}
                    if all(sums.values()):
                        break
                else:
                    raise Failure(f"run {where}: {sums} in each of {ATTEMPTS} runs")

    def check_and_repeat(self, program, cell, references):
        """Checks a cell; says of a failure whether it repeats."""
        message = self.check_cell(program, cell, references)
        if message and not self.check_cell(program, cell, references):
            message += "\n    passed when repeated"
        return message

    def check_cell(self, program, cell, references):
        name = slug(f"{program.name} {cell}")
        folder = self.folder / name
        folder.mkdir()
        binary = folder / "program"
        commands = list(
            self.commands(
                program, self.driver, self.cell_flags(cell), self.link_flags(cell), binary
            )
        )
        try:
            self.compile(commands)
            for index, (wanted, reference) in enumerate(zip(program.runs, references), 1):
                if cell.target == "native":
                    self.check_native(program, cell, binary, wanted, index, reference)
                    continue
                if cell.target in ("serial", "default") or not (
                    cell.keeps_spawns or cell.target == self.abi
                ):
                    result = self.execute(program, binary, wanted.arguments)
                else:
                    result = self.check_counts(program, cell, binary, wanted, index)
                compare(index, reference, result)
        except Failure as failure:
            shown = " && ".join(shlex.join(command) for command in commands)
            for run_ in program.runs:
                arguments = examples.expand(run_.arguments, folder)
                shown += "; " + shlex.join([str(binary), *arguments])
            shown = shown.replace(str(binary), "./a.out")
            if self.keep:
                shutil.copytree(folder, self.keep / f"{name}.{time.monotonic_ns()}")
            return f"FAIL {program.name} [{cell}]: {failure}\n  {shown}"
        finally:
            shutil.rmtree(folder)
        return None


def slug(text):
    return re.sub(r"[^\w.+-]+", "_", text)


def find_clang(llvm):
    for candidate in (f"/usr/lib/llvm-{llvm}/bin/clang", f"clang-{llvm}"):
        path = shutil.which(candidate)
        if path and shutil.which(path + "++"):
            return path
    sys.exit(f"{Path(sys.argv[0]).name}: clang {llvm} is not installed; apt-get install clang-{llvm}")


def run(command, environment=None, limit=TIMEOUT):
    try:
        return subprocess.run(
            command,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=limit,
        )
    except subprocess.TimeoutExpired:
        raise Failure(f"'{Path(command[0]).name}' did not end in {limit} s") from None


def first_error(text):
    lines = text.splitlines()
    for line in lines:
        if re.search(r"error|warning|undefined|Assertion|LLVM ERROR|Running pass", line):
            return line
    return lines[0] if lines else "no message"


def ending(code):
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def describe(result):
    end = ending(result.returncode)
    return f"{end}, {first_error(result.stderr)}" if result.stderr else end


def compare(index, reference, result):
    if result.returncode != reference.returncode:
        raise Failure(f"run {index}: {describe(result)}; expected {describe(reference)}")
    if result.stdout == reference.stdout:
        return
    pairs = itertools.zip_longest(
        reference.stdout.splitlines(), result.stdout.splitlines(), fillvalue="nothing"
    )
    for number, (expected, got) in enumerate(pairs, 1):
        if expected != got:
            raise Failure(f"run {index}, line {number}: '{got}', expected '{expected}'")
