"""What the samples of a run say: medians, ratios of what ran one after the other, and
geometric means."""

import statistics
from collections import defaultdict

import noise
import ratios

# Programs that do nothing but spawn: their times are what a spawn costs, and nothing else.
FIB_LIKE = ("fib", "fibrng", "fibrng-dotmix")
# The seconds that a serial program takes with an input that is large enough.
LARGE = 1.0
# Of so many numbers of workers there are plots of each.
FEW = 3


class Summary:
    """All that a page or a table shows of a run. Ratios are medians of the ratios within
    a trial, with bounds: what else the machine does at the time slows down both sides."""

    # Parallel systems that native is not compared with.
    NOT_OTHERS = ("native", "pedigrees", "cps")

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
        self.others = [s for s in self.parallel if s not in self.NOT_OTHERS]
        by_hand = [s for s in self.others if settings["systems"][s].get("by hand")]
        self.by_hand = by_hand
        self.same_source = [s for s in self.others if s not in by_hand]
        self.workers = settings["workers"]
        self.processors = int(settings["machine"]["processors"])
        self.samples = len(samples)
        # How often a program was measured, and how often serial and native were besides.
        self.trials, self.pairs = {}, {}
        for sample in samples:
            more = sample.trial - settings["trials"]
            if more > 0:
                self.pairs[sample.program] = max(self.pairs.get(sample.program, 0), more)
            else:
                self.trials[sample.program] = max(self.trials.get(sample.program, 0), sample.trial)
        self.disturbed = sum(noise.disturbed(sample.others) for sample in samples)

    @property
    def busy(self):
        return self.disturbed > noise.TRUSTED * self.samples

    @property
    def unsteady(self):
        """The programs whose serial time is another one each time, and how much so."""
        spreads = {key[0]: self.spread(*key) for key in self.times if key[1] == "serial"}
        return {p: spreads[p] for p in self.programs if spreads.get(p, 0) > noise.STEADY}

    def median(self, program, system, workers):
        times = self.times.get((program, system, workers))
        return statistics.median(times.values()) if times else None

    def spread(self, program, system, workers):
        return ratios.spread(list(self.times[program, system, workers].values()))

    def ratio(self, program, first, second):
        """How many times longer `first` takes than `second`, both (system, workers)."""
        return self.ratio_of((program, *first), (program, *second))

    def ratio_of(self, first, second):
        """The same for (program, system, workers)."""
        a, b = self.times.get(first), self.times.get(second)
        trials = a.keys() & b.keys() if a and b else ()
        return ratios.median(a[t] / b[t] for t in trials) if trials else None

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
        values = map(measure, self.programs if programs is None else programs)
        values = [value for value in values if value]
        return ratios.geometric_mean(values), len(values)

    @property
    def fib_like(self):
        """The programs that do nothing but spawn."""
        return [p for p in self.programs if p in self.settings.get("fib-like", FIB_LIKE)]

    @property
    def with_work(self):
        """The other programs."""
        return [p for p in self.programs if p not in self.fib_like]

    @property
    def short(self):
        """The programs whose serial time is less than that of a large input, and that time."""
        times = {p: self.median(p, "serial", 1) for p in self.programs}
        return {p: time for p, time in times.items() if time and time < LARGE}

    @property
    def of_paper(self):
        """The programs among the paper's 15."""
        return [p for p in self.programs if self.published_name(p) in self.published["figure 6"]]

    def published_name(self, program):
        """Returns what the paper calls a program. Programs of others have no name there, unless
        a recipe says so."""
        if self.outside:
            return self.settings["published"].get(program)
        return program

    @property
    def outside(self):
        """The repository of each program, and its revision, if they are those of others."""
        return self.settings.get("outside", {})

    def published_efficiency(self, program, system="opencilk"):
        """T_S/T_1 in a paper, or None: that of 2023, or that of 1995 for programs with
        continuation-passing threads."""
        if old := self.published["table 4"].get(self.published_name(program)):
            return old["serial"] / old["work"]
        row = self.published["figure 6"].get(self.published_name(program))
        return row["serial"] / row[system][0] if row else None

    @property
    def without(self):
        """The programs and systems that were to be measured, and were not; 'heat go' is a
        program on one system."""
        missing = [*self.settings.get("left out", [])]
        for name, found in (("programs", self.programs), ("systems", self.systems)):
            missing += [one for one in self.settings[name] if one not in (*found, *missing)]
        return missing

    @property
    def up_to_processors(self):
        """The numbers of workers for each of which there is a processor; all, if there
        are none such."""
        return [w for w in self.workers if w <= self.processors] or self.workers

    @property
    def plotted(self):
        """The numbers of workers that have plots: all, if these are few, else one, as many as
        there are processors, and the most."""
        if len(self.workers) <= FEW:
            return self.workers
        return [w for w in self.workers if w in (1, self.up_to_processors[-1], self.workers[-1])]

    def published_against(self, system, programs, index):
        """The paper's geometric mean of a system's time by OpenCilk's, over `programs`,
        on the paper's number of workers with that index."""
        rows = [self.published["figure 6"][self.published_name(program)] for program in programs]
        return ratios.geometric_mean(row[system][index] / row["opencilk"][index] for row in rows)


def counted(number, what, plural=None):
    return f"{number} {what if number == 1 else plural or f'{what}s'}"


def of_workers(workers):
    return counted(workers, "worker")
