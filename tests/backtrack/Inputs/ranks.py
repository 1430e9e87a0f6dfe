"""Runs the programs of ranks.test, in the present folder, by each MPI.

usage: ranks.py FOLDER [mpich|openmpi]...

The libraries are in FOLDER. Mistakes in programs, of which only the library of
Tussah knows, are made by the first MPI only.
"""

import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "cps" / "Inputs"))
from jobs import Jobs, each

FOLDER, MPIS = sys.argv[1], sys.argv[2:]


def check_programs(jobs, mpi):
    good = jobs.good
    # Only rank 0 goes on after a run.
    good("-n 2 ./queens 10", "10 queens have 724 solutions\n")
    good(
        "-n 4 ./queens 10 --workers 2 --force-splits 50", "10 queens have 724 solutions\n", far=True
    )
    good(
        "-n 2 ./pentomino 3 --stats",
        "12 pentominoes cover 20 x 3 squares in 8 ways\n",
        "ranks +2\n",
        # On a busy machine the run may be over before rank 1 asks; "good" below looks closer.
        "rank_bytes +[0-9]",
        far=True,
    )
    good("-n 4 ./pentomino 3", "12 pentominoes cover 20 x 3 squares in 8 ways\n")
    # A job of one.
    good("-n 1 ./queens 8", "8 queens have 92 solutions\n", "tasks 0 copies 0\n")

    # Exceptions, cancellation, statistics, steals back; then all at once.
    good("-n 2 ./ranks good", "good\n", far=True)
    good("-n 4 ./ranks good", "good\n")
    timeline = json.loads(pathlib.Path("timeline.json").read_text())["traceEvents"]
    if not any(event["pid"] > 0 and event["name"] == "task" for event in timeline):
        raise SystemExit("error: the timeline has no task of another rank")
    # Tasks and results that are larger than the messages of the transport.
    small = {
        "TUSSAH_CPS_TRANSPORT": str(pathlib.Path("small.so").resolve()),
        "LARGE": f"{FOLDER}/libtussah-cps-{mpi}.so",
    }
    good("-n 2 ./ranks sizes", "good\n", environment=small)
    # Values that all ranks have.
    for ranks in 1, 2, 4:
        good(f"-n {ranks} ./broadcast", "sum 3003\n", environment=small, far=ranks == 2)
    good("-n 4 ./broadcast 2", "sum 3003\n")
    good("-n 4 ./broadcast late", environment={**small, "LATE": "1"})
    alone = subprocess.run(["./barneshut", "500", "3"], capture_output=True, check=True, text=True)
    good("-n 3 ./barneshut 500 3 --stats", *alone.stdout.splitlines(), "rank_broadcasts +3\n")
    check_tree(jobs, small)
    good("-n 2 ./ranks storm", "9 runs\n", far=True)
    good("-n 4 ./ranks storm", "9 runs\n")


# The kind of requests among messages (backtrack/ranks.h).
REQUEST = 7


def requests_sent(ranks):
    """Returns sender and receiver of the requests for any task, in the order of each sender."""
    found = []
    for rank in range(ranks):
        for line in pathlib.Path(f"sent{rank}").read_text().splitlines():
            kind, to, part = map(int, line.split())
            if kind == REQUEST and part == 0:
                found.append((rank, to))
    return found


def check_tree(jobs, environment):
    """Requests go from group to group by the leaders, and there are fewer of them."""
    good = jobs.good
    ranks, size = 8, 4
    outside = {}
    for tree in 1, size:
        good(
            f"-n {ranks} ./queens 12 --tree {tree}",
            "12 queens have 14200 solutions\n",
            environment={**environment, "SENT": "sent"},
        )
        sent = requests_sent(ranks)
        # All know at the beginning that rank 0 has the largest task.
        first = dict(reversed(sent))
        if tree == 1 and any(first.get(rank, 0) != 0 for rank in range(1, ranks)):
            raise SystemExit(f"error: not all ask rank 0 first: {first}")
        outside[tree] = [(a, b) for a, b in sent if a // size != b // size]
    print(f"{len(outside[1])} requests between groups, {len(outside[size])} in a tree")
    if not outside[size] or any(a % size or b % size for a, b in outside[size]):
        raise SystemExit("error: requests between groups are not by the leaders")
    if len(outside[size]) >= len(outside[1]):
        raise SystemExit("error: a tree does not spare requests between groups")
    for machines in [2, 3] if jobs.launcher[0].endswith("mpich") else [2]:
        there = {**environment, "MACHINES": str(machines)}
        good("-n 5 ./ranks good", "good\n", environment=there)
        good("-n 5 ./broadcast", "sum 3003\n", environment=there)
        good("-n 7 ./ranks storm", "9 runs\n", environment=there)
    # Three levels.
    good("-n 8 ./pentomino 3 --tree 2", "12 pentominoes cover 20 x 3 squares in 8 ways\n")


def check_mistakes(jobs):
    bad = jobs.bad
    bad("-n 2 ./ranks exit", "the program has called exit during a run")
    bad("-n 2 ./ranks broken", "rank 1: unpack has left a part of what pack wrote")
    bad("-n 2 ./ranks threads", "rank 1: error: cannot start worker [0-9]+: ")
    bad("-n 2 ./ranks data", "rank 1: error: an exception that is no std::exception")
    bad("-n 2 ./ranks both", "runs continuation-passing threads or tasks by backtracking, not both")
    bad(
        each("./ranks differ", "env OTHER=1 ./ranks differ"),
        "rank 1 runs the other of continuation-passing threads and tasks by backtracking",
    )
    bad(
        each("./queens 8", "./other 8"),
        "rank 1 has another version of the program than rank 0",
    )


def check_silence(jobs):
    """A long task is not the silence of a dead rank."""
    good, bad = jobs.good, jobs.bad
    good("-n 2 ./ranks short", "result 1", environment={"TUSSAH_CPS_TIMEOUT": "2"})
    bad("-n 3 ./ranks nap 0 kill 300")
    bad("-n 2 ./ranks nap 1 kill 300")
    bad(
        "-n 2 ./ranks nap 1 stop 300",
        "rank 0: error: rank 1 has not answered for 2 s; the job ends",
        environment={"TUSSAH_CPS_TIMEOUT": "2"},
    )


for number, mpi in enumerate(MPIS):
    jobs = Jobs(mpi)
    check_programs(jobs, mpi)
    if number == 0:
        check_mistakes(jobs)
    check_silence(jobs)
