#!/usr/bin/env python3
"""Does a traversal of the deepest tree overflow a small stack?

Generates a path of 10^8 vertices, and makes a spanning tree of it from one end with
stacks of 1 MiB, on one worker and on two. The stages must be as many as the bound of
depth says, 31 vertices each. A stack that overflows ends the program (exit code 1).
Takes 2.3 GiB of memory, and a file of 1.5 GiB in the folder for temporary files.
"""

import argparse
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import toolchain

# A call for each depth from the bound to 0.
VERTICES_OF_STAGE = 31


def limited(kibibytes):
    """Returns what sets the stack of a new process, which also its workers' stacks are
    as large as, and keeps it from writing a core file."""

    def limit():
        stack = kibibytes << 10
        resource.setrlimit(resource.RLIMIT_STACK, (stack, stack))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return limit


def grow(program, graph, workers, options):
    """Prints a line, and returns whether the tree is whole."""
    command = [program, "graph", "spanning", "--source", "0", "--repeat", "1", graph]
    process = subprocess.run(
        [*command, "--workers", str(workers)],
        capture_output=True,
        text=True,
        preexec_fn=limited(options.stack),
    )
    if process.returncode > 0:
        raise SystemExit(f"error: {' '.join(process.args)}: {process.stderr.strip()}")
    line = f"  spanning tree on {workers}: "
    if process.returncode < 0:
        print(f"{line}ended by signal {-process.returncode}: overflow [none] missed", flush=True)
        return False
    seconds = re.search(r"^time ([0-9.]+) s$", process.stderr, re.MULTILINE)[1]
    summary = re.fullmatch(
        r"1 tree of (\d+) vertices, grown in (\d+) stages?\n", process.stdout
    )
    stages = -(-options.vertices // VERTICES_OF_STAGE)
    good = summary and (int(summary[1]), int(summary[2])) == (options.vertices, stages)
    answer = "no overflow [none] ok" if good else f"expected all in {stages} stages: wrong"
    print(f"{line}{process.stdout.strip()}, {seconds} s: {answer}", flush=True)
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build-dir", type=pathlib.Path, default=toolchain.ROOT / "build")
    parser.add_argument("--vertices", type=int, default=10**8)
    parser.add_argument("--stack", type=int, default=1024, help="size of a stack in KiB")
    options = parser.parse_args()
    program = str(options.build_dir / "bin" / "tussah")
    with tempfile.TemporaryDirectory() as folder:
        graph = f"{folder}/path.sg"
        toolchain.run([program, "graph", "generate", "path", str(options.vertices), "-o", graph])
        print(f"path of {options.vertices:,} vertices, stacks of {options.stack} KiB", flush=True)
        kept = [grow(program, graph, workers, options) for workers in (1, 2)]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
