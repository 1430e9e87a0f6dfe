#!/usr/bin/env python3
"""Checks what all source files have in common: their format (clang-format-22),
the licence banner, their length; that atomic operations name their partners; the style
of the names of local variables (by ctags); and the lines of all pages, and the code
blocks of those beside the code.

usage: check-source.py [--fix]      --fix applies clang-format
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLANG_FORMAT = "clang-format-22"
# A file that is longer than this has more than one job.
MAX_LINES = 1200
LICENCE = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"

# Tests are left out of formatting: they check lines and columns.
FORMATTED = ("backtrack", "benchmarks", "compiler", "cps", "examples", "graph", "include",
             "jobs", "runtime", "support", "tests/model", "tests/unit", "tools")
WITH_BANNER = ("backtrack", "compiler", "cps", "graph", "include", "jobs", "runtime", "support", "tests/model", "tools")
MEASURED = FORMATTED + ("cmake", "docs", "scripts", "tests")
# Folders of code that have pages beside it.
BESIDE_CODE = ("backtrack", "benchmarks", "cps", "runtime", "tests", "tools")
MAX_COLUMNS = 120
# What a script writes into a page begins so; other comments are what CONTRIBUTING.md calls
# marks of code, such as `<!-- run -->`.
WRITTEN = re.compile(r"<!-- (?![a-z]+(?:: .*)? -->).* -->")
# These are written by `tussah bench` in whole.
GENERATED = re.compile(r"docs/reference/performance[^/]*\.md$")
# Where each atomic operation that orders memory says with which it pairs.
PAIRED = ("backtrack", "cps", "jobs", "runtime", "support", "include/tussah/backtrack",
          "include/tussah/cps", "include/tussah/jobs", "include/tussah/support")
# These define the operations.
OPERATIONS = {"include/tussah/support/atomic.hpp", "runtime/atomic.h"}
# What is compiled to bitcode has the operations of C++, or reads a word of programs.
STANDARD = ("runtime/abi/", "runtime/random/")
ORDER = r"(?:acquire|release|acq_rel|seq_cst)"
ORDERED = re.compile(rf"\b(?:(?:load|store|exchange|fetch_\w+|cas|fence)_{ORDER}\(|memory_order_{ORDER}\b)")
BARE = re.compile(r"\b(?:std::atomic\w*\s*<|memory_order|__atomic_\w+)")
# An operation on an atomic object in C++ that does not name its order.
UNNAMED = re.compile(r"[\w\])](?:\.|->)(?:load|store|exchange|fetch_\w+|compare_exchange_\w+)\((?!.*memory_order)")
# Local variables and parameters, as CONTRIBUTING.md says: by files or folders, of which
# the longest that fits decides. In `lower`, constants may begin with a capital letter.
STYLES = {
    "upper": re.compile(r"[A-Z][A-Za-z0-9]*$"),
    "lower": re.compile(r"[a-z][A-Za-z0-9]*$"),
    "snake": re.compile(r"[a-z_][a-z0-9_]*$"),
}
LOCALS = {
    "compiler": "upper", "graph": "upper", "runtime/abi": "upper", "runtime/abi/native.c": "snake",
    "runtime/os": "snake", "runtime/random": "snake", "runtime/scheduler": "snake",
    "support": "lower", "support/abi": "snake", "support/os": "snake",
    "jobs": "lower", "cps": "lower", "backtrack": "lower",
    "include/tussah/backtrack": "lower", "include/tussah/cps": "lower",
    "include/tussah/graph": "lower", "include/tussah/jobs": "lower",
    "include/tussah/support": "lower",
}  # fmt: skip
SOURCES = {".c", ".cpp", ".h", ".hpp"}
TEXTS = SOURCES | {".ll", ".md", ".py", ".sh", ".test", ".txt", ".cmake"}


def files(folders, suffixes):
    found = set()
    for folder in folders:
        found.update(
            path
            for path in (ROOT / folder).rglob("*")
            if path.suffix in suffixes and path.is_file()
        )
    return sorted(found)


def check_length(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = sum(1 for _ in file)
    if lines > MAX_LINES:
        yield f"{path}: {lines} lines; split it to have at most {MAX_LINES}"


def pages():
    """The pages of the project: those of its folder, and those that are not tests' data."""
    yield from sorted(ROOT.glob("*.md"))
    for path in files((*BESIDE_CODE, "docs"), {".md"}):
        name = path.relative_to(ROOT).as_posix()
        if not GENERATED.match(name) and "/Inputs/" not in name:
            yield path


def check_page(path):
    """Lines of Markdown are short. Excepted are rows of tables, code, what a script writes
    between `<!-- SCRIPT -->` and `<!-- end -->`, and lines of one word, such as a link.
    Code is between lines of ```, and says its language in the manual."""
    name = path.relative_to(ROOT).as_posix()
    manual = name.startswith("docs/")
    lines = path.read_text(encoding="utf-8").splitlines()
    fenced = indented = written = False
    before = ""
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if WRITTEN.fullmatch(text):
            written = True
        elif text == "<!-- end -->":
            written = False
        elif written:
            pass
        elif text.startswith("```"):
            fenced = not fenced
            if fenced and manual and text == "```":
                yield f"{path}:{number}: a code block has no language; write one behind ```"
        elif not fenced:
            # Behind a paragraph, such a line belongs to it.
            indented = line.startswith("    ") and (indented or not before)
            if indented:
                yield f"{path}:{number}: an indented code block; put it between lines of ```"
            can_wrap = " " in text and not text.startswith("|") and not indented
            if len(line) > MAX_COLUMNS and can_wrap:
                yield f"{path}:{number}: {len(line)} columns; wrap it at {MAX_COLUMNS}"
        before = text
    if fenced:
        yield f"{path}: a code block has no end"
    if written:
        yield f"{path}: what a script writes has no <!-- end -->"


