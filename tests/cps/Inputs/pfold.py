"""Counts the Hamiltonian paths of a grid that begin in a corner, without following any:
the cells are decided one after the other, and for each set of ends that partial paths can
have, the number of ways is kept (Knuth, The Art of Computer Programming 4A, 7.1.4,
"Simpath"). usage: pfold.py X Y Z GIVEN: as in
examples/cps/pfold.cpp, the first GIVEN cells of a path are given.
"""

import collections
import sys


def count(x, y, z, given):
    def cell(i, j, k):
        return (k * y + j) * x + i

    cells = x * y * z
    snake = [cell(i if j % 2 == 0 else x - 1 - i, j, 0) for j in range(y) for i in range(x)]
    taken = set(snake[: given - 1])
    if cells == given:
        return 1
    edges = []
    for k in range(z):
        for j in range(y):
            for i in range(x):
                for a, b, c in ((i + 1, j, k), (i, j + 1, k), (i, j, k + 1)):
                    pair = (cell(i, j, k), cell(a, b, c))
                    if a < x and b < y and c < z and not taken & set(pair):
                        edges.append(pair)
    # Cell "start" stands before the last given cell, and "stop" after the last cell, so that
    # all cells have two edges.
    start, stop = cells, cells + 1
    order = [(start, snake[given - 1])] + sorted(edges)
    # Any cell may be the last one.
    last_use = {}
    final = []
    for position, (a, b) in enumerate(order):
        last_use[a] = last_use[b] = position
    for position, edge in enumerate(order):
        final.append(edge)
        for v in edge:
            if v < cells and last_use[v] == position:
                final.append((v, stop))
    last_use = {}
    for position, (a, b) in enumerate(final):
        last_use[a] = last_use[b] = position
    # mate[v]: v if no edge is at v; the other end if v is the end of a part; -1 inside.
    states = collections.Counter({(): 1})
    for position, (a, b) in enumerate(final):
        following = collections.Counter()
        for state, ways in states.items():
            mate = dict(state)
            for take in (False, True):
                new = dict(mate)
                if take:
                    ma, mb = mate.get(a, a), mate.get(b, b)
                    # Inside of a part already, or a circle.
                    if ma == -1 or mb == -1 or ma == b:
                        continue
                    for inner in (a, b):
                        new[inner] = -1
                    new[ma], new[mb] = mb, ma
                good = True
                for v in (a, b):
                    if last_use[v] != position:
                        continue
                    # A cell must be inside; start and stop are the ends of the whole.
                    m = new.pop(v, v)
                    if v in (start, stop):
                        good = good and m != v and m != -1
                        if good and v != stop:
                            new[v] = m
                    else:
                        good = good and m == -1
                if good:
                    following[tuple(sorted(new.items()))] += ways
        states = following
    return sum(ways for state, ways in states.items() if dict(state).get(start) == stop)


if __name__ == "__main__":
    print(count(*map(int, sys.argv[1:5])))
