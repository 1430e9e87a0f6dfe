"""Compiles each block of C of a page by itself.

usage: compile-blocks.py PAGE.md COMPILER...
"""

import re
import subprocess
import sys


def main():
    page, *compiler = sys.argv[1:]
    with open(page, encoding="utf-8") as file:
        blocks = re.findall(r"^```c\n(.*?)^```$", file.read(), re.M | re.S)
    wrong = 0
    for number, block in enumerate(blocks):
        with open(f"block{number}.c", "w", encoding="utf-8") as file:
            file.write(block)
        wrong += subprocess.run([*compiler, "-c", f"block{number}.c"]).returncode != 0
    print(f"{len(blocks)} blocks, {wrong} wrong")
    return 1 if wrong or not blocks else 0


if __name__ == "__main__":
    sys.exit(main())
