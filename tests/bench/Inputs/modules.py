"""Tests of what the modules of the suite compute."""

import contextlib
import dataclasses
import importlib.util
import io
import json
import math
import os
import re
import signal
import sys
import tempfile
import time
import unittest
import unittest.mock
from pathlib import Path

SUITE = Path(sys.argv.pop(1))
sys.path[:0] = [str(SUITE), str(SUITE.parent / "instructions")]
import performance  # noqa: E402
import elision  # noqa: E402
import machine  # noqa: E402
import noise  # noqa: E402
import page  # noqa: E402
import programs  # noqa: E402
import systems  # noqa: E402
import ratios  # noqa: E402
import run as guard  # noqa: E402
from folder import Sample  # noqa: E402
from goals import Goal, beaten, goals  # noqa: E402
from ratios import Ratio, geometric_mean, spread  # noqa: E402
from summary import Summary  # noqa: E402
import tables  # noqa: E402
import charts  # noqa: E402  (tables.py finds them)
import render  # noqa: E402
import theme  # noqa: E402

# It is not called as a module is.
SPEC = importlib.util.spec_from_file_location("bench", SUITE / "__main__.py")
bench = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(bench)

SETTINGS = {
    "programs": {"fft": ["8"], "fib": ["8"]},
    "systems": {
        "serial": {"serial": True},
        "native": {"serial": False},
        "openmp": {"serial": False},
        "openmp-by-hand": {"serial": False, "by hand": True},
    },
    "workers": [1, 2],
    "trials": 20,
    "machine": {"processors": "2"},
}
# What a page shows besides.
PAGE = {**SETTINGS, "size": "small", "flags": [], "date": "2026-01-01", "about": {"fft": "", "fib": ""},
        "versions": {}, "systems": {name: {**entry, "about": ""} for name, entry in SETTINGS["systems"].items()}}  # fmt: skip


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


