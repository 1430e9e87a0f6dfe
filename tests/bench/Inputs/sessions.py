"""Tests of how a run goes: what is built and measured in the time that there is."""

import collections
import contextlib
import dataclasses
import io
import math
import os
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock
from pathlib import Path

SUITE = Path(sys.argv.pop(1))
sys.path.insert(0, str(SUITE))
import budget  # noqa: E402
import building  # noqa: E402
import programs  # noqa: E402
import systems  # noqa: E402
from folder import Cell, Sample  # noqa: E402
from progress import Progress  # noqa: E402
from session import Session, TooLong, least_disturbed, order  # noqa: E402


def readings(*values):
    """Returns a clock that shows these values, one after the other."""
    return iter(values).__next__


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

    def test_time_over(self):
        sample = Sample("p", "s", 1, 1, 1, 1, 0.5)
        take = unittest.mock.Mock(side_effect=[sample, building.TimeOver])
        self.assertEqual(least_disturbed(take, 2), (sample, 1))

    def test_failures_are_kept(self):
        self.assertEqual(self.take(2, (0.5, ""), (0.9, "wrong")), (0.9, "wrong", 1))
        self.assertEqual(self.take(2, (0.5, "wrong")), (0.5, "wrong", 0))


class Order(unittest.TestCase):
    def test_alternates(self):
        cells = [Cell("a", system, 1) for system in ("x", "y", "z")]
        orders = [order(cells, trial) for trial in range(1, 9)]
        for one in orders:
            self.assertEqual(set(one), set(cells))
        self.assertGreater(len({one[0] for one in orders}), 1)
        first, *others = order([*cells, Cell("a", "serial", 1)], 1)
        self.assertEqual(first.system, "serial")
        self.assertEqual(order(cells, 1), orders[0])

    def test_what_is_compared_is_close(self):
        """What slows down a machine for half a second slows down both sides."""
        names = ("serial", "native", "onetbb", "openmp", "go", "java")
        cells = [Cell("a", system, workers) for system in names for workers in (1, 2, 16)
                 if system != "serial" or workers == 1]  # fmt: skip
        firsts, before = set(), set()
        for trial in range(2, 20):
            found = order(cells, trial)
            self.assertEqual(set(found), set(cells))
            workers = [cell.workers for cell in found]
            self.assertEqual(sum(a != b for a, b in zip(workers, workers[1:])), 2)
            serial = found.index(Cell("a", "serial", 1))
            self.assertEqual(abs(serial - found.index(Cell("a", "native", 1))), 1)
            for count in (1, 2, 16):
                row = [cell.system for cell in found if cell.workers == count and cell.system != "serial"]
                self.assertEqual(row.index("native"), 2)
            firsts.add(found[0])
            before.add(found[serial - 1].system == "native")
        self.assertGreater(len(firsts), 5)
        self.assertEqual(before, {True, False})

    def test_native_is_not_always_first(self):
        cells = [Cell("a", system, 2) for system in ("native", "onetbb")]
        firsts = [order(cells, trial)[0].system for trial in range(2, 12)]
        self.assertEqual(set(firsts), {"native", "onetbb"})

    def test_time_left(self):
        a, b = Cell("p", "a", 1), Cell("p", "b", 1)
        out = io.StringIO()
        progress = Progress(0, out=out)
        progress.expect([a, b, a, b])
        progress.step(Sample("p", "a", 1, 1, 90, 100), lambda cells: 100 * len(cells))
        self.assertEqual(out.getvalue(), "[1/4, 5:00 left] p a on 1: 90.000 s\n")
        progress.say("not on a terminal")
        progress.step(Sample("p", "b", 1, 1, 10, 20), lambda cells: 60 * len(cells))
        self.assertIn("[2/4, 2:00 left]", out.getvalue())
        # A sample that is taken once more.
        progress.forget([b])
        self.assertEqual((progress.done, progress.waiting), (1, [a, b, b]))
        progress.waiting, progress.done = [a, b], 2
        # What fails is not to come again.
        progress.step(Sample("p", "a", 1, 1, error="wrong"), lambda cells: 60 * len(cells))
        self.assertIn("[3/4, 1:00 left] p a on 1: wrong", out.getvalue())


