"""Checks the sentences of benchmarks/scale/limits.py, on programs with one planted limit each,
and the fit, on times that are made by the law with known constants.

usage: check-measure.py FOLDER
"""

import random
import sys

sys.path.insert(0, sys.argv[1])
import fit
import limits
import measure
import tree

ROOT = {"kind": "root", "on_span": 0.01}
LINE = {"kind": "spawn", "file": "a.c", "line": 7, "on_span": 0.09}


def program(work=8.0, span=0.1, burdened=0.11, serial=8.0, t1=8.1, tp=1.05, many=8.2, sites=(ROOT, LINE)):
    one = {"work": work, "span": span, "burdened_span": burdened, "sites": sites}
    return {
        "serial": (serial, 0.0),
        "times": {1: (t1, 0.0), 8: (tp, 0.0)},
        "one": one,
        "many": {**one, "work": many},
    }


LIMITS = {
    "Nothing limits": program(),
    "Too little parallelism: 4.0,": program(span=2.0, burdened=2.0, tp=3.0),
    "Tasks are too small: with what steals cost, the parallelism is 16.0": program(burdened=0.5),
    "Tasks are too small: the program takes 3.0 times": program(t1=24.0, tp=3.1, many=24.5),
    "The same work takes 2.0 times as long": program(many=16.0, tp=2.1),
    "The dag allows more": program(tp=4.0),
    "The program spawns nothing": program(work=8.0, span=8.0, sites=[]),
}
for expected, data in LIMITS.items():
    said = limits.verdict(data)
    assert said.startswith(expected), (expected, said)
assert "90 % of the span is in the spawn at a.c:7." in limits.verdict(
    program(work=0.4, sites=[ROOT, LINE]) | {"times": {1: (0.4, 0), 8: (0.3, 0)}}
)

# A loop that does too little to be divided, and one that a single worker does not divide.
loop = {"work": 8.0, "span": 8.0, "burdened_span": 8.0, "fine_span": 0.1, "sites": [{**LINE, "kind": "loop"}]}
said = limits.of_dag(loop, 8)
assert said.startswith("Tasks are too small: the parallelism is 1.0 instead of 80.0"), said
assert limits.of_dag(loop, 1) is None
many = {**loop, "work": 16.0, "span": 0.4, "sites": [{**LINE, "kind": "loop", "on_span": 0.4}]}
one = measure.divided(loop, many)
assert (one["work"], one["span"], one["sites"][0]["on_span"], one["sites"][0]["line"]) == (8.0, 0.2, 0.2, 7), one

random.seed(1)
points = [
    fit.Point(work / workers, span, (0.95 * work / workers + 1.6 * span) * (1 + random.gauss(0, 0.02)))
    for work, span in ((10, 0.1), (20, 0.5), (5, 1))
    for workers in (1, 2, 4, 8, 16)
]
found = fit.fit(points)
assert abs(found.c1 - 0.95) < found.c1_error < 0.02 and abs(found.c_inf - 1.6) < found.c_inf_error < 0.1
assert found.r_squared > 0.999 and 0.005 < found.mean_relative_error < 0.03
assert fit.fit(points[:7]) is None
assert fit.fit([fit.Point(1.0, 0.5, 1.2)] * 9) is None, "one proportion of work and span"

# A task that took no time by the clock is in no path, and the walk along the path ends.
record = {"nodes": [[1, 0, 0, 0, 10, 10], [2, 1, 1, 4, 4, 0], [3, 1, 1, 5, 9, 4]], "joins": [[1, 4], [1, 9]]}
assert list(tree.Tree(record).path()) == [(1, 9, 10), (3, 5, 9), (1, 0, 5)], list(tree.Tree(record).path())
