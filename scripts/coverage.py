"""Which lines and branches of the sources the tests execute.

usage: coverage.py [--build FOLDER] [--out FOLDER] [--folders NAME ...] [--units REGEX] [--again] [--table]

Builds everything with clang's source-based coverage into a folder of its own, runs the tests folder by folder, and
prints a table of the rooms. What the tests of a folder have executed stays in FOLDER/NAME.profdata, so that a run goes
on where the last one has stopped; --again forgets that. FOLDER/uncovered.txt lists the lines that no test executes.

Counted is what the commands, the plugins, libtussah.so and the unit tests execute. Static libraries that tests link into
programs of their own are counted there, too: clang gets the flag for that by CCC_OVERRIDE_OPTIONS. Counters lie in files
that processes map, so one that ends by a signal or by _exit counts as well.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ["compiler", "runtime", "cps", "backtrack", "graph"]
# Static libraries that programs of these folders are linked with.
LINKED = ["cps", "backtrack", "graph"]
LEAST_LINES, LEAST_BRANCHES = 92, 80


def run(command, **more):
    return subprocess.run([str(part) for part in command], check=False, **more)


class Coverage:
    def __init__(self, options):
        self.build = options.build.resolve()
        self.out = options.out.resolve()
        self.llvm = Path("/usr/lib/llvm-22/bin")
        self.out.mkdir(parents=True, exist_ok=True)

    def make(self):
        flags = "-fprofile-instr-generate -fcoverage-mapping -fprofile-update=atomic -fprofile-continuous"
        options = ["-DBUILD_TESTING=ON", "-DTUSSAH_LLVM_VERSIONS=22", "-DCMAKE_C_COMPILER=clang-22"]
        options += [f"-DCMAKE_C_FLAGS={flags}", f"-DCMAKE_CXX_FLAGS={flags}"]
        if not (self.build / "build.ninja").exists():
            run(["cmake", "--preset", "default", "-B", self.build, *options], cwd=ROOT).check_returncode()
        # What the build itself runs is not of interest.
        environment = {**os.environ, "LLVM_PROFILE_FILE": "/dev/null"}
        run(["cmake", "--build", self.build], env=environment).check_returncode()

    def collect(self, name, command, **variables):
        """Runs tests, and merges what they leave into NAME.profdata. Tests may fail: what they execute counts."""
        result = self.out / f"{name.replace('/', '-')}.profdata"
        if result.exists():
            return
        raw = self.out / "raw"
        run(["rm", "-rf", raw])
        raw.mkdir()
        # One file for each of some processes of a program or library, which they share.
        environment = {**os.environ, "LLVM_PROFILE_FILE": f"{raw}/%c%4m.profraw", **variables}
        code = run(command, env=environment, stdout=subprocess.DEVNULL).returncode
        files = list(raw.glob("*.profraw"))
        if files:
            run([self.llvm / "llvm-profdata", "merge", "--failure-mode=all", "-sparse", *files, "-o", result])
        print(f"{name}: exit code {code}, {len(files)} profiles", flush=True)

    def objects(self):
        """What has counters: programs, plugins and libraries."""
        found = [path for path in (self.build / "bin").iterdir() if path.is_file()]
        found += list(self.build.glob("lib/tussah/**/*.so")) + list(self.build.glob("lib/tussah/tussah-*"))
        found += list(self.build.glob("tests/unit/*-tests")) + list(self.build.glob("tests/os/*test"))
        found += list(self.build.glob("lib/tussah/*.a"))
        kept = {path.resolve() for path in found}
        return [path for path in kept if b"__llvm_covmap" in path.read_bytes()]

    def export(self):
        whole = self.out / "all.profdata.whole"
        parts = sorted(self.out.glob("*.profdata"))
        run([self.llvm / "llvm-profdata", "merge", "--failure-mode=all", "-sparse", *parts, "-o", whole]).check_returncode()
        first, *others = self.objects()
        more = [part for path in others for part in ("-object", path)]
        command = [self.llvm / "llvm-cov", "export", f"-instr-profile={whole}", first, *more, "-skip-expansions"]
        result = run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        result.check_returncode()
        return json.loads(result.stdout)["data"][0]["files"]


def uncovered_lines(segments):
    """Lines at which a region without an execution begins."""
    return sorted({line for line, _, count, has_count, is_entry, *_ in segments if has_count and is_entry and not count})


def print_table(files, out):
    """Returns whether the limits are kept."""
    rows = {room: collections.Counter() for room in ROOMS}
    with open(out / "uncovered.txt", "w", encoding="utf-8") as list_:
        for file in files:
            path = Path(file["filename"])
            if not path.is_relative_to(ROOT) or path.relative_to(ROOT).parts[0] not in ROOMS:
                continue
            room = path.relative_to(ROOT).parts[0]
            for kind in ("lines", "branches"):
                rows[room][kind] += file["summary"][kind]["count"]
                rows[room][f"covered {kind}"] += file["summary"][kind]["covered"]
            for line in uncovered_lines(file["segments"]):
                list_.write(f"{path.relative_to(ROOT)}:{line}\n")
    print("| room | lines | executed | branches | executed |\n| --- | ---: | ---: | ---: | ---: |")
    shares = {}
    for room, row in [*rows.items(), ("**all**", sum(rows.values(), collections.Counter()))]:
        for kind in ("lines", "branches"):
            shares[kind] = 100 * row[f"covered {kind}"] / row[kind] if row[kind] else 0
        print(f"| {room} | {row['lines']} | {shares['lines']:.1f} % | {row['branches']} | {shares['branches']:.1f} % |")
    return shares["lines"] >= LEAST_LINES and shares["branches"] >= LEAST_BRANCHES


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "coverage")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "coverage-results")
    parser.add_argument("--folders", nargs="*", help="of tests; otherwise all")
    parser.add_argument("--units", default="-unit$|^os$")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--table", action="store_true", help="of what is there")
    options = parser.parse_args()
    coverage = Coverage(options)
    if options.again:
        for path in coverage.out.glob("*.profdata"):
            path.unlink()
    if not options.table:
        coverage.make()
        coverage.collect("units", ["ctest", "--test-dir", coverage.build, "-R", options.units])
        folders = options.folders
        if folders is None:
            known = [path.name for path in (ROOT / "tests").iterdir() if path.is_dir()]
            skipped = re.compile("unit|model|os|install|includes|arm64|soak|mutants|bench|corpus|__pycache__")
            folders = sorted(name for name in known if not skipped.fullmatch(name))
        for folder in folders:
            more = {"CCC_OVERRIDE_OPTIONS": "+-fprofile-instr-generate +-fprofile-continuous"} if folder.split("/")[0] in LINKED else {}
            lit = [coverage.llvm / "lit", "-q", "-j2", coverage.build / "tests" / "lit-22" / folder]
            coverage.collect(folder, lit, **more)
    if not print_table(coverage.export(), coverage.out):
        sys.exit(f"coverage.py: error: less than {LEAST_LINES} % of lines or {LEAST_BRANCHES} % of branches are executed")


if __name__ == "__main__":
    main()
