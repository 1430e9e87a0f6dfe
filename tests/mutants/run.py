"""Changes a line of the sources, and sees whether a test fails: again and again.

usage: run.py [--out FOLDER] [--results FILE] [--count N] [--seed N] [--only REGEX] [--part K/N] [--known] [--list]
       run.py --table [--results FILE]

The sources of the last commit are copied to FOLDER, built there, and changed there. A mutant is a condition that is
negated, a statement that is dropped, arguments that are swapped, and so on (mutate.py); which ones, and in which order,
the seed says. What a mutant changes is built again, and the tests of AREAS that touch its file run until one fails: first
those that have killed others of that file. The result goes to FILE, which is committed: killed, and by which test;
survived; or no mutant, if it does not compile. A mutant that is there is not run again, so that each run goes on where
the last one has stopped. --known takes those of known.json, which were found by other means. --part 0/2 and --part 1/2,
each with a FOLDER of its own, may run at the same time. --table prints what is in FILE.

Weakened orders of atomic operations are no mutants here: tests/model weakens each one (model-protocols and
model-libraries), and lists those that survive.
"""

import argparse
import collections
import dataclasses
import fcntl
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import mutate

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LIT = "/usr/lib/llvm-22/bin/lit"
TIMEOUT = 1500  # seconds, for all tests of a mutant
ATTEMPTS = 3  # of a test that failed, which has to fail again
LIKELY = 10  # tests that run first, as they have killed other mutants


@dataclasses.dataclass
class Area:
    """What is mutated together, what is built then, and what is tested: first what is quick."""

    patterns: list
    targets: list
    units: list
    folders: list


AREAS = {
    "runtime": Area(
        ["runtime/scheduler/*.c", "runtime/scheduler/*.h", "runtime/os/*.c", "runtime/random/*.c"],
        ["tussah-shared", "tussah-static", "tussah-object", "tussah-os-test", "tussah-abi"],
        ["^os$"],
        ["runtime/lifecycle", "runtime", "native", "programs/exceptions", "pedigrees", "debugger", "trace"],
    ),
    "tasks": Area(
        ["compiler/tasks/*.cpp"],
        ["tussah-pass-22", "tussah-clang-22"],
        [],
        ["tasks", "native", "targets", "optimizations", "pass", "programs/spawn", "keywords"],
    ),
    "native": Area(
        ["compiler/targets/native/*.cpp"],
        ["tussah-pass-22", "tussah-clang-22"],
        [],
        ["native", "targets", "debugger", "runtime/exceptions", "programs/spawn", "programs/exceptions"],
    ),
    "lowering": Area(
        ["compiler/targets/lowering/*.cpp"],
        ["tussah-pass-22", "tussah-clang-22"],
        [],
        ["targets", "tasks", "native", "optimizations", "pass", "programs/spawn"],
    ),
    "cps": Area(
        ["cps/*.cpp", "include/tussah/cps/*.hpp"],
        ["tussah-cps", "cps-unit-tests"],
        ["^cps-unit$"],
        ["cps"],
    ),
    "backtrack": Area(
        ["backtrack/*.cpp", "include/tussah/backtrack/*.hpp"],
        ["tussah-backtrack", "backtrack-unit-tests"],
        ["^backtrack-unit$"],
        ["backtrack"],
    ),
}


def area_of(file):
    for name, area in AREAS.items():
        if any(Path(file).match(pattern) for pattern in area.patterns):
            return name
    sys.exit(f"run.py: error: no tests are known for {file}")


def replace_changed(fresh, kept):
    """Makes `kept` what `fresh` is, and leaves the times of files that are the same."""
    there = {path.relative_to(fresh) for path in fresh.rglob("*") if not path.is_dir()}
    old_files = [path for path in kept.rglob("*") if not path.is_dir() and path.relative_to(kept).parts[0] != "build"]
    for path in old_files:
        if path.relative_to(kept) not in there:
            path.unlink()
    for path in there:
        old, new = kept / path, fresh / path
        if new.is_symlink() or not old.exists() or old.read_bytes() != new.read_bytes():
            old.parent.mkdir(parents=True, exist_ok=True)
            old.unlink(missing_ok=True)
            new.rename(old)


