#!/usr/bin/env python3
"""Compares programs on the native runtime with their serial elision.

    differential.py --plugin FILE --runtime FILE [options] [PROGRAM...]

Each program is compiled by a plain clang, where the keywords mean nothing, and
run; that is the reference. Then it is compiled with the plugin for the target
`native` at several optimization levels, linked with the runtime, and run with
several numbers of workers, in the ordinary way and with forced steals
(TUSSAH_STRESS). Output and exit code must be those of the reference, and with
forced steals at least one continuation must have been stolen, so that a compiler
that ignores the keywords fails. Without PROGRAM: those of tests/programs, and the
examples.

For each run that fails one line is printed. The last line counts.
"""

import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
sys.path.insert(0, str(SOURCE / "examples"))
sys.dont_write_bytecode = True
import examples  # noqa: E402

TIMEOUT = 120
WORKERS = (1, 2, 8)
ATTEMPTS = 5


def directive(text, name):
    match = re.search(rf"^// {name}:(.*)$", text, re.MULTILINE)
    return match.group(1).split() if match else []


class Program:
    def __init__(self, path):
        text = path.read_text(encoding="utf-8")
        self.name = path.name
        self.sources = [path] + [path.parent / name for name in directive(text, "with")]
        self.flags = directive(text, "flags")
        tasks = directive(text, "tasks")
        self.tasks = int(tasks[-1]) if tasks else 1
        self.runs = [[]]
        self.link = []

    @classmethod
    def example(cls, example):
        program = cls(example.source)
        program.flags = ["-std=c++17"] if example.is_cxx else []
        program.runs = [test["args"] for test in example.tests]
        program.link = example.link
        return program

    @property
    def is_cxx(self):
        return any(source.suffix == ".cpp" for source in self.sources)


def run(command, environment=None):
    try:
        return subprocess.run(
            command,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=TIMEOUT,
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, -100, "", "timeout")


class Tester:
    def __init__(self, options, folder):
        self.options = options
        self.folder = Path(folder)

    def compiler(self, source):
        return self.options.clang + ("++" if source.suffix == ".cpp" else "")

    def build(self, program, name, flags, link):
        """Compiles each file apart. Returns the program's path, or None and a
        message."""
        binary = self.folder / name
        objects = []
        for source in program.sources:
            objects.append(f"{binary}.{source.stem}.o")
            command = [self.compiler(source), f"-I{SOURCE / 'include'}", *program.flags, *flags,
                       "-c", str(source), "-o", objects[-1]]  # fmt: skip
            result = run(command)
            if result.returncode:
                return None, f"does not compile: {result.stderr.strip().splitlines()[:1]}"
        driver = self.options.clang + ("++" if program.is_cxx else "")
        result = run([driver, *objects, *program.link, *link, "-lpthread", "-lm", "-o", str(binary)])
        if result.returncode:
            return None, f"does not link: {result.stderr.strip().splitlines()[:1]}"
        return binary, None

    def execute(self, binary, arguments, environment=None):
        out = binary.parent / (binary.name + ".dir")
        out.mkdir(exist_ok=True)
        return run([str(binary), *examples.expand(arguments, out)], environment)

    def run_native(self, program, binary, reference, label):
        statistics = binary.parent / (binary.name + ".json")
        for stress in (False, True):
            for workers in WORKERS:
                environment = {"CILK_NWORKERS": str(workers), "TUSSAH_STATS": str(statistics)}
                if stress:
                    environment["TUSSAH_STRESS"] = "always-steal"
                where = f"{program.name} [{label} P={workers}{' stress' if stress else ''}]"
                steals = 0
                # A short program may end before a thief gets a processor.
                for _ in range(ATTEMPTS if stress and workers > 1 and program.tasks else 1):
                    for arguments, expected in zip(program.runs, reference):
                        statistics.unlink(missing_ok=True)
                        result = self.execute(binary, arguments, environment)
                        if result.returncode != expected.returncode:
                            error = result.stderr.strip().splitlines()[-1:]
                            yield f"FAIL {where}: exit code {result.returncode} {error}"
                            continue
                        if result.stdout != expected.stdout:
                            yield f"FAIL {where}: output differs"
                            continue
                        if statistics.exists():
                            counts = json.loads(statistics.read_text())["workers"]
                            steals += sum(worker["steals"] for worker in counts)
                        yield None
                    if steals:
                        break
                if stress and workers > 1 and program.tasks and not steals:
                    yield f"FAIL {where}: nothing was stolen"

    def check(self, program):
        binary, message = self.build(program, program.name + ".serial", ["-O1"], [])
        if message:
            return [f"FAIL {program.name} [serial elision]: {message}"]
        reference = [self.execute(binary, arguments) for arguments in program.runs]
        results = []
        for level in self.options.levels:
            flags = [level, "-g", f"-fplugin={self.options.plugin}",
                     "-fplugin-arg-tussah-target=native"]  # fmt: skip
            name = f"{program.name}{level}"
            binary, message = self.build(program, name, flags, [self.options.runtime])
            if message:
                results.append(f"FAIL {program.name} [{level}]: {message}")
            else:
                results += self.run_native(program, binary, reference, level)
        return results


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="*", type=Path, metavar="PROGRAM")
    parser.add_argument("--plugin", required=True, help="libtussah-clang.so")
    parser.add_argument("--runtime", required=True, help="libtussah.a or .so")
    parser.add_argument("--clang", default="/usr/lib/llvm-22/bin/clang",
                        help="the plain clang; clang++ must be beside it")
    parser.add_argument("--levels", nargs="+", default=["O0", "O2"], help="without dash")
    parser.add_argument("--examples", action="store_true", help="test the examples too")
    parser.add_argument("-j", "--jobs", type=int, default=1)
    options = parser.parse_args()
    options.levels = ["-" + level for level in options.levels]
    programs = [Program(path) for path in options.programs]
    if not programs:
        paths = sorted((SOURCE / "tests" / "programs").rglob("*.c*"))
        programs = [Program(p) for p in paths if directive(p.read_text(), "tasks")]
    if options.examples or not options.programs:
        programs += [Program.example(example) for example in examples.load()]
    failed = passed = 0
    with tempfile.TemporaryDirectory(prefix="tussah-native-") as folder:
        tester = Tester(options, folder)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for results in pool.map(tester.check, programs):
                for message in results:
                    failed += message is not None
                    passed += message is None
                    if message:
                        print(message, flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
