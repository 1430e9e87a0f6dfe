"""Fails if a promise in docs/reference/guarantees.md names no test, or one that does not exist."""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
promises, _, _ = (root / "docs/reference/guarantees.md").read_text().partition("\n## What is not promised")
items = re.split(r"\n- ", re.sub(r"\n## .*\n", "\n", promises))[1:]
assert len(items) > 25, "the page has no promises"
wrong = []
for item in items:
    tests = re.findall(r"`(tests/[^`]*)`", item)
    if not tests:
        wrong.append(f"names no test: {item[:60]}")
    wrong += [f"does not exist: {test}" for test in tests if not (root / test).exists()]
sys.exit("\n".join(wrong) or 0)
