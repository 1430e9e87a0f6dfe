"""statistics.py FILE EXPRESSION...: evaluates conditions on a file that the
runtime has written (TUSSAH_STATS). Names are counters, summed over all workers,
and the other members of the file; `workers` is their list."""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    names = json.load(file)
for counter in names["workers"][0]:
    names[counter] = sum(worker[counter] for worker in names["workers"])
for expression in sys.argv[2:]:
    if not eval(expression, {"__builtins__": {"max": max, "len": len}}, names):
        sys.exit(f"not true: {expression}\nin: {names}")
