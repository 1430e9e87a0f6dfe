"""Checks the call chains that perf has recorded of the program of perf.test.

usage: check-perf.py FEWEST

Reads what `perf script -F tid,ip,sym` prints. In each chain from leaf() there are all LEVELS calls of
tree(), up to where the stack of tasks begins; two threads have at least FEWEST of them each.
"""

import collections
import sys

LEVELS = 8


def main():
    chains = collections.Counter()
    for sample in sys.stdin.read().split("\n\n"):
        thread, *frames = [line.split() for line in sample.strip().splitlines()] or [[]]
        names = [frame[1].split(".")[0] for frame in frames if len(frame) > 1]
        if "leaf" not in names:
            continue
        calls = names[names.index("leaf") + 1 :]
        # The first call of all is that of the function that enters parallel code.
        assert calls == ["tree"] * (LEVELS + 1) + ["fiber_main"], calls
        chains[thread[0]] += 1
    assert len(chains) == 2 and min(chains.values()) >= int(sys.argv[1]), chains


if __name__ == "__main__":
    main()
