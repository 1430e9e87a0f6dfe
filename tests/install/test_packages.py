"""Installs the Debian packages in fresh chroots of Debian 12 and 13, compiles and runs a
program there, upgrades and removes them. Needs root, debootstrap and a Debian mirror.

usage: test_packages.py PACKAGES CHROOTS [SUITE...]

PACKAGES has the .deb files; in CHROOTS the systems are made, and kept for the next time.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

MIRROR = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")
SECURITY = os.environ.get("DEBIAN_SECURITY_MIRROR", "http://deb.debian.org/debian-security")
SUITES = ("trixie", "bookworm")
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


def run(*command, **options):
    result = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True, **options)  # fmt: skip
    if result.returncode:
        raise SystemExit(f"{result.stdout}\nerror: {' '.join(map(str, command))}: exit code {result.returncode}")
    return result.stdout


class Chroot:
    """A system in a folder, fresh for each test."""

    def __init__(self, folder, suite):
        base = folder / f"{suite}.base"
        if not (base / "etc" / "debian_version").exists():
            run("debootstrap", "--variant=minbase", suite, base, MIRROR)
        sources = base / "etc" / "apt" / "sources.list"
        sources.write_text(f"deb {MIRROR} {suite} main\ndeb {SECURITY} {suite}-security main\n")
        self.root = folder / f"{suite}.test"
        shutil.rmtree(self.root, ignore_errors=True)
        run("cp", "-a", base, self.root)
        shutil.copy("/etc/resolv.conf", self.root / "etc" / "resolv.conf")
        # Nothing of this machine but what the driver asks for: where it lies itself.
        run("mount", "-t", "proc", "proc", self.root / "proc")

    def __call__(self, *command):
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "HOME": "/root"}
        return run("chroot", self.root, *command, env=environment)

    def close(self):
        subprocess.run(["umount", self.root / "proc"], check=False)
        shutil.rmtree(self.root, ignore_errors=True)

    def files(self):
        """What there is that has a name of Tussah's."""
        found = self("find", "/usr", "/etc", "/var/lib", "-name", "*tussah*", "-o", "-path", "*/cilk/*")
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


def test(chroot, packages):
    inside = chroot.root / "root"
    (inside / "debs").mkdir()
    for package in packages:
        shutil.copy(package, inside / "debs")
    (inside / "primes.cpp").write_text(PROGRAM)
    before = chroot.files()
    begin = time.monotonic()
    chroot("apt-get", "-q", "update")
    chroot("sh", "-c", "apt-get install -qy --no-install-recommends /root/debs/*.deb")
    assert chroot("tussah", "run", "/root/primes.cpp") == "10000\n"
    print(f"  first result after {time.monotonic() - begin:.0f} s and 3 commands", flush=True)
    versions = sorted(re.findall(r"tussah-compiler-(\d+)_", " ".join(p.name for p in packages)))
    for version in versions:
        chroot("tussah-clang++", f"--tussah-clang=clang-{version}", "-O2", "/root/primes.cpp", "-o", "/root/primes")
        assert chroot("/root/primes") == "10000\n"
        chroot(f"clang++-{version}", f"--config=/usr/lib/tussah/{version}/tussah.cfg", "-O2", "/root/primes.cpp",
               "-o", "/root/primes")  # fmt: skip
        assert chroot("/root/primes") == "10000\n"
        print(f"  clang {version}: compiled and ran", flush=True)
    chroot("tussah", "doctor")
    next_version(packages, inside / "next")
    chroot("sh", "-c", "apt-get install -qy --no-install-recommends /root/next/*.deb")
    assert "+next" in chroot("dpkg-query", "-W", "tussah-dev")
    assert chroot("tussah", "run", "/root/primes.cpp") == "10000\n"
    chroot("sh", "-c", "apt-get purge -qy 'tussah-*'")
    left = chroot.files() - before
    assert not left, f"left behind: {sorted(left)}"
    print("  upgraded and removed", flush=True)


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
    folder.mkdir(parents=True, exist_ok=True)
    errors = [line for line in run("sh", "-c", 'lintian --tag-display-limit 0 "$@" || true', "sh", *packages).splitlines() if line.startswith("E:")]  # fmt: skip
    for suite in suites or SUITES:
        print(suite, flush=True)
        chroot = Chroot(folder, suite)
        try:
            test(chroot, packages)
        finally:
            chroot.close()
    print("\n".join(errors) or "lintian found no error")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