class Copy:
    """A copy of the sources with a build of its own."""

    def __init__(self, folder):
        self.source = folder / "source"
        # As in a clone, so that a cache of compilations knows the files.
        self.build = self.source / "build"

    def make(self):
        """The sources of the last commit; files that are the same stay, and what was built of them. What an interrupted
        run has changed is as it was."""
        self.source.mkdir(parents=True, exist_ok=True)
        self.lock()
        archive, fresh = self.source.parent / "source.tar", self.source.parent / "fresh"
        subprocess.run(["git", "archive", "-o", archive, "HEAD"], cwd=ROOT, check=True)
        subprocess.run(["rm", "-rf", fresh], check=True)
        fresh.mkdir()
        subprocess.run(["tar", "-xmf", archive, "-C", fresh], check=True)
        replace_changed(fresh, self.source)
        subprocess.run(["rm", "-rf", fresh, archive], check=True)
        options = ["-DBUILD_TESTING=ON", "-DTUSSAH_LLVM_VERSIONS=22", "-G", "Ninja"]
        subprocess.run(["cmake", "--preset", "default", *options, "-B", self.build, "-S", "."], cwd=self.source,
                       check=True, stdout=subprocess.DEVNULL)  # fmt: skip
        self.compile([], check=True)

    def lock(self):
        """Until this process ends, no other one works here."""
        self.locked = open(self.source.parent / "lock", "w", encoding="ascii")
        try:
            fcntl.flock(self.locked, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit(f"run.py: error: another run works in {self.source.parent}; give --out another folder")

    def compile(self, targets, check=False):
        command = ["cmake", "--build", self.build, *(["--target", *targets] if targets else [])]
        return subprocess.run(command, check=check, capture_output=True).returncode == 0

    def test(self, area, likely):
        """The first test that fails, or None: those of the list first. "time" if they take too long."""
        end = time.monotonic() + TIMEOUT
        commands = [["ctest", "--test-dir", self.build, "-R", unit] for unit in area.units]
        tests = self.build / "tests" / "lit-22"
        lit = [LIT, "-j2", "--max-failures=1", "-q"]
        if likely:
            commands.append([*lit, *(tests / name for name in likely)])
        # Several folders in one run would not be in this order.
        commands += [[*lit, tests / folder] for folder in area.folders]
        for command in commands:
            # A test that failed once, and not alone, is no proof: on a busy machine it may fail without the mutant.
            for _ in range(ATTEMPTS):
                failed = self.first_failure(command, end)
                if failed is None or failed == "time":
                    break
                if any(not self.passes(failed) for _ in range(ATTEMPTS)):
                    return failed
            if failed is not None:
                return "time"
        return None

    def first_failure(self, command, end):
        """The name of the test that fails, or None. "time" if that is over."""
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                   errors="replace", start_new_session=True)  # fmt: skip
        try:
            out, _ = process.communicate(timeout=max(1, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return "time"
        if process.returncode == 0:
            return None
        failed = re.search(r"tussah-22 :: (\S+)", out)
        return failed.group(1) if failed else command[-1]

    def passes(self, name):
        """Whether a test passes, alone."""
        command = ["ctest", "--test-dir", self.build, "-R", name]
        if not name.startswith("^"):
            command = [LIT, "-q", self.build / "tests" / "lit-22" / name]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def likely_killers(results, mutant, copy):
    """The tests that have killed most mutants of the same file, then of the same area, and are still there."""
    counts = collections.Counter()
    for entry in results.values():
        by = entry.get("by", "")
        if (copy.source / "tests" / by).is_file() and entry["area"] == area_of(mutant.file):
            counts[by] += 100 if entry["file"] == mutant.file else 1
    return [name for name, _ in counts.most_common(LIKELY)]


def apply(copy, mutant, area, likely):
    """Returns the result of a mutant, or None if the test that fails does so without it, or there was no time."""
    path = copy.source / mutant.file
    original = path.read_text(encoding="utf-8")
    lines = original.splitlines(keepends=True)
    if lines[mutant.line - 1].rstrip("\n") != mutant.before:
        sys.exit(f"run.py: error: {mutant.file}:{mutant.line} is not what it was; commit first")
    lines[mutant.line - 1] = mutant.after + "\n"
    try:
        path.write_text("".join(lines), encoding="utf-8")
        if not copy.compile(area.targets):
            return {"result": "does not compile"}
        by = copy.test(area, likely)
    finally:
        path.write_text(original, encoding="utf-8")
        copy.compile(area.targets)
    if by is None:
        return {"result": "survived"}
    return {"result": "killed", "by": by} if by != "time" and copy.passes(by) else None


def known_mutants():
    """Those of known.json: a file, a text that is there once, and what it becomes."""
    for entry in json.loads((HERE / "known.json").read_text(encoding="utf-8")):
        lines = (ROOT / entry["file"]).read_text(encoding="utf-8").splitlines()
        found = [number for number, line in enumerate(lines, 1) if line.strip() == entry["line"]]
        if len(found) != 1:
            sys.exit(f"run.py: error: '{entry['line']}' is {len(found)} times in {entry['file']}; mend known.json")
        before = lines[found[0] - 1]
        after = before.replace(entry["line"], entry["becomes"])
        yield mutate.Mutant(entry["file"], found[0], f"known: {entry['name']}", before, after)


def read(path):
    if not path.exists():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    return {entry["name"]: entry for entry in map(json.loads, lines)}


def print_table(results):
    """Killed and surviving mutants by area, and the survivors with what is known of them."""
    rows = collections.defaultdict(collections.Counter)
    for entry in results.values():
        rows[entry["area"]][entry["result"]] += 1
    print("| area | mutants | killed | survived | killed of all |\n| --- | ---: | ---: | ---: | ---: |")
    for area, row in [*sorted(rows.items()), ("**all**", sum(rows.values(), collections.Counter()))]:
        count = row["killed"] + row["survived"]
        share = f"{100 * row['killed'] / count:.0f} %" if count else "-"
        print(f"| {area} | {count} | {row['killed']} | {row['survived']} | {share} |")
    for entry in results.values():
        if entry["result"] == "survived":
            print(f"- {entry['file']}: `{entry['before'].strip()}` -> `{entry['after'].strip()}`: {entry.get('why', '?')}")


def part(text):
    """Each N-th from the K-th on, for "K/N"."""
    found = re.fullmatch(r"(\d+)/([1-9]\d*)", text)
    if not found or int(found[1]) >= int(found[2]):
        raise argparse.ArgumentTypeError(f"'{text}' is no part; give one as 0/2")
    return slice(int(found[1]), None, int(found[2]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "mutants")
    parser.add_argument("--results", type=Path, default=HERE / "results.jsonl")
    parser.add_argument("--count", type=int, default=500, help="mutants in all, with those that are known")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="files that match this regular expression")
    parser.add_argument("--part", type=part, default="0/1", metavar="K/N", help="each N-th mutant only, from the K-th on")
    parser.add_argument("--known", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    results = read(options.results)
    if options.table:
        print_table(results)
        return
    patterns = [pattern for area in AREAS.values() for pattern in area.patterns]
    drawn = list(known_mutants()) if options.known else mutate.draw(ROOT, patterns, options.seed)
    drawn = [mutant for mutant in drawn if re.search(options.only, mutant.file)]
    drawn = drawn[options.part]
    print(f"seed {options.seed}, {len(drawn)} mutants")
    if options.list:
        for mutant in drawn[: options.count]:
            print(f"{mutant.file}:{mutant.line}: {mutant.operator}: {mutant.before.strip()} -> {mutant.after.strip()}")
        return
    copy = Copy(options.out.resolve())
    copy.make()
    for mutant in drawn:
        # Another part may have written meanwhile.
        results = read(options.results)
        done = sum(entry["result"] != "does not compile" for entry in results.values())
        if mutant.name() in results:
            continue
        if done >= options.count and not options.known:
            break
        area = area_of(mutant.file)
        result = apply(copy, mutant, AREAS[area], likely_killers(results, mutant, copy))
        if result is None:
            print(f"{mutant.file}:{mutant.line}: the tests fail without it, or take too long; left for the next run", flush=True)
            continue
        done += result["result"] != "does not compile"
        entry = {"name": mutant.name(), "area": area, **dataclasses.asdict(mutant), "seed": options.seed, **result}
        with open(options.results, "a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
        print(f"{done} {area} {mutant.file}:{mutant.line}: {mutant.operator}: {result}", flush=True)


if __name__ == "__main__":
    main()
