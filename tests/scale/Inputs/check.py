"""Compares rows of Cilkscale with the dag that a trace describes.

usage: check.py TRACE CSV...

The dag is made of nodes, one for each strand, and the longest paths to all of them are computed
one node after another. Nothing here is as in the tool, which knows no dag.
"""

import csv
import sys

BURDEN = 6250  # instructions, for each continuation and each return of a task


class Node:
    def __init__(self, *edges):
        """An edge is a node and what a steal costs on the way."""
        self.span = max((n.span for n, _ in edges), default=0)
        self.burdened = max((n.burdened + b for n, b in edges), default=0)

    def add(self, count):
        self.span += count
        self.burdened += count


def levels(count):
    """How often a loop is divided in two until each iteration is alone."""
    return (count - 1).bit_length() if count > 1 else 0


def regions(lines):
    """Yields (seed, work, span, burdened span) of each region."""
    work, now = 0, Node()
    calls = []  # what the current strand returns to: the detaching node, or a loop
    pending = {}  # the ends of tasks, by scope
    scopes = []  # of the tasks that run
    before = None
    for line in lines:
        word, *rest = line.split()
        if word.isdigit():
            now.add(int(word))
            work += int(word)
        elif word == "detach":
            calls.append(now)
            scopes.append(rest[0])
        elif word == "task":
            now = Node((calls[-1], 0))
        elif word == "task_exit":
            pending.setdefault(scopes.pop(), []).append((now, BURDEN))
        elif word == "continue":
            now = Node((calls.pop(), BURDEN))
        elif word == "sync":
            now = Node((now, 0), *pending.pop(rest[0], []))
        elif word == "loop":
            calls.append((now, levels(int(rest[0])), []))
        elif word == "body":
            begin, divisions, _ = calls[-1]
            now = Node((begin, divisions * BURDEN))
        elif word == "body_exit":
            calls[-1][2].append((now, 0))
        elif word == "after_loop":
            begin, _, ends = calls.pop()
            now = Node((begin, 0), *ends)
        elif word == "begin":
            before = (work, now.span, now.burdened)
        elif word == "end":
            yield (int(rest[0]), work - before[0], now.span - before[1], now.burdened - before[2])
        else:
            sys.exit(f"unknown event {line!r}")


def main(trace, *files):
    with open(trace, encoding="utf-8") as lines:
        expected = list(regions(lines))
    parallel = sum(1 for _, work, span, _ in expected if work > span)
    print(f"{len(expected)} programs, {parallel} with parallelism")
    for file in files:
        with open(file, encoding="utf-8") as text:
            rows = [row for row in csv.reader(text)][1:]
        got = [(int(r[0]), int(r[1]), int(r[2]), int(r[4])) for r in rows if r[0]]
        wrong = [f"{file}: {g} instead of {e}" for g, e in zip(got, expected) if g != e]
        if wrong or len(got) != len(expected):
            sys.exit("\n".join(wrong[:5]) or f"{file}: {len(got)} rows")


main(*sys.argv[1:])
