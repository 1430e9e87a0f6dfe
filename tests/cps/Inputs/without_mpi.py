"""Builds libtussah-cps as on a machine without MPI, unoptimized, and uses it.

usage: without_mpi.py FOLDER COMPILER CMAKE-ARGUMENTS...
"""

import os
import pathlib
import shutil
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[3]
FOLDER, COMPILER = pathlib.Path(sys.argv[1]), sys.argv[2]
# As find_program() leaves them where there is none.
WITHOUT = ["-DTUSSAH_MPICC_mpich=", "-DTUSSAH_MPICC_openmpi=", "-DCMAKE_BUILD_TYPE=None"]


def run(*command, code=0, **environment):
    """Runs a command, which must end with a code; returns its output."""
    result = subprocess.run(
        list(map(str, command)),
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if result.returncode != code:
        raise SystemExit(f"error: code {result.returncode} of {command}:\n{result.stdout}")
    return result.stdout


def expect(text, output):
    if text not in output:
        raise SystemExit(f"error: no '{text}' in:\n{output}")


shutil.rmtree(FOLDER, ignore_errors=True)
configured = run("cmake", "-S", SOURCE, "-B", FOLDER, *WITHOUT, *sys.argv[3:])
for mpi in ("mpich", "openmpi"):
    expect(f"Not found: mpicc.{mpi}", configured)
run("cmake", "--build", FOLDER, "--target", "tussah-cps")
libraries = FOLDER / "lib" / "tussah"
if found := [*libraries.glob("libtussah-cps-*")]:
    raise SystemExit(f"error: {found[0]} has been built")
for example, arguments, text in (
    ("queens", ["8", "2", "--migrate", "message"], "8 queens have 92 solutions"),
    ("fib", ["20"], "fib(20) = 6765"),
):
    program = FOLDER / example
    run(
        COMPILER, "-std=c++20", f"-I{SOURCE / 'include'}",
        SOURCE / "examples" / "cps" / f"{example}.cpp", libraries / "libtussah-cps.a",
        "-pthread", f"-Wl,-rpath,{libraries}", "-o", program,
    )  # fmt: skip
    for workers in ("1", "3"):
        expect(text, run(program, *arguments, "--workers", workers))
    # A job does not become several programs.
    expect("cannot load the transport", run(program, *arguments, code=1, PMI_SIZE="2"))