class Statistics(unittest.TestCase):
    def samples(self, others=0.0):
        times = {("serial", 1): (1, 2, 9), ("native", 1): (2, 4, 12), ("native", 2): (1, 2, 6),
                 ("openmp", 1): (4, 8, 24), ("openmp-by-hand", 2): (3, 6, 18)}  # fmt: skip
        return [
            Sample("fft", system, workers, trial, seconds, seconds, others)
            for (system, workers), row in times.items()
            for trial, seconds in enumerate(row, 1)
        ]

    def summary(self, samples, settings=SETTINGS):
        return Summary(settings, samples, programs.published())

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
        found = {goal.what: goal for goal in goals(self.summary(self.samples()))}
        speed = "speed of native on 1 worker divided by that of the serial program, "
        mean = found[speed + "the paper's programs, geometric mean of 1 of 15 programs"]
        self.assertEqual((mean.value, mean.goal, mean.verdict), (0.5, 0.98, "incomplete"))
        fft = found[speed + "fft"]
        self.assertEqual((fft.value, fft.goal, fft.verdict), (0.5, 0.95, "no, not certain"))
        time = "time of native on 1 worker divided by that of the serial program, slowest but fib-like ones (fft), 1 of"
        slowest = next(goal for what, goal in found.items() if what.startswith(time))
        self.assertEqual((slowest.value, slowest.goal, slowest.verdict), (2, 1.1, "incomplete"))
        by = "speed of native divided by that of "
        by_hand = found[by + "openmp-by-hand on 2 workers, geometric mean of 1 of 5 programs"]
        self.assertAlmostEqual(by_hand.value, 3)
        self.assertEqual((by_hand.goal, by_hand.verdict), (1.3, "incomplete"))
        self.assertEqual(found[by + "openmp on 1 worker, geometric mean of 1 of 1 programs"].verdict, "")

    def test_slowest(self):
        """The bounds are those of the maximum: another program may be slower than the one
        with the largest median."""
        times = {"fft": [1.05] * 5, "heat": [0.9, 0.9, 1.0, 1.3, 1.3]}
        settings = {**SETTINGS, "programs": {name: [] for name in times}}
        samples = [Sample(name, system, 1, trial, seconds if system == "native" else 1)
                   for name, row in times.items() for system in ("serial", "native")
                   for trial, seconds in enumerate(row)]  # fmt: skip
        found = goals(self.summary(samples, settings))
        slowest = next(goal for goal in found if "slowest but fib-like ones (fft)" in goal.what)
        value = slowest.value
        self.assertEqual((value, value.low, value.high), (1.05, 1.05, 1.3))
        self.assertEqual(dataclasses.replace(slowest, found=slowest.all).verdict, "yes, not certain")

    def test_verdicts(self):
        def verdict(low, value, high, found=15, is_limit=False):
            return Goal("", Ratio(value, low, high), 1.0, found, 15, is_limit).verdict

        self.assertEqual(verdict(1.01, 1.02, 1.03), "yes")
        self.assertEqual(verdict(0.9, 0.95, 0.99), "no")
        self.assertEqual(verdict(0.99, 1.02, 1.03), "yes, not certain")
        self.assertEqual(verdict(0.9, 0.95, 1.03), "no, not certain")
        self.assertEqual(verdict(1.01, 1.02, 1.03, found=14), "incomplete")
        self.assertEqual(verdict(1.01, 1.02, 1.03, is_limit=True), "no")
        self.assertEqual(verdict(0.9, 0.95, 0.99, is_limit=True), "yes")
        # Of a program that is beyond a limit others change nothing.
        self.assertEqual(verdict(1.01, 1.02, 1.03, 3, is_limit=True), "no")
        self.assertEqual(verdict(0.9, 1.02, 1.03, 3, is_limit=True), "incomplete")

    def summary_of(self, native, other, program="fft"):
        """A run in which another system and native took these times, on one worker."""
        settings = {**SETTINGS, "programs": {program: []}, "workers": [1]}
        times = {"native": native, "openmp": other}
        return self.summary([Sample(program, system, 1, trial, seconds)
                             for system, row in times.items() for trial, seconds in enumerate(row)],
                            settings)  # fmt: skip

    def test_beaten(self):
        """Only what is so in nearly all trials counts."""
        for other, certain, possible in (
            ((0.5, 0.5, 0.5, 0.5, 0.5), ["0.50"], []),
            ((0.9, 0.9, 0.9, 0.9, 1.2), [], ["0.90"]),
            # Four trials say little.
            ((0.5, 0.5, 0.5, 0.5), [], ["0.50"]),
            ((0.98, 0.98, 0.98, 0.98, 0.98), [], []),
            ((1, 1, 1.2, 1.2, 1.2), [], []),
        ):
            found = beaten(self.summary_of([1] * len(other), other))
            self.assertEqual([[cell[3] for cell in tables.beaten_rows(cells)] for cells in found],
                             [certain, possible])  # fmt: skip

    def test_beaten_goal(self):
        def row(other):
            what, *cells = tables.goal_rows(self.summary_of([1] * 5, other))[-1]
            self.assertRegex(what, r"of 1 of \d\d+, by chance up to 0.1$")
            return cells

        self.assertEqual(row([2] * 5), ["0", "", "0", "incomplete"])
        self.assertEqual(row([0.5] * 5), ["1", "", "0", "no"])
        self.assertEqual(row([0.5] * 4 + [2]), ["0", "0–1", "0", "incomplete"])

    def test_beaten_by_chance(self):
        """Of 40 comparisons two may be beyond their bounds, whatever is true."""
        def last(faster):
            names = [f"p{i}" for i in range(40)]
            settings = {**SETTINGS, "programs": {name: [] for name in names}, "workers": [1]}
            samples = [Sample(name, system, 1, trial, 0.5 if system == "openmp" and i < faster else 1)
                       for i, name in enumerate(names) for system in ("native", "openmp") for trial in range(5)]  # fmt: skip
            what, count, _, _, verdict = tables.goal_rows(self.summary(samples, settings))[-1]
            self.assertRegex(what, "by chance up to 2.0$")
            return count, verdict

        self.assertEqual(last(2), ("2", "no, not certain"))
        self.assertEqual(last(3), ("3", "no"))

    def test_complete(self):
        """All that the suite has was compared."""
        everything = programs.load()
        names = {name: [] for name in everything}
        settings = {**SETTINGS, "programs": names, "workers": [1],
                    "systems": {s.name: {"serial": s.serial, "by hand": bool(s.by_hand)} for s in systems.SYSTEMS}}  # fmt: skip
        slow = {("heat", "serial"): 1.5}
        samples = [Sample(program.name, system.name, 1, trial, slow.get((program.name, system.name), 1 + (system.name == "serial")))
                   for program in everything.values() for system in systems.SYSTEMS if system.has(program)
                   for trial in range(5)]  # fmt: skip
        rows = {row[0]: row for row in tables.goal_rows(self.summary(samples, settings))}
        self.assertEqual({row[4] for row in rows.values()}, {"yes", "no", ""})
        time = "time of native on 1 worker divided by that of the serial program, slowest but fib-like ones (heat), 23 of 23 programs"
        self.assertEqual(rows[time][1:], ("0.667", "0.67–0.67", "1.10", "yes"))
        by_hand = "speed of native divided by that of onetbb-by-hand on 1 worker, geometric mean of 5 of 5 programs"
        self.assertEqual(rows[by_hand][1:], ("1.000", "1.00–1.00", "1.25", "no"))
        paper = "speed of native on 1 worker divided by that of the serial program, the paper's programs, geometric mean of 15 of 15 programs"
        self.assertEqual(rows[paper][1:], ("1.962", "1.96–1.96", "0.98", "yes"))
        self.assertEqual([*rows.values()][-1][1:], ("0", "", "0", "yes"))
        faster = [Sample("lu", "openmp", 1, trial, 0.9 if trial else 2) for trial in range(5)]
        *_, last = tables.goal_rows(self.summary(samples + faster, settings))
        self.assertEqual(last[1:], ("0", "0–1", "0", "yes, not certain"))
        # One that failed is missing.
        samples.append(Sample("lu", "openmp", 1, 9, error="wrong"))
        *_, last = tables.goal_rows(self.summary(samples, settings))
        self.assertEqual(last[4], "incomplete")

    def test_trials_of_pairs(self):
        """Those of serial and native alone count for what they are about."""
        samples = [Sample("fft", system, 1, trial, seconds)
                   for trial, system, seconds in ((1, "serial", 1), (1, "native", 2), (1, "openmp", 4),
                                                  (21, "serial", 3), (21, "native", 1), (22, "serial", 3), (22, "native", 1))]  # fmt: skip
        summary = self.summary(samples)
        self.assertEqual(summary.efficiency("fft", "native"), 3)
        self.assertEqual(summary.efficiency("fft", "openmp"), 0.25)
        self.assertEqual(tables.trials(summary), "1 trial of each, and 2 of serial and native alone on 1 worker")
        self.assertEqual(tables.trials(self.summary(samples[:3])), "1 trial of each")
        settings = {**PAGE, "programs": {"fft": ["8"]}}
        for count, said, text in ((7, "1 + 2", "Behind +"), (3, "1", "")):
            table = next(t for t in tables.sections(self.summary(samples[:count], settings)) if t.title == "Programs")
            self.assertEqual(table.rows, [("fft", "8", said, "")])
            self.assertTrue(table.text.startswith(text) and bool(table.text) == bool(text))

    def test_graphs_that_stand_in(self):
        """Wherever a number of the paper is beside one of another graph, it is said."""
        inputs = {name: programs.load()[name].inputs for name in ("fft", "bfs", "mis", "mis-dotmix")}
        for size, start in (("small", "Inputs are smaller than the paper's; and in place of its graph"),
                            ("paper", "In place of the paper's graph")):  # fmt: skip
            settings = {**PAGE, "size": size, "programs": {name: of[size] for name, of in inputs.items()},
                        "about": dict.fromkeys(inputs, ""),
                        "systems": {**PAGE["systems"], "pedigrees": {"serial": False, "about": ""}}}  # fmt: skip
            samples = [Sample(name, system, workers, 1, 1) for name in inputs for system in settings["systems"]
                       for workers in (1, 2)]  # fmt: skip
            summary = self.summary(samples, settings)
            parts = {part.title: part.text for part in [*tables.sections(summary), *tables.figures(summary)]}
            for title, names in (("The paper's numbers", "bfs"), ("Pedigrees", "bfs"), ("Random numbers", "mis"),
                                 ("Work efficiency: T_S/T_1", "bfs")):  # fmt: skip
                self.assertRegex(parts[title], rf" {start}, com-Orkut, a random one \(R-MAT\)[^:]*: {names}\.( The mean is of \d program|$)")
            text = page.html(self.summary([s for s in samples if s.program == "fft"], settings))
            self.assertEqual(("R-MAT" in text, "smaller than the paper" in text), (False, size == "small"))

    def test_means_of_other_systems(self):
        samples = [Sample("fft", system, 1, trial, seconds) for trial in range(5)
                   for system, seconds in (("native", 1.0), ("openmp", 1.5 + trial / 4))]  # fmt: skip
        self.assertEqual(tables.mean_rows(self.summary(samples)), [("openmp", "1", "2.00 (1.50–2.50)", "1", "2.00 (1.50–2.50)", "1", "1.64 (1)")])

    def test_summary_of_goals(self):
        """They are numbers for other programs."""
        samples = [Sample("fft", system, 1, trial, seconds) for trial in range(5)
                   for system, seconds in (("serial", 3.0), ("native", 3.0 + trial / 4), ("openmp", 2.0))]  # fmt: skip
        *_, mean, beaten_by = bench.goal_entries(self.summary(samples))
        self.assertEqual(mean, {"what": "speed of native divided by that of openmp on 1 worker, geometric mean of 1 of 1 programs",
                                "measured": 0.5714, "between": [0.5, 0.6667], "goal": None, "reached": ""})  # fmt: skip
        self.assertEqual([beaten_by[key] for key in ("measured", "between", "goal", "reached")], [1, [1, 1], 0, "no"])
        fft = next(goal for goal in bench.goal_entries(self.summary(samples)) if goal["what"].endswith(", fft"))
        self.assertEqual((fft["measured"], fft["goal"], fft["reached"]), (0.8571, 0.95, "no, not certain"))
        alone = bench.goal_entries(self.summary(samples[:2]))
        self.assertEqual(next(goal for goal in alone if goal["goal"] == 0.95)["between"], None)

    def test_trust(self):
        self.assertFalse(self.summary(self.samples()).busy)
        self.assertTrue(self.summary(self.samples(others=0.5)).busy)
        # One disturbed sample of thirty is no harm.
        samples = self.samples() + self.samples()
        samples[0].others = 1.0
        self.assertFalse(self.summary(samples).busy)

    def test_noisy_programs(self):
        """Serial times that differ, though nothing was seen that disturbed them."""
        def unsteady(*times):
            return self.summary([Sample("fft", "serial", 1, t, seconds) for t, seconds in enumerate(times)])

        noisy = unsteady(0.2, 0.43, 0.25, 0.3, 0.21, 0.35)
        self.assertFalse(noisy.busy)
        self.assertRegex(tables.unsteady(noisy), r"are noisy.* fft \(43 %\)\. Little else ran")
        steady = unsteady(0.2, 0.201, 0.202, 0.203, 0.6)
        self.assertEqual((steady.unsteady, tables.unsteady(steady)), ({}, ""))
        for summary, banners in ((noisy, 1), (steady, 0)):
            summary.settings = PAGE
            self.assertEqual(page.html(summary).count('class="bad"'), banners)

    def test_what_did_not_end(self):
        stopped = {**PAGE, "did not end": [["fft", "openmp", 1, 5], ["fft", "go", 2, 5.5]]}
        said = tables.unended(self.summary([], stopped))
        self.assertRegex(said, r"^Did not end .*: fft openmp on 1 \(in 5 s\), fft go on 2 \(in 5.5 s\)\.")
        self.assertRegex(said, r"Tussah's own .* hang: fft openmp on 1\.$")
        self.assertEqual(page.html(self.summary(self.samples(), stopped)).count("Did not end"), 1)
        self.assertEqual(tables.unended(self.summary([])), "")

    def test_bounds(self):
        """Eight ratios of a run: the trials say both, that it is slower and that it is not."""
        fft = ratios.median([0.86, 0.85, 1.33, 0.92, 1.24, 0.88, 0.70, 0.76])
        self.assertEqual((fft, fft.low, fft.high), (0.87, 0.76, 1.24))
        self.assertEqual(Goal("", fft, 0.95).verdict, "no, not certain")
        self.assertEqual(tables.bounded(fft), "0.87 (0.76–1.24)")
        inverse = fft.inverse()
        self.assertEqual((inverse.low, inverse.high), (1 / 1.24, 1 / 0.76))
        few = ratios.median([1, 2, 3, 4])
        self.assertEqual((few, few.known, few.inverse().known, tables.bounded(few)), (2.5, False, False, "2.50"))
        # With how many values beyond the bounds the median still is between them in nine of
        # ten cases: tables of the binomial distribution.
        self.assertEqual([ratios.left_out(n) for n in (1, 4, 5, 7, 8, 10, 13, 20, 1000)],
                         [-1, -1, 0, 0, 1, 1, 3, 5, 473])  # fmt: skip

    def test_bounds_of_means(self):
        mean = geometric_mean([Ratio(1, 0.5, 2), Ratio(4, 4, 4)])
        # One of two programs is uncertain by a factor of 2, the mean by its root.
        self.assertEqual(mean, 2)
        self.assertAlmostEqual(mean.low, 2**0.5)
        self.assertAlmostEqual(mean.high, 2 * 2**0.5)
        alike = geometric_mean([Ratio(1, 0.5, 2)] * 4)
        self.assertAlmostEqual(alike.high, 2**0.5)
        # Too few trials of one program do not take the bounds of all others.
        partial = geometric_mean([Ratio(1, 0.5, 2), Ratio(1)])
        self.assertAlmostEqual(partial.high, 2**0.5)
        self.assertEqual((partial.unknown, partial.inverse().unknown, mean.unknown), (1, 1, 0))
        self.assertEqual(tables.bounded(partial), "1.00 (0.71–1.41 but for 1)")
        self.assertEqual(tables.within(partial, 2, (partial, 2)), " (2 programs, between 0.71 and 1.41 but for 1)")
        self.assertEqual((Goal("", partial, 0.5).verdict, Goal("", alike, 0.5).verdict), ("yes, not certain", "yes"))
        self.assertFalse(geometric_mean([Ratio(1), Ratio(2)]).known)
        self.assertNotIsInstance(geometric_mean([Ratio(1, 0.5, 2), 1.0]), Ratio)

    def test_means(self):
        self.assertAlmostEqual(geometric_mean([2, 8]), 4)
        self.assertIsNone(geometric_mean([]))
        self.assertEqual(spread([3]), 0)
        self.assertAlmostEqual(spread([1, 2, 3, 4, 5]), 2 / 3)

    def test_figures_of_the_paper(self):
        times = {("fft", "serial", 1): 2, ("fft", "native", 1): 4, ("fft", "pedigrees", 1): 5,
                 ("fft", "native", 2): 1, ("fft", "pedigrees", 2): 2,
                 ("fib", "native", 1): 1, ("fib", "pedigrees", 1): 1.25,
                 ("fib", "native", 2): 1, ("fib", "pedigrees", 2): 0.5,
                 ("pi", "native", 1): 2, ("pi-dotmix", "native", 1): 6,
                 ("pi", "native", 2): 1, ("pi-dotmix", "native", 2): 4}  # fmt: skip
        systems_of = {**SETTINGS["systems"], "pedigrees": {"serial": False}}
        summary = Summary(
            {**SETTINGS, "programs": {name: [] for name in ("fft", "fib", "pi", "pi-dotmix")},
             "systems": systems_of},
            [Sample(*cell, 1, seconds, seconds) for cell, seconds in times.items()], programs.published(),
        )  # fmt: skip
        self.assertEqual(tables.pedigree_rows(summary), [
            ("fft", "4.000", "5.000", "1.25", "1.000", "2.000", "2.00", "1.03", "1.03", "1.06"),
            ("fib", "1.000", "1.250", "1.25", "1.000", "0.500", "0.50", "", "", ""),
            (tables.MEAN, "", "", "1.25", "", "", "1.00", "1.03", "1.03", "1.06"),
        ])  # fmt: skip
        self.assertEqual(tables.generator_rows(summary), [
            ("pi", "6.000", "2.000", "3.00", "4.000", "1.000", "4.00", "3.22", "3.23", "3.34"),
            (tables.MEAN, "", "", "3.00", "", "", "4.00", "3.22", "3.23", "3.34"),
        ])  # fmt: skip
        self.assertEqual(tables.comparison_head(summary, "a", "b", "c")[7:],
                         ("c, paper, 1 core", "c, paper, 24 cores", "c, paper, 48 cores"))  # fmt: skip
        self.assertEqual(tables.published_rows(summary), [
            ("fft", "0.50", "0.89", "2.00", "18.99", "28.82"),
            (tables.MEAN, "0.50", "0.89", "2.00", "18.99", "28.82"),
        ])  # fmt: skip

    def test_oversubscription(self):
        """Numbers that have a processor for each worker are those in short."""
        summary = Summary({**SETTINGS, "workers": [1, 2, 16]}, self.samples(), programs.published())
        self.assertEqual(summary.up_to_processors, [1, 2])
        self.assertIn(("1.00 ×", "the serial program's speed on 2 workers (1 program)"), tables.glance(summary))

    def test_libraries_have_no_bars(self):
        """A library that is many times as fast does not make all other bars too short to read."""
        settings = {**PAGE, "size": "small", "systems": {**PAGE["systems"], "library": {"serial": True, "about": ""}}}
        samples = [Sample("fft", system, 1, trial, seconds) for trial in range(5)
                   for system, seconds in (("serial", 12), ("native", 12), ("library", 1))]  # fmt: skip
        plots = {figure.name: str(figure.picture) for figure in tables.figures(self.summary(samples, settings))}
        self.assertIn("native", plots["efficiency"])
        self.assertNotIn("library", plots["efficiency"])

    def test_libraries(self):
        """Why a serial program is slower than a library is said where it is."""
        settings = {**SETTINGS, "programs": {"fft": [], "lu": [], "fib": []},
                    "systems": {**SETTINGS["systems"], "library": {"serial": True}}}  # fmt: skip
        samples = [Sample(name, system, 1, trial, seconds)
                   for name, times in (("fft", (3.0, 2.0)), ("lu", (1.05, 1.0))) for system, seconds in
                   zip(("serial", "library"), times) for trial in range(5)]  # fmt: skip
        rows = tables.library_rows(self.summary(samples, settings))
        self.assertEqual([row[:5] for row in rows], [
            ("fft", "FFTW", "3.000", "2.000", "1.50 (1.50–1.50)"),
            ("lu", "dgetrf of OpenBLAS, one thread", "1.050", "1.000", "1.05 (1.05–1.05)"),
        ])  # fmt: skip
        self.assertRegex(rows[0][5], "^FFTW tries")
        self.assertEqual(rows[1][5], "")
        for program in programs.load().values():
            self.assertEqual("source" in program.library, "name" in program.library)

    def test_other_lists(self):
        """What is said of a library is in the list of the run. Medium inputs may be missing."""
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "a.c").touch()
            entry = {"source": "a.c", "about": "", "inputs": {size: [size] for size in ("paper", "small", "default")},
                     "library": {"source": "a.c", "name": "other"}}  # fmt: skip
            registry = Path(folder, "list.json")
            registry.write_text(json.dumps({"fft": entry}), encoding="utf-8")
            inputs = programs.load(registry)["fft"].inputs
            self.assertEqual([*inputs.items()], [("small", ["small"]), ("medium", ["small"]),
                                                 ("default", ["default"]), ("paper", ["paper"])])  # fmt: skip
            settings = {**SETTINGS, "registry": str(registry)}
            samples = [Sample("fft", system, 1, 1, 1) for system in ("serial", "library")]
            self.assertEqual(tables.library_rows(self.summary(samples, settings))[0][1], "other")

    def test_in_short(self):
        """Published means are beside those of the same programs."""
        settings = {**SETTINGS, "programs": {"fft": [], "fib": []}}
        samples = [Sample(name, system, 1, trial, 1 if system == "serial" else seconds)
                   for name, seconds in (("fft", 1.0), ("fib", 4.0)) for system in ("serial", "native")
                   for trial in range(5)]  # fmt: skip
        (value, text), *_ = tables.glance(self.summary(samples, settings))
        self.assertEqual(value, "50 %")
        self.assertIn("what the keywords cost (2 programs, between 50 % and 50 %; 100 % without fib-like: 1 program). Of 1 of the paper's programs: 100 %; OpenCilk, as published: 89 %", text)

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


