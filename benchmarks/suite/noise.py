"""Was the machine quiet while a program ran?"""

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from toolchain import own_seconds, processor_seconds  # noqa: E402

# What other processes may use, in processors, before a sample counts as disturbed.
SHARE = 0.02
# A run with more than this share of disturbed samples is not to be trusted.
TRUSTED = 0.05
# How far the middle half of a serial program's times may be apart, by their median, before
# its figures are called noisy: not all that disturbs is another process.
STEADY = 0.1
TICK = 1 / os.sysconf("SC_CLK_TCK")


def stolen_seconds():
    """What the host of a virtual machine has used of its processors."""
    with open("/proc/stat", encoding="ascii") as file:
        return int(file.readline().split()[8]) * TICK


def others():
    """What all but this process, and those that it has waited for, have used."""
    return processor_seconds() + stolen_seconds() - own_seconds()


class Watch:
    """Measures what others use from its making until `stop`. `clock` and `others` are
    what it reads."""

    def __init__(self, clock=time.monotonic, others=others):
        self.clock, self.others = clock, others
        self.begin, self.before = clock(), others()

    def stop(self):
        """Returns the seconds that have passed, and of how many processors others had
        the use in them: 0.02 is 2 % of one. Clocks count ticks, of which two do not
        count here."""
        wall = max(self.clock() - self.begin, TICK)
        used = self.others() - self.before - 2 * TICK
        return wall, max(used, 0) / wall


def disturbed(share):
    return share > SHARE
