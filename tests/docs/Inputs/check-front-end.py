"""Runs the programs of docs/internals/tutorial-front-end.md.

    check-front-end.py PAGE.md cpp|kaleidoscope COMMAND...

A program is a block of that kind with a block of text behind it, which is what it
prints. COMMAND gets the file of the program as its last argument.
"""

import re
import subprocess
import sys


def main():
    page, kind, *command = sys.argv[1:]
    with open(page, encoding="utf-8") as file:
        blocks = re.findall(rf"^```{kind}\n((?:(?!```).*\n)*)```\n\n```text\n((?:(?!```).*\n)*)```$", file.read(), re.M)
    wrong = 0
    for text, expected in blocks:
        source = "program.cpp" if kind == "cpp" else "program.kal"
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        run = subprocess.run([*command, source], stdout=subprocess.PIPE, text=True, timeout=100)
        if run.returncode or run.stdout != expected:
            wrong += 1
            print(f"exit code {run.returncode}, prints {run.stdout!r}, not {expected!r}")
    print(f"{len(blocks)} programs, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