class Builds(unittest.TestCase):
    def test_what_has_one_build(self):
        """Programs that differ in their input only; nothing else."""
        everything = programs.load()
        native, rayon = (s for s in systems.SYSTEMS if s.name in ("native", "rayon"))
        key = native.build_key(everything["bfs"])
        self.assertEqual(native.build_key(everything["kcore"]), key)
        self.assertNotEqual(rayon.build_key(everything["bfs"]), key)
        self.assertNotEqual(rayon.build_key(everything["bfs"]), rayon.build_key(everything["kcore"]))
        # Threads of the Cilk of 1995 are serial with an argument.
        serial, threads = (s for s in systems.SYSTEMS if s.name in ("serial", "cps"))
        queens = everything["queens"]
        self.assertEqual(serial.build_key(queens), threads.build_key(queens))
        self.assertEqual((serial.arguments(queens), threads.arguments(queens)), (["--serial"], []))
        self.assertNotEqual(serial.build_key(everything["bfs"]), native.build_key(everything["bfs"]))
        for change in ({"source": Path("other.cpp")}, {"archives": []}, {"language": "cps"},
                       {"pedigrees": True}, {"uses": {"png.h": "-lpng"}}):  # fmt: skip
            self.assertNotEqual(native.build_key(dataclasses.replace(everything["bfs"], **change)), key, change)

    def test_changed_files_have_another_digest(self):
        """Those of the installation; a run does not go on with others."""
        with tempfile.TemporaryDirectory() as folder:
            tools = systems.Tools(Path(folder), "clang", [])
            # The last one is a result.
            out = Path(folder, "include", "out")
            digests = [tools.digest(out)]
            for name, text in (("lib/tussah/a.bc", "1"), ("lib/tussah/a.bc", "2"),
                               ("include/cilk/cilk.h", ""), ("include/out/raw.csv", "")):  # fmt: skip
                file = Path(folder, name)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
                digests.append(tools.digest(out))
        self.assertEqual(digests[-1], digests[-2])
        self.assertEqual(len(set(digests)), 4)

    def test_compilers_of_others(self):
        """The one for C++ is derived, wherever it is in the command."""
        for command, before in (("clang-19 -fopencilk", 1), ("/opt/cilk/bin/clang -I/usr/lib/gcc", 1),
                                ("ccache gcc-12 -O2", 2), ("env CC=gcc nice x86_64-linux-gnu-gcc", 4),
                                ("tussah-clang", 1), ("icx -O2", 1), ("mine -B /usr/lib/gcc-12", 1)):  # fmt: skip
            words = command.split()
            self.assertEqual(systems.compiler_of(words), words[:before], command)
        for name, cxx in (("clang-19", "clang++-19"), ("/usr/bin/gcc", "/usr/bin/g++"), ("gcc-12.2", "g++-12.2")):
            self.assertEqual(systems.C_COMPILER.sub(systems.cxx_name, name), cxx)

    def test_flags_of_others(self):
        """They come behind those for all systems, so that they are what counts."""
        fib, matmul = (programs.load()[name] for name in ("fib", "matmul"))
        tools = systems.Tools(Path("/tussah"), "clang", ["-O3"])
        build = systems.custom(["env", "X=1", "gcc", "-O1"])
        for program, compiler in ((fib, "gcc"), (matmul, "g++")):
            with unittest.mock.patch.object(systems, "run") as run:
                build(tools, program, Path("."))
            command = run.call_args[0][1]
            self.assertEqual(command[1:5], ["X=1", compiler, "-O3", "-O1"])

    def test_packages_that_are_missing(self):
        """What is not there is named by its package, whether the header is missing or the library."""
        everything = programs.load()
        for build, package, lines in (
            (systems.OPENMP, "libomp-dev", ("fatal error: 'omp.h' file not found", "cannot find -lomp: No such file")),
            (systems.ONETBB, "libtbb-dev", ("fatal error: 'tbb/task_group.h' file not found", "unable to find library -ltbb")),
        ):  # fmt: skip
            for line in lines:
                wrong = systems.Missing(f"does not compile: {line}")
                with unittest.mock.patch.object(systems, "run", side_effect=wrong):
                    with self.assertRaisesRegex(systems.Missing, f"^needs {package}: apt-get install {package}$"):
                        build(systems.Tools(None, "clang", []), everything["fib"], Path("."))

    def message(self, *lines):
        """Returns what is said of a compiler that fails with these lines."""
        code = f"import sys; sys.exit({chr(10).join(lines)!r})"
        with self.assertRaises(systems.Missing) as caught:
            systems.run(systems.Tools(None, "clang", []), [sys.executable, "-c", code], ".")
        return str(caught.exception)

    def test_the_line_that_says_why(self):
        say = "does not compile: "
        library = "/usr/bin/ld: cannot find -labsent: No such file or directory"
        self.assertEqual(self.message(library, "clang: error: linker command failed"), say + library)
        absent = "/usr/bin/ld: main.cpp:(.text+0x5): undefined reference to `absent'"
        self.assertEqual(self.message(absent, "collect2: error: ld returned 1 exit status"), say + absent)
        wrong = "main.cpp:1:10: fatal error: 'absent.h' file not found"
        self.assertEqual(self.message("In file included from a.cpp:1:", wrong, "1 error"), say + wrong)
        undefined = "./main.go:18:10: others.Went undefined"
        self.assertEqual(self.message("# command-line-arguments", undefined), say + undefined)
        self.assertEqual(self.message(), say + "no message")


