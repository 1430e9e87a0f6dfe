"""Checks a timeline of two workers: names, times, and that what a worker does nests."""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    events = json.load(file)["traceEvents"]
rows = {}
for event in events:
    if event["ph"] == "M":
        assert event["name"] in ("process_name", "thread_name"), event
    else:
        assert event["ph"] == "X" and event["name"] in ("run", "task", "wait", "split"), event
        rows.setdefault((event["pid"], event["tid"]), []).append(event)
names = {(e["tid"], e["args"]["name"]) for e in events if e["name"] == "thread_name"}
assert names == {(0, "worker 0"), (1, "worker 1")}, names
[run] = [e for e in events if e["name"] == "run"]
assert {"task", "split"} <= {e["name"] for e in events}
for row in rows.values():
    open_until = []
    for event in sorted(row, key=lambda e: (e["ts"], -e["dur"])):
        begin, end = event["ts"], event["ts"] + event["dur"]
        assert event["dur"] >= 0 and begin >= 0 and end <= run["ts"] + run["dur"] + 0.2, event
        while open_until and open_until[-1] <= begin + 0.15:
            open_until.pop()
        # Times have one digit behind the point.
        assert not open_until or end <= open_until[-1] + 0.2, event
        open_until.append(end)
