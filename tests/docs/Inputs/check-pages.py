"""Compiles and runs what is in the pages of the manual.

usage: check-pages.py BIN_DIR PAGE.md...     in an empty folder, which it fills

A block of ```c or ```cpp is a file. `title="primes.cpp"` behind the language names it, for
later blocks. If it has a main, it is run, and a block of ```text directly behind is what it
prints. A comment on the line before a block says what else is to be done:

    <!-- before: int x; -->       goes in front of the block; the rest of the line is code. There may be several
    <!-- inside: int n; -->       the block, but for its includes, is the body of a function that begins so
    <!-- flags: -ftussah-pedigrees -->  the compiler gets these, too
    <!-- fails: message -->       the compiler refuses it, with a message that has this
    <!-- with: clang++ -fopenmp -->  compiled by this instead, for comparison
    <!-- run -->                  a block of ```sh is run, and prints the ```text behind it
    <!-- elsewhere: file -->      a test that exists checks the block

In expected output, `...` stands for any text, also of some lines or none. Each program runs as the page says, and with
forced steals.
"""

import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
BLOCK = re.compile(
    r"(?P<notes>(?:^<!-- [a-z]+(?:: [^\n]*)? -->\n)*)^```(?P<language>c|cpp|python|sh)(?P<info> [^\n]*)?\n(?P<code>.*?)^```\n"
    r"(?:\n```text\n(?P<output>.*?)^```$)?",
    re.M | re.S,
)
HEADERS = "#include <cilk/cilk.h>\n#include <stddef.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
HEADERS_CXX = "#include <string>\n#include <vector>\n"
STRESS = {"CILK_NWORKERS": "4", "TUSSAH_STRESS": "always-steal"}


class Wrong(Exception):
    pass


def run(command, environment=None):
    done = subprocess.run(
        command, env={**os.environ, **(environment or {})}, text=True, timeout=120,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    return done.returncode, done.stdout


def rounded(text):
    """Counts of millions of instructions with five digits: views of reducers, of which there are
    more when tasks are stolen, cost some."""
    return re.sub(r"\b(\d{5})(\d{2,})\b", lambda m: m[1] + "0" * len(m[2]), text)


def compare(printed, expected):
    printed, expected = rounded(printed), rounded(expected)
    parts = re.sub(r"^\.\.\.\n", "...", expected, flags=re.M).strip().split("...")
    pattern = r"[\s\S]*?".join(map(re.escape, parts))
    lines = "\n".join(map(str.rstrip, printed.splitlines())).strip()
    if not re.fullmatch(pattern, lines):
        raise Wrong(f"prints\n{printed}\ninstead of\n{expected}")


def compiled(block, notes, bin_dir, number):
    """Compiles a block; returns the program, if it is one."""
    is_cxx, code = block["language"] == "cpp", block["code"]
    title = re.search(r'title="([^"]+)"', block["info"] or "")
    complete = "#include" in code and not {"before", "inside"} & notes.keys()
    if "inside" in notes:
        includes = "".join(re.findall(r"^#include .*\n", code, re.M))
        code = re.sub(r"^#include .*\n", "\n", code, flags=re.M)
        code = f"{includes}void example{number}() {{\n{notes['inside']}\n{code}\n}}\n"
    if not complete:
        before = HEADERS + (HEADERS_CXX if is_cxx else "") + notes.get("before", "") + "\n"
        # Lines of messages are those of the block.
        code = before + '#line 1 "block"\n' + code
    name = title[1] if title else f"block{number}." + block["language"]
    pathlib.Path(name).write_text(code, encoding="utf-8")
    driver = [f"{bin_dir}/tussah-clang" + ("++" if is_cxx else "")]
    if "with" in notes:
        driver = notes["with"].split()
    program = re.search(r"\bmain\(", code) and "fails" not in notes
    output = ["-o", f"./{pathlib.Path(name).stem}"] if program else ["-c", "-o", "block.o"]
    warnings = ["-Wall", "-Werror", "-Wno-unused-variable", "-Wno-unused-function", "-Wno-unused-but-set-variable",
                "-Wno-error=uninitialized"]  # fmt: skip
    code, messages = run([*driver, "-O1", "-g", *warnings, *notes.get("flags", "").split(), name, *output])
    if "fails" in notes:
        if code == 0 or notes["fails"] not in messages:
            raise Wrong(f"should fail with '{notes['fails']}', and says\n{messages}")
        return None
    if code:
        raise Wrong(f"does not compile:\n{messages}")
    return output[1] if program else None


def check(block, bin_dir, number):
    notes = {}
    for name, value in re.findall(r"^<!-- ([a-z]+)(?:: ([^\n]*))? -->$", block["notes"], re.M):
        notes[name] = f"{notes[name]}\n{value}" if name in notes else value
    if "elsewhere" in notes:
        if not (ROOT / notes["elsewhere"]).exists():
            raise Wrong(f"no such test: {notes['elsewhere']}")
        return 0
    if block["language"] == "sh":
        if "run" not in notes:
            return 0
        path = {"PATH": f"{bin_dir}:{os.environ['PATH']}", "CILK_NWORKERS": "2"}
        code, printed = run(["bash", "-ec", block["code"]], path)
        if block["output"] is not None:
            compare(printed, block["output"])
        elif code:
            raise Wrong(f"exit code {code}:\n{printed}")
        return 1
    if block["language"] == "python":
        name = re.search(r'title="([^"]+)"', block["info"] or "")
        pathlib.Path(name[1] if name else "block.py").write_text(block["code"], encoding="utf-8")
        return 0
    program = compiled(block, notes, bin_dir, number)
    for environment in ({}, STRESS) if program and "with" not in notes else ({},) if program else ():
        code, printed = run([program], environment)
        if code:
            raise Wrong(f"exit code {code}, {environment}:\n{printed}")
        if block["output"] is not None:
            compare(printed, block["output"])
    return 1


def main():
    bin_dir, *pages = sys.argv[1:]
    checked = wrong = number = 0
    for page in map(pathlib.Path, pages):
        text = page.read_text(encoding="utf-8")
        for block in BLOCK.finditer(text):
            number += 1
            try:
                checked += check(block, bin_dir, number)
            except Wrong as error:
                wrong += 1
                line = text.count("\n", 0, block.start("code"))
                print(f"wrong: {page.name}:{line}: {error}")
    print(f"{checked} blocks, {wrong} wrong")
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
