"""Runs the example of docs/guides/scale.md, and compares what it prints.

usage: check-scale.py PAGE FOLDER [--write]

FOLDER has the command tussah. The first block of C is written to the file that the page names,
the first block of commands is run, and the block of text behind it must be its output.
--write puts the output into the page instead.
"""

import os
import pathlib
import re
import subprocess
import sys

page, folder = pathlib.Path(sys.argv[1]), sys.argv[2]
text = page.read_text(encoding="utf-8")
name = re.search(r"Take\s`([\w.-]+)`", text)[1]
pathlib.Path(name).write_text(re.search(r"```c\n(.*?)```", text, re.DOTALL)[1], encoding="utf-8")
commands, expected = re.search(r"```sh\n(.*?)```.*?```text\n(.*?)```", text, re.DOTALL).groups()
run = subprocess.run(
    ["sh", "-ec", commands],
    env={**os.environ, "PATH": folder + ":" + os.environ["PATH"], "CILK_NWORKERS": "2"},
    capture_output=True,
    text=True,
)
if "--write" in sys.argv:
    page.write_text(text.replace("```text\n" + expected, "```text\n" + run.stderr, 1), encoding="utf-8")
elif run.returncode or run.stderr != expected:
    sys.exit(f"exit code {run.returncode}, prints\n{run.stderr}instead of\n{expected}")
