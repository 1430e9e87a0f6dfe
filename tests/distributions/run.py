"""Builds Tussah in chroots of Debian's releases, with their own packages, and runs a sample of
the tests there. Needs root, debootstrap and a Debian mirror. What has passed is not run again,
until a commit changes something that it uses; objects come from ccache then.

usage: run.py [--chroots FOLDER] [--results FILE] [--fresh | --keep] [--llvms LIST] [--until STEP] [SUITE...]
       run.py --table [--results FILE]

FOLDER (default: build/chroots) keeps the systems, FILE (default: build/distributions.json) the
results. --fresh makes the systems anew. --keep keeps what has passed by the same command with other commits,
which the results name. LIST, as "22 19", is in place of all LLVMs of a system. --until ends behind a step, as
"tussah run". The cache of ccache in CCACHE_DIR is used inside, too, if the variable is set: not for what is measured.
--table prints the results as the tables of docs/reference/systems.md.
"""

import argparse
import datetime
import functools
import hashlib
import io
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tarfile
import time

from chroot import CACHE, Chroot, Failure

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The current stable first, and the LLVMs to build for.
SUITES = {
    "trixie": ("Debian 13", ["22", "19"]),
    "bookworm": ("Debian 12", ["22", "19"]),
    "sid": ("Debian sid", ["23", "22", "21"]),
}
# What of a system matters to Tussah.
VERSIONS = "libc6 g++ cmake python3 libtbb-dev libmpich-dev libopenmpi-dev gdb".split()
# With each LLVM, and with the first one only.
FOLDERS = "keywords tasks targets optimizations".split()
OF_NEWEST = "native programs driver runtime debugger cps backtrack".split()
# What the sample of tests needs beyond what building does.
SAMPLE = (
    "gcc g++ git gdb libgtest-dev libpng-dev python3-psutil pkg-config spin mpich libmpich-dev openmpi-bin libopenmpi-dev"
)
OF_FIRST = (
    "llvm-{n}-dev llvm-{n}-tools lld-{n} libclang-{n}-dev libclang-rt-{n}-dev libomp-{n}-dev libc++-{n}-dev "
    "libc++abi-{n}-dev"
)
RIGHT = 'test "$({})" = "78498 primes"'
# What compiled code, the compiler and the tests of a folder depend on, and what else building does.
SOURCES = "backtrack compiler cps graph include jobs predict runtime support tools trace".split()
BUILDING = SOURCES + "CMakeLists.txt CMakePresets.json Makefile cmake examples scripts/install-deps.sh README.md".split()
TESTING = SOURCES + "CMakeLists.txt examples tests/CMakeLists.txt tests/lit.cfg.py tests/lit.site.cfg.py.in".split()


class Step:
    def __init__(self, name, command, inputs):
        self.name, self.command, self.inputs = name, command, inputs


def steps(versions):
    """What is done in the tree, in order."""
    n = versions[0]
    chosen = f"TUSSAH_LLVM_VERSIONS='{' '.join(versions)}'"
    yield Step("install make", "apt-get -q update && apt-get install -qy --no-install-recommends make", [])
    # As the README says it, where the default fits.
    yield Step("make build", "make build" + (f" {chosen}" if n != "22" else ""), BUILDING)
    yield Step("tussah run", RIGHT.format("build/bin/tussah run primes.cpp"), BUILDING)
    yield Step("tussah race", "build/bin/tussah race primes.cpp", BUILDING)
    yield Step("tussah scale", "build/bin/tussah scale primes.cpp", BUILDING)
    yield Step("tussah doctor", "build/bin/tussah doctor", BUILDING)
    yield Step("make build, each LLVM", f"make build {chosen}", BUILDING)
    # As from the tarball: what is there is the archive of the commit, and what the first build has brought. Before
    # the sample, which runs for long.
    yield Step("make build, offline", (
        # What an interrupted run has left in its place is none.
        "{ test -d build.kept || mv build build.kept; } && rm -rf build && mkdir build && "
        "cp -a build.kept/llvm-headers build && "
        f"unshare -n make build {chosen} && " + RIGHT.format("build/bin/tussah run primes.cpp")
        + "; code=$?; rm -rf build && mv build.kept build && exit $code"
    ), BUILDING)  # fmt: skip
    packages = SAMPLE.split() + [name.format(n=n) for name in OF_FIRST.split()] + [f"llvm-{m}" for m in versions]
    yield Step("packages of the sample", f"apt-get install -qy --no-install-recommends {' '.join(packages)}", [])
    # What lit needs to know, an example that tests run, and what the packages of MPI are for; no other part of the tests.
    yield Step("configure tests", (
        "cmake -B build -DBUILD_TESTING=ON && "
        "cmake --build build --target chess tussah-cps-mpich tussah-cps-openmpi"
    ), BUILDING + ["tests/CMakeLists.txt"])  # fmt: skip
    for version in versions:
        yield Step(f"clang {version}", (
            f"build/bin/tussah-clang++ --tussah-clang=clang-{version} -O2 primes.cpp -o primes && "
            + RIGHT.format("./primes")
        ), BUILDING)  # fmt: skip
    yield Step("libc++", (
        "build/bin/tussah-clang++ -stdlib=libc++ -O2 primes.cpp -o primes && " + RIGHT.format("./primes")
    ), BUILDING)  # fmt: skip
    sample = [(folder, version) for version in versions for folder in FOLDERS]
    for folder, version in sample + [(folder, n) for folder in OF_NEWEST]:
        yield Step(f"tests/{folder} {version}", (
            f"/usr/lib/llvm-{n}/bin/lit -v -j2 --param seconds=3600 build/tests/lit-{version}/{folder}"
        ), TESTING + [f"tests/{folder}"])  # fmt: skip