class Presets(unittest.TestCase):
    """What the options of 'tussah bench' mean."""

    def plan(self, *arguments):
        """Returns the settings of a run on three processors."""
        options = bench.parse(["--installation", ".", *arguments])
        with unittest.mock.patch("os.sched_getaffinity", return_value={0, 1, 2}):
            suite = bench.Suite(options)
            return bench.plan(suite, options, bench.choose_systems(suite, options))[0]

    def test_workers(self):
        for processors, crowd, workers in ((3, 8, [1, 3, 24]), (3, 1, [1, 3]), (1, 8, [1, 8]), (1, 1, [1]),
                                           (200, 8, [1, 200, 1024])):  # fmt: skip
            with unittest.mock.patch("os.sched_getaffinity", return_value=set(range(processors))):
                self.assertEqual(bench.Suite(bench.parse([])).workers(crowd), workers)
        self.assertEqual(self.plan("--workers", "16,2,2")["workers"], [2, 16])

    def test_presets(self):
        everything = programs.load()
        for arguments, size, trials, minutes, workers in (
            (["--paper"], "paper", 20, None, [1, 3, 24]), ([], "default", 7, None, [1, 3, 24]),
            (["--quick"], "small", 9, 4.75, [1, 3]), (["--minutes", "600"], "default", 20, 600, [1, 3, 24]),
        ):  # fmt: skip
            settings = self.plan(*arguments)
            found = [settings[key] for key in ("size", "trials", "minutes", "workers")]
            self.assertEqual(found, [size, trials, minutes, workers])
            # Where the time is limited, serial and native have more, but none if it is said how many.
            self.assertEqual(settings["pairs"], 40 if minutes else 0)
            self.assertEqual(self.plan(*arguments, "--trials", "3")["pairs"], 0)
            inputs = {name: program.inputs[size] for name, program in everything.items()}
            self.assertEqual(settings["programs"], inputs)

    def test_systems(self):
        self.assertEqual([*self.plan("--paper")["systems"]], [system.name for system in systems.SYSTEMS])
        self.assertEqual([*self.plan("--quick")["systems"]], ["serial", "native", "onetbb", "openmp", "cps"])
        self.assertEqual([*self.plan("--quick", "--systems", "go")["systems"]], ["serial", "go"])
        # Those that are added may be named twice.
        for names in ("mine", "mine,go"):
            settings = self.plan("--quick", "--systems", names, "--system", "mine=clang-19")
            self.assertEqual([*settings["systems"]], ["serial", *["go"] * ("go" in names), "mine"])
        with self.assertRaisesRegex(bench.UserError, "^no system 'nonesuch'"):
            self.plan("--systems", "mine,nonesuch", "--system", "mine=clang-19")

    def test_pages_that_are_older_than_the_programs(self):
        everything = {name: program.inputs["small"] for name, program in programs.load().items()}
        settings = {**SETTINGS, "size": "small", "programs": everything, "chosen": False}

        def look(**change):
            changed = {**settings, **change}
            samples = [Sample(name, "serial", 1, 1, 1) for name in changed["programs"]]
            summary = Summary(changed, samples, programs.published())
            return performance.outdated(summary), performance.missing(summary)

        self.assertEqual(look(), ("", []))
        others = {name: inputs for name, inputs in everything.items() if name not in ("lu", "fib")}
        said, lacking = look(programs={**others, "heat": ["1"], "old": []})
        self.assertEqual(lacking, ["lu"])
        self.assertRegex(said, "heat, old have other inputs.*; fib, lu are new")
        # What there was no time for is said elsewhere; but a program of the paper must be there.
        left_out = {"left out": ["lu", "fib", "heat go"]}
        self.assertEqual(look(programs=others, **left_out), ("", ["lu"]))
        self.assertEqual(look(programs=others, chosen=True)[1], [])
        self.assertTrue(self.plan("--programs", "lu,fib")["chosen"])
        self.assertFalse(self.plan()["chosen"])