class Terminal(io.StringIO):
    """One of 20 columns."""

    def isatty(self):
        return True

    def said(self, progress):
        """Returns what `progress` shows now, after it has been written over what was there."""
        with unittest.mock.patch("shutil.get_terminal_size", return_value=os.terminal_size((20, 9))):
            progress()
        *_, last = self.getvalue().split("\r")
        return last


class OnTerminals(unittest.TestCase):
    def test_one_line(self):
        """Each covers the one before, and none goes on in the next line, where the next
        could not cover it."""
        out = Terminal()
        progress = Progress(0, out=out)
        cell = Cell("p", "a", 1)
        progress.expect([cell] * 2)
        self.assertEqual(out.said(lambda: progress.say("building something long")), "building something ")
        self.assertEqual(out.said(lambda: progress.say("building p")), "building p".ljust(19))
        self.assertEqual(out.said(lambda: progress.step(Sample("p", "a", 1, 1, 9, 10), len)), "[1/2, 0:01 left] p ")
        # What failed stays there.
        failed = Sample("p", "a", 1, 2, error="wrong result")
        shown = out.said(lambda: progress.step(failed, len))
        self.assertEqual(shown, "[1/2, 0:01 left] p \n[2/2, 0:00 left] p a on 1: wrong result\n")


class Machine:
    """Stands for the machine, its clock, its folder and its compilers: a sample takes 10 s,
    and is kept; a build and the first run of a program take as long as is said, and fail if
    that is negative."""

    def __init__(self, builds=(), slow=(), jitter=(), waits=(), others=0.0):
        self.time, self.kept, self.references = 0.0, [], []
        self.builds, self.slow, self.jitter, self.waits = map(dict, (builds, slow, jitter, waits))
        self.others = others
        self.programs = self.graphs = Path("programs")

    def now(self):
        return self.time

    def wait(self, seconds):
        self.time += seconds

    def add(self, sample):
        self.kept.append(sample)

    def save(self, settings):
        self.saved = settings

    def replace(self, samples):
        self.replaced = list(samples)

    def measure(self, minutes, samples=(), trials=20, names=("a", "b"), only=("serial", "native"), prepares=False, **more):
        """Measures programs on systems. Returns what was left out."""
        self.time = 0.0
        used = sum(sample.wall for sample in samples) + more.get("besides", 0)
        clock = budget.Clock(minutes, used, self.now)
        settings = {"size": "small", "timeout": 60, "trials": trials, "workers": [1], **more}
        chosen = [dataclasses.replace(programs.load()["lu"], name=name, source=Path(name), published=name if name < "x" else "",
                                      library={"source": Path(name), "prepares": prepares}) for name in names]  # fmt: skip
        suite = [dataclasses.replace(s, build=self.build) for s in systems.SYSTEMS if s.name in only]
        with contextlib.redirect_stdout(io.StringIO()) as self.output, tempfile.TemporaryDirectory() as folder:
            self.programs = Path(folder)
            session = Session(self, None, chosen, suite, settings, clock, list(samples))
            session.execute, session.sample = self.refer, self.sample
            session.measure()
        self.session = session
        return session.left_out

    def build(self, _, program, folder):
        seconds = self.builds.get((program.name, folder.parent.name), 0)
        if seconds < 0:
            raise systems.Missing("does not compile")
        self.wait(seconds)
        return ["program"]

    def refer(self, cell, is_first=False):
        self.references.append(cell.program)
        seconds = self.slow.get(cell.program, 0)
        if seconds < 0:
            return 0.0, "", "crashes"
        self.wait(seconds)
        return 1.0, "1", ""

    def sample(self, cell, trial, _):
        more = self.waits.get((cell.program, trial), 0) + self.waits.get((cell.program, cell.system), 0)
        more += self.waits.get((cell.program, cell.system, trial), 0)
        if more == math.inf:
            self.wait(5)
            raise TooLong(5)
        self.wait(10 + more)
        seconds = 10 + self.jitter.get(cell.program, 0) * (-1) ** trial * (cell.system == "native")
        return Sample(cell.program, cell.system, cell.workers, trial, seconds, 10.0 + more, self.others)

    def trials(self, program=None):
        """Returns how many samples each trial has."""
        counts = collections.Counter(s.trial for s in self.kept if s.program == (program or s.program))
        return [counts[trial] for trial in sorted(counts)]

    def measured(self):
        """Returns which systems each program has samples of."""
        found = {}
        for sample in self.kept:
            found.setdefault(sample.program, set()).add(sample.system)
        return found


