"""Runs a program, which prints a result and its number of workers, as another user: as a file of root's with that bit,
and without it.

usage: setuid.py PROGRAM
"""

import os
import shutil
import subprocess
import sys
import tempfile

NOBODY = 65534
WORKERS = 7  # as no machine has by itself


def run(program, statistics):
    """What the program prints, and whether it wrote the file."""
    names = {"CILK_NWORKERS": str(WORKERS), "TUSSAH_STATS": statistics, "TUSSAH_STRESS": "delays"}
    out = subprocess.run([program], env=names, user=NOBODY, group=NOBODY, extra_groups=[], stdout=subprocess.PIPE,
                         text=True, check=True).stdout  # fmt: skip
    return out.split(), os.path.exists(statistics)


with tempfile.TemporaryDirectory(dir="/tmp") as folder:
    # Nobody else can look into the folders above the program, nor into that of TMPDIR.
    os.chmod(folder, 0o777)
    copies = {}
    for name, mode in (("plain", 0o755), ("setuid", 0o4755)):
        copies[name] = os.path.join(folder, name)
        shutil.copyfile(sys.argv[1], copies[name])
        os.chmod(copies[name], mode)
    (result, workers), written = run(copies["plain"], os.path.join(folder, "plain.json"))
    assert (result, workers, written) == ("55", str(WORKERS), True), (result, workers, written)
    (result, workers), written = run(copies["setuid"], os.path.join(folder, "setuid.json"))
    assert result == "55" and workers != str(WORKERS) and not written, (result, workers, written)
