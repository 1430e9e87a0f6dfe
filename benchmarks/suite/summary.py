"""What the samples of a run say: medians, ratios of what ran one after the other, and
geometric means."""

import math
import statistics
from collections import defaultdict

import noise


def geometric_mean(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def spread(values):
    """The range of the middle half of the values, relative to their median."""
    if len(values) < 2:
        return 0.0
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return (high - low) / statistics.median(values)


class Summary:
    """All that a page or a table shows of a run. Ratios are medians of the ratios within
    a trial: what else the machine does at the time slows down both sides."""

    def __init__(self, settings, samples, published):
        self.settings, self.published = settings, published
        self.times = defaultdict(dict)
        self.errors = {}
        for sample in samples:
            key = (sample.program, sample.system, sample.workers)
            if sample.error:
                self.errors[key] = sample.error
            else:
                self.times[key][sample.trial] = sample.seconds
        for key in self.errors:
            self.times.pop(key, None)
        self.programs = [p for p in settings["programs"] if any(k[0] == p for k in self.times)]
        self.systems = [s for s in settings["systems"] if any(k[1] == s for k in self.times)]
        self.parallel = [s for s in self.systems if not settings["systems"][s]["serial"]]
        self.others = [s for s in self.parallel if s not in ("native", "pedigrees", "cps")]
        by_hand = [s for s in self.others if settings["systems"][s].get("by hand")]
        self.by_hand = by_hand
        self.same_source = [s for s in self.others if s not in by_hand]
        self.workers = settings["workers"]
        self.processors = int(settings["machine"]["processors"])
        self.samples = len(samples)
        # How often everything was measured, unless it failed.
        self.trials = max((sample.trial for sample in samples), default=0)
        self.disturbed = sum(noise.disturbed(sample.others) for sample in samples)

    @property
    def busy(self):
        return self.disturbed > noise.TRUSTED * self.samples

    def median(self, program, system, workers):
        times = self.times.get((program, system, workers))
        return statistics.median(times.values()) if times else None

    def spread(self, program, system, workers):
        return spread(list(self.times[program, system, workers].values()))

    def ratio(self, program, first, second):
        """How many times longer `first` takes than `second`, both (system, workers)."""
        return self.ratio_of((program, *first), (program, *second))

    def ratio_of(self, first, second):
        """The same for (program, system, workers)."""
        a, b = self.times.get(first), self.times.get(second)
        trials = a.keys() & b.keys() if a and b else ()
        return statistics.median(a[t] / b[t] for t in trials) if trials else None

    def efficiency(self, program, system):
        """T_S/T_1."""
        return self.ratio(program, ("serial", 1), (system, 1))

    def speedup(self, program, system, workers):
        """T_S/T_P."""
        return self.ratio(program, ("serial", 1), (system, workers))

    def against_native(self, program, system, workers):
        """T_P of a system divided by that of native: above 1, native is faster."""
        return self.ratio(program, (system, workers), ("native", workers))

    def mean(self, measure, programs=None):
        """The geometric mean of `measure(program)` over those programs that have it, and
        how many these are."""
        values = [measure(program) for program in programs or self.programs]
        values = [value for value in values if value]
        return geometric_mean(values), len(values)

    @property
    def of_paper(self):
        """The programs among the paper's 15."""
        return [p for p in self.programs if p in self.published["figure 6"]]

    def published_efficiency(self, program, system="opencilk"):
        """T_S/T_1 in a paper, or None: that of 2023, or that of 1995 for programs with
        continuation-passing threads."""
        if old := self.published["table 4"].get(program):
            return old["serial"] / old["work"]
        row = self.published["figure 6"].get(program)
        return row["serial"] / row[system][0] if row else None

    @property
    def without(self):
        """The programs and systems that were to be measured, and were not."""
        missing = [*self.settings.get("left out", [])]
        for name, found in (("programs", self.programs), ("systems", self.systems)):
            missing += [one for one in self.settings[name] if one not in found]
        return missing

    @property
    def up_to_processors(self):
        """The numbers of workers for each of which there is a processor; all, if there
        are none such."""
        return [w for w in self.workers if w <= self.processors] or self.workers

    def published_against(self, system, programs, index):
        """The paper's geometric mean of a system's time by OpenCilk's, over `programs`,
        on the paper's number of workers with that index."""
        rows = [self.published["figure 6"][program] for program in programs]
        return geometric_mean(row[system][index] / row["opencilk"][index] for row in rows)


def counted(number, what):
    return f"{number} {what}{'s' * (number != 1)}"


def of_workers(workers):
    return counted(workers, "worker")


def goals(summary):
    """Returns lines of what should be reached: text, value, goal; the goal is None if
    there is none. What was not measured has no line."""
    lines = []

    def mean_line(text, measure, goal, programs=None):
        value, count = summary.mean(measure, programs or summary.programs)
        lines.append((f"{text}, geometric mean of {count}", value, goal))

    if summary.of_paper:
        mean_line("speed of native on 1 worker divided by that of the serial program, programs of the paper",
                  lambda p: summary.efficiency(p, "native"), 0.98, summary.of_paper)  # fmt: skip
    for program, goal in (("cholesky", 0.91), ("fft", 0.95), ("qsort", 0.95)):
        if program in summary.programs:
            text = f"speed of native on 1 worker divided by that of the serial program, {program}"
            lines.append((text, summary.efficiency(program, "native"), goal))
    for system in summary.others:
        for workers in summary.workers:
            goal = {1: 1.25, 2: 1.3}.get(workers) if system in BY_HAND_WITH_GOALS else None
            mean_line(
                f"speed of native divided by that of {system} on {of_workers(workers)}",
                lambda p, s=system, w=workers: summary.against_native(p, s, w), goal,
            )  # fmt: skip
    return [line for line in lines if line[1]]


BY_HAND_WITH_GOALS = ("openmp-by-hand", "onetbb-by-hand")


def beaten(summary):
    """Returns the cells where another parallel system is more than 3 % faster than
    native: program, system, workers, ratio."""
    found = []
    for program in summary.programs:
        for system in summary.others:
            for workers in summary.workers:
                ratio = summary.against_native(program, system, workers)
                if ratio and ratio < 0.97:
                    found.append((program, system, workers, ratio))
    return found
