"""How long a run takes: an estimate before it, by which it is chosen what is measured
in the time that there is, and a clock while it runs."""

import math
import time

from systems import CXX

# What a sample takes with an input of a size, and what a build takes, in seconds, if
# nothing is known of the machine: means of all programs and systems on two processors,
# for small inputs and builds put together from single measurements.
SAMPLE = {"small": 0.2, "default": 1.5, "paper": 15.0}
BUILD = 1.2
# A median of fewer trials says little; three must do for --quick.
FEWEST = 3
GOOD = 5
# What remains is for the end of a run, and for samples that are taken again.
USED = 0.9


def estimate(programs, systems, workers, size, trials):
    """Returns the seconds that a run takes."""
    pairs = [(program, system) for program in programs for system in systems if system.has(program)]
    builds = len({system.build_key(program) for program, system in pairs})
    samples = sum(len(system.counts(workers)) for _, system in pairs)
    # Each serial elision runs once more, for the right result.
    runs = trials * samples + len({program.name for program, _ in pairs})
    return builds * BUILD + runs * SAMPLE[size]


def choose(minutes, sizes, programs, systems, workers):
    """Returns the largest of `sizes`, which begin with the smallest, with which all
    programs can be measured well in that time, and these; otherwise the smallest, and as
    many programs as can be measured at all, first those that there are goals for: those of
    the paper, and those that were written for other systems by hand."""
    seconds = 60 * minutes * USED
    for size in reversed(sizes):
        if estimate(programs, systems, workers, size, GOOD) <= seconds:
            return size, programs
    if estimate(programs, systems, workers, sizes[0], FEWEST) <= seconds:
        return sizes[0], programs
    chosen = []
    for program in sorted(programs, key=lambda p: not (p.published or p.counterpart(CXX))):
        if estimate([*chosen, program], systems, workers, sizes[0], FEWEST) <= seconds:
            chosen.append(program)
    # One at least.
    chosen = chosen or programs[:1]
    return sizes[0], [program for program in programs if program in chosen]


class Clock:
    """Says how much of the time of a run is left. `minutes` is None if it may take any
    time, `used` how many seconds it took before it was interrupted."""

    def __init__(self, minutes, used=0, now=time.monotonic):
        self.now = now
        self.end = math.inf if minutes is None else now() + 60 * minutes - used

    def left(self):
        return self.end - self.now()

    def trials(self, seconds):
        """Returns how many trials, each of so many seconds, can be taken: a whole number,
        or infinity."""
        left = USED * self.left()
        return left if math.isinf(left) else max(left // max(seconds, 1e-3), 0)
