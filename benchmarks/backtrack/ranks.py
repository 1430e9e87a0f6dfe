#!/usr/bin/env python3
"""What does a second rank gain for tasks on demand?

For each MPI that is there: T_1/T_2 for one and two ranks of one worker on this machine,
of the examples that run on ranks, in turn. Samples that were taken while something else
used the processors are taken again.

With --quick, tiny programs run once, on any machine: it shows that all is measured, and
says nothing about speed.
"""

import pathlib
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "cps")]
import cluster
import toolchain

SPEEDUPS = {"queens(14)": "queens 14", "pentomino(5)": "pentomino 5"}
TINY = {"queens(8)": "queens 8", "pentomino(3)": "pentomino 3"}
LIMIT = 1.90


def main():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=5, limit=None)
    parser.add_argument("--quick", action="store_true", help="tiny programs, once each")
    parser.add_argument("--kept", help="where run.py has left the compiled programs (--keep)")
    options = parser.parse_args()
    machine = toolchain.QuietMachine()
    programs = SPEEDUPS
    if options.quick:
        options.rounds = machine.ATTEMPTS = 1
        machine.PAUSE = 0
        programs = TINY
    kept = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(options.kept or folder)
        for name in () if options.kept else ("queens", "pentomino"):
            source = toolchain.ROOT / "examples" / "backtrack" / f"{name}.cpp"
            libraries = ("backtrack", "cps")
            toolchain.build_example(options, folder / name, libraries, [source], "c++17")
        for mpi, launcher in cluster.LAUNCHERS.items():
            if shutil.which(launcher[0]):
                print(f"{mpi}, two ranks of one worker, medians of {options.rounds}", flush=True)
                kept += cluster.speedups(folder, machine, mpi, options.rounds, programs, LIMIT)
        machine.report()
    return 0 if all(kept) or options.quick else 1


if __name__ == "__main__":
    sys.exit(main())
