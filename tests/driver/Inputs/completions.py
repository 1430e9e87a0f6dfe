"""Checks what bash, zsh and fish complete: types words and a tab into each.

usage: completions.py FOLDER PROGRAMS SHELL    FOLDER has the completions, PROGRAMS tussah and tussah-clang
"""

import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# What is typed, and what it becomes.
COMPLETIONS = {
    "tussah ra": "tussah race",
    "tussah help pred": "tussah help predict",
    "tussah race --supp": "tussah race --suppressions=",
    "tussah scale --total": "tussah scale --totals",
    "tussah job --leav": "tussah job --leave=",
    "tussah graph betw": "tussah graph betweenness",
    "tussah help graph colour": "tussah help graph colouring",
    "tussah graph pagerank --repe": "tussah graph pagerank --repeat",
    "tussah-clang -ftussah-targ": "tussah-clang -ftussah-target=",
    "tussah run somewh": "tussah run somewhere.c",
}


class Shell:
    """An interactive shell on a terminal."""

    def __init__(self, command):
        child, self.terminal = pty.fork()
        if child == 0:
            os.execvpe(command[0], command, {**os.environ, "TERM": "dumb", "PS1": "$ "})

    def read_until(self, text):
        said = ""
        end = time.monotonic() + 60
        while text not in said:
            assert time.monotonic() < end, said
            if select.select([self.terminal], [], [], 1)[0]:
                said += os.read(self.terminal, 1 << 16).decode()
        return said

    def say(self, text):
        os.write(self.terminal, text.encode())

    def complete(self, typed):
        """Returns what the line is behind the tab."""
        self.say(typed + "\t")
        # To the beginning of the line: what is typed becomes the argument of printf.
        self.say("\x01printf '<%s>\\n' '\x05'; echo do''ne\n")
        return re.findall(r"<([^%<>]*)>", self.read_until("done"))[-1].rstrip(" ")


def fish(folder, typed):
    said = subprocess.run(
        ["fish", "-c", f"source {folder}/tussah.fish; complete -C '{typed}'"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    words = [line.split("\t")[0] for line in said.splitlines()]
    return " ".join(typed.split(" ")[:-1] + words)


folder, programs, name = sys.argv[1:]
os.environ["PATH"] = programs + os.pathsep + os.environ["PATH"]
os.chdir(tempfile.mkdtemp())
Path("somewhere.c").touch()
if name == "fish":
    complete = lambda typed: fish(folder, typed)  # noqa: E731
elif name == "bash":
    shell = Shell(["bash", "--norc", "--noprofile", "-i"])
    shell.say(f"source {folder}/tussah.bash; echo rea''dy\n")
    shell.read_until("ready")
    complete = shell.complete
else:
    shell = Shell(["zsh", "-f", "-i"])
    shell.say(f"bindkey -e; fpath=({folder} $fpath); autoload -U compinit; compinit -D -u; echo rea''dy\n")
    shell.read_until("ready")
    complete = shell.complete
for typed, expected in COMPLETIONS.items():
    if name == "zsh":  # takes the sign back, as what is typed next is no value
        expected = expected.rstrip("=")
    found = complete(typed)
    assert found == expected, (name, typed, found)