class Signals(unittest.TestCase):
    """What ends a run ends the compilers as well, as an interruption by the keyboard does."""

    def test_interruptions(self):
        for number in (signal.SIGTERM, signal.SIGHUP):
            def run(_, number=number):
                os.kill(os.getpid(), number)
                time.sleep(10)

            before = signal.getsignal(number)
            with unittest.mock.patch.object(bench, "main", run), contextlib.redirect_stderr(io.StringIO()) as said:
                self.assertEqual(bench.guarded_main([]), 130)
            signal.signal(number, before)
            self.assertIn("the same command goes on from here", said.getvalue())

    def test_ignored_signals(self):
        before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
        with unittest.mock.patch.object(bench, "main", lambda _: os.kill(os.getpid(), signal.SIGHUP) or 0):
            self.assertEqual(bench.guarded_main([]), 0)
        signal.signal(signal.SIGHUP, before)


class Instructions(unittest.TestCase):
    """What is made of counted instructions."""

    def stored(self):
        return json.loads(elision.COUNTED.read_text(encoding="utf-8")), elision.PAGE.read_text(encoding="utf-8")

    def mistakes(self, stored, page):
        return [mistake.partition(" ")[0] for mistake in elision.mistakes(stored, page)]

    def test_mistakes(self):
        stored, page = self.stored()
        self.assertEqual(self.mistakes(stored, page), [])
        self.assertEqual(self.mistakes(stored, page.replace("| heat | 512", "| heat | 513")), ["benchmarks.md"])
        stored["programs"]["heat"]["native"] += 1
        self.assertEqual(self.mistakes(stored, page), ["benchmarks.md"])
        del stored["programs"]["heat"]
        self.assertEqual(self.mistakes(stored, elision.written(stored, page)), ["elision.json"])

    def test_verdicts(self):
        """More is refused, and so is so much less that the limit has slack."""
        known = {"clang": "22.1.3", "costs": {"fib": 100}}
        for now, clang, fine, said in (
            (100, "22.1.3", True, ""), (102.9, "22.1.3", True, ""), (97.1, "22.1.3", True, ""),
            (104, "22.1.3", False, "TOO MANY"), (96, "22.1.3", False, "FEWER: run with --update"),
            # What another compiler does better is no fault.
            (96, "22.1.4", True, "warning: fewer"), (104, "22.1.4", False, "TOO MANY"),
        ):  # fmt: skip
            with contextlib.redirect_stdout(io.StringIO()) as out:
                self.assertEqual(guard.report({"fib": now}, known, 3, clang), fine)
            self.assertIn(said, out.getvalue())
        with contextlib.redirect_stdout(io.StringIO()) as out:
            self.assertFalse(guard.report({"fib": 1}, {}, 3, "22.1.3"))

    def test_without_valgrind(self):
        with contextlib.redirect_stdout(io.StringIO()) as out, unittest.mock.patch.dict("os.environ", PATH=""):
            with unittest.mock.patch("sys.argv", ["run.py"]):
                self.assertEqual(guard.main(), guard.SKIPPED)
        self.assertIn("apt-get install valgrind", out.getvalue())


