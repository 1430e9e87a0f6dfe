"""Prints the instructions that tussah-outline takes for a function with many tasks.

count-work.py FOLDER LANGUAGE TASKS COMPILER... -- OPT...

LANGUAGE is c or cpp; in C++ tasks and the evaluation of their arguments have handlers.
"""

import re
import subprocess
import sys
from pathlib import Path

# Of the pass, not of the program around it.
PASS = "tussah::OutlinePass::run*"


def source(language, tasks):
    """Tasks with variables of their own, of their parent, and of all of them."""
    lines = ['#include "markers.h"', "void use(int *);"]
    if language == "cpp":
        lines += ["struct Text { Text(int); ~Text(); };", "void take(Text);"]
    lines += ["void parent(int n) {", "  GUARD(g, 0);", "  int all = n, value = n;"]
    for k in range(tasks):
        own = f"int own = v{k} + value; use(&own); use(&all)"
        if language == "cpp":
            own = f"Text text(0); try {{ {own}; }} catch (int e) {{ use(&e); }}"
            lines.append(f"  TASK(0, CALLEE(take)(Text({k})));")
        lines += [f"  int v{k} = n + {k};", f"  TASK(0, {own});"]
    return "\n".join([*lines, "}", ""])


def main():
    folder, language, tasks = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    split = sys.argv.index("--")
    compiler, opt = sys.argv[4:split], sys.argv[split + 1 :]
    text, module = folder / f"{tasks}.{language}", folder / f"{tasks}.ll"
    text.write_text(source(language, tasks))
    flags = ["-O1", "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm"]
    subprocess.run([*compiler, *flags, str(text), "-o", str(module)], check=True)
    counted = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder / 'callgrind.out'}",
         f"--toggle-collect={PASS}", *opt, "-passes=tussah-outline", "-disable-output", str(module)],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    print(re.search(r"Collected : (\d+)", counted.stderr).group(1))


main()
