"""Checks a file of `tussah trace`.

usage: check.py FILE WORKERS [--steals] [--dropped] [--cut] [NAME...]

Slices of a track nest, and times do not go back; each arrow has one beginning and one end, in slices,
and goes forward; regions are balanced. --steals: there are thefts and joins between workers; --dropped:
events are missing; --cut: the program was killed. Each NAME is that of a slice or region.
"""

import collections
import json
import sys


def check_track(events):
    last, ends = 0, []
    for event in events:
        assert event["ts"] >= last, ("time goes back", event)
        last = event["ts"]
        if event["ph"] != "X":
            continue
        end = event["ts"] + event["dur"]
        while ends and ends[-1] <= event["ts"] + 1e-6:
            ends.pop()
        assert not ends or end <= ends[-1] + 1e-6, ("slices cross", event)
        ends.append(end)


def check_arrow(arrow, tracks):
    assert sorted(end["ph"] for end in arrow) == ["f", "s"], arrow
    first, last = sorted(arrow, key=lambda end: end["ph"] == "f")
    assert first["ts"] <= last["ts"] and first["tid"] != last["tid"], arrow
    for end in arrow:
        slices = [e for e in tracks[end["tid"]] if e["ph"] == "X"]
        assert any(e["ts"] - 1e-6 <= end["ts"] <= e["ts"] + e["dur"] + 1e-6 for e in slices), ("no slice", end)


def main():
    names = [word for word in sys.argv[3:] if not word.startswith("--")]
    with open(sys.argv[1], encoding="utf-8") as file:
        whole = json.load(file)
    about, events = whole["otherData"], whole["traceEvents"]
    tracks, arrows, regions = (collections.defaultdict(list) for _ in range(3))
    for event in events:
        kind = event["ph"]
        assert kind in "MXisfbe", event
        if kind in "Xi":
            tracks[event["tid"]].append(event)
        elif kind in "sf":
            arrows[event["id"]].append(event)
        elif kind in "be":
            regions[event["id"]].append(event)
    for track in tracks.values():
        check_track(track)
    for arrow in arrows.values():
        check_arrow(arrow, tracks)
    for ends in regions.values():
        assert [e["ph"] for e in ends] == ["b", "e"] and ends[0]["ts"] <= ends[1]["ts"], ends
    # A worker may begin too late for a short program, but a theft has a thief and a victim.
    least = 2 if "--steals" in sys.argv else 1
    assert least <= about["workers"] <= int(sys.argv[2]), about
    kinds = collections.Counter(arrow[0]["name"] for arrow in arrows.values())
    if "--steals" in sys.argv:
        assert kinds["steal"] > 0 and kinds["join"] > 0, kinds
    assert bool(about["dropped"]) == ("--dropped" in sys.argv), about
    assert bool(about["cut"]) == ("--cut" in sys.argv), about
    found = {event["name"] for event in events}
    assert found.issuperset(["running", *names]), (names, found)


main()