class Environment(unittest.TestCase):
    def test_large_pages(self):
        """They come after what the user says of the C library."""
        for before, after in (("", ""), ("glibc.malloc.check=3", "glibc.malloc.check=3:")):
            with unittest.mock.patch.dict("os.environ", {"GLIBC_TUNABLES": before}):
                found = systems.environment(2)
            self.assertEqual(found["GLIBC_TUNABLES"], after + "glibc.malloc.hugetlb=1")
            self.assertEqual(found["CILK_NWORKERS"], "2")


    def test_cores(self):
        """Two processors are often one core."""
        def found(*pairs):
            text = "".join(f"physical id\t: {socket}\ncore id\t\t: {core}\n" for socket, core in pairs)
            with unittest.mock.patch.object(Path, "read_text", return_value=text):
                return machine.cores()

        self.assertEqual(found((0, 0), (0, 1), (1, 0), (1, 1), (0, 0), (0, 1), (1, 0), (1, 1)), "4, sockets: 2")
        self.assertEqual(found(), "")


class Plots(unittest.TestCase):
    def draw(self, published):
        def value(group, one):
            if one == charts.OUTLINE:
                return published if group == "p" else None
            return {"p": 1.0, "q": None, "r": 0.25, "mean": 0.5}[group]

        series = ["a", "b", charts.OUTLINE]
        return charts.bars(["p", "q", "r", "mean"], series, value, theme.of_systems(["a", "b"]),
                           (1, "serial"), {charts.OUTLINE: "the paper"})  # fmt: skip

    def rows(self, picture):
        """Returns what the layer of bars shows, by what it says of them."""
        layer = next(layer for layer in picture["layer"] if "fill" in layer["encoding"])
        return {row["said"].split(":")[0]: row for row in layer["data"]["values"]}

    def test_bars(self):
        picture = self.draw(0.9)
        rows = self.rows(picture)
        # Three programs that have two systems, and one that was published.
        self.assertEqual(len(rows), 7)
        self.assertEqual(rows["p, the paper"]["said"], "p, the paper: 0.900")
        self.assertFalse([said for said in rows if said.startswith("q")])
        self.assertEqual((rows["p, a"]["value"], rows["r, a"]["value"], rows["mean, a"]["value"]), (1.0, 0.25, 0.5))
        # No bar is on another one.
        places = sorted((row["top"], row["bottom"]) for row in rows.values())
        self.assertTrue(all(one[1] < other[0] for one, other in zip(places, places[1:])))

    @unittest.skipUnless(render.is_there(), "needs the package that draws")
    def test_drawing(self):
        """Plots are drawn with colours of the page, say what each bar is, and are as wide as there is room."""
        svg = render.svg(self.draw(0.9))
        self.assertIn('aria-label="p, the paper: 0.900"', svg)
        self.assertIn("prefers-color-scheme: dark", svg)
        self.assertIn('fill="var(--text,#222222)"', svg)
        self.assertTrue(svg.startswith('<svg role="img" width="') and svg.count(" width=") < svg.count("<rect") + 2)
        self.assertEqual(render.png(svg, dark=True)[:4], b"\x89PNG")

    def test_missing(self):
        """Without the package, a page has all but the plots, and says what to install."""
        with unittest.mock.patch.dict(sys.modules, {"vl_convert": None}):
            said = page.figure(tables.Figure("a", "title", "text", self.draw(0.9)))
        self.assertIn("python3 -m pip install vl-convert-python==", said)

    def test_bounds(self):
        """A line between them, which ends where the plot does; the number is behind it."""
        def draw(high):
            picture = charts.bars(["p"], ["a"], lambda *_: Ratio(0.5, 0.25, high), theme.of_systems(["a"]), (1, "serial"),
                                  means=0)  # fmt: skip
            row = self.rows(picture)["p, a"]
            self.assertEqual(row["end"], row["high"])
            return row["low"], row["high"]

        for found, expected in zip([*draw(0.75), *draw(9)], (0.25, 0.75, 0.25, 1.02)):
            self.assertAlmostEqual(found, expected, delta=0.001)

    def test_what_is_not_there_has_no_legend(self):
        self.assertIn("the paper", str(self.draw(0.9)))
        self.assertNotIn("the paper", str(self.draw(None)))

    def test_colours(self):
        shown = [system.name for system in systems.SYSTEMS if system.name != "serial"]
        more = [f"mine-{i}" for i in range(9)]
        own = theme.of_systems([*shown, *more])
        self.assertLessEqual({*shown, *more}, set(own))
        self.assertEqual(len(set(own.values())), len(own))


