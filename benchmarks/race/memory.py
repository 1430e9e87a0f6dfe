#!/usr/bin/env python3
"""How much memory does the race detector take for many strands, accesses or call contexts?

Compiles memory.c with and without -fsanitize=cilk, runs its cases, and prints for each the seconds and the peak memory.
The limit is five times the memory without the detector, plus 64 MB. The count is of strands, tasks for `contexts`, and for
`accesses` of numbers that are read or written: a check of a range of n numbers counts as n.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent)]
import toolchain

CASES = ("spawns", "scopes", "loops", "contexts", "accesses", "own")
MORE = 64 << 10
MEASURED = re.compile(r"^([0-9.]+) s, ([0-9]+) KB$", re.MULTILINE)


def run(binary, case, count, workers):
    """Returns seconds, and peak memory in KB."""
    command = ["/usr/bin/time", "-q", "-f", "%e s, %M KB", binary, case, str(count)]
    environment = dict(os.environ, CILK_NWORKERS=str(workers))
    result = subprocess.run(command, stderr=subprocess.PIPE, text=True, env=environment)
    measured = MEASURED.search(result.stderr)
    if result.returncode != 0 or not measured:
        sys.exit(f"memory.py: {case}: exit code {result.returncode}: {result.stderr.strip()[:200]}")
    return float(measured[1]), int(measured[2])


def main():
    parser = toolchain.parser(__doc__, rounds=1, limit=5)
    parser.add_argument("--cases", default=",".join(CASES), help="names, with commas")
    parser.add_argument("--count", type=float, default=1e7, help="strands, tasks or accesses of each case")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    is_within = True
    with tempfile.TemporaryDirectory() as folder:
        binaries = [pathlib.Path(folder) / name for name in ("plain", "race")]
        for binary, flags in zip(binaries, ([], ["-fsanitize=cilk", "-g1"])):
            compiler = [options.build_dir / "bin/tussah-clang", f"--tussah-clang=/usr/bin/clang-{options.llvm}"]
            subprocess.run([*compiler, "-O2", *flags, HERE / "memory.c", "-o", binary], check=True)
        print(f"{'case':10}{'count':>10}{'plain s':>10}{'race s':>10}{'plain MB':>10}{'race MB':>10}{'limit MB':>10}")
        for case in options.cases.split(","):
            seconds, memory = zip(*(run(binary, case, int(options.count), options.workers) for binary in binaries))
            limit = options.limit * memory[0] + MORE
            is_within &= memory[1] <= limit
            print(f"{case:10}{options.count:10.0e}{seconds[0]:10.2f}{seconds[1]:10.2f}", end="")
            print(f"{memory[0] / 1024:10.1f}{memory[1] / 1024:10.1f}{limit / 1024:10.1f}", flush=True)
    sys.exit(not is_within)


if __name__ == "__main__":
    main()
