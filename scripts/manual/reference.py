#!/usr/bin/env python3
"""Writes the parts of the reference that the code knows, or checks all of it.

usage: reference.py BIN_DIR [--check]

docs/reference/flags.md has what the commands say by --help, and all variables of the
environment; docs/reference/messages.md all messages about the keywords.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FLAGS = ROOT / "docs" / "reference" / "flags.md"
MESSAGES = ROOT / "docs" / "reference" / "messages.md"
SOURCES = ("backtrack", "compiler", "cps", "graph", "jobs", "predict", "runtime", "support", "tools")
COMMANDS = ("run", "race", "scale", "predict", "trace", "job", "bench", "doctor", "editor", "graph")
BEGIN, END = "<!-- what --help says -->\n", "<!-- end -->\n"
# Not variables: a macro, and what only one command sets for another.
INTERNAL = {"TUSSAH_PRAGMA"}
# Variables of the system and of other projects, which have one meaning everywhere.
VARIABLE = re.compile(r'"((?:TUSSAH|CILK|CILKSAN|CILKSCALE)_[A-Z_]+)"')
MESSAGE = re.compile(r'\b(?:error|pragmaError|warning)\w*\([^;]*?"((?:[^"\\]|\\.)*)"')


def sources(folders, without=None):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if without not in path.parts and path.suffix in (".c", ".cpp", ".h", ".hpp", ".py"):
                # A text of several literals is one.
                yield re.sub(r'"\s*\n\s*"', "", path.read_text(encoding="utf-8"))


def options(help_text):
    return re.findall(r"^ +(-\S+(?: [A-Z[]\S*)*)  +(\S.*)$", help_text, re.M)


def from_help(bin_dir):
    def said(*command):
        return subprocess.run([*command, "--help"], capture_output=True, text=True, check=True).stdout

    parts = [("tussah-clang, tussah-clang++", options(said(f"{bin_dir}/tussah-clang")))]
    known = said(f"{bin_dir}/tussah")
    for command in COMMANDS:
        if re.search(rf"^ +{command} ", known, re.M):
            parts.append((f"tussah {command}", options(said(f"{bin_dir}/tussah", command))))
    text = ""
    for title, found in parts:
        if found:
            rows = "".join(f"| `{name.replace('|', chr(92) + '|')}` | {meaning} |\n" for name, meaning in found)
            text += f"\n### {title}\n\n| option | meaning |\n| --- | --- |\n{rows}"
    return text + "\n"


def variables():
    return {name for text in sources(SOURCES) for name in VARIABLE.findall(text)} - INTERNAL


def messages():
    """The messages about keywords and reducers, with `…` for what they name. Those about threads
    of continuation-passing style (cilk1) are not among them."""
    found = set()
    for text in sources(["compiler/keywords"], without="cilk1"):
        for message in MESSAGE.findall(text):
            message = re.sub(r"%select\{([^|}]*)\|([^}]*)\}\d", lambda m: " or ".join(filter(None, m.groups())) if m[1] else "", message)
            found.add(re.sub(r"'%\d'|%\d", "…", message))
    return {message for message in found if " " in message}


def differences(what, code, page):
    yield from (f"{page.name} lacks the {what} '{name}'" for name in sorted(code[0] - code[1]))
    yield from (f"{page.name} has the {what} '{name}', which the code has not" for name in sorted(code[1] - code[0]))


def main():
    bin_dir = sys.argv[1]
    text = FLAGS.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    new = before + BEGIN + from_help(bin_dir) + END + rest.split(END, 1)[1]
    wrong = []
    if "--check" not in sys.argv:
        FLAGS.write_text(new, encoding="utf-8")
    elif new != text:
        wrong.append("flags.md has other options than --help; run scripts/manual/reference.py build/bin")
    listed = set(re.findall(r"^\| `([A-Z_]+)`", new, re.M))
    wrong += differences("variable", (variables(), listed), FLAGS)
    keywords = MESSAGES.read_text(encoding="utf-8").partition("## About the keywords")[2].partition("## Of your program")[0]
    rows = set(re.findall(r"^\| ([^`|].*?) \|", keywords, re.M)) - {"message", "---"}
    wrong += differences("message", (messages(), rows), MESSAGES)
    for line in wrong:
        print(f"reference.py: error: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
