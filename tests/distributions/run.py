"""Builds Tussah in chroots of Debian's releases, with their own packages, and runs a sample of
the tests there. Needs root, debootstrap and a Debian mirror. What has passed is not run again,
until there is another commit.

usage: run.py [--chroots FOLDER] [--results FILE] [SUITE...]
       run.py --table [--results FILE]

FOLDER (default: build/chroots) keeps the systems, FILE (default: build/distributions.json) the
results. --table prints them as the table of docs/reference/systems.md.
"""

import argparse
import datetime
import json
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
MIRROR = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")
# The current stable first, and the LLVMs to build for.
SUITES = {
    "trixie": ("Debian 13", ["22", "19"]),
    "bookworm": ("Debian 12", ["22", "19"]),
    "sid": ("Debian sid", ["23", "22", "21"]),
}
DEFAULT = ["22", "19"]
# What of a system matters to Tussah.
VERSIONS = "libc6 gcc g++ cmake python3 libtbb-dev gdb".split()
# What the sample needs beyond what building does, for the newest LLVM N that is the default.
TESTING = (
    "git llvm-{n}-tools lld-{n} libclang-rt-{n}-dev libomp-{n}-dev libc++-{n}-dev libc++abi-{n}-dev "
    "binutils gdb libgtest-dev python3-psutil spin"
).split()
FOLDERS = "keywords tasks targets native programs runtime driver".split()
PRIMES = 'sed -n "/^```cpp/,/^```/p" README.md | sed "1d;\\$d" > primes.cpp && '


def steps(versions):
    """Names and shell commands, in the tree, in order."""
    n = versions[0]
    # As the README says it, where the default fits.
    chosen = "" if versions == DEFAULT else f" TUSSAH_LLVM_VERSIONS='{' '.join(versions)}'"
    yield "build", "make build" + chosen
    yield "README", PRIMES + 'test "$(build/bin/tussah run primes.cpp)" = "78498 primes"'
    yield "doctor", "build/bin/tussah doctor"
    for version in versions:
        yield f"clang {version}", (
            f"build/bin/tussah-clang++ --tussah-clang=clang-{version} -O2 primes.cpp -o primes && "
            'test "$(./primes)" = "78498 primes"'
        )
    yield "packages", (
        "apt-get install -qy --no-install-recommends " + " ".join(name.format(n=n) for name in TESTING)
    )
    yield "libc++", (
        "build/bin/tussah-clang++ -stdlib=libc++ -O2 primes.cpp -o primes && "
        'test "$(./primes)" = "78498 primes"'
    )
    yield "configure", "cmake -B build -DBUILD_TESTING=ON"
    for version in versions:
        for folder in FOLDERS:
            yield f"tests/{folder} {version}", (
                f"/usr/lib/llvm-{n}/bin/lit -q -j2 build/tests/lit-{version}/{folder}"
            )


class System:
    """A release of Debian in a folder."""

    def __init__(self, folder, suite):
        self.root = folder / suite
        if not (self.root / "etc" / "debian_version").exists():
            self.root.mkdir(parents=True, exist_ok=True)
            subprocess.run(["debootstrap", "--variant=minbase", suite, self.root, MIRROR], check=True)
        (self.root / "etc" / "resolv.conf").write_bytes(pathlib.Path("/etc/resolv.conf").read_bytes())
        self.mounts = []

    def __enter__(self):
        # Drivers ask where they lie; lit, for semaphores.
        for kind, name in (("proc", "proc"), ("tmpfs", "dev/shm")):
            place = self.root / name
            place.mkdir(exist_ok=True)
            if not os.path.ismount(place):
                subprocess.run(["mount", "-t", kind, kind, place], check=True)
                self.mounts.append(place)
        return self

    def __exit__(self, *error):
        for place in reversed(self.mounts):
            subprocess.run(["umount", place], check=False)

    def run(self, command, log=subprocess.PIPE):
        environment = {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root",
            "DEBIAN_FRONTEND": "noninteractive",
            "CMAKE_BUILD_PARALLEL_LEVEL": "2",
        }
        return subprocess.run(
            ["chroot", self.root, "sh", "-c", command],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    def versions(self, llvms):
        names = VERSIONS + [f"clang-{n}" for n in llvms]
        text = self.run("dpkg-query -W -f '${Package} ${Version}\\n' " + " ".join(names)).stdout
        found = [line.split() for line in text.splitlines() if not line.startswith("dpkg-query:")]
        return dict(pair for pair in found if len(pair) == 2)

    def lay(self, commit):
        """The tree of the commit, over what earlier runs have built of it."""
        tree = self.root / "tussah"
        tree.mkdir(exist_ok=True)
        archive = subprocess.run(
            ["git", "-C", ROOT, "archive", commit], stdout=subprocess.PIPE, check=True
        ).stdout
        subprocess.run(["tar", "-x", "--touch", "-C", tree], input=archive, check=True)


def commit_of_tree():
    return subprocess.run(
        ["git", "-C", ROOT, "rev-parse", "HEAD"], stdout=subprocess.PIPE, text=True, check=True
    ).stdout.strip()


def run_suite(suite, folder, results, save):
    title, llvms = SUITES[suite]
    commit = commit_of_tree()
    known = results.setdefault(suite, {})
    if known.get("commit") != commit:
        known.clear()
        known.update(commit=commit, title=title, steps={})
    logs = folder / f"{suite}.logs"
    with System(folder, suite) as system:
        logs.mkdir(exist_ok=True)
        if not known["steps"]:
            system.lay(commit)
            system.run("apt-get -q update && apt-get install -qy --no-install-recommends make")
        for name, command in steps(llvms):
            if known["steps"].get(name, {}).get("passed"):
                continue
            begin = time.monotonic()
            path = logs / (name.replace("/", "-").replace(" ", "-") + ".log")
            with open(path, "w", encoding="utf-8") as log:
                passed = system.run("cd /tussah && " + command, log).returncode == 0
            seconds = round(time.monotonic() - begin)
            known["steps"][name] = {"passed": passed, "seconds": seconds}
            known["date"] = datetime.date.today().isoformat()
            known["versions"] = system.versions(llvms)
            save()
            print(f"{suite}: {name}: {'passed' if passed else f'failed, see {path}'} ({seconds} s)", flush=True)
            if not passed and not name.startswith("tests/"):
                return False
    return all(step["passed"] for step in known["steps"].values())


def table(results):
    yield "| system | commit | date | packages | passed | failed |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for suite, known in results.items():
        packages = ", ".join(f"{name} {version}" for name, version in known["versions"].items())
        passed = [name for name, step in known["steps"].items() if step["passed"]]
        failed = [name for name, step in known["steps"].items() if not step["passed"]]
        yield (
            f"| {known['title']} ({suite}) | {known['commit'][:8]} | {known['date']} | {packages} | "
            f"{', '.join(passed)} | {', '.join(failed) or 'none'} |"
        )


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("--chroots", type=pathlib.Path, default=ROOT / "build" / "chroots")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "build" / "distributions.json")
    parser.add_argument("--table", action="store_true")
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

    folder = options.chroots.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    passed = [run_suite(suite, folder, results, save) for suite in options.suites or SUITES]
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