class Budget(unittest.TestCase):
    def test_trials_that_fit(self):
        machine = Machine()
        self.assertEqual(machine.measure(minutes=3), [])
        # Four trials take 160 s; a fifth would be too much, also of one program.
        self.assertEqual(machine.trials(), [4, 4, 4, 4])
        self.assertEqual(machine.session.trials_taken(), (4, 4))

    def test_enough_time(self):
        machine = Machine()
        machine.measure(minutes=60, trials=2)
        self.assertEqual(machine.trials(), [4, 4])
        machine = Machine()
        machine.measure(minutes=None, trials=7)
        self.assertEqual(machine.trials(), [4] * 7)
        self.assertIsNone(machine.session.trials_taken())

    def test_pairs(self):
        """What goals are about has trials of its own, in a part of the time that good trials
        of all have left."""
        machine = Machine()
        machine.measure(minutes=30, pairs=3, only=("serial", "native", "onetbb", "pedigrees"), trials=5)
        self.assertEqual(machine.trials("a"), [4] * 5 + [2] * 3)
        pairs = [(s.program, s.trial) for s in machine.kept if s.trial > 5]
        self.assertEqual(pairs, [(name, trial) for trial in (6, 7, 8) for name in "ab" for _ in range(2)])
        self.assertEqual({s.system for s in machine.kept if s.trial > 5}, {"serial", "native"})
        self.assertIsNone(machine.session.trials_taken())
        # If the part is too little for all, they are fewer; programs have other trials then.
        machine = Machine()
        machine.measure(minutes=12, pairs=40, jitter={"a": 5})
        pairs = collections.Counter(s.program for s in machine.kept if s.trial > 20)
        self.assertLess(pairs["b"], 2 * 40)
        self.assertIn(pairs["a"] - pairs["b"], (0, 2))
        self.assertGreater(max(s.trial for s in machine.kept if s.trial <= 20), 5)
        # It goes on where it was.
        kept = [s for s in machine.kept if s.trial <= 21]
        again = Machine()
        again.measure(minutes=12, pairs=40, samples=kept)
        keys = [(s.cell, s.trial) for s in [*kept, *again.kept]]
        self.assertEqual(len(set(keys)), len(keys))
        self.assertGreater(max(trial for _, trial in keys), 21)
        # Without a limit there are as many trials as were wanted.
        machine = Machine()
        machine.measure(minutes=None, trials=7, pairs=40)
        self.assertEqual(machine.trials(), [4] * 7)

    def test_a_trial_that_takes_longer_than_expected(self):
        machine = Machine(waits={("a", 2): 100})
        machine.measure(minutes=3)
        self.assertEqual((machine.trials("a"), machine.trials("b")), ([2, 2], [2]))

    def test_more_trials_where_ratios_are_far_apart(self):
        """Five of all, and then of the one that is noisy, as many as are wanted."""
        machine = Machine(jitter={"b": 5})
        machine.measure(minutes=6)
        self.assertEqual(machine.trials("a"), [2] * 5)
        self.assertEqual(machine.trials("b"), [2] * 12)
        self.assertEqual(machine.session.trials_taken(), (5, 12))
        machine = Machine(jitter={"b": 5})
        machine.measure(minutes=8, trials=8)
        self.assertEqual((machine.trials("a"), machine.trials("b")), ([2] * 8, [2] * 8))

    def test_gain(self):
        """Noise that is twice as large needs four times as many trials."""
        noisy, quiet = [1, 2, 3, 4, 5], [2, 2.5, 3, 3.5, 4]
        self.assertAlmostEqual(budget.gain([noisy], 1), 4 * budget.gain([quiet], 1))
        self.assertAlmostEqual(budget.gain([noisy], 1), 2 * budget.gain([noisy], 2))
        self.assertGreater(budget.gain([noisy], 1), budget.gain([noisy * 2], 1))
        self.assertAlmostEqual(budget.gain([noisy, quiet], 1), budget.gain([noisy], 1) * 5 / 8)
        self.assertEqual((budget.gain([], 1), budget.gain([[]], 1)), (0, 0))

    def test_systems_that_take_very_long(self):
        """They are measured once at first, or not at all; all others as often as there is
        time, and what is left then makes good medians."""
        more = {"minutes": 100, "only": ("serial", "native", "openmp")}
        long = Machine(waits={("a", "openmp"): 0.004 * 6000})
        left_out = long.measure(trials=6, **more)
        self.assertEqual((left_out, long.trials("a"), long.trials("b")), ([], [3] * 5 + [2], [3] * 6))
        self.assertEqual([(s.system, s.trial) for s in long.kept[-4:]], [("openmp", trial) for trial in range(2, 6)])
        # One sample that took long does not make it so.
        once = Machine(waits={("a", "openmp", 2): 100})
        once.measure(trials=3, **more)
        self.assertEqual(once.kept[-1].trial, 3)
        never = Machine(waits={("a", "openmp"): math.inf}, slow={"a": 1})
        left_out = never.measure(trials=2, **more)
        self.assertEqual((left_out, never.trials("a"), never.trials("b")), ([], [2, 2], [3, 3]))
        self.assertEqual(never.saved["did not end"], [["a", "openmp", 1, 5]])
        # A run that goes on does not try again.
        again = Machine(waits={("a", "openmp"): math.inf}, slow={"a": 1})
        again.measure(trials=2, samples=never.kept, **more, **{"did not end": never.saved["did not end"]})
        self.assertEqual(again.time, 1)

    def test_programs_that_hang(self):
        """What took a thousand times as long as the serial program, or a hundred times as
        long as before, is wrong if it is by Tussah."""
        def errors(system, serial, waits):
            machine = Machine(waits=waits, slow={"a": serial})
            machine.measure(minutes=100, trials=2, names=("a",), only=("serial", "native", system))
            return [(s.system, s.trial, s.error) for s in machine.kept if s.error], machine.session.dropped

        dropped = {Cell("a", "openmp", 1): 5}
        always, later = {("a", "openmp"): math.inf}, {("a", "openmp", 2): math.inf}
        self.assertEqual(errors("openmp", 0.001, always), ([("openmp", 1, "did not end in 5 s")], {}))
        self.assertEqual(errors("openmp", 0.01, always), ([], dropped))
        # It took ten seconds before.
        self.assertEqual(errors("openmp", 0.01, later), ([], dropped))
        machine = Machine()
        machine.measure(minutes=5, trials=1)
        machine.session.shortest[Cell("a", "openmp", 1)] = 0.05
        self.assertTrue(machine.session.hangs(Cell("a", "openmp", 1), 5))
        self.assertFalse(machine.session.hangs(Cell("a", "java", 1), 5))

    def test_time_over_in_a_later_sample(self):
        """What has samples is not said to be left out; what was taken is kept."""
        machine = Machine()
        machine.measure(minutes=100, trials=1)
        session, cell = machine.session, Cell("a", "native", 1)
        with unittest.mock.patch.object(session, "sample", side_effect=building.TimeOver):
            session.measure_cell(cell, 2)
        self.assertEqual((session.left_out, session.is_waiting(cell, 3)), ([], False))
        disturbed = Sample("a", "native", 1, 2, 1, 1, 0.5)
        with unittest.mock.patch.object(session, "sample", side_effect=[disturbed, building.TimeOver]):
            session.measure_cell(cell, 2)
        self.assertIs(machine.kept[-1], disturbed)

    def test_builds_before_an_interruption_count(self):
        first = Machine(builds={("a", "serial"): 70})
        first.measure(minutes=5, trials=1)
        self.assertEqual(first.saved["besides"], 70)
        second = Machine()
        second.measure(minutes=5, samples=first.kept, besides=70)
        self.assertLessEqual(second.time, 300 - 70 - 40)

    def test_long_runs_end(self):
        """A run of the program itself: a main system may take its time, another may not."""
        machine = Machine()
        machine.measure(minutes=5, trials=1)
        session = machine.session
        session.commands = {("a", name): ["sleep", "20"] for name in ("serial", "openmp")}
        session.programs["a"] = dataclasses.replace(session.programs["a"], inputs={"small": []})
        for system, limit in (("openmp", 5), ("serial", 60)):
            stopped = subprocess.TimeoutExpired("sleep", limit)
            with unittest.mock.patch("session.run_group", side_effect=stopped) as run:
                with contextlib.suppress(building.TimeOver):
                    Session.execute(session, Cell("a", system, 1))
            self.assertEqual(run.call_args[0][2], limit)
        # What a first run prepares for others may take its time, too.
        with unittest.mock.patch("session.run_group", side_effect=stopped) as run:
            Session.execute(session, Cell("a", "openmp", 1), is_first=True)
        self.assertEqual(run.call_args[0][2], 60)

    def test_what_a_library_prepares(self):
        """Its first run is no sample, and is made before those that are."""
        for prepares, runs in ((False, ["a"]), (True, ["a", "a"])):
            machine = Machine(slow={"a": 7})
            machine.measure(minutes=60, trials=2, names=("a",), only=("serial", "native", "library"), prepares=prepares)
            self.assertEqual((machine.references, len(machine.kept)), (runs, 6))
            self.assertEqual(machine.saved["besides"], 7 * len(runs))

    def test_a_busy_machine(self):
        """If all samples are disturbed, a quarter is taken again."""
        machine = Machine(others=0.5)
        machine.measure(minutes=None, trials=10)
        self.assertEqual((len(machine.kept), machine.time), (40, 500))
        # The first ones do not take the time of all others.
        machine = Machine(others=0.5)
        machine.measure(minutes=4)
        self.assertEqual(machine.trials()[:4], [4, 4, 4, 4])

    def test_clock(self):
        unlimited = budget.Clock(None)
        self.assertEqual((unlimited.allows(1e9), unlimited.is_limited), (True, False))
        clock = budget.Clock(1, used=20, now=readings(0, 4, 4, 4, 4, 4, 41))
        self.assertEqual((clock.left(), clock.allows(34), clock.allows(35)), (36, True, False))
        self.assertFalse(clock.allows(0))

    def test_pace(self):
        """What is known beforehand counts less and less."""
        pace = budget.Pace("small")
        self.assertAlmostEqual(pace.first_trial(2, 3), 2 * budget.BUILD + 4 * budget.SAMPLE["small"])
        pace.file.add(1000, 100)
        self.assertAlmostEqual(pace.first_trial(1, -1), 10, delta=0.5)

    def test_time_before_an_interruption_counts(self):
        first = Machine()
        first.measure(minutes=3, trials=2)
        second = Machine()
        second.measure(minutes=3, samples=first.kept)
        self.assertEqual(second.trials(), [4, 4])

    def test_a_trial_that_was_begun_is_made_whole(self):
        first = Machine()
        first.measure(minutes=3, trials=2)
        second = Machine()
        second.measure(minutes=1, samples=first.kept[:-1])
        self.assertEqual(second.trials(), [1])

    def test_interrupted_trials(self):
        """What is compared with each other runs within a short time: what there is of a trial
        of a program is taken again."""
        def go_on(first, kept):
            """Goes on with that many samples of a run; returns what it has then."""
            second = Machine()
            second.measure(minutes=None, trials=2, only=names, samples=first.kept[:kept])
            found = second.session.samples
            keys = {(s.cell, s.trial) for s in first.kept}
            self.assertEqual(({(s.cell, s.trial) for s in found}, len(found)), (keys, len(keys)))
            self.assertEqual(second.session.progress.done, len(keys))
            return second

        names = ("serial", "native", "onetbb")
        first = Machine()
        first.measure(minutes=None, trials=2, only=names)
        for kept in range(1, len(first.kept)):
            whole = kept - kept % 3
            second = go_on(first, kept)
            self.assertEqual(second.session.samples[:whole], first.kept[:whole])
            self.assertEqual(len(second.kept), len(first.kept) - whole)
            if whole < kept:
                self.assertEqual(second.replaced, first.kept[:whole])
        # What took long is worth more.
        slow = Machine(waits={("a", 1): 30})
        slow.measure(minutes=None, trials=2, only=names)
        self.assertEqual(len(go_on(slow, 2).kept), len(slow.kept) - 2)
        # So is what there is no time for.
        second = Machine()
        second.measure(minutes=1, trials=2, only=names, samples=first.kept[:5])
        self.assertEqual(second.session.samples[:5], first.kept[:5])
        # What failed is not run again: of four systems one has no second trial.
        names = (*names, "openmp")
        first = Machine()
        first.measure(minutes=None, trials=2, only=names)
        *good, bad = first.kept[:3]
        broken = [*good, dataclasses.replace(bad, error="wrong")]
        second = Machine()
        second.measure(minutes=None, trials=2, only=names, samples=broken)
        self.assertEqual(second.replaced, broken[2:])
        self.assertEqual(len(second.session.samples), len(first.kept) - 1)

    def test_interrupted_pairs(self):
        first = Machine()
        first.measure(minutes=30, pairs=3, trials=5)
        extra = next(i for i, s in enumerate(first.kept) if s.trial > 5)
        second = Machine()
        second.measure(minutes=60, pairs=3, trials=5, samples=first.kept[: extra + 3])
        self.assertEqual(second.replaced, first.kept[: extra + 2])
        self.assertEqual([(s.program, s.trial) for s in second.kept[:3]], [("b", 6), ("b", 6), ("a", 7)])

    def test_a_program_that_was_begun_is_made_whole(self):
        first = Machine()
        first.measure(minutes=60, trials=1)
        second = Machine()
        self.assertEqual(second.measure(minutes=0.4, samples=first.kept[:3]), [])
        self.assertEqual(second.trials(), [1])

    def test_programs_are_left_out_of_the_first_trial(self):
        machine = Machine(slow={"a": 20, "b": 20})
        self.assertEqual(machine.measure(minutes=1), ["b"])
        self.assertEqual(machine.measured(), {"a": {"serial", "native"}})
        self.assertEqual(Machine(slow={"a": 20, "b": 20}).measure(minutes=10), [])

    def test_nothing_is_begun_when_the_time_is_over(self):
        machine = Machine(builds={("a", "serial"): 40})
        self.assertEqual(machine.measure(minutes=0.5), ["b"])
        self.assertEqual(machine.references, ["a"])

    def test_slow_builds_cost_systems_not_programs(self):
        """If builds take long, all programs have the main systems, and those that are
        measured last perhaps others too."""
        builds = {(p, s): 30 for p in "abcd" for s in ("serial", "native", "onetbb", "openmp")}
        machine = Machine(builds)
        left_out = machine.measure(minutes=10, names="abcd", only=("serial", "native", "onetbb", "openmp"))
        self.assertEqual(set(machine.measured()), {*"abcd"})
        self.assertTrue(all({"serial", "native"} <= measured for measured in machine.measured().values()))
        self.assertTrue(left_out)
        # What is said to be left out is what has no samples.
        pairs = {f"{p} {s}" for p, row in machine.measured().items() for s in row}
        self.assertEqual(len(pairs) + len(left_out), 16)
        self.assertFalse(pairs & {*left_out})
        self.assertLessEqual(machine.time, 600)

    def test_systems_that_were_asked_for_cost_programs(self):
        machine = Machine()
        for asked, found in (([], ["serial", "native"]), (["openmp"], [])):
            machine.measure(minutes=9, trials=1, only=("serial", "native", "openmp"), asked=asked)
            session = machine.session
            session.samples = [sample for sample in session.samples if sample.program == "b"]
            session.clock.allows = lambda seconds: seconds <= 25
            session.cost = lambda _, chosen, *more: 10 * len(chosen)
            affordable = session.affordable(session.programs["a"], [], session.systems)
            self.assertEqual([system.name for system in affordable], found)

    def test_programs_without_goals_come_last(self):
        machine = Machine(slow={"x": 20, "b": 20})
        self.assertEqual(machine.measure(minutes=1, names=("x", "b")), ["x"])

    def test_a_program_that_fails_stops_no_other(self):
        for broken in (Machine(slow={"a": -1}), Machine(builds={("a", "serial"): -1})):
            broken.measure(minutes=None, trials=1)
            self.assertEqual([(s.program, s.system, s.error != "") for s in broken.kept][:1], [("a", "serial", True)])
            self.assertEqual(broken.measured(), {"a": {"serial"}, "b": {"serial", "native"}})
            # Nor is it tried again.
            again = Machine()
            again.measure(minutes=None, samples=broken.kept, trials=1)
            self.assertEqual((again.kept, again.references), ([], ["b"]))

    def test_a_system_that_cannot_be_built(self):
        machine = Machine(builds={("a", "native"): -1})
        self.assertEqual(machine.measure(minutes=1), [])
        self.assertEqual(machine.session.builder.grouped_notes(), {"native: does not compile": "a"})

    def chosen(self, minutes, names):
        everything = programs.load()
        available = [everything[name] for name in names]
        chosen_systems = [s for s in systems.SYSTEMS if s.name in systems.QUICK]
        return budget.choose(minutes, ("small", "medium", "default"), available, chosen_systems, [1, 2])

    def test_choice(self):
        names = ["fib", "fft", "heat"]
        # Builds take 12 s, five trials and the right results 238 s, 49 s, or 22 s.
        for minutes, size in ((4.5, "default"), (4.3, "medium"), (1.1, "medium"), (0.9, "small"), (0.01, "small")):
            self.assertEqual(self.chosen(minutes, names), size, minutes)

    def test_goals_are_about(self):
        """The programs with counterparts, fib, of which no paper has times, too."""
        everything = programs.load()
        by_hand = {name for name, program in everything.items() if program.counterpart(systems.CXX)}
        self.assertEqual(by_hand, {"fib", "nqueens", "matmul", "heat", "cilksort"})
        without = {name for name, program in everything.items() if not program.has_goals}
        self.assertEqual(without, {"spanning-random", "spanning-torus", "queens", "pfold", "ray", "knary", "chess"})

    def test_quick_has_all_programs(self):
        """Three trials at least, by what is known beforehand."""
        chosen_systems = [s for s in systems.SYSTEMS if s.name in systems.QUICK]
        seconds = budget.estimate(programs.load().values(), chosen_systems, [1, 2], "small", 3)
        self.assertLess(seconds, 4.5 * 60)

    def test_estimate(self):
        fib = programs.load()["fib"]
        serial, native = (s for s in systems.SYSTEMS if s.name in ("serial", "native"))
        seconds = budget.estimate([fib], [serial, native], [1, 2, 16], "small", 2)
        self.assertAlmostEqual(seconds, 2 * budget.BUILD + (2 * 4 + 1) * budget.SAMPLE["small"])
        # One build, of two programs that differ in their input.
        bfs, kcore = programs.load()["bfs"], programs.load()["kcore"]
        more = budget.estimate([bfs, kcore], [native], [1], "small", 2)
        self.assertAlmostEqual(more, budget.BUILD + 6 * budget.SAMPLE["small"])
        rayon = next(s for s in systems.SYSTEMS if s.name == "rayon")
        lu = programs.load()["lu"]
        self.assertEqual(budget.estimate([lu], [rayon], [1, 2], "small", 2), 0)
        # A program of many files takes longer.
        chess = programs.load()["chess"]
        self.assertGreater(budget.estimate([chess], [serial], [1], "small", 1), 10 * budget.BUILD)