def git(*arguments, **options):
    return subprocess.run(["git", "-C", ROOT, *arguments], stdout=subprocess.PIPE, check=True, **options).stdout


@functools.cache
def commit():
    """The last one when this began: there may be others by and by."""
    return git("rev-parse", "HEAD", text=True).strip()


@functools.cache
def object_of(path):
    return git("rev-parse", f"{commit()}:{path}")


def digest(step):
    text = step.command.encode() + b"".join(object_of(path) for path in step.inputs)
    return hashlib.sha256(text).hexdigest()[:16]


def lay(tree):
    """The last commit over what earlier runs have built: only what differs gets a new time."""
    tree.mkdir(exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(git("archive", commit()))) as archive:
        for member in archive:
            path = tree / member.name
            if member.isdir():
                path.mkdir(exist_ok=True)
            elif member.issym():
                path.unlink(missing_ok=True)
                path.symlink_to(member.linkname)
            else:
                content = archive.extractfile(member).read()
                if not path.is_file() or path.read_bytes() != content:
                    path.write_bytes(content)
                path.chmod(member.mode)
    readme = (tree / "README.md").read_text(encoding="utf-8")
    (tree / "primes.cpp").write_text(re.search(r"^```cpp\n(.*?)^```$", readme, re.M | re.S)[1], encoding="utf-8")


def versions_of(system, llvms):
    names = VERSIONS + [f"clang-{n}" for n in llvms]
    text = system.start("dpkg-query -W -f '${Package} ${Version}\\n' " + " ".join(names)).stdout
    found = dict(line.split() for line in text.splitlines() if re.fullmatch(r"\S+ \S+", line))
    # Without the epoch and Debian's own number; what is before +really is none.
    return {name: re.sub(r"^\d+:(.*\+really)?|^.*\+really|[-+~].*$", "", version) for name, version in found.items()}


def counts_of(text):
    """What lit says at its end, as "Passed" and "Timed Out"."""
    return {kind: int(number) for kind, number in re.findall(r"^  (\w[\w ]*?) *: +(\d+) \(", text, re.M)}


def complete_step(system, step, path, known, save):
    """What is known of the step then. What it took until it was interrupted is part of what it takes."""
    spent = known["interrupted"].pop(step.name, {"seconds": 0, "packages": system.packages()})
    begin = time.monotonic() - spent["seconds"]
    try:
        return run_step(system, step, path, begin, tuple(spent["packages"]))
    except BaseException:
        known["interrupted"][step.name] = {**spent, "seconds": round(time.monotonic() - begin)}
        save()
        raise


def run_step(system, step, path, begin, before):
    with open(path, "w", encoding="utf-8") as log:
        passed = system.start("cd /tussah && " + step.command, log).returncode == 0
    result = {
        "passed": passed,
        "seconds": round(time.monotonic() - begin),
        "commit": commit()[:8],
        "date": datetime.date.today().isoformat(),
        "command": step.command,
        "inputs": digest(step),
    }
    if CACHE:
        result["cached"] = True
    after = system.packages()
    if after != before:
        result["brings"] = {"packages": after[0] - before[0], "megabytes": after[1] - before[1]}
        headers = system.start("du -sm /tussah/build/llvm-headers").stdout.split()[0]
        if headers.isdigit():
            result["brings"]["megabytes"] += int(headers)
    if step.name.startswith("tests/"):
        result["tests"] = counts_of(path.read_text(encoding="utf-8", errors="replace"))
    return result


