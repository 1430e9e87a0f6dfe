"""Searches positions to fixed depths without a table, with different numbers of workers,
and compares scores and lines; and finds mates."""

import re
import subprocess
import sys

PROGRAM = sys.argv[1]
POSITIONS = (
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 8),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 7),
    ("r2q1rk1/4bppp/p2p4/2pP4/3pP3/3Q4/PP1B1PPP/R3R1K1 w - - 0 1", 8),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 10),
)
# In so many moves, and how they begin.
MATES = (
    ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1", 2, "d2h6"),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "f6a6"),
    ("r1bqr3/ppp1B1kp/1b4p1/n2B4/3PQ1P1/2P5/P4P2/RN4K1 w - - 1 0", 4, "e4e5"),
)


def search(fen, depth, *options):
    """Returns what is written to the standard output, and to the error output."""
    run = subprocess.run(
        [PROGRAM, "search", str(depth), fen, *options], capture_output=True, text=True, check=True
    )
    return run.stdout, run.stderr


for fen, depth in POSITIONS:
    results = {}
    for workers in (1, 2, 8):
        options = ["--workers", str(workers)]
        if workers == 8:
            options += ["--migrate", "message"]
        results[workers], log = search(fen, depth, *options)
        threads = int(re.search(r"^threads (\d+)$", log, re.M)[1])
        assert threads > 200, f"{fen}: {threads} threads only"
    assert len(set(results.values())) == 1, f"{fen}: {results}"
    assert re.match(rf"depth {depth} score cp -?\d+ line( \w+)+$", results[1]), results[1]

for fen, moves, first in MATES:
    for options in (["--serial"], ["--workers", "2"], ["--workers", "2", "--hash", "16"]):
        found, _ = search(fen, 2 * moves + 3, *options)
        assert f"score mate {moves} line {first}" in found, (fen, options, found)
