"""Measures while nothing else runs: what other programs have disturbed is done again."""

import os
import resource
import time
from pathlib import Path

# Something counts unless others took more than this part of its time,
DISTURBED = 0.05
# and more than what the kernel rounds to: a few ticks of its clock.
ROUNDED = 0.03
TRIES = 20


def busy():
    """Returns the seconds of all processors so far that were spent on others than this program's children."""
    fields = [int(word) for word in Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()[1:9]]
    idle, waiting = fields[3:5]
    everything = (sum(fields) - idle - waiting) / os.sysconf("SC_CLK_TCK")
    own = resource.getrusage(resource.RUSAGE_CHILDREN)
    return everything - own.ru_utime - own.ru_stime


def alone(run, disturbed=False):
    """Calls run(), again while others disturb it, unless it may be `disturbed`. Returns how long it took, and its
    result."""
    for _ in range(TRIES):
        others, begin = busy(), time.monotonic()
        result = run()
        took = time.monotonic() - begin
        if disturbed or busy() - others < ROUNDED + DISTURBED * took:
            return took, result
        time.sleep(0.5)
    raise SystemExit("error: other programs run all the time; measure when they do not")
