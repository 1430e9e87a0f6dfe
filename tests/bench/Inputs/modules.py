"""Tests of what the modules of the suite compute."""

import collections
import contextlib
import dataclasses
import io
import re
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

sys.path.insert(0, sys.argv.pop(1))
import budget  # noqa: E402
import noise  # noqa: E402
import plots  # noqa: E402
import programs  # noqa: E402
import systems  # noqa: E402
from folder import Cell, Sample  # noqa: E402
from session import Progress, Session, least_disturbed, order  # noqa: E402
from summary import Summary, geometric_mean, goals, spread  # noqa: E402
import tables  # noqa: E402

SETTINGS = {
    "programs": {"fft": ["8"], "fib": ["8"]},
    "systems": {
        "serial": {"serial": True},
        "native": {"serial": False},
        "openmp": {"serial": False},
        "openmp-by-hand": {"serial": False, "by hand": True},
    },
    "workers": [1, 2],
    "machine": {"processors": "2"},
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
        speed = "speed of native on 1 worker divided by that of the serial program, "
        self.assertEqual(rows[speed + "programs of the paper, geometric mean of 1"], (0.5, 0.98))
        self.assertEqual(rows[speed + "fft"], (0.5, 0.95))
        by = "speed of native divided by that of "
        value, goal = rows[by + "openmp-by-hand on 2 workers, geometric mean of 1"]
        self.assertAlmostEqual(value, 3)
        self.assertEqual(goal, 1.3)
        self.assertIsNone(rows[by + "openmp on 1 worker, geometric mean of 1"][1])

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
            ("fft", "4.000", "5.000", "1.25", "1.000", "2.000", "2.00", "1.03"),
            ("fib", "1.000", "1.250", "1.25", "1.000", "0.500", "0.50", ""),
            (tables.MEAN, "", "", "1.25", "", "", "1.00", "1.03"),
        ])  # fmt: skip
        self.assertEqual(tables.generator_rows(summary), [
            ("pi", "6.000", "2.000", "3.00", "4.000", "1.000", "4.00", "3.22"),
            (tables.MEAN, "", "", "3.00", "", "", "4.00", "3.22"),
        ])  # fmt: skip
        self.assertEqual(len(tables.comparison_head(summary, "a", "b", "c")), 8)
        self.assertEqual(tables.published_rows(summary), [
            ("fft", "0.50", "0.89", "2.00", "18.99", "28.82"),
            (tables.MEAN, "0.50", "0.89", "2.00", "18.99", "28.82"),
        ])  # fmt: skip

    def test_oversubscription(self):
        """Numbers that have a processor for each worker are those in short."""
        summary = Summary({**SETTINGS, "workers": [1, 2, 16]}, self.samples(), programs.published())
        self.assertEqual(summary.up_to_processors, [1, 2])
        self.assertIn(("1.00 ×", "the serial program's speed on 2 workers"), tables.glance(summary))

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
        progress = Progress([], out=out)
        progress.expect([a, b, a, b])
        progress.step(Sample("p", "a", 1, 1, 90, 100))
        self.assertEqual(out.getvalue(), "[1/4, 5:00 left] p a on 1: 90.000 s\n")
        progress.step(Sample("p", "b", 1, 1, 10, 20))
        self.assertIn("[2/4, 2:00 left]", out.getvalue())
        progress.drop(a)
        progress.step(Sample("p", "b", 1, 2, 10, 20))
        self.assertIn("[3/3, 0:00 left]", out.getvalue())


class Machine:
    """Stands for the machine and its clock: a sample takes 10 s, and is kept."""

    programs = Path("programs")

    def __init__(self):
        self.time, self.kept, self.references = 0.0, [], 0

    def now(self):
        return self.time

    def add(self, sample):
        self.kept.append(sample)

    def measure(self, minutes, samples=(), trials=20, references=0):
        """Measures programs a and b on systems serial and native; how long the run takes
        that gives the right result is `references`. Returns what was left out."""
        self.time = 0.0
        clock = budget.Clock(minutes, sum(sample.wall for sample in samples), self.now)
        settings = {"size": "small", "timeout": 60, "trials": trials, "workers": [1]}
        session = Session(self, None, [], [], settings, clock)
        session.cells = [Cell(p, s, 1) for p in ("a", "b") for s in ("serial", "native")]
        session.reference = lambda _: self.refer(references)
        session.sample = self.sample
        with contextlib.redirect_stdout(io.StringIO()) as self.output:
            left_out = session.measure(list(samples))
        return left_out

    def wait(self, seconds):
        self.time += seconds

    def refer(self, seconds):
        self.references += 1
        self.wait(seconds)

    def sample(self, cell, trial, _):
        self.wait(10)
        return Sample(cell.program, cell.system, cell.workers, trial, 10.0, 10.0)

    def trials(self):
        """Returns how many samples each trial has."""
        counts = collections.Counter(sample.trial for sample in self.kept)
        return [counts[trial] for trial in sorted(counts)]