def run_suite(suite, folder, results, save, options):
    title, llvms = SUITES[suite]
    llvms = options.llvms.split() or llvms
    fresh = options.fresh
    old = {} if fresh else results.get(suite, {})
    wanted = {step.name: old.get("steps", {}).get(step.name, {}) for step in steps(llvms)}
    known = {"title": title, "llvms": llvms, "steps": {name: step for name, step in wanted.items() if step}}
    known["versions"] = old.get("versions", {})
    known["interrupted"] = old.get("interrupted", {})
    results[suite] = known
    logs = folder / f"{suite}.logs"
    logs.mkdir(exist_ok=True)
    with Chroot(folder, suite, suite, fresh=fresh) as system:
        lay(system.root / "tussah")
        for step in steps(llvms):
            before = known["steps"].get(step.name, {})
            kept = options.keep and before.get("command") == step.command
            if before.get("passed") and (kept or before["inputs"] == digest(step)):
                continue
            path = logs / (re.sub("[ /]", "-", step.name) + ".log")
            result = complete_step(system, step, path, known, save)
            # A second time there is nothing to bring.
            result["first"] = before.get("first") or {name: result[name] for name in ("seconds", "brings", "commit", "date", "cached") if name in result}  # fmt: skip
            known["steps"][step.name] = result
            known["versions"] = versions_of(system, llvms)
            save()
            end = "passed" if result["passed"] else f"failed, see {path}"
            print(f"{suite}: {step.name}: {end} ({result['seconds']} s)", flush=True)
            if not result["passed"] and not step.name.startswith("tests/"):
                return False
            if step.name == options.until:
                break
    return all(step["passed"] for step in known["steps"].values())


def tests_of(known, version):
    """How many tests have passed, of how many that were not left out, with this LLVM."""
    counts = [step["tests"] for name, step in known["steps"].items() if re.fullmatch(rf"tests/\w+ {version}", name)]
    if not counts:
        return f"{version}: not run"
    passed = sum(count.get("Passed", 0) for count in counts)
    failed = sum(count.get("Failed", 0) + count.get("Timed Out", 0) for count in counts)
    return f"{version}: {passed} of {passed + failed}"


def table(results):
    yield "| release | commits | date | packages | tests passed with Clang | failed |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for known in results.values():
        packages = ", ".join(f"{name} {version}" for name, version in known["versions"].items())
        commits = ", ".join(dict.fromkeys(step["commit"] for step in known["steps"].values()))
        failed = ", ".join(name for name, step in known["steps"].items() if not step["passed"])
        date = max(step["date"] for step in known["steps"].values())
        tests = ", ".join(tests_of(known, version) for version in known["llvms"])
        yield f"| {known['title']} | {commits} | {date} | {packages} | {tests} | {failed or 'none'} |"
    yield ""
    yield "| release | `make build` the first time | packages that it installs | MB of them and of headers |"
    yield "| --- | --- | --- | --- |"
    for known in results.values():
        if "make build" not in known["steps"]:
            continue
        first = known["steps"]["make build"]["first"]
        brings = first.get("brings", {"packages": 0, "megabytes": 0})
        cached = " from a cache" if first.get("cached") else ""
        yield f"| {known['title']} | {first['seconds']} s{cached} | {brings['packages']} | {brings['megabytes']} |"


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("--chroots", type=pathlib.Path, default=ROOT / "build" / "chroots")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "build" / "distributions.json")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--llvms", default="")
    parser.add_argument("--until")
    parser.add_argument("suites", nargs="*")
    options = parser.parse_args()
    results = json.loads(options.results.read_text()) if options.results.exists() else {}
    if options.table:
        print("\n".join(table(results)))
        return 0
    unknown = set(options.suites) - set(SUITES)
    if unknown:
        print(f"run.py: error: unknown: {', '.join(sorted(unknown))}; known are {', '.join(SUITES)}", file=sys.stderr)
        return 2
    if os.geteuid() != 0:
        print("run.py: error: chroots need root", file=sys.stderr)
        return 1

    def save():
        options.results.parent.mkdir(parents=True, exist_ok=True)
        options.results.write_text(json.dumps(results, indent=1) + "\n")

    # What runs inside, and what is mounted, must end with this.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    folder = options.chroots.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        passed = [run_suite(suite, folder, results, save, options) for suite in options.suites or SUITES]
    except Failure as failure:
        print(f"run.py: error: {failure}", file=sys.stderr)
        return 1
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
