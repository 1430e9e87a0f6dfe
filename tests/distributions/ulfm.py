"""Kills ranks of jobs of both libraries under Open MPI's fault tolerance, in a chroot of Debian
13, which has Open MPI 5: tests/cps/Inputs/losses.py there. Needs root, debootstrap and a Debian
mirror, and the libraries in BUILD; this machine's C library must be no newer than Debian 13's.

usage: ulfm.py BUILD [--chroots FOLDER] [--trials N] [--seed N] [--measure]

FOLDER (default: build/chroots) keeps the system. --measure also asks how much time a loss costs;
it wants a quiet machine.
"""

import argparse
import os
import pathlib
import shutil
import sys

from chroot import Chroot, Failure

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = "g++ openmpi-bin libopenmpi-dev python3"
INSTALL = "apt-get -qq update && apt-get install -qqy --no-install-recommends"
FOLDERS = "examples include jobs/mpi tests/cps/Inputs".split()
LIBRARIES = "libtussah-cps.a libtussah-backtrack.a".split()
COMPILE = "g++ -std=c++20 -O2 -I include"
PROGRAMS = {
    "fib": "examples/cps/fib.cpp libtussah-cps.a",
    "queens": "examples/backtrack/queens.cpp libtussah-backtrack.a",
}
# How large they are in trials, and where time is measured: seconds.
SIZES = {"fib": (36, 41), "queens": (13, 15)}


def lay(build, tree):
    """What is tested as it is now, over that of the last time."""
    shutil.rmtree(tree, ignore_errors=True)
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, tree / folder)
    for library in LIBRARIES:
        shutil.copy(build / "lib" / "tussah" / library, tree)


def do(system, command):
    """What it prints is shown as it comes."""
    if system.start(f"cd /ulfm && {command}", None).returncode != 0:
        raise Failure(f"failed in the chroot: {command}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--chroots", type=pathlib.Path, default=ROOT / "build" / "chroots")
    parser.add_argument("--trials", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--measure", action="store_true")
    options = parser.parse_args()
    if os.geteuid() != 0:
        print("ulfm.py: error: chroots need root", file=sys.stderr)
        return 1
    missing = [name for name in LIBRARIES if not (options.build / "lib" / "tussah" / name).exists()]
    if missing:
        print(f"ulfm.py: error: not in {options.build}: {', '.join(missing)}; build them first", file=sys.stderr)
        return 1
    try:
        with Chroot(options.chroots.resolve(), "trixie", "ulfm") as system:
            lay(options.build, system.root / "ulfm")
            do(system, f"dpkg -s {PACKAGES} >packages.log 2>&1 || ({INSTALL} {PACKAGES} >packages.log 2>&1)")
            do(system, "ompi_info | grep 'FT MPI support: yes'")
            do(system, "mpicxx -std=c++17 -O2 -I include -shared -fPIC jobs/mpi/mpi.cpp -o libtussah-cps-openmpi.so")
            for program, sources in PROGRAMS.items():
                do(system, f"{COMPILE} {sources} -o {program} -pthread -Wl,-rpath,/ulfm")
            for program in PROGRAMS:
                losses = f"python3 tests/cps/Inputs/losses.py ulfm {program} --seed {options.seed}"
                small, large = SIZES[program]
                do(system, f"{losses} --n {small} --trials {options.trials}")
                if options.measure:
                    do(system, f"{losses} --n {large} --trials 5 --every 1000 --measure")
    except Failure as failure:
        print(f"ulfm.py: error: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
