"""Runs the programs of cluster.test, in the present folder, by one MPI.

usage: cluster.py mpich|openmpi LIBRARIES
"""

import os
import sys

from jobs import Jobs, each

MPI = sys.argv[1]
JOBS = Jobs(MPI)
good, bad = JOBS.good, JOBS.bad

# Only rank 0 goes on after a run.
FIB = ("fib\\(27\\) = 196418", "threads 953432\n")
good("-n 4 ./fib 27", *FIB)
good("-n 3 ./fib 27 --workers 2 --stats=json", *FIB, '"processors": 6,', '"ranks": 3,')
good("-n 2 ./fib 27 --post owner", *FIB, far=True)
good("-n 2 ./fib 27 --migrate message --workers 2", *FIB)
good("-n 4 ./queens 9 2 --workers 2", "9 queens have 352 solutions", far=True)
good("-n 4 ./storm", "24 runs")
good("-n 2 ./storm", "24 runs", far=True)
good("-n 3 ./cluster 3 2", "good")
good("-n 2 ./cluster 2 1", "good", far=True)
# Messages of a tenth of a megabyte: larger ones come in pieces.
SMALL = {
    "TUSSAH_CPS_TRANSPORT": os.path.abspath("small.so"),
    "LARGE": f"{sys.argv[2]}/libtussah-cps-{MPI}.so",
}
good("-n 3 ./cluster 3 2", "good", environment=SMALL)
# A job of one, also where a transport is wanted.
good("-n 1 ./fib 27", *FIB)
good("-n 1 ./fib 27", *FIB, environment={"TUSSAH_CPS_TRANSPORT": MPI})

# A program that uses MPI itself.
good(f"-n 2 ./own.{MPI} good", "result 20")
FINALIZED = "the program has called MPI_Finalize; libtussah-cps does that"
bad(f"-n 2 ./own.{MPI} before", FINALIZED)
# The line of this one may be lost on its way through a launcher that ends.
bad(f"-n 2 ./own.{MPI} after")
bad(f"-n 2 ./own.{MPI} single", "MPI must be initialized with MPI_THREAD_SERIALIZED or more")

# Calls of run in two threads of the system.
good("-n 2 ./faults race", "done 600")

# Mistakes in programs.
bad("-n 3 ./faults throw", "rank 2: as wanted")
bad(
    "-n 3 ./faults deadlock",
    "nothing is left to run, but 2 closures wait for arguments:",
    "sum waits for argument 3; made at .*faults.cpp:35 \\(rank 2\\)",
)
bad("-n 2 ./faults twice", "a second value was sent to argument 2 of a closure of sum, made at .*faults.cpp:[0-9]+; sent at .*faults.cpp:[0-9]+ in .*again")
bad("-n 2 ./faults late", "a value was sent to a closure whose thread has ended; sent at .*faults.cpp:[0-9]+ in .*late")
bad("-n 2 ./faults exit", "the program has called exit during a run")
bad("-n 2 ./faults blob", "rank 1 has called broadcast, but rank 0 has not")
bad(
    each("./faults fib", "./other fib"),
    "rank 1 has another version of the program than rank 0",
)

bad("-n 3 ./faults fib 0 kill 500")
bad("-n 3 ./faults fib 2 kill 300")


def stopped(rank, watchman):
    """Rank 0 watches all, and all watch rank 0."""
    bad(
        f"-n 2 ./faults nap {rank} stop 300",
        f"rank {watchman}: error: rank {rank} has not answered for 2 s; the job ends",
        environment={"TUSSAH_CPS_TIMEOUT": "2"},
    )


# One after the other: a rank must not starve for so long.
stopped(1, 0)
stopped(0, 1)
# A thread of 3 seconds is not the silence of a dead rank.
good("-n 2 ./faults short", "result 1", environment={"TUSSAH_CPS_TIMEOUT": "2"})
