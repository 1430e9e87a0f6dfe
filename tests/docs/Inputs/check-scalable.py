"""Runs the steps of docs/guides/scalable.md, and compares what they print; checks its claims.

usage: check-scalable.py PAGE FOLDER SOURCE [--write]

FOLDER has the command tussah. Each block of text behind a command is what the command prints, but
for rows of sites behind the third. --write puts what is printed into the page instead. Each step's
gain, by how much its span is shorter, must be within 10 % of what the rows of the step before
promise.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

page, folder, source = map(pathlib.Path, sys.argv[1:4])
text = page.read_text(encoding="utf-8")
environment = {**os.environ, "CILK_NWORKERS": "2"}
POINTS = "200000"
# What is parallel in the next step: spawns, by the function that they spawn.
NEXT = {1: ["search"], 2: ["makePoints", "sumInto"], 3: ["build"], 4: ["part"]}
lines = source.read_text(encoding="utf-8").splitlines()
line_of = {found[1]: number for number, line in enumerate(lines, 1) if (found := re.search(r"cilk_spawn (\w+)\(", line))}


def run(step, form, output):
    command = [folder / "tussah", "scale", "--count=instructions", f"--format={form}", f"--output={output}"]
    said = subprocess.run([*command, f"-DSTEP={step}", source.name, POINTS], cwd=source.parent, env=environment,
                          capture_output=True, text=True, check=True).stdout  # fmt: skip
    return pathlib.Path(output).read_text(encoding="utf-8"), said


spans, sums = {}, set()
for step in range(1, 6):
    out = str(pathlib.Path(f"step-{step}").resolve())
    record, said = run(step, "json", out + ".json")
    record = json.loads(record)
    spans[step] = record["regions"][-1]["span"], record["sites"]
    report, again = run(step, "text", out + ".txt")
    sums |= {said, again}
    head, rows = report.split("\n\n")[0], report.rstrip().split("\n\n")[-1].splitlines()[:4]
    printed = head + "\n\n" + "\n".join(rows) + "\n"
    start = text.index("```text\n", text.index(f"-DSTEP={step} ")) + len("```text\n")
    end = text.index("```", start)
    if "--write" in sys.argv:
        text = text[:start] + printed + text[end:]
    elif text[start:end] != printed:
        sys.exit(f"step {step} prints\n{printed}instead of\n{text[start:end]}")
assert len(sums) == 1, sums
for step, names in NEXT.items():
    span, sites = spans[step]
    free = [site["span_if_free"] for site in sites if site.get("line") in map(line_of.get, names)]
    assert len(free) == len(names), names
    promised, measured = sum(span - rest for rest in free), span - spans[step + 1][0]
    print(f"step {step} to {step + 1}: promised {promised}, measured {measured}, {promised / measured - 1:+.1%}")
    assert abs(promised / measured - 1) < 0.1
if "--write" in sys.argv:
    page.write_text(text, encoding="utf-8")
