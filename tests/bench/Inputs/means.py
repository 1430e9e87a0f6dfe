"""Tests of what a page says of means and of inputs: of which programs they are."""

import sys
import unittest
from pathlib import Path

SUITE = Path(sys.argv.pop(1))
sys.path.insert(0, str(SUITE))
import page  # noqa: E402
import performance  # noqa: E402
import programs  # noqa: E402
import tables  # noqa: E402
from folder import Sample  # noqa: E402
from summary import Summary  # noqa: E402

SYSTEMS = {name: {"serial": name == "serial", "about": ""} for name in ("serial", "native", "openmp")}


def summary_of(times, workers=(1, 2), processors=2, **more):
    """A run of five trials. `times` are the serial time of each program, and by how much
    openmp is slower than native."""
    settings = {"programs": {name: ["7"] for name in times}, "about": dict.fromkeys(times, ""), "systems": SYSTEMS,
                "workers": [*workers], "trials": 20, "size": "default", "flags": [], "date": "2026-01-01",
                "versions": {}, "machine": {"processors": str(processors)}, **more}  # fmt: skip
    samples = []
    for name, (serial, factor) in times.items():
        cells = [("serial", 1, serial)]
        cells += [("native", count, serial / count) for count in workers]
        cells += [("openmp", count, factor * serial / count) for count in workers]
        samples += [Sample(name, system, count, trial, seconds) for trial in range(5) for system, count, seconds in cells]
    return Summary(settings, samples, programs.published())


class FibLike(unittest.TestCase):
    """Programs that do nothing but spawn make the largest part of some means."""

    def setUp(self):
        self.summary = summary_of({"fib": (2.0, 16.0), "fft": (2.0, 1.0), "heat": (2.0, 2.0)})

    def test_both_means(self):
        first = tables.mean_rows(self.summary)[0]
        self.assertEqual(first[:6], ("openmp", "1", "3.17 (3.17–3.17)", "3", "1.41 (1.41–1.41)", "2"))
        row = ("openmp", "2", "3.17 (3.17–3.17)", "3", "1.41 (1.41–1.41)")
        self.assertIn(row, tables.glance_rows(self.summary))
        texts = [text for _, text in tables.glance(self.summary)]
        self.assertIn("the speed of openmp on 2 workers (3 programs, between 3.17 and 3.17; 1.41 without fib-like: 2 programs)", texts)

    def test_plots(self):
        found = {figure.name: figure for figure in tables.figures(self.summary)}
        svg = str(found["normalised-2"].picture)
        self.assertIn("geometric mean, openmp: 0.315", svg)
        self.assertIn("without fib-like, openmp: 0.707", svg)
        self.assertIn("2, without fib-like, openmp: 0.707", str(found["means"].picture))
        self.assertIn("The mean is of 3 programs.", found["normalised-2"].text)

    def test_they_are_named(self):
        text = page.html(self.summary)
        self.assertIn("1 of the programs does nothing but spawn: fib.", text)
        self.assertIn("but for fib.", text)

    def test_none(self):
        """Without such programs there is one mean."""
        for names in (("fft", "heat"), ("fib",)):
            summary = summary_of({name: (2.0, 2.0) for name in names})
            found = {figure.name: str(figure.picture) for figure in tables.figures(summary)}
            self.assertNotIn("without fib-like", found["normalised-2"] + found["means"])
        self.assertEqual(tables.fib_like(summary_of({"fft": (1, 1)})), "")

    def test_others_say_which(self):
        """Programs of others are fib-like if who runs them says so."""
        summary = summary_of({"spawn": (2.0, 2.0), "fib": (1, 1)}, **{"fib-like": ["spawn"]})
        self.assertEqual((summary.fib_like, summary.with_work), (["spawn"], ["fib"]))


class Bases(unittest.TestCase):
    """No mean without the programs that it is of."""

    def test_bases(self):
        summary = summary_of({"fft": (2.0, 1.0), "heat": (2.0, 2.0)})
        self.assertEqual(tables.mean_bases(summary), [
            ("T_S/T_P on 1, 2: native, openmp; against native on 1, 2: openmp", "2", "fft, heat"),
        ])  # fmt: skip

    def test_a_system_that_lacks_a_program(self):
        summary = summary_of({"fft": (2.0, 1.0), "heat": (2.0, 2.0)})
        for count in (1, 2):
            del summary.times["heat", "openmp", count]
        self.assertEqual([row[1:] for row in tables.mean_bases(summary)], [("2", "fft, heat"), ("1", "fft")])
        found = {figure.name: figure.text for figure in tables.figures(summary)}
        self.assertIn("Means are of 2 programs (native); of 1 program (openmp).", found["efficiency"])


class Inputs(unittest.TestCase):
    """Short programs are named."""

    def test_sentences(self):
        for times, said in (
            ({"fft": 1.0, "heat": 2.0}, "All serial programs took 1 s or more."),
            ({"fft": 0.5, "heat": 2.0}, "1 of 2 serial programs took less than 1 s: fft (0.500 s)."),
            ({"fft": 0.5, "heat": 0.25}, "All inputs are small: no serial program took 1 s (they took 0.250 to 0.500 s)."),
        ):
            summary = summary_of({name: (seconds, 1) for name, seconds in times.items()})
            self.assertEqual(tables.large(summary), said)
            self.assertIn(said, page.html(summary))
            self.assertIn(said, performance.first_page(summary, [], None))
            self.assertIn(said, performance.all_tables(summary, []))


class ManyWorkers(unittest.TestCase):
    """A machine with many processors has a row of numbers of workers."""

    def setUp(self):
        self.summary = summary_of({"fft": (2.0, 1.0)}, (1, 2, 4, 8, 16, 32), 32)

    def test_plots(self):
        """Of all processors and of one worker alone: those of all would be too many to look at."""
        names = [figure.name for figure in tables.figures(self.summary)]
        self.assertEqual(names, ["means", "efficiency", "speedup-32", "normalised-1", "normalised-32"])

    def test_speed_ups(self):
        found = next(t for t in tables.sections(self.summary) if t.title == "Speed-up by workers: T_S/T_P")
        self.assertEqual(found.head, ("program", "system", *("1", "2", "4", "8", "16", "32")))
        self.assertEqual(found.rows[0], ("fft", "native", "1.00", "2.00", "4.00", "8.00", "16.00", "32.00"))
        self.assertEqual(found.rows[1][:3], ("fft", "openmp", "1.00"))
        self.assertEqual(found.rows[2][:2], ("geometric mean", "native"))
        few = summary_of({"fft": (2.0, 1.0)})
        self.assertNotIn("Speed-up by workers", [t.title[:19] for t in tables.sections(few)])


unittest.main()
