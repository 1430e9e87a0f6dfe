#!/usr/bin/env python3
"""Compiles the example programs twice and compares them.

Once with a plain clang, for which the Cilk keywords mean nothing (with pedigrees: for
Tussah's serial target), and once with Tussah, by the same clang. Both programs run three times, in turn, and must print
the same. Shown are the medians of the times that the programs measure around
their parallel part. The exit code is 1 if a result differs, 2 if the
demonstration cannot be made.
"""

import argparse
import concurrent.futures
import os
import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "examples"))
import examples  # noqa: E402

ROUNDS = 3
TIMEOUT = 60
LEVEL = "-O2"


def fail(message):
    print(f"demo: {message}", file=sys.stderr)
    sys.exit(2)


class Failure(Exception):
    """A program cannot be compiled or run; the text says why in one line."""


def run(command):
    try:
        return subprocess.run(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
        )
    except subprocess.TimeoutExpired:
        raise Failure(f"{Path(command[0]).name} did not end in {TIMEOUT} s") from None


def find_clang(build):
    """Returns the newest clang that the plugins were built for."""
    versions = sorted((int(p.name) for p in (build / "lib/tussah").glob("[0-9]*")), reverse=True)
    for version in versions:
        for name in (f"clang-{version}", f"/usr/lib/llvm-{version}/bin/clang"):
            path = shutil.which(name)
            if path:
                return version, Path(path)
    fail("no clang that the plugins were built for is installed; run: apt-get install clang-22")


class Demo:
    def __init__(self, build, out):
        self.build, self.out = build, out
        self.llvm, self.clang = find_clang(build)
        for name in ("tussah-clang", "tussah-clang++"):
            if not (build / "bin" / name).exists():
                fail(f"'{build / 'bin' / name}' does not exist; run: make build")

    def plain(self, is_cxx):
        # clang++-22 stands beside clang-22, clang++ beside clang.
        name = self.clang.name.replace("clang", "clang++") if is_cxx else self.clang.name
        return [self.clang.with_name(name), f"-I{SOURCE / 'include'}"]

    def driver(self, is_cxx):
        name = "tussah-clang++" if is_cxx else "tussah-clang"
        return [
            self.build / "bin" / name,
            f"--tussah-clang={self.clang}",
        ]

    def missing_library(self, example):
        """Returns what has to be installed to build `example`, or None."""
        if "-lpng" not in example.link:
            return None
        command = [self.clang, "-fsyntax-only", "-include", "png.h", "-x", "c", "/dev/null"]
        return None if run(command).returncode == 0 else "libpng-dev"

    def compile(self, example, kind):
        """Returns the program, made by `kind` (plain or driver)."""
        binary = self.out / f"{example.name}-{'serial' if kind == self.plain else 'tussah'}"
        flags = ["-std=c++17"] if example.is_cxx else []
        command = kind(example.is_cxx)
        if example.pedigrees:
            flags.append("-ftussah-pedigrees")
            # The plain clang does not count the spawns of the serial elision.
            target = "serial" if kind == self.plain else "native"
            command = [*self.driver(example.is_cxx), f"-ftussah-target={target}"]
        result = run([*command, LEVEL, *flags, example.source, *example.link, "-o", binary])
        if result.returncode:
            lines = result.stderr.splitlines()
            errors = [line for line in lines if "error" in line] or lines or ["no message"]
            raise Failure(f"does not compile: {errors[0]}")
        return binary

    def measure(self, binary, arguments):
        """Returns what the program prints, and the seconds that it measured."""
        result = run([binary, *arguments])
        time = re.search(r"^time ([\d.]+) s$", result.stderr, re.MULTILINE)
        if result.returncode or not time:
            lines = [l for l in result.stderr.splitlines() if not l.startswith("time ")]
            reason = lines[0] if lines else f"exit code {result.returncode}"
            raise Failure(f"{binary.name} fails: {reason}")
        return result.stdout, float(time.group(1))

    def compare(self, example, binaries):
        """Returns whether the outputs are equal, and the two times."""
        arguments = examples.expand(example.demo, self.out)
        outputs, times = set(), ([], [])
        for _ in range(ROUNDS):
            for binary, column in zip(binaries, times):
                output, seconds = self.measure(binary, arguments)
                outputs.add(output)
                column.append(seconds)
        return len(outputs) == 1, *map(statistics.median, times)


def row(*cells):
    name, about, result, serial, tussah, speedup = cells
    print(f"  {name:<11} {about:<40} {result:<9} {serial:>9} {tussah:>9} {speedup:>9}", flush=True)


def show(demo, programs):
    """Prints the table; returns how many programs failed."""
    cores = len(os.sched_getaffinity(0))
    plural = "" if cores == 1 else "s"
    print(f"{cores} core{plural}, clang {demo.llvm} {LEVEL}; "
          f"medians of {ROUNDS} runs\n")  # fmt: skip
    row("program", "what it is", "result", "serial", "Tussah", "speed-up")
    row("-" * 11, "-" * 40, "-" * 9, "-" * 9, "-" * 9, "-" * 9)
    wrong = 0
    for example, binaries in programs:
        try:
            equal, serial, tussah = demo.compare(example, [b.result() for b in binaries])
        except Failure as failure:
            print(f"  {example.name:<11} {failure}")
            wrong += 1
            continue
        wrong += not equal
        speedup = f"{serial / tussah:.2f} x" if tussah else "-"
        row(example.name, example.about, "equal" if equal else "DIFFERENT",
            f"{serial:.3f} s", f"{tussah:.3f} s", speedup)  # fmt: skip
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=SOURCE / "build",
                        help="the build folder (default: build)")  # fmt: skip
    build = parser.parse_args().build.resolve()
    out = build / "demo"
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        fail(f"cannot make the folder '{out}': {error.strerror}")
    demo = Demo(build, out)

    skipped, programs = [], []
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for example in examples.load():
            package = demo.missing_library(example)
            if package:
                skipped.append((example, package))
                continue
            programs.append(
                (example, [pool.submit(demo.compile, example, k) for k in (demo.plain, demo.driver)])
            )
        # Nothing may run beside what is measured.
        concurrent.futures.wait([b for _, binaries in programs for b in binaries])
    wrong = show(demo, programs)

    print()
    for example, package in skipped:
        print(f"{example.name} was skipped: it needs {package}; run: apt-get install {package}")
    picture = out / "mandelbrot.png"
    if picture.exists() and not any(e.name == "mandelbrot" for e, _ in skipped):
        print(f"The picture is in {os.path.relpath(picture)}")
    print(f"{len(programs) - wrong} of {len(programs)} programs have equal results")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
