"""Prints the instructions that tussah-outline takes for a function with many tasks.

count-work.py FOLDER TASKS COMPILER... -- OPT...
"""

import re
import subprocess
import sys
from pathlib import Path

# Of the pass, not of the program around it.
PASS = "tussah::OutlinePass::run*"


def source(tasks):
    """Tasks with variables of their own and of their parent."""
    lines = ['#include "markers.h"', "void use(int *);", "void parent(int n) {", "  GUARD(g, 0);"]
    for k in range(tasks):
        lines += [f"  int v{k} = n + {k};", f"  TASK(0, int own = v{k}; use(&own));"]
    return "\n".join([*lines, "}", ""])


def main():
    folder, tasks = Path(sys.argv[1]), int(sys.argv[2])
    split = sys.argv.index("--")
    compiler, opt = sys.argv[3:split], sys.argv[split + 1 :]
    text, module = folder / f"{tasks}.c", folder / f"{tasks}.ll"
    text.write_text(source(tasks))
    flags = ["-O1", "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm"]
    subprocess.run([*compiler, *flags, str(text), "-o", str(module)], check=True)
    counted = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder / 'callgrind.out'}",
         f"--toggle-collect={PASS}", *opt, "-passes=tussah-outline", "-disable-output", str(module)],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    print(re.search(r"Collected : (\d+)", counted.stderr).group(1))


main()
