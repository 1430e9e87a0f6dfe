"""Checks a timeline against the statistics of the same run.

usage: timeline.py TIMELINE STATISTICS RANKS WORKERS NAME ...

Each worker of each rank has a row; what it does nests; long threads have one of the
names, the first of which is there, and lie in its work; and there is an arrow for each closure that was stolen
within a rank, which ends where the thief's work begins.
"""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    events = json.load(file)["traceEvents"]
with open(sys.argv[2], encoding="utf-8") as file:
    lines = [line for line in file if line.startswith("{")]
statistics = json.loads(lines[0])
ranks, workers, names = int(sys.argv[3]), int(sys.argv[4]), set(sys.argv[5:])

rows = {}
for event in events:
    if event["ph"] == "M":
        if event["name"] == "thread_name":
            rows[event["pid"], event["tid"]] = []
wanted = {(rank, rank * workers + worker) for rank in range(ranks) for worker in range(workers)}
assert set(rows) == wanted, rows
for event in events:
    if event["ph"] == "X":
        # The caller's thread is short, unless the processor was taken from it.
        assert event["name"] in names | {"work", "from another rank", "the caller of run"}, event
        rows[event["pid"], event["tid"]].append(event)

# Times have one digit behind the point.
LITTLE = 0.25
for row in rows.values():
    open_until = []
    for event in sorted(row, key=lambda e: (e["ts"], -e["dur"])):
        end = event["ts"] + event["dur"]
        while open_until and open_until[-1] <= event["ts"] + LITTLE:
            open_until.pop()
        assert not open_until or end <= open_until[-1] + LITTLE, event
        # A closure that comes from another rank may end the time without work.
        if event["name"] in names:
            assert open_until, event
            assert event["dur"] >= 20 - LITTLE, event
        open_until.append(end)
assert sys.argv[5] in {event["name"] for event in events}

ends = [e for e in events if e["ph"] == "f"]
begins = {e["id"]: e for e in events if e["ph"] == "s"}
assert len(ends) == len(begins)
for event in ends:
    work = [e for e in rows[event["pid"], event["tid"]] if e["name"] == "work"]
    assert any(abs(e["ts"] - event["ts"]) < LITTLE for e in work), event
    assert begins[event["id"]]["tid"] != event["tid"]
steals = sum(worker["steals"] for worker in statistics["workers"])
others = sum(e["name"] == "from another rank" for e in events)
assert steals == len(ends) + others, (steals, len(ends), others)
# On a busy machine a rank may come too late.
assert ranks > 1 or (steals > 0 and others == 0)
