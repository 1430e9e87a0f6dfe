"""Checks that the parts of a program that a page shows are the program.

usage: tutorial.py PAGE PROGRAM

The page's ```cpp blocks, one after the other with an empty line between, must be
the program, which must have less than 100 lines.
"""

import pathlib
import re
import sys

page, program = (pathlib.Path(argument) for argument in sys.argv[1:])
blocks = re.findall(r"^```cpp\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
shown = "\n".join(blocks).splitlines()
lines = program.read_text(encoding="utf-8").splitlines()
for number, (left, right) in enumerate(zip(shown, lines), 1):
    if left != right:
        sys.exit(f"{program.name}:{number}: '{right}', but {page.name} shows '{left}'")
if len(shown) != len(lines):
    sys.exit(f"{page.name} shows {len(shown)} lines of {program.name}, which has {len(lines)}")
if len(lines) >= 100:
    sys.exit(f"{program.name} has {len(lines)} lines; {page.name} promises less than 100")