class Commands(unittest.TestCase):
    """Commands of builds have an end when the time is over, also those that they start."""

    def started(self, left, *more):
        """Runs a shell that starts another program, which would leave a file after half a
        second. Returns whether it did."""
        commands = building.Commands(left)
        with tempfile.TemporaryDirectory() as folder:
            for action in more:
                threading.Timer(0.2, lambda action=action: action(commands)).start()
            with self.assertRaises(building.TimeOver):
                commands.run(["sh", "-c", "(sleep 0.5; touch late) & wait"], folder)
            time.sleep(0.6)
            return Path(folder, "late").exists()

    def test_time_over(self):
        self.assertFalse(self.started(lambda: 0.2))
        self.assertFalse(self.started(lambda: -1))

    def test_stop(self):
        self.assertFalse(self.started(lambda: math.inf, building.Commands.stop))

    def test_runs_end_with_all_that_they_start(self):
        with tempfile.TemporaryDirectory() as folder:
            late = Path(folder, "late")
            with self.assertRaises(subprocess.TimeoutExpired):
                building.run_group(["sh", "-c", f"(sleep 0.5; touch '{late}') & wait"], None, 0.2)
            time.sleep(0.6)
            self.assertFalse(late.exists())
        run = building.run_group(["sh", "-c", "echo out; echo err >&2; exit 3"], None, 60)
        self.assertEqual((run.code, run.stdout, run.stderr), (3, "out\n", "err\n"))

    def test_output(self):
        code, lines = building.Commands().run(["sh", "-c", "echo out; echo err >&2; exit 3"], ".")
        self.assertEqual((code, lines), (3, ["err", "out"]))


unittest.main()
