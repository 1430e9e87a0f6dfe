"""Prints what run.py finds wrong with legs that are made up. usage: check.py FOLDER-OF-RUN.PY"""

import sys

sys.path.insert(0, sys.argv[1])
import run  # noqa: E402

FLAT = {"resident_kb": 14000, "mappings": 100, "descriptors": 6}


def samples(what="resident_kb", last=14000):
    """Samples of half an hour, whose last one is another."""
    result = [{"seconds": 60 * minute, **FLAT} for minute in range(31)]
    # What a process needs at its beginning is not judged.
    result[0] = {"seconds": 0, "resident_kb": 10**6, "mappings": 10**6, "descriptors": 10**6}
    result[-1][what] = last
    return result


for name, leg, code in (
    ("flat", samples(), 0),
    ("memory", samples(last=20096), 0),
    ("mappings", samples("mappings", 500), 0),
    ("descriptors", samples("descriptors", 7), 0),
    ("ended", samples(), -6),
):
    print(f"{name}: {run.wrong(leg, code)!r}")
