"""Says what is in a raw.csv: of one system, if it is named."""

import csv
import sys

name, *only = sys.argv[1:]
rows = [row for row in csv.DictReader(open(name, encoding="utf-8")) if row["system"] in (only or row["system"])]
cells = [(row["program"], row["system"], row["workers"]) for row in rows]
keys = [(*cell, row["trial"]) for cell, row in zip(cells, rows)]
assert len(set(keys)) == len(keys), "a sample is there twice"
trials = sorted({row["trial"] for row in rows})
# In each trial a program's cells run one after the other.
blocks = [(row["trial"], row["program"]) for row in rows]
changes = 1 + sum(a != b for a, b in zip(blocks, blocks[1:]))
order = "alternate" if changes == len(set(blocks)) else "are mixed"
failed = [row["error"] for row in rows if row["error"]]
assert all(float(row["wall"]) > 0 for row in rows)
print(f"{len(rows)} samples, {len(set(cells))} cells, trials {' '.join(trials)}, programs {order}, "
      + ("; ".join(failed) or "nothing failed"))
