"""Compares how many tasks each loop of a program makes with what its source says.

usage: check-grains.py PROGRAM SOURCE

PROGRAM counts its tasks, and runs the loop whose number it is given. SOURCE has
a line `case NUMBER: // tasks COUNT` for each.
"""

import os
import pathlib
import re
import subprocess
import sys


def count(program, number):
    file = pathlib.Path(program + ".count")
    file.unlink(missing_ok=True)
    environment = {**os.environ, "TUSSAH_COUNT": str(file)}
    subprocess.run([program, number], env=environment, check=True, timeout=60)
    text = file.read_text() if file.exists() else "tasks=0"
    return int(re.search(r"tasks=(\d+)", text)[1])


def main():
    program, source = sys.argv[1:]
    wanted = re.findall(r"case (\d+): // tasks (\d+)", pathlib.Path(source).read_text())
    if not wanted:
        sys.exit("no loops")
    wrong = 0
    for number, tasks in wanted:
        got = count(program, number)
        if got != int(tasks):
            print(f"case {number}: {got} tasks, expected {tasks}")
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
