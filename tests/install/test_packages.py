"""Installs the Debian packages in fresh chroots of Debian 12, 13 and sid, compiles and runs a
program there, upgrades and removes them; lintian and piuparts look at them, too. Needs root,
debootstrap and a Debian mirror.

usage: test_packages.py PACKAGES CHROOTS [SUITE[-arm64]...]

PACKAGES has the .deb files; in CHROOTS the systems are made, and kept for the next time. Packages
for arm64 are for systems that an emulator runs, as trixie-arm64. A release gets the packages of
compilers for which it has a clang.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "distributions"))
from chroot import Chroot, Failure, bootstrap, remove, run  # noqa: E402

SUITES = ("trixie", "bookworm", "sid")
PROGRAM = """#include <cilk/cilk.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
static long count(long first, long last) {
  if (last - first == 1) return first % 3 == 0;
  long left = cilk_spawn count(first, (first + last) / 2);
  long right = count((first + last) / 2, last);
  cilk_sync;
  return left + right;
}
int main() { std::printf("%ld\\n", count(0, 30000)); }
"""


def files(chroot):
    """What there is that has a name of Tussah's."""
    found = chroot("find", "/usr", "/etc", "/var/lib", "-name", "*tussah*", "-o", "-path", "*/cilk/*")
    return {line for line in found.split() if "/dpkg/" not in line and "/apt/" not in line}


def next_version(packages, folder):
    """The same packages with a higher version, for an upgrade."""
    folder.mkdir()
    for package in packages:
        tree = folder / "tree"
        run("dpkg-deb", "-R", package, tree)
        control = tree / "DEBIAN" / "control"
        text = control.read_text()
        version = re.search(r"^Version: (.*)$", text, re.M)[1]
        control.write_text(text.replace(f"Version: {version}", f"Version: {version}+next")
                           .replace(f"(= {version})", f"(= {version}+next)"))  # fmt: skip
        run("dpkg-deb", "--root-owner-group", "-b", tree, folder / package.name)
        shutil.rmtree(tree)


def compiler_of(package):
    """The LLVM that a package is for, or None."""
    found = re.match(r"tussah-compiler-(\d+)_", package.name)
    return found and found[1]


def packages_for(chroot, packages):
    """Without those of compilers for which the release has no clang."""
    text = chroot("sh", "-c", "apt-cache pkgnames clang- || true")
    return [package for package in packages if not compiler_of(package) or f"clang-{compiler_of(package)}" in text.split()]


def install(chroot, folder, packages):
    names = " ".join(f"/root/{folder}/{package.name}" for package in packages)
    chroot("sh", "-c", f"apt-get install -qy --no-install-recommends {names}")


def test_first_result(chroot, packages):
    """What a user types, with the newest compiler only."""
    newest = max(filter(None, map(compiler_of, packages)), key=int)
    chosen = [package for package in packages if compiler_of(package) in (None, newest)]
    begin = time.monotonic()
    chroot("apt-get", "-q", "update")
    install(chroot, "debs", [package for package in chosen if "-doc" not in package.name and "-tools" not in package.name])
    assert chroot("tussah", "run", "/root/primes.cpp") == "10000\n"
    said = chroot.start("tussah race /root/primes.cpp; tussah doctor").stdout
    assert "libtussah-race.so'; install the package tussah-tools" in said, said
    assert re.search("^  optional race detector .*; install the package tussah-tools$", said, re.M), said
    # Compilers that nobody has installed are one line.
    for version in {compiler_of(package) for package in packages} - {None, newest}:
        assert f"apt-get install clang-{version}; install the package tussah-compiler-{version}\n" in said, said
    print(f"  first result after {time.monotonic() - begin:.0f} s and 3 commands", flush=True)


def test_compilers(chroot, packages):
    for version in filter(None, map(compiler_of, packages)):
        for command in (
            ("tussah-clang++", f"--tussah-clang=clang-{version}"),
            (f"clang++-{version}", f"--config=/usr/lib/tussah/{version}/tussah.cfg"),
        ):
            chroot(*command, "-O2", "/root/primes.cpp", "-o", "/root/primes")
            assert chroot("/root/primes") == "10000\n"
        print(f"  clang {version}: compiled and ran", flush=True)


def test(chroot, packages):
    inside = chroot.root / "root"
    (inside / "debs").mkdir()
    for package in packages:
        shutil.copy(package, inside / "debs")
    (inside / "primes.cpp").write_text(PROGRAM)
    before = files(chroot)
    if (chroot.root / "usr" / "bin" / "clang").exists():
        raise Failure("the system is not fresh")
    chroot("apt-get", "-q", "update")
    packages = packages_for(chroot, packages)
    remove(chroot.root / "var" / "lib" / "apt" / "lists")
    test_first_result(chroot, packages)
    install(chroot, "debs", packages)
    test_compilers(chroot, packages)
    chroot("tussah", "doctor")
    next_version(packages, inside / "next")
    install(chroot, "next", packages)
    assert "+next" in chroot("dpkg-query", "-W", "tussah-dev")
    assert chroot("tussah", "run", "/root/primes.cpp") == "10000\n"
    chroot("sh", "-c", "apt-get purge -qy 'tussah-*'")
    left = files(chroot) - before
    if left:
        raise Failure(f"left behind: {sorted(left)}")
    print("  upgraded and removed", flush=True)
    return packages


def test_piuparts(folder, suite, packages):
    """Installs, removes and installs again, and looks at each file that changes."""
    # Debian removes debootstrap's own log, too.
    run("piuparts", "-d", suite, "-e", bootstrap(folder, suite), "--keep-sources-list", "--no-eatmydata",
        "--warn-on-leftovers-after-purge", "--no-upgrade-test", "-l", folder / f"{suite}.piuparts.log", *packages)  # fmt: skip
    print("  piuparts found no error", flush=True)


def errors_of_lintian(packages):
    text = subprocess.run(["lintian", "--allow-root", "--tag-display-limit", "0", *packages], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False).stdout  # fmt: skip
    return [line for line in text.splitlines() if line.startswith("E:")]


def test_suite(name, folder, packages):
    suite, _, architecture = name.partition("-")
    wanted = (architecture or "amd64", "all")
    packages = [package for package in packages if package.stem.rpartition("_")[2] in wanted]
    print(name, flush=True)
    with Chroot(folder, suite, f"{name}.packages", fresh=True, architecture=architecture or None) as chroot:
        packages = test(chroot, packages)
    remove(chroot.root)
    if not architecture:
        test_piuparts(folder, suite, packages)


def main():
    packages, folder, *suites = sys.argv[1:]
    packages = sorted(pathlib.Path(packages).resolve().glob("*.deb"))
    if os.geteuid() != 0:
        print("test_packages.py: error: chroots need root", file=sys.stderr)
        return 1
    if not packages:
        print("test_packages.py: error: no packages there; run make packages", file=sys.stderr)
        return 1
    folder = pathlib.Path(folder).resolve()
    errors = errors_of_lintian(packages)
    for name in suites or SUITES:
        try:
            test_suite(name, folder, packages)
        except Failure as failure:
            errors.append(f"{name}: {failure}")
    print("\n".join(errors) or "lintian found no error")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
