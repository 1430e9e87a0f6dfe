"""Tests of what the modules of the suite compute."""

import io
import re
import sys
import unittest

sys.path.insert(0, sys.argv.pop(1))
import noise  # noqa: E402
import plots  # noqa: E402
import programs  # noqa: E402
from session import Cell, Progress, Sample, least_disturbed, order  # noqa: E402
from summary import Summary, geometric_mean, goals, spread  # noqa: E402
import tables  # noqa: E402

SETTINGS = {
    "programs": {"fft": ["8"], "fib": ["8"]},
    "systems": {
        "serial": {"serial": True},
        "native": {"serial": False},
        "openmp": {"serial": False},
        "openmp-by-hand": {"serial": False},
    },
    "workers": [1, 2],
}


def readings(*values):
    """Returns a clock that shows these values, one after the other."""
    return iter(values).__next__


def watch(wall, others):
    return noise.Watch(readings(0, wall), readings(0, others)).stop()


class Noise(unittest.TestCase):
    def test_quiet(self):
        wall, share = watch(2.0, 0.03)
        self.assertEqual(wall, 2.0)
        self.assertFalse(noise.disturbed(share))

    def test_busy(self):
        _, share = watch(2.0, 1.02)
        self.assertAlmostEqual(share, 0.5)
        self.assertTrue(noise.disturbed(share))

    def test_ticks_do_not_count(self):
        self.assertEqual(watch(0.01, 2 * noise.TICK)[1], 0)


class Retakes(unittest.TestCase):
    def take(self, allowed, *samples):
        """Returns what is kept of samples, which are pairs of noise and error."""
        taken = iter([Sample("p", "s", 1, 1, 1, 1, *sample) for sample in samples])
        best, again = least_disturbed(lambda: next(taken), allowed)
        return best.others, best.error, again

    def test_quiet(self):
        self.assertEqual(self.take(2, (0.0, "")), (0.0, "", 0))

    def test_least_disturbed(self):
        self.assertEqual(self.take(2, (0.5, ""), (0.3, ""), (0.4, "")), (0.3, "", 2))
        self.assertEqual(self.take(2, (0.5, ""), (0.0, "")), (0.0, "", 1))
        self.assertEqual(self.take(0, (0.5, "")), (0.5, "", 0))

    def test_failures_are_kept(self):
        self.assertEqual(self.take(2, (0.5, ""), (0.9, "wrong")), (0.9, "wrong", 1))
        self.assertEqual(self.take(2, (0.5, "wrong")), (0.5, "wrong", 0))