class Budget(unittest.TestCase):
    def test_trials_that_fit(self):
        machine = Machine()
        self.assertEqual(machine.measure(minutes=3), [])
        # Four trials take 160 s; a fifth would be too much.
        self.assertEqual(machine.trials(), [4, 4, 4, 4])
        self.assertIn("time was enough for 4 of 20 trials", machine.output.getvalue())

    def test_enough_time(self):
        machine = Machine()
        machine.measure(minutes=60, trials=2)
        self.assertEqual(machine.trials(), [4, 4])
        machine = Machine()
        machine.measure(minutes=None, trials=3)
        self.assertEqual(machine.trials(), [4, 4, 4])
        self.assertNotIn("enough", machine.output.getvalue())

    def test_clock(self):
        self.assertEqual(budget.Clock(None).trials(10), float("inf"))
        clock = budget.Clock(1, used=20, now=readings(0, 0, 4, 4, 41))
        self.assertEqual(clock.trials(4), 9)
        self.assertEqual(clock.left(), 36)
        self.assertGreater(clock.trials(0), 20)
        self.assertEqual(clock.trials(1), 0)

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

    def test_a_program_that_was_begun_is_made_whole(self):
        first = Machine()
        first.measure(minutes=60, trials=1)
        second = Machine()
        self.assertEqual(second.measure(minutes=0.4, samples=first.kept[:3]), [])
        self.assertEqual(second.trials(), [1])

    def test_programs_are_left_out_of_the_first_trial(self):
        machine = Machine()
        self.assertEqual(machine.measure(minutes=1, references=20), ["b"])
        self.assertEqual({sample.program for sample in machine.kept}, {"a"})
        self.assertEqual(machine.references, 2)
        # When the time is over, not even that is run.
        machine = Machine()
        self.assertEqual(machine.measure(minutes=0.5, references=20), ["b"])
        self.assertEqual(machine.references, 1)
        self.assertEqual(Machine().measure(minutes=10, references=20), [])

    def chosen(self, minutes, names):
        everything = programs.load()
        available = [everything[name] for name in names]
        chosen_systems = [s for s in systems.SYSTEMS if s.name in systems.QUICK]
        size, chosen = budget.choose(minutes, ("small", "default"), available, chosen_systems, [1, 2])
        return size, [program.name for program in chosen]

    def test_choice(self):
        names = ["fib", "fft", "heat"]
        # Builds take 14 s, five trials and the right results 162 s or 22 s, three 13 s.
        self.assertEqual(self.chosen(3.4, names), ("default", names))
        self.assertEqual(self.chosen(3.1, names), ("small", names))
        self.assertEqual(self.chosen(0.6, names), ("small", names))
        # Those of the paper first, in the order of the list.
        self.assertEqual(self.chosen(0.5, names), ("small", ["fft", "heat"]))
        self.assertEqual(self.chosen(0.01, names), ("small", ["fib"]))

    def test_quick_has_all_programs(self):
        chosen_systems = [s for s in systems.SYSTEMS if s.name in systems.QUICK]
        everything = [*programs.load().values()]
        size, chosen = budget.choose(4.75, ("small",), everything, chosen_systems, [1, 2])
        self.assertEqual((size, chosen), ("small", everything))

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

    def message(self, *lines):
        """Returns what is said of a compiler that fails with these lines."""
        code = f"import sys; sys.exit({chr(10).join(lines)!r})"
        with self.assertRaises(systems.Missing) as caught:
            systems.run([sys.executable, "-c", code], ".")
        return str(caught.exception)

    def test_the_line_that_says_why(self):
        say = "does not compile: "
        library = "/usr/bin/ld: cannot find -labsent: No such file or directory"
        self.assertEqual(self.message(library, "clang: error: linker command failed"), say + library)
        wrong = "main.cpp:1:10: fatal error: 'absent.h' file not found"
        self.assertEqual(self.message("In file included from a.cpp:1:", wrong, "1 error"), say + wrong)
        undefined = "./main.go:18:10: others.Went undefined"
        self.assertEqual(self.message("# command-line-arguments", undefined), say + undefined)
        self.assertEqual(self.message(), say + "no message")


class Environment(unittest.TestCase):
    def test_large_pages(self):
        """They come after what the user says of the C library."""
        for before, after in (("", ""), ("glibc.malloc.check=3", "glibc.malloc.check=3:")):
            with unittest.mock.patch.dict("os.environ", {"GLIBC_TUNABLES": before}):
                found = systems.environment(2)
            self.assertEqual(found["GLIBC_TUNABLES"], after + "glibc.malloc.hugetlb=1")
            self.assertEqual(found["CILK_NWORKERS"], "2")


class Plots(unittest.TestCase):
    def draw(self, published):
        def value(group, one):
            if one == plots.OUTLINE:
                return published if group == "p" else None
            return {"p": 1.0, "q": None, "r": 0.25, "mean": 0.5}[group]

        series = ["a", "b", plots.OUTLINE]
        return plots.bars(["p", "q", "r", "mean"], series, value, plots.colours(["a", "b"]),
                          (1, "serial"), {plots.OUTLINE: "the paper"})  # fmt: skip

    def test_bars(self):
        svg = self.draw(0.9)
        # Three programs that have two systems, and one that was published.
        self.assertEqual(svg.count("<title>"), 7)
        self.assertIn("p, the paper: 0.900", svg)
        self.assertNotIn("q, a", svg)
        width = {}
        for at, name in re.findall(r'width="([0-9.]+)" height="10" [^>]*><title>(\w+), a', svg):
            width[name] = float(at)
        self.assertAlmostEqual(width["p"], 4 * width["r"], delta=0.5)
        self.assertAlmostEqual(width["p"], 2 * width["mean"], delta=0.5)

    def test_what_is_not_there_has_no_legend(self):
        self.assertIn("the paper", self.draw(0.9))
        self.assertNotIn("the paper", self.draw(None))

    def test_colours(self):
        shown = [system.name for system in systems.SYSTEMS if system.name != "serial"]
        more = [f"mine-{i}" for i in range(9)]
        own = plots.colours([*shown, *more])
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

    def test_generators_have_the_same_inputs(self):
        everything = programs.load()
        for name, program in everything.items():
            if name.endswith("-dotmix"):
                builtin = everything[name.removesuffix("-dotmix")]
                for size in programs.SIZES:
                    self.assertEqual(program.inputs[size], [*builtin.inputs[size], "dotmix"])


unittest.main()