class Registry(unittest.TestCase):
    def test_programs(self):
        for program in programs.load().values():
            self.assertTrue(program.source.exists(), program.name)
            self.assertEqual(tuple(program.inputs), programs.SIZES)
            published = programs.published()
            if program.published:
                self.assertTrue(program.published in published["figure 6"]
                                or program.published in published["figure 8"])  # fmt: skip

    def test_larger_sizes_have_more_to_do(self):
        def work(program, arguments):
            numbers = [int(argument) for argument in arguments if re.fullmatch("[1-9][0-9]*", argument)]
            if program == "knary":
                branching, depth, _ = numbers
                return sum(branching**level for level in range(depth))
            if program == "pfold":
                # Cells that are not given.
                return math.prod(numbers[:3]) - numbers[3]
            # A matrix and a number of steps, a graph and a number of searches, or one number.
            return math.prod(numbers)

        for name, program in programs.load().items():
            small, medium, default, paper = (work(name, program.inputs[size]) for size in programs.SIZES)
            self.assertTrue(small <= medium <= default, f"{name}: {small}, {medium}, {default}")
            # What took the paper's machine seconds may take less than one second now.
            self.assertTrue(small < min(default, paper), f"{name}: {small}, {default}, {paper}")

    def test_generators_have_the_same_inputs(self):
        everything = programs.load()
        for name, program in everything.items():
            if name.endswith("-dotmix"):
                builtin = everything[name.removesuffix("-dotmix")]
                for size in programs.SIZES:
                    self.assertEqual(program.inputs[size], [*builtin.inputs[size], "dotmix"])


unittest.main()