class Statistics(unittest.TestCase):
    def samples(self, others=0.0):
        times = {("serial", 1): (1, 2, 9), ("native", 1): (2, 4, 12), ("native", 2): (1, 2, 6),
                 ("openmp", 1): (4, 8, 24), ("openmp-by-hand", 2): (3, 6, 18)}  # fmt: skip
        return [
            Sample("fft", system, workers, trial, seconds, seconds, others)
            for (system, workers), row in times.items()
            for trial, seconds in enumerate(row, 1)
        ]

    def summary(self, samples):
        return Summary(SETTINGS, samples, programs.published())

    def test_ratios_are_within_trials(self):
        # The medians alone would say the same of 2/4, but not of the third trial.
        summary = self.summary(self.samples())
        self.assertEqual(summary.efficiency("fft", "native"), 0.5)
        self.assertEqual(summary.speedup("fft", "native", 2), 1)
        self.assertEqual(summary.against_native("fft", "openmp", 1), 2)
        self.assertIsNone(summary.against_native("fft", "openmp", 2))
        self.assertEqual(summary.median("fft", "native", 1), 4)

    def test_failed_cells_are_left_out(self):
        samples = self.samples()
        samples.append(Sample("fft", "openmp", 1, 4, error="wrong result"))
        summary = self.summary(samples)
        self.assertIsNone(summary.against_native("fft", "openmp", 1))
        self.assertEqual(tables.failures(summary), [("fft openmp on 1", "wrong result")])

    def test_goals(self):
        rows = {row[0]: row[1:] for row in goals(self.summary(self.samples()))}
        name = "T_S/T_1 of native, geometric mean over the paper's programs (1 programs)"
        self.assertEqual(rows[name], (0.5, 0.98))
        self.assertEqual(rows["T_S/T_1 of native, fft"], (0.5, 0.95))
        self.assertEqual(rows["time of openmp-by-hand by native's on 2 (1 programs)"][1], 1.3)
        self.assertIsNone(rows["time of openmp by native's on 1 (1 programs)"][1])

    def test_beaten(self):
        samples = self.samples() + [Sample("fft", "openmp", 2, t, 0.5) for t in (1, 2, 3)]
        self.assertEqual(tables.beaten_rows(self.summary(samples)), [("fft", "openmp", "2", "0.25")])
        self.assertEqual(tables.beaten_rows(self.summary(self.samples())), [])

    def test_trust(self):
        self.assertFalse(self.summary(self.samples()).busy)
        self.assertTrue(self.summary(self.samples(others=0.5)).busy)
        # One disturbed sample of thirty is no harm.
        samples = self.samples() + self.samples()
        samples[0].others = 1.0
        self.assertFalse(self.summary(samples).busy)

    def test_means(self):
        self.assertAlmostEqual(geometric_mean([2, 8]), 4)
        self.assertIsNone(geometric_mean([]))
        self.assertEqual(spread([3]), 0)
        self.assertAlmostEqual(spread([1, 2, 3, 4, 5]), 2 / 3)

    def test_published(self):
        """The geometric means that the paper states are those of its table."""
        summary = self.summary(self.samples())
        paper = list(summary.published["figure 6"])
        self.assertEqual(len(paper), 15)
        means = {(s, i): summary.published_against(s, paper, i)
                 for s in ("openmp", "onetbb", "cilkplus") for i in (0, 2)}  # fmt: skip
        for key, value in {("openmp", 0): 1.26, ("onetbb", 0): 1.26, ("cilkplus", 0): 1.04,
                           ("cilkplus", 2): 1.11, ("openmp", 2): 2.22}.items():  # fmt: skip
            self.assertAlmostEqual(means[key], value, delta=0.01)
        efficiency, _ = summary.mean(summary.published_efficiency, paper)
        self.assertAlmostEqual(efficiency, 0.952, delta=0.001)


class Order(unittest.TestCase):
    def test_alternates(self):
        cells = [Cell(p, s, 1) for p in ("b", "a") for s in ("x", "y", "z")]
        orders = [order(cells, trial) for trial in range(1, 9)]
        for one in orders:
            self.assertEqual([cell.program for cell in one], ["b"] * 3 + ["a"] * 3)
            self.assertEqual(set(one), set(cells))
        self.assertGreater(len({one[0] for one in orders}), 1)
        self.assertEqual(order(cells, 1), orders[0])

    def test_time_left(self):
        a, b = Cell("p", "a", 1), Cell("p", "b", 1)
        out = io.StringIO()
        progress = Progress([(a, 1), (b, 1), (a, 2), (b, 2)], [], out)
        progress.step(Sample("p", "a", 1, 1, 90, 100))
        self.assertEqual(out.getvalue(), "[1/4, 5:00 left] p a on 1: 90.000 s\n")
        progress.step(Sample("p", "b", 1, 1, 10, 20))
        self.assertIn("[2/4, 2:00 left]", out.getvalue())


class Plots(unittest.TestCase):
    def test_bars(self):
        svg = plots.bars(["p", "q", "mean"], ["a", "b"],
                         lambda g, s: {"p": 1.0, "q": None, "mean": 0.5}[g], plots.colours(["a", "b"]),
                         lambda g: 0.9 if g == "p" else None)  # fmt: skip
        self.assertEqual(svg.count("<title>"), 5)
        self.assertIn("p, published: 0.900", svg)
        self.assertNotIn("q, a", svg)
        # A bar of half the height begins half as high above the same base.
        heights = [float(h) for h in re.findall(r'width="12" height="([0-9.]+)"', svg)]
        self.assertAlmostEqual(heights[0], 2 * heights[2], delta=0.2)


class Registry(unittest.TestCase):
    def test_programs(self):
        for program in programs.load().values():
            self.assertTrue(program.source.exists(), program.name)
            self.assertEqual(tuple(program.inputs), programs.SIZES)
            published = programs.published()
            if program.published:
                self.assertTrue(program.published in published["figure 6"]
                                or program.published in published["figure 8"])  # fmt: skip


unittest.main()