def check_banner(path):
    with open(path, encoding="utf-8") as file:
        head = [next(file, "") for _ in range(6)]
    if not any(LICENCE in line for line in head):
        yield f"{path}: no licence banner; copy it from another file"


def comments_before(lines, number):
    """The comments of the statement that line `number` is a part of, and of the function."""
    found = [lines[number]]
    above = number - 1
    # The beginning of the statement, and the comment before it.
    while above >= 0 and not re.search(r"[;{}:]\s*(//.*)?$|^\s*(//|$|#)", lines[above]):
        above -= 1
    while above >= 0 and lines[above].lstrip().startswith("//"):
        found.append(lines[above])
        above -= 1
    return found


def statement_at(lines, number):
    """The code of line `number`, and what follows to the end of the statement."""
    code = ""
    for line in lines[number:]:
        code += line.split("//")[0].strip() + " "
        if re.search(r"[;{}]\s*$", code):
            break
    return code if re.search(r"\w\(", lines[number].split("//")[0]) else ""


def function_comment(lines, number):
    """The comment of the function around, which begins with a line that is less indented
    than all in it and has a comment in ///."""
    indent = len(lines[number]) - len(lines[number].lstrip())
    found = []
    for above in range(number - 1, -1, -1):
        line = lines[above]
        if not line.strip():
            if found or indent <= 2:
                break
            continue
        depth = len(line) - len(line.lstrip())
        if line.lstrip().startswith("///"):
            if depth <= indent:
                found.append(line)
            continue
        if found:
            break
        indent = min(indent, depth)
    return found


def check_partners(path):
    """Each atomic operation that orders memory has `pairs with` in the comment of its
    statement, or of its function."""
    name = path.relative_to(ROOT).as_posix()
    if name in OPERATIONS:
        return
    is_standard = name.startswith(STANDARD)
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        code = line.split("//")[0]
        if not is_standard and BARE.search(code):
            yield (f"{path}:{number + 1}: use runtime/atomic.h or tussah/support/atomic.hpp, whose "
                   "operations name their order")
        if is_standard and UNNAMED.search(statement_at(lines, number)):
            yield f"{path}:{number + 1}: the operation does not name its order"
        if ORDERED.search(code):
            text = comments_before(lines, number) + function_comment(lines, number)
            text = " ".join(t.lstrip().lstrip("/").strip() for t in reversed(text))
            if not re.search(r"\bpairs with\b", text, re.IGNORECASE):
                yield (f"{path}:{number + 1}: the operation orders memory; say in a comment before it "
                       "what it pairs with")


def style_of(name):
    """The style of the locals of a file."""
    path = pathlib.PurePosixPath(name)
    return next((LOCALS[str(p)] for p in (path, *path.parents) if str(p) in LOCALS), None)


def check_locals():
    paths = [path.relative_to(ROOT).as_posix() for path in files(LOCALS, SOURCES)]
    try:
        run = subprocess.run(
            ["ctags", "--languages=C,C++", "--kinds-C=lz", "--kinds-C++=lz", "--fields=+n",
             "--output-format=json", "-f", "-", "-L", "-"],
            cwd=ROOT, input="\n".join(paths), capture_output=True, text=True,
        )  # fmt: skip
    except FileNotFoundError:
        sys.exit("check-source.py: error: ctags is not installed; run scripts/install-deps.sh format")
    if run.returncode != 0:
        sys.exit(f"check-source.py: error: ctags failed: {run.stderr.strip()}")
    for tag in map(json.loads, run.stdout.splitlines()):
        if tag["_type"] != "tag":
            continue
        name, style = tag["name"], style_of(tag["path"])
        # A parameter without a name has that of its type. ctags takes the reference of a
        # structured binding for a name.
        if not name.isidentifier() or STYLES[style].match(name) or name.startswith("__anon") or name.endswith("_t"):
            continue
        is_constant = "constexpr" in tag["pattern"] and STYLES["upper"].match(name)
        if not (style == "lower" and is_constant):
            yield f"{tag['path']}:{tag['line']}: {name} is not in the style of locals here ({style})"


def check_format(paths):
    run = subprocess.run(
        [CLANG_FORMAT, "--dry-run", "--ferror-limit=1", *map(str, paths)],
        capture_output=True,
        text=True,
    )
    for line in run.stderr.splitlines():
        if "[-Wclang-format-violations]" in line:
            yield f"{line.split(':')[0]}: not formatted; run 'make format'"
    if run.returncode != 0:
        yield f"{CLANG_FORMAT} failed: {run.stderr.strip()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--fix", action="store_true", help="apply clang-format")
    options = parser.parse_args()

    formatted = files(FORMATTED, SOURCES)
    if options.fix:
        subprocess.run([CLANG_FORMAT, "-i", *map(str, formatted)], check=True)
    problems = list(check_format(formatted)) + list(check_locals())
    for path in files(WITH_BANNER, SOURCES):
        problems.extend(check_banner(path))
    for path in files(PAIRED, SOURCES):
        problems.extend(check_partners(path))
    for path in pages():
        problems.extend(check_page(path))
    for path in files(MEASURED, TEXTS):
        problems.extend(check_length(path))

    for problem in problems:
        print("check-source.py: error: " + problem.replace(f"{ROOT}/", ""), file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
