"""How tests start jobs of several processes, and make sure that none is left."""

import atexit
import ctypes
import os
import signal
import time

# Ranks whose mpirun has ended become children of this process.
PR_SET_CHILD_SUBREAPER = 36
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def launcher(mpi):
    """Returns the beginning of a command, and the environment for it."""
    command = ["mpirun." + mpi]
    environment = {**os.environ, "CILK_NWORKERS": "1"}
    if mpi == "openmpi":
        command.append("--oversubscribe")
        environment |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    return command, environment


def descendants():
    """Returns the numbers of the processes of jobs that have not ended."""
    parents = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as file:
                state, parent = file.read().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state != "Z":
            parents[int(entry)] = int(parent)
    found = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {os.getpid()}


@atexit.register
def leave_nothing():
    """A job that does not end as it should must not disturb other tests."""
    while left := descendants():
        for process in left:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.01)
