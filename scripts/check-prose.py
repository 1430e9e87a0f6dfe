#!/usr/bin/env python3
"""Checks the prose of the manual: how easy it is to read, and its spelling.

usage: check-prose.py [--tools FOLDER] [--list]

The score is Flesch's reading ease, by textstat: 60 to 70 is plain English, below 30 is for
specialists. Each page must have 60, no sentence of more than 30 words, and at most one sentence in
twenty of more than 25. The pages of EXCEPTIONS may have longer ones, but must not become worse.
Spelling is codespell's. --list prints all scores, the words of each page's longest sentence, and the
share of sentences of more than 25. FOLDER has the two tools, build/manual by default.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEAST = 60
MOST = 30
LONG = 25
# Per cent of a page's sentences that may be longer than LONG.
SHARE = 5
# Pages that are longer: the words of their longest sentences, and the share of long ones.
EXCEPTIONS = {
    # Written by benchmarks/suite/performance.py; sentences grow with what was measured.
    "reference/performance-outside.md": (45, 8), "reference/performance-tables.md": (45, 8),
    "reference/performance.md": (45, 8),
}  # fmt: skip
# Words that codespell takes for others.
WORDS = "mattern,mis,sme,inout,fo,ot,te,nd,ans,thi,childs,strat,anc,fpr,wel"


def prose(text):
    """Returns the sentences of a page, without code, tables, links and comments."""
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r"^ *```.*?^ *```$", "", text, flags=re.M | re.S)
    paragraphs = []
    for block in re.split(r"\n\s*\n", text):
        lines = [line for line in block.splitlines() if not re.match(r"\s*(\||#)|    ", line)]
        # Each item of a list is a paragraph.
        for part in re.split(r"\n(?=\s*(?:[-*]|\d+\.) )", "\n".join(lines)):
            part = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", part)
            part = re.sub(r"^\s*(?:[-*]|\d+\.) ", "", part)
            # Code in a sentence is a name, which reads like one short word.
            part = re.sub(r"`[^`]*`", "code", part).replace("*", "")
            part = " ".join(part.split())
            if part.count(" ") > 2:
                paragraphs.append(part if part[-1] in ".!?:" else part + ".")
    return " ".join(paragraphs)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", type=Path, default=ROOT / "build" / "manual")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    sys.path.insert(0, str(options.tools))
    try:
        import codespell_lib  # noqa: F401
        import textstat
    except ImportError:
        print("check-prose.py: error: no textstat and codespell; scripts/install-deps.sh docs gets them")
        return 77
    wrong = 0
    pages = sorted((ROOT / "docs").rglob("*.md"))
    for page in pages:
        name, text = str(page.relative_to(ROOT / "docs")), prose(page.read_text(encoding="utf-8"))
        score = textstat.flesch_reading_ease(text)
        lengths = [len(sentence.split()) for sentence in re.split(r"[.!?:;] ", text)]
        longest = max(lengths)
        share = 100 * sum(length > LONG for length in lengths) / len(lengths)
        if options.list:
            print(f"{score:6.1f}  {longest:3} words  {share:4.1f} %  {name}")
        most, most_share = EXCEPTIONS.get(name, (MOST, SHARE))
        mistakes = []
        if score < LEAST:
            mistakes.append(f"has a reading ease of {score:.1f}, below {LEAST}; write shorter sentences and words")
        if longest > most:
            mistakes.append(f"has a sentence of {longest} words, more than {most}; divide it")
        if share > most_share:
            mistakes.append(f"has {share:.1f} % sentences of more than {LONG} words, more than {most_share} %; divide them")
        if name in EXCEPTIONS and longest <= MOST and share <= SHARE:
            mistakes.append("has no long sentence any more; take it off the list EXCEPTIONS")
        wrong += len(mistakes)
        for mistake in mistakes:
            print(f"check-prose.py: error: docs/{name} {mistake}")
    spelling = subprocess.run(
        [sys.executable, "-m", "codespell_lib", "-L", WORDS, "README.md", *pages], cwd=ROOT,
        env={"PYTHONPATH": str(options.tools), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    return 1 if wrong or spelling.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
