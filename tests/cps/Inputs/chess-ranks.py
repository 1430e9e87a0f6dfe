"""Searches positions by the chess program on two ranks, and compares scores and lines with
those of one process; and counts moves.

usage: chess-ranks.py CHESS mpich|openmpi FOLDER-OF-THE-LIBRARIES
"""

import json
import pathlib
import re
import subprocess
import sys

from jobs import launcher

PROGRAM, MPI = sys.argv[1:3]
LAUNCHER, ENVIRONMENT = launcher(MPI)
# The program is not linked for a folder of libraries.
ENVIRONMENT["TUSSAH_CPS_TRANSPORT"] = str(
    pathlib.Path(sys.argv[3]).resolve() / f"libtussah-cps-{MPI}.so"
)
POSITIONS = (
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 7),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 10),
)


def run(arguments, on_ranks):
    """Returns what is written to the standard output, and to the error output."""
    result = subprocess.run(
        [*LAUNCHER * on_ranks, *["-n", "2"] * on_ranks, PROGRAM, *arguments],
        env=ENVIRONMENT if on_ranks else None,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return result.stdout, result.stderr


def both_work(fen, depth, wanted):
    """Compares a search with what it must find. Returns whether both ranks took part: on a
    busy machine one may come too late."""
    found, log = run(["search", str(depth), fen, "--stats=json"], True)
    assert found == wanted, f"{fen}: {found}, not {wanted}"
    # This would be the number of one rank.
    assert not re.search("^nodes ", log, re.M), log
    measured = json.loads(re.search(r"^\{.*\}$", log, re.M)[0])
    assert measured["ranks"] == 2 and measured["efficiency"] > 0, log
    return min(worker["threads"] for worker in measured["workers"]) > 20


for fen, depth in POSITIONS:
    wanted, _ = run(["search", str(depth), fen], False)
    assert any(both_work(fen, depth, wanted) for _ in range(10)), f"{fen}: one rank does all"
counted, _ = run(["perft", "4"], True)
assert counted == "perft(4) = 197281\n", counted
