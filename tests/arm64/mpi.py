#!/usr/bin/env python3
"""Runs jobs of several processes on AArch64, under qemu-user, by both MPIs.

    mpi.py [--build FOLDER] [--llvm N]

The launchers are this machine's, which start programs for AArch64 as any other
(compile.py); the libraries of MPI are Debian's for arm64, and the transports are
compiled for them. An MPI whose launcher is missing is left out.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
TREE = HERE.parents[1]
sys.path[:0] = [str(HERE), str(HERE.parent / "cps" / "Inputs")]
sys.dont_write_bytecode = True
from jobs import Jobs  # noqa: E402
from run import TRIPLE, require  # noqa: E402

# Of each MPI: where its headers and its library are, and the library's name.
LIBRARIES = {"mpich": ("mpich/include", ".", "mpich"), "openmpi": ("openmpi/include", "openmpi/lib", "mpi")}
CPS = ["examples/cps/fib", "examples/cps/queens", "tests/cps/storm", "tests/cps/Inputs/cluster", "tests/cps/Inputs/faults"]
BACKTRACK = ["examples/backtrack/queens", "examples/backtrack/pentomino"]


class Compilers:
    """What makes programs and transports for AArch64 in a folder."""

    def __init__(self, build, llvm, root, folder):
        self.root, self.folder = root, folder
        self.clang = shutil.which(f"clang++-{llvm}")
        self.libraries = build / "lib" / "tussah" / TRIPLE
        self.flags = ["-O1", "-w", "-pthread", f"-I{TREE}/include", f"-I{TREE}"]

    def compile(self, *arguments):
        command = [sys.executable, str(HERE / "compile.py"), str(self.root), self.clang, self.clang, self.clang]
        subprocess.run([*command, *self.flags, *map(str, arguments)], cwd=self.folder, check=True)

    def program(self, prefix, source, library, standard):
        self.compile(f"-std={standard}", TREE / f"{source}.cpp", "-o", prefix + Path(source).name,
                     self.libraries / library, f"-Wl,-rpath,{self.folder}")  # fmt: skip

    def transport(self, mpi):
        headers, library, name = LIBRARIES[mpi]
        system = self.root / "usr" / "lib" / TRIPLE
        self.compile("-std=c++17", "-shared", "-fPIC", "-fvisibility=hidden", "-isystem", system / headers,
                     TREE / "jobs" / "mpi" / "mpi.cpp", "-o", f"libtussah-cps-{mpi}.so",
                     f"-L{system / library}", f"-l{name}")  # fmt: skip


def run_jobs(jobs, mpi):
    fib = ("fib\\(20\\) = 6765", "threads 32837\n")
    jobs.good("-n 3 ./fib 20", *fib)
    jobs.good("-n 3 ./queens 7 2", "7 queens have 40 solutions")
    jobs.good("-n 2 ./storm", "24 runs")
    jobs.good("-n 3 ./cluster 3 2", "good")
    jobs.bad("-n 3 ./faults throw", "rank 2: as wanted")
    jobs.bad("-n 3 ./faults deadlock", "nothing is left to run, but 2 closures wait for arguments:")
    jobs.good("-n 3 ./back-queens 8", "8 queens.* 92 ")
    # Without shared memory, what qemu lets MPI do: Open MPI needs an option of sockets that qemu does not know. In
    # MPICH's MPI_Finalize, after the exchange of many messages, UCX waits forever now and then: one rank is behind
    # its flush, and the other needs that rank for its own. On x86-64 that has not been seen.
    far = mpi == "mpich"
    jobs.good("-n 2 ./fib 20 --migrate message --workers 2", *fib, far=far)
    jobs.good("-n 2 ./back-pentomino 3 --workers 2", "in 8 ways", far=far)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--llvm", default="22")
    options = parser.parse_args()
    require()
    mpis = [mpi for mpi in LIBRARIES if shutil.which(f"mpirun.{mpi}")]
    if not mpis:
        print("mpi: skipped, without mpirun.mpich and mpirun.openmpi; run scripts/install-deps.sh test")
        return 77
    build = Path(options.build).resolve()
    root = build / "arm64-root"
    packages = ["libmpich-dev", "libopenmpi-dev"]
    subprocess.run([str(TREE / "scripts" / "arm64-root.sh"), str(root), *packages], check=True)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        compilers = Compilers(build, options.llvm, root, Path(folder))
        for source in CPS:
            compilers.program("", source, "libtussah-cps.a", "c++20")
        for source in BACKTRACK:
            compilers.program("back-", source, "libtussah-backtrack.a", "c++17")
        for mpi in mpis:
            compilers.transport(mpi)
            run_jobs(Jobs(mpi), mpi)
    print(f"jobs of {' and '.join(mpis)} end as they should")
    return 0


if __name__ == "__main__":
    sys.exit(main())
