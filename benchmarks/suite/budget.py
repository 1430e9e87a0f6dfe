"""How long a run takes: an estimate before it, by which the size of the inputs is chosen
for the time that there is, what is learned while it runs, and a clock."""

import math
import time

import ratios

# What a sample takes with an input of a size, and what a file takes to compile, in seconds,
# if nothing is known of the machine: means of all programs and systems on two processors.
SAMPLE = {"small": 0.2, "medium": 0.45, "default": 2.2, "paper": 15.0}
BUILD = 1.0
# A median of fewer trials has no bounds.
GOOD = 5
# What remains is for samples that are taken again, and for the end of a run.
USED = 0.95
# A sample may take so much of the time of a run, and one that is taken again and again so
# much, but always so many seconds: tasks of some systems take hundreds of times as long as
# those of others.
LONGEST, LONG = (0.01, 5), (0.003, 2)
# The systems that a program is measured with if there is no time for all.
MAIN = ("serial", "native", "cps")
# Those that most goals are about, on one worker, and the part of the time that remains after
# good trials of everything which they are given alone: both together take a twentieth of
# what all systems take, so this makes many trials.
PAIR, FOR_PAIRS = ("serial", "native"), 0.4


def estimate(programs, systems, workers, size, trials):
    """Returns the seconds that a run takes."""
    pairs = [(program, system) for program in programs for system in systems if system.has(program)]
    builds = {s.build_key(p): 1 if s.by_hand else len(p.sources) for p, s in pairs}
    samples = sum(len(system.counts(workers)) for _, system in pairs)
    # Each serial elision runs once more, for the right result.
    runs = trials * samples + len({program.name for program, _ in pairs})
    return sum(builds.values()) * BUILD + runs * SAMPLE[size]


def choose(minutes, sizes, programs, systems, workers):
    """Returns the largest of `sizes`, which begin with the smallest, with which all
    programs can be measured well in that time, by what is known before; the smallest, if
    there is none."""
    for size in reversed(sizes):
        if estimate(programs, systems, workers, size, GOOD) <= 60 * minutes * USED:
            return size
    return sizes[0]


class Mean:
    """A mean of seconds that begins with a guess, which weighs as much as `weight` of the
    values that are added."""

    def __init__(self, guess, weight):
        self.sum, self.count = guess * weight, weight

    def add(self, seconds, count=1):
        """Adds `count` values, which are so many seconds together."""
        self.sum += seconds
        self.count += count

    @property
    def value(self):
        return self.sum / self.count


class Pace:
    """What things take on this machine, as far as it is known: the compilation of a file,
    as long as others are compiled beside it, and a sample."""

    def __init__(self, size):
        self.file, self.sample = Mean(BUILD, 4), Mean(SAMPLE[size], 8)

    def first_trial(self, files, samples):
        """Returns the seconds for the first trial of a program: to compile so many files,
        to run its serial elision for its result, and to take so many samples."""
        return files * self.file.value + (1 + samples) * self.sample.value


class Clock:
    """Says how much of the time of a run is left. `minutes` is None if it may take any
    time, `used` how many seconds it took before it was interrupted."""

    def __init__(self, minutes, used=0, now=time.monotonic):
        self.now = now
        self.total = math.inf if minutes is None else 60 * minutes
        self.begin = now() - used
        self.end = self.begin + self.total

    def used(self):
        """Returns the seconds that the run took so far."""
        return self.now() - self.begin

    def left(self):
        """Returns the seconds that are left: infinity, or a negative number, too."""
        return self.end - self.now()

    def allows(self, seconds):
        """Whether what takes so many seconds can be begun."""
        return self.left() > 0 and seconds <= USED * self.left()

    def share(self, part):
        """Returns the seconds that `part`, as LONGEST, is of the whole time."""
        return max(part[0] * self.total, part[1])

    @property
    def is_limited(self):
        return math.isfinite(self.end)


def gain(rows, seconds):
    """Returns how much, for each second, one more trial of so many seconds lowers the
    variance of medians, each of a row of ratios, one for each trial so far: more if they are
    far apart, if there are few, and if a trial is short."""
    rows = [row for row in rows if row]
    if not rows:
        return 0.0
    variance = sum(ratios.spread(row) ** 2 for row in rows) / len(rows)
    trials = min(map(len, rows))
    return variance / (trials * (trials + 1)) / max(seconds, 1e-3)
