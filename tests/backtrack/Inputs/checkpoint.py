"""Jobs of "checkpoint" (checkpoint.cpp), in the present folder, that kill themselves, and those
that go on from their checkpoints: these find the right leaves, in order, and do not visit all of
them again.

usage: checkpoint.py [mpich] [openmpi]
"""

import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "cps" / "Inputs"))
import jobs

ALL = 1024
FOLDER = pathlib.Path("saved")
GOES_ON = re.compile(r"goes on from the checkpoint .*: results of ([0-9]+) tasks")


def run(*arguments, mpi=None, count=2):
    command, environment = [], None
    if mpi:
        command, environment = jobs.launcher(mpi)
        command += ["-n", str(count)]
    result = subprocess.run(
        [*command, "./checkpoint", *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        timeout=240,
    )
    print(*arguments, mpi or "", ":", result.stdout, flush=True)
    jobs.expect_nothing_left(result.stdout)
    return result.returncode, result.stdout


def checkpoints():
    return sorted(FOLDER.glob("*.checkpoint"), key=lambda path: int(path.name.split(".")[1]))


def dies(percent, *options, what="tree", **how):
    shutil.rmtree(FOLDER, ignore_errors=True)
    code, output = run(what, str(FOLDER), str(percent), *options, **how)
    if code == 0 or "dies after" not in output or not checkpoints():
        jobs.fail("the job has not died", output)


def goes_on(*options, what="tree", **how):
    code, output = run(what, str(FOLDER), *options, **how)
    found = GOES_ON.search(output)
    if code != 0 or not found or int(found[1]) == 0:
        jobs.fail("does not go on", output)
    leaves = re.search("right, ([0-9]+) leaves here", output)
    # Without any result that is used, it is all of them.
    if not leaves or int(leaves[1]) > (0.5 if what == "wide" else 0.9) * ALL:
        jobs.fail("visits all again", output)
    if checkpoints():
        jobs.fail("checkpoints are left", output)


def refused(line, *arguments):
    code, output = run(*arguments)
    if code != 3 or line not in output or output.count("\n") != 1:
        jobs.fail(f"not one line: {line}", output)


def main():
    for workers in ("1", "3"):
        dies(70, "--workers", workers)
        goes_on("--workers", workers, "--force-splits", workers)
    # A loop is split at the same places, wherever it is when a heartbeat comes.
    dies(80, "--workers", "1", what="wide")
    goes_on("--workers", "1", what="wide")
    # By other numbers of ranks and workers than before.
    for mpi in sys.argv[1:]:
        dies(40, mpi=mpi)
        goes_on(mpi=mpi, count=3)
        dies(40, mpi=mpi, what="shared")
        goes_on(mpi=mpi, count=3, what="shared")
        dies(20, mpi=mpi, count=3)
        goes_on("--workers", "2")
    dies(70)
    refused("is of another computation; it can go on", "tree", str(FOLDER), "0", "other")
    good = checkpoints()[-1].read_bytes()
    checkpoints()[-1].write_bytes(good[:-1])
    code, output = run("tree", str(FOLDER))
    if code != 0 or "is damaged" not in output or not GOES_ON.search(output):
        jobs.fail("the checkpoint before is not used", output)
    refused("checkpoints are for run_on_ranks", "plain", str(FOLDER))
    refused("data of workers are in no checkpoint", "data", str(FOLDER))
    # What leaves a task is no result.
    code, output = run("throws", str(FOLDER))
    if code != 3 or "thrown by a leaf" not in output:
        jobs.fail("no exception", output)


main()
