"""Lists the documented behaviours of Cilk that the tests in this folder check.

usage: table.py --check      whether the pages have what the tests say; exit code 1 if not
       table.py --write      writes docs/reference/conformance.md, and the deviations into docs/guides/porting.md

A behaviour is written in a test as Inputs/behaviour.h says. Each test passes, or fails as a whole: so each behaviour in
the table holds where the tests pass, and each deviation is as the table says.
"""

import argparse
import collections
import re
import sys
import textwrap
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PAGE = ROOT / "docs" / "reference" / "conformance.md"
PORTING = ROOT / "docs" / "guides" / "porting.md"
BEGIN, END = "<!-- tests/conformance/table.py -->\n", "<!-- end -->\n"
LEAST = 250
DOCUMENTS = {
    "OLS": "OpenCilk Language Extension Specification 1.0",
    "OLR": "OpenCilk language reference",
    "ORD": "OpenCilk reference, Reducers",
    "OKW": "OpenCilk tutorials, OpenCilk keywords",
    "OTU": "OpenCilk tutorials, Introduction to Cilk programming",
    "OCV": "OpenCilk user's guide, Convert a C++ program",
    "OGS": "OpenCilk user's guide, Getting started",
    "OBL": "OpenCilk 3.0 released",
    "OHD": "OpenCilk's headers",
    "OLI": "OpenCilk infrastructure, README",
    "CSC": "Cilkscale reference",
    "N1665": "Cilk Plus Language Extension Specification (N1665)",
    "CPA": "Cilk Plus, `<cilk/cilk_api.h>`",
    "CPC": "Cilk Plus, reducers in C",
    "CPH": "Cilk Plus, `<cilk/holder.h>`",
    "CPL": "Cilk Plus, the reducer library",
    "CPR": "Cilk Plus, Reducers",
    "ICG": "Intel C++ Compiler guide, Cilk Plus keywords",
    "ICL": "Intel C++ Compiler guide, reducer library",
    "ICP": "Intel C++ Compiler guide, pedigrees",
    "ICS": "Intel C++ Compiler guide, string reducers",
    "C5": "Cilk 5.4.6 Reference Manual",
}
WORD = r'"((?:[^"\\]|\\.)*)"'
ENTRY = re.compile(
    rf"\b(BEHAVIOUR|DEVIATION)\((\w+),\s*(\w+),\s*{WORD},\s*((?:{WORD}\s*)+)(?:,\s*((?:{WORD}\s*)+))?\)"
)
Row = collections.namedtuple("Row", "id document section claim instead file")


def text_of(words):
    """Returns what adjacent literals say, with comment marks between them or none."""
    return "".join(re.findall(WORD, words)).replace('\\"', '"').replace("\\\\", "\\")


def rows():
    found = []
    for path in sorted(HERE.glob("*.*")):
        if path.suffix not in (".c", ".cpp", ".test"):
            continue
        text = path.read_text(encoding="utf-8")
        count = len(re.findall(r"\b(?:BEHAVIOUR|DEVIATION)\(", text))
        entries = list(ENTRY.finditer(text))
        if len(entries) != count:
            sys.exit(f"error: {path.name}: {count - len(entries)} entries are not of the form in behaviour.h")
        for entry in entries:
            kind, name, document, section, claim, _, instead, _ = entry.groups()
            if (kind == "DEVIATION") != bool(instead):
                sys.exit(f"error: {path.name}: {name}: only a deviation says what happens instead")
            if document not in DOCUMENTS:
                sys.exit(f"error: {path.name}: {name}: no document is called {document}")
            found.append(
                Row(name, document, section, text_of(claim), instead and text_of(instead), path.name)
            )
    for name, times in collections.Counter(row.id for row in found).items():
        if times > 1:
            sys.exit(f"error: {name} is there {times} times")
    return found


def cell(text):
    """Escapes what Markdown would take for its own, but not in code."""
    parts = text.replace("|", "\\|").split("`")
    parts[::2] = [re.sub(r"([<*_])", r"\\\1", part) for part in parts[::2]]
    return "`".join(parts)


def page(found):
    deviations = [row for row in found if row.instead]
    about = (
        "What the documents of OpenCilk, Cilk Plus and Cilk-5 say of programs, and whether Tussah does it. Each row has a "
        f"test in `tests/conformance`, which `make test` runs. There are {len(found)} behaviours: "
        f"{len(found) - len(deviations)} hold, and {len(deviations)} are different on purpose; "
        "[porting.md](../guides/porting.md#deviations-from-the-documents) says what to do then. Cilk-5's programs are "
        "written as porting.md says."
    )
    lines = ["# Conformance", "", *textwrap.wrap(about, 120, break_on_hyphens=False), ""]
    for document, title in DOCUMENTS.items():
        of_it = [row for row in found if row.document == document]
        if not of_it:
            continue
        lines += [f"## {title}", "", "| Section | Behaviour | Tussah | Test |", "| --- | --- | --- | --- |"]
        lines += [
            f"| {cell(row.section)} | {cell(row.claim)} | {'differs' if row.instead else 'holds'} | `{row.id}` |"
            for row in of_it
        ]
        lines.append("")
    return "\n".join(lines)


def deviations(found):
    lines = ["| Document | Behaviour | Tussah |", "| --- | --- | --- |"]
    lines += [
        f"| {DOCUMENTS[row.document]}, {cell(row.section)} | {cell(row.claim)} | {cell(row.instead)} |"
        for row in found
        if row.instead
    ]
    return "\n".join(lines) + "\n"


def wanted(found):
    """Returns what the pages must have."""
    text = PORTING.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        sys.exit(f"error: {PORTING.name} has no place for the deviations")
    before, rest = text.split(BEGIN)
    return {PAGE: page(found), PORTING: before + BEGIN + deviations(found) + END + rest.split(END)[1]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    found = rows()
    if len(found) < LEAST:
        sys.exit(f"error: {len(found)} behaviours, fewer than {LEAST}")
    for path, text in wanted(found).items():
        if options.write:
            path.write_text(text, encoding="utf-8")
        elif options.check and (not path.exists() or path.read_text(encoding="utf-8") != text):
            sys.exit(f"error: {path.name} has other behaviours; run tests/conformance/table.py --write")
    print(f"{len(found)} behaviours, {sum(bool(row.instead) for row in found)} of them deviations")


if __name__ == "__main__":
    main()
