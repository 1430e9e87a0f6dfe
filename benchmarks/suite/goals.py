"""What should be reached, and whether it is."""

from dataclasses import dataclass

import programs
from ratios import CONFIDENCE, Ratio
from summary import FIB_LIKE, of_workers
from systems import CXX, SYSTEMS

# How much less time another system may take than native.
FASTER = 0.97
BY_HAND = ("openmp-by-hand", "onetbb-by-hand")


@dataclass(frozen=True)
class Goal:
    """A figure, and its goal, which may be None: the least that it should be, or the most
    if `is_limit`. It is known for `found` of the `all` programs that it is about."""

    what: str
    value: Ratio
    goal: float = None
    found: int = 1
    all: int = 1
    is_limit: bool = False

    @property
    def verdict(self):
        """Whether the goal is reached: the mean of some programs says nothing of all, but
        one that is beyond a limit is enough."""
        if self.goal is None:
            return ""
        if self.found < self.all and not (self.is_limit and self.value.low > self.goal):
            return "incomplete"
        good = self.value <= self.goal if self.is_limit else self.value >= self.goal
        certain = not (self.value.unknown or self.value.low <= self.goal <= self.value.high)
        return ("yes" if good else "no") + ("" if certain else ", not certain")

    def entry(self):
        """Returns what summary.json says of it."""
        bounds = [round(self.value.low, 4), round(self.value.high, 4)] if self.value.known else None
        return {"what": self.what, "measured": round(self.value, 4), "between": bounds,
                "goal": self.goal, "reached": self.verdict}  # fmt: skip


def cilk_programs():
    """All programs with keywords."""
    return [program for program in programs.load().values() if program.language == "cilk"]


def of(found, everything):
    return f"{found} of {everything} programs"


def goals(summary):
    """Returns a Goal for each figure that is measured."""
    found = [] if summary.outside else [*efficiency_goals(summary), *work_goals(summary)]
    with_counterparts = sum(program.counterpart(CXX) is not None for program in cilk_programs())
    for system in summary.others:
        for workers in summary.workers:
            goal = {1: 1.25, 2: 1.3}.get(workers) if system in BY_HAND else None
            value, count = summary.mean(lambda p, s=system, w=workers: summary.against_native(p, s, w))
            what = f"speed of native divided by that of {system} on {of_workers(workers)}"
            everything = count if summary.outside else with_counterparts if system in BY_HAND else count
            found.append(Goal(f"{what}, geometric mean of {of(count, everything)}", value, goal, count, everything))
    return [goal for goal in found if goal.value]


def efficiency_goals(summary):
    """T_S/T_1."""
    speed = "speed of native on 1 worker divided by that of the serial program"
    everything = len(summary.published["figure 6"])
    value, count = summary.mean(lambda p: summary.efficiency(p, "native"), summary.of_paper)
    yield Goal(f"{speed}, the paper's programs, geometric mean of {of(count, everything)}",
               value, 0.98, count, everything)  # fmt: skip
    for program, goal in (("cholesky", 0.91), ("fft", 0.95), ("qsort", 0.95)):
        yield Goal(f"{speed}, {program}", summary.efficiency(program, "native"), goal)


def work_goals(summary):
    """T_1/T_S of the worst program of those that do nothing but spawn, and of the others."""
    names = [program.name for program in cilk_programs()]
    for kind, chosen, goal in (
        ("but fib-like ones", [name for name in names if name not in FIB_LIKE], 1.1),
        ("of the fib-like ones", [name for name in names if name in FIB_LIKE], 1.3),
    ):
        ratios = {name: summary.ratio(name, ("native", 1), ("serial", 1)) for name in chosen}
        ratios = {name: ratio for name, ratio in ratios.items() if ratio}
        if not ratios:
            continue
        worst = max(ratios, key=ratios.get)
        # Another one, which is less well known, may be slower.
        value = Ratio(*(max(getattr(ratio, one) for ratio in ratios.values()) for one in ("real", "low", "high")))
        what = f"time of native on 1 worker divided by that of the serial program, slowest {kind} ({worst})"
        yield Goal(f"{what}, {of(len(ratios), len(chosen))}", value, goal, len(ratios), len(chosen), True)


def comparisons(summary):
    """Returns the ratios of another parallel system's time to native's, by program, system
    and workers."""
    found = {
        (program, system, workers): summary.against_native(program, system, workers)
        for program in summary.programs for system in summary.others for workers in summary.workers
    }  # fmt: skip
    return {cell: ratio for cell, ratio in found.items() if ratio}


def all_comparisons(summary):
    """How many there would be, if nothing were left out, missing, or wrong."""
    if summary.outside:
        return len(comparisons(summary))
    suite = [s for s in SYSTEMS if not s.serial and s.name not in summary.NOT_OTHERS]
    cells = {(p.name, s.name, w) for p in cilk_programs()
             for s in suite if s.has(p) for w in summary.workers}  # fmt: skip
    return len(cells.union(comparisons(summary)))


def beaten(summary):
    """Returns the cells in which another parallel system is faster than native by more than
    3 %, and so are both bounds, and those in which it may be so: program, system, workers,
    ratio."""
    clear, possible = [], []
    for cell, ratio in comparisons(summary).items():
        if ratio < FASTER:
            (clear if ratio.high < FASTER else possible).append((*cell, ratio))
    return clear, possible


def by_chance(summary):
    """Returns how many cells, at most, both bounds are expected to be wrong about in favour of
    the other system: in so many a limit that is true is beyond its bounds."""
    known = sum(ratio.known for ratio in comparisons(summary).values())
    return round((1 - CONFIDENCE) / 2 * known, 2)
