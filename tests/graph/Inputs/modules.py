"""Tests of the parts of benchmarks/graph that a run on small graphs does not show: what
of the measurements is a failure, and what is measured again.

usage: modules.py benchmarks/graph
"""

import contextlib
import io
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, sys.argv.pop(1))
import experiment  # noqa: E402
import paper  # noqa: E402
import peers_page  # noqa: E402
import report  # noqa: E402
import run as peers  # noqa: E402

GRAPHS = {graph.name: graph for graph in experiment.GRAPHS}
FACTS = {
    "processors": "64", "processor": "A64FX", "system": "Red Hat", "kernel": "5.0", "clang": "19"
}  # fmt: skip


def runs_of(job):
    """What the programs of a job give if all is as published, and all aims are reached."""
    graph = next((one for one in experiment.GRAPHS if one.kind == job.kind), None)
    paper = graph.published if graph else GRAPHS["Bintree"].published
    runs = []
    for name in job.programs:
        program, _, workers = name.partition(":")
        lists = paper.lists.get(program, paper.lists["long"])
        runs.append(
            experiment.Run(
                program,
                int(workers or 1),
                1.0 if workers != "2" or program == "limited" else 0.5,
                1.0,
                paper.vertices,
                paper.edges,
                paper.vertices,
                paper.stages,
                600 * lists.allocations,
                lists.allocations,
                600,
            )
        )
    return runs


class Problems(unittest.TestCase):
    def setUp(self):
        self.runs = {job: runs_of(job) for job in experiment.jobs(1, False)}

    def change(self, name, workers, program, **values):
        """Changes the runs of a program on one of the five graphs."""
        for job, runs in self.runs.items():
            if job.part in ("tables", "aims") and job.kind == GRAPHS[name].kind:
                self.runs[job] = [
                    one._replace(**values) if one[:2] == (program, workers) else one
                    for one in runs
                ]

    def expect(self, *problems):
        self.assertEqual(report.problems(report.Results(self.runs, False)), list(problems))

    def test_none(self):
        self.expect()

    def test_vertices(self):
        self.change("Hypercube", 1, "stack", vertices=2097151)
        self.expect("Hypercube(21): 2097151 vertices, not 2097152")

    def test_edges(self):
        self.change("2D-torus", 1, "stack", arcs=63999999)
        self.expect("2D-torus(4000): 63999999 edges, not 64000000")

    def test_edges_of_random_graph(self):
        self.change("Random", 1, "stack", arcs=15999723 + 1500)
        self.expect()
        self.change("Random", 1, "stack", arcs=15999723 + 1700)
        self.expect("Random(4000000,2): 16001423 edges, not 15999723")

    def test_stages(self):
        self.change("Random15", 1, "limited", stages=2)
        self.expect("Random15(4000000,2): 2 stages, not 1")

    def test_allocations(self):
        self.change("Hypercube", 2, "short", arrays=174700)
        self.expect()
        self.change("Hypercube", 2, "long", arrays=1748)
        self.expect("Hypercube(21): 1748 allocations long-term, 174700 short-term")
        self.change("Hypercube", 2, "long", arrays=1)
        self.change("Hypercube", 2, "backtrack", arrays=1800)
        self.expect("Hypercube(21): 1800 allocations long-term, 174700 short-term")

    def test_allocations_where_there_are_none(self):
        for program in ("short", "long", "backtrack"):
            self.change("Bintree", 2, program, arrays=1)
            self.expect("Bintree(24): 1 allocations, not 0")
            self.change("Bintree", 2, program, arrays=0)

    def test_costs_are_not_rounded(self):
        self.change("Bintree", 1, "long", seconds=1.15)
        self.change("Bintree", 1, "backtrack", seconds=1.153)
        self.expect("Bintree(24): Fig. 8: backtracking: T1 / Fig. 4 is 1.153, not at most 1.15")

    def test_gains_are_not_rounded(self):
        self.change("Random", 2, "backtrack", seconds=1 / 1.7)
        self.change("Random", 2, "long", seconds=1 / 1.698)
        self.expect("Random(4000000,2): Fig. 9: long-term: Fig. 4 / T2 is 1.698, not at least 1.70")

    def test_no_gain_is_asked_of_others(self):
        self.change("Bintree", 2, "long", seconds=1.0)
        self.expect()


class Page(unittest.TestCase):
    def test_tables_are_written_to_the_page(self):
        runs = {job: runs_of(job) for job in experiment.jobs(1, False)}
        sections = report.sections(report.Results(runs, False))
        part = paper.markdown(sections, FACTS)
        page = paper.PAGE.read_text(encoding="utf-8")
        changed = paper.toolchain.replace_generated(page, paper.BEGIN, part)
        for row in (
            "Measured on 64 processors (A64FX), Red Hat, Linux 5.0, clang 19.",
            "| Bintree(24) | 1.00 | 1.00 | 1.00 | 1.00 | 1.00 | 1.00 | 1.43 |",
            "| Random(4000000,2) | Fig. 8: backtracking | T1 / Fig. 4 | 1.000 | 1.000–1.000 | at most 1.15 | ok |",
        ):
            self.assertIn(f"\n{row}\n", changed)
        # What is written again replaces it.
        self.assertEqual(paper.toolchain.replace_generated(changed, paper.BEGIN, part), changed)

    def test_rounds_are_told(self):
        runs = {job: 3 * runs_of(job) for job in experiment.jobs(1, False)}
        sections = report.sections(report.Results(runs, False))
        for name in ("table-2", "figure-10", "figure-11", "figure-12", "figure-13", "conversion"):
            (text,) = [one.text for one in sections if one.name == name]
            self.assertIn("Medians of 3 rounds.", text)
        self.assertEqual(report.rounds([[1], [1, 2]]), "Medians of 1 to 2 rounds.")

    def test_published_costs_are_in_the_picture(self):
        runs = {job: runs_of(job) for job in experiment.jobs(1, False)}
        picture = report.costs(report.Results(runs, False)).picture
        self.assertIn("Bintree(24), Fig. 4, published: 1.430", str(picture))


class Batches(unittest.TestCase):
    """What is measured again, and what counts. A job here is one of three batches."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "runs.jsonl"
        self.record = experiment.Record(self.path, {})
        self.jobs = experiment.jobs(3, False)

    def add(self, *shares, job=0, seconds=1.0, orders="+-+-+-"):
        """Adds a batch for each share of others, in an order of programs for each."""
        job = self.jobs[job]
        for share, order in zip(shares, orders, strict=False):
            runs = runs_of(job)[:: 1 if order == "+" else -1]
            self.record.add(job, experiment.Batch(runs, share, seconds))

    def is_done(self, job=0):
        return self.record.is_done(self.jobs[job], 2)

    def chosen(self):
        return [batch.others for batch in self.record.chosen(self.jobs[0])]

    def test_quiet_ones_are_enough(self):
        self.add(0.01, 0.0)
        self.assertFalse(self.is_done())
        self.add(0.01)
        self.assertTrue(self.is_done())
        self.assertFalse(self.is_done(1))

    def test_both_orders_count_alike(self):
        """It is quieter in one order by chance, and that one favours some programs."""
        self.jobs = experiment.jobs(4, False)
        self.add(0.0, 0.01, 0.0, 0.02, 0.01, 0.015, orders="+-++-+")
        self.assertEqual(self.chosen(), [0.0, 0.01, 0.0, 0.01])
        self.assertTrue(self.is_done())

    def test_the_other_order_is_measured_again(self):
        self.jobs = experiment.jobs(4, False)
        self.add(0.0, 0.3, 0.0, 0.01, 0.4, 0.0, orders="+-+--+")
        self.assertEqual(self.chosen(), [0.0, 0.3, 0.0, 0.01])
        self.assertFalse(self.is_done())
        self.add(0.02, orders="-")
        self.assertEqual(self.chosen(), [0.0, 0.0, 0.01, 0.02])
        self.assertTrue(self.is_done())

    def test_an_order_that_is_missing_does_not_shorten_it(self):
        self.add(0.0, 0.3, 0.1, 0.2, orders="++++")
        self.assertEqual(self.chosen(), [0.0, 0.1, 0.2])

    def test_disturbed_ones_are_repeated(self):
        self.add(0.5, 0.0, 0.3, 0.01)
        self.assertFalse(self.is_done())
        self.add(0.01)
        self.assertTrue(self.is_done())
        self.assertEqual(self.chosen(), [0.0, 0.01, 0.01])
        self.assertEqual(len(self.record.runs(self.jobs[0])), 3 * len(self.jobs[0].programs))

    def test_the_quietest_are_kept(self):
        self.add(0.5, 0.0, 0.3, 0.4, 0.2)
        self.assertFalse(self.is_done())
        self.add(0.6)
        self.assertTrue(self.is_done())
        self.assertEqual(self.chosen(), [0.0, 0.3, 0.2])

    def test_each_part_has_its_own_quietness(self):
        """Many quiet batches of one part do not hide what disturbed another one."""
        self.jobs = experiment.jobs(4, False)
        parts = [job.part for job in self.jobs]
        aims, meshes, scaling = map(parts.index, ("aims", "meshes", "scaling"))
        self.add(0.02, 0.3, 0.03, 0.0)
        self.add(0.0, job=aims)
        self.add(0.0, 0.0, 0.0, 0.0, job=meshes)
        self.add(0.0, job=scaling)
        self.record.add(self.jobs[scaling + 1], experiment.Batch(None, 0.4, 1.0))
        others = self.record.others(self.jobs)
        self.assertEqual(others["tables"], [0.02, 0.3, 0.03, 0.0])
        section = report.quietness(others)
        self.assertIn("trusted that are in: Tables 2 and 3, Figures 5, 6, 11", section.text)
        self.assertNotIn("Figure 13", section.text)
        self.assertEqual(
            [row[1:] for row in section.rows],
            [(4, 2, "50%", "30.0%"), (1, 0, "0%", "0.0%"), (4, 0, "0%", "0.0%"), (1, 0, "0%", "0.0%")],
        )
        self.assertIn("No part has more than 5%", report.quietness({"meshes": [0.0]}).text)

    def test_aims_have_their_spread(self):
        runs = {}
        for job in experiment.jobs(2, False):
            slow = [run._replace(seconds=1.2 * run.seconds) for run in runs_of(job)]
            base = [run for run in runs_of(job) if run.program == "limited"]
            runs[job] = runs_of(job) + [run for run in slow if run.program != "limited"] + base
        (section,) = [
            one for one in report.sections(report.Results(runs, False)) if one.name == "aims"
        ]
        self.assertEqual(section.rows[0][3:5], ("1.100", "1.000–1.200"))
        self.assertEqual(section.rows[1][3:5], ("1.818", "1.667–2.000"))

    def test_repeats_have_a_time(self):
        self.add(0.5, 0.5, seconds=49.0)
        self.assertFalse(self.is_done())
        self.add(0.5, seconds=49.0)
        self.assertTrue(self.is_done())
        self.add(0.5, 0.5, job=1)
        self.assertFalse(self.is_done(1))
        self.add(0.5, job=1)
        self.assertTrue(self.is_done(1))
        # The next command has its own.
        self.record = experiment.Record(self.path, {})
        self.assertFalse(self.is_done())
        self.assertTrue(self.record.is_done(self.jobs[0], 1))

    def test_overflow_is_not_repeated(self):
        self.record.add(self.jobs[0], experiment.Batch(None, 0.5, 1.0))
        self.assertTrue(self.is_done())
        self.assertIsNone(self.record.runs(self.jobs[0]))

    def test_overflow_counts_however_quiet_others_were(self):
        self.add(0.0, 0.0, 0.0)
        self.record.add(self.jobs[0], experiment.Batch(None, 0.5, 1.0))
        self.assertIsNone(self.record.runs(self.jobs[0]))

    def test_more_rounds_may_be_asked_for_later(self):
        self.add(0.0, 0.0, 0.0)
        kept = self.record.runs(self.jobs[0])
        self.record = experiment.Record(self.path, {})
        self.assertTrue(self.is_done())
        self.assertEqual(self.record.runs(self.jobs[0]), kept)
        self.jobs = experiment.jobs(4, False)
        self.assertFalse(self.is_done())
        self.add(0.0, orders="-")
        self.assertTrue(self.is_done())

    def test_orders_alternate_where_others_have_begun(self):
        with mock.patch.object(experiment.subprocess, "Popen") as popen:
            for order in "+-+":
                backwards = self.record.is_next_backwards(self.jobs[5])
                with experiment.Spanning(pathlib.Path("p"), self.jobs[5], backwards):
                    self.add(0.0, job=5, orders=order)
        orders = [call.args[0][2].split(",") for call in popen.call_args_list]
        self.assertEqual(orders[0], list(self.jobs[5].programs))
        self.assertEqual(orders[1], orders[0][::-1])
        self.assertEqual(orders[2], orders[0])

    def test_another_program_is_another_experiment(self):
        self.add(0.0, 0.0, 0.0)
        self.record = experiment.Record(self.path, {"program": "other"})
        self.assertFalse(self.is_done())

    def test_the_machine_is_the_one_that_measured(self):
        experiment.Record(self.path, {"machine": FACTS})
        self.assertEqual(experiment.Record(self.path).settings["machine"], FACTS)
        for text in ("", "null\n", "{}\n", '{"machine": "A64FX"}\n', '{"job": ["ta'):
            self.path.write_text(text, encoding="utf-8")
            with self.assertRaisesRegex(SystemExit, "^error: .*/runs.jsonl:1: expected the set"):
                experiment.Record(self.path)

    def test_what_is_finished_is_kept_till_another_is(self):
        def lines(name):
            return self.path.with_name(name).read_text(encoding="utf-8").splitlines()

        self.add(0.0, 0.0, 0.0)
        self.record.finish()
        finished = lines("runs.jsonl")
        for program in "ab":
            experiment.Record(self.path, {"program": program})
            self.assertEqual(lines("runs.old.jsonl"), finished)
        self.assertEqual(lines("runs.unfinished.jsonl"), ['{"program": "a"}'])
        self.assertEqual(lines("runs.jsonl"), ['{"program": "b"}'])

    def test_an_interrupted_start_loses_nothing(self):
        """The disk is full, or the process is killed, while the file is written again."""
        self.add(0.0, 0.0)
        with open(self.path, "a", encoding="utf-8") as file:
            file.write('{"job": ["ta')
        before = self.path.read_bytes()

        def fill(path, text, **_):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text[:10])
            raise OSError("no space left on device")

        with mock.patch.object(pathlib.Path, "write_text", fill), self.assertRaises(OSError):
            experiment.Record(self.path, {})
        self.assertEqual(self.path.read_bytes(), before)


# Stands for the program: does something when it is asked for a batch.
PROGRAM = """#!{python}
import os, signal, sys, time
print("ready", flush=True)
for line in sys.stdin:
    {what}
"""


class Programs(unittest.TestCase):
    """What is done with a process, a script here."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "program"
        self.job = experiment.jobs(1, True)[0]

    @contextlib.contextmanager
    def started(self, what, **changes):
        self.path.write_text(PROGRAM.format(python=sys.executable, what=what), encoding="utf-8")
        self.path.chmod(0o755)
        with experiment.Spanning(self.path, self.job._replace(**changes), 0) as spanning:
            spanning.wait_until_ready()
            yield spanning

    def write_half(self, number):
        return f"os.write(1, b'program sta'); os.kill(os.getpid(), signal.{number})"

    def test_what_it_computes_does_not_disturb_it(self):
        """Here nobody works but the program; the system counts what that does."""
        work = "while time.process_time() < 0.2: pass\n    print('end', flush=True)"
        toolchain = experiment.toolchain
        with self.started(work) as spanning:
            process = spanning.process
            with mock.patch.object(
                experiment.noise, "others", lambda: toolchain.running_seconds(process)
            ):
                before = experiment.noise.others()
                batch = experiment.measure_batch(spanning)
                self.assertGreater(experiment.noise.others() - before, 0.1)
            self.assertEqual(batch.others, 0)
        self.assertEqual(toolchain.running_seconds(process), 0)

    def test_killed_within_a_line(self):
        with self.started(self.write_half("SIGKILL")) as spanning:
            with self.assertRaisesRegex(SystemExit, "^error: .* ended with -9$"):
                spanning.ask()

    def test_overflow_within_a_line(self):
        what = self.write_half("SIGSEGV")
        with self.started(what, depth=experiment.UNBOUNDED) as spanning:
            self.assertIsNone(spanning.ask())

    def test_stopped_within_a_line(self):
        with self.started("os.write(1, b'program sta'); signal.pause()") as spanning:
            timer = experiment.threading.Timer(0.1, spanning.stop)
            timer.start()
            with self.assertRaises(experiment.OutOfTime):
                spanning.ask()
            timer.join()

    def test_a_line_that_is_none_of_its(self):
        with self.started("print('good morning', flush=True)") as spanning:
            with self.assertRaisesRegex(SystemExit, "^error: .* it wrote 'good morning'$"):
                spanning.ask()


class Turns:
    """A peer, and tussah, whose times are given in turn."""

    process, tolerance, source = None, 1e-9, 0

    def __init__(self, able, times, result=(7,)):
        self.able, self.times, self.result = [able], iter(times), list(result)
        self.threads = []

    def compute(self, *arguments, **_):
        self.threads.append(arguments[-1])
        return next(self.times), self.result

    def close(self):
        pass


class Peers(unittest.TestCase):
    def test_nothing_to_compare_with(self):
        with (
            mock.patch.object(peers, "missing", lambda _: list(peers.PACKAGES)),
            mock.patch.object(peers, "build_boost", lambda *_: None),
            mock.patch.object(sys, "argv", ["run.py"]),
            contextlib.redirect_stdout(io.StringIO()) as out,
        ):
            self.assertEqual(peers.main(), 2)
        self.assertIn("nothing to compare with", out.getvalue())

    def ended(self, algorithm, found):
        """The exit code where Boost has breadth-first search only, and these times."""
        peer = mock.Mock(able=[["boost", "bfs", False]], source=0, tolerance=1e-9)
        found = [peers_page.Comparison("torus 9", "bfs", "boost", *one) for one in found]
        with (
            mock.patch.object(peers, "missing", lambda _: list(peers.PACKAGES)),
            mock.patch.object(peers, "build_boost", lambda *_: "boost"),
            mock.patch.object(peers.compare, "Peers", lambda _: peer),
            mock.patch.object(peers, "measure", lambda *_: found),
            mock.patch.object(peers.graphs, "make"),
            mock.patch.object(sys, "argv", ["run.py", "--only", f"torus {algorithm}"]),
            contextlib.redirect_stdout(io.StringIO()) as self.out,
        ):
            return peers.main()

    def test_what_no_peer_has(self):
        """Each that was asked for is not there: nothing was measured, so nothing is good."""
        with self.assertRaisesRegex(SystemExit, "^error: no peer .* has torus triangles$"):
            self.ended("triangles", [])

    def test_share(self):
        """Four of five are enough, three of four are not, nor is a different result."""
        fast, slow = (1, 0.001, 0.002), (2, 0.002, 0.001)
        self.assertEqual(self.ended("bfs", [fast] * 4 + [slow]), 0)
        self.assertIn("faster than boost on 4 of 5: 80% [80%]  ok", self.out.getvalue())
        self.assertIn("slower: torus 9 bfs than boost, workers 2: ratio 0.50", self.out.getvalue())
        self.assertEqual(self.ended("bfs", [fast] * 3 + [slow]), 1)
        self.assertIn("faster than boost on 3 of 4: 75% [80%]  too few", self.out.getvalue())
        self.assertEqual(self.ended("bfs", []), 1)

    def test_each_peer(self):
        """That many of all is not enough where it is not that many of one."""
        found = [peers_page.Comparison("torus 9", "bfs", "scipy", 1, 1.0, 2.0)] * 9
        found.append(peers_page.Comparison("torus 9", "bfs", "gap", 1, 2.0, 1.0))
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertFalse(peers.summarize(found))
            self.assertTrue(peers.summarize(found[:-1]))

    def alternate(self, parallel, **more):
        options = mock.Mock(workers=[1, 2], rounds=2, quick=True)
        peer = Turns(["boost", "bfs", parallel], [9, 9, 5, 6, 7, 8])
        tussah = Turns(None, [2, 1, 3, 4], **more)
        with contextlib.redirect_stdout(io.StringIO()) as self.out:
            found = peers.alternate(tussah, peer, "boost", "bfs", parallel, options)
        return found, peer

    def test_turns(self):
        """A peer with threads is measured with each number of workers, and one without
        once a round."""
        found, peer = self.alternate(True)
        self.assertEqual(found, {1: (2, 5), 2: (1, 6)})
        self.assertEqual(peer.threads[2:], [1, 2, 1, 2])
        found, peer = self.alternate(False)
        self.assertEqual(found, {1: (2, 5), 2: (1, 5)})
        self.assertEqual(peer.threads[2:], [1, 1])

    def test_other_result(self):
        found, _ = self.alternate(True, result=[8])
        self.assertIsNone(found)
        self.assertIn("the results differ: [8] and [7]", self.out.getvalue())

    def test_same(self):
        """What a peer does not say is not compared, but something has to be."""
        values = mock.Mock(values=lambda: ["0.5", "0.25", "0.1"], stem="")
        self.assertTrue(peers.compare.same(values, "sssp", [3, 9, 4], [None, None, 4]))
        self.assertTrue(peers.compare.same(values, "sssp", [3, 9, 4], [3]))
        self.assertFalse(peers.compare.same(values, "sssp", [3, 9, 4], [None, None, 5]))
        self.assertFalse(peers.compare.same(values, "sssp", [3, 9, 4], []))
        self.assertTrue(peers.compare.same(values, "pagerank", None, {0: 1.0, 1: 0.5}))
        self.assertFalse(peers.compare.same(values, "pagerank", None, {0: 1.0, 1: 0.6}))

    def test_each_vertex(self):
        with tempfile.TemporaryDirectory() as folder:
            stem = f"{folder}/graph"
            pathlib.Path(f"{stem}.theirs").write_text("1\n3\n", encoding="ascii")
            self.assertLess(peers.compare.difference(stem, "pagerank", ["0.25", "0.75"]), 1e-9)
            self.assertGreater(peers.compare.difference(stem, "clustering", ["1", "3.1"]), 1e-2)
            self.assertLess(peers.compare.difference(stem, "clustering", ["1", "3"]), 1e-9)
            self.assertEqual(peers.compare.difference(stem, "clustering", ["1"]), float("inf"))

    def test_page(self):
        """A row for each algorithm on each graph, also if a peer does not have it, and no
        column for a peer that is not there."""
        text = peers_page.markdown(
            [
                peers_page.Comparison("torus 9", "bfs", "scipy", 1, 0.002, 0.005),
                peers_page.Comparison("torus 9", "bfs", "boost", 1, 0.004, 0.016),
                peers_page.Comparison("torus 9", "bfs", "boost", 2, 0.002, 0.001),
                peers_page.Comparison("torus 9", "triangles", "gap", 1, 0.001, 0.012),
            ],
        )
        self.assertIn("| tussah, ms | Boost | SciPy | GAP |", text)
        self.assertIn("| torus 9 | bfs | 1 | 2.0–4.0 | 4.0 | 2.5 |  |", text)
        self.assertIn("| torus 9 | bfs | 2 | 2.0–2.0 | **0.5** |  |  |", text)
        self.assertIn("| torus 9 | triangles | 1 | 1.0–1.0 |  |  | 12.0 |", text)
        self.assertIn("| tussah is faster on | | | | 1 of 2 | 1 of 1 | 1 of 1 |", text)


# Prints as GAP's do: the first time is that of a beginner.
GAP_BFS = """#!/bin/sh
echo "$OMP_NUM_THREADS $*" > "$0.arguments"
printf 'Trial Time:          0.90000\\nTrial Time:          0.20000\\nTrial Time:          0.10000\\n'
printf 'BFS Tree has 412 nodes and 5704 edges\\nVerification:           %s\\n' ANSWER
"""


class Programs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def gap(self, text):
        program = self.folder / "bfs"
        program.write_text(text, encoding="ascii")
        program.chmod(0o755)
        return peers.native.Gap(self.folder, "stem", 213)

    def test_gap(self):
        found = self.gap(GAP_BFS.replace("ANSWER", "PASS"))
        self.assertEqual(found.able, [("gap", "bfs", True)])
        self.assertEqual(found.compute("gap", "bfs", 2, 2), (0.1, [412]))
        arguments = (self.folder / "bfs.arguments").read_text(encoding="ascii")
        self.assertEqual(arguments, "2 -f stem.sg -n 3 -a -r 213 -v\n")

    def test_gap_fails(self):
        for text in (GAP_BFS.replace("ANSWER", "FAIL"), "#!/bin/sh\necho Trial Time: 1\n"):
            with self.assertRaisesRegex(SystemExit, "^error: .*/bfs .* failed"):
                self.gap(text).compute("gap", "bfs", 2)

    def test_no_programs(self):
        with self.assertRaisesRegex(SystemExit, "^error: .* has none of cc, bfs, .*build GAP"):
            peers.native.Gap(self.folder, "stem", 0)

    def test_what_is_printed(self):
        self.assertEqual(peers.native.clusters("\n0:412\n5:1\nThere are 101 components\n"), [101, 412])
        self.assertEqual(peers.native.ranks("213:0.03\n5:1e-05\n"), {213: 0.03, 5: 1e-05})
        triangles = peers.native.Gap.PROGRAMS["triangles"][2]
        self.assertEqual(triangles("Trial Time: 0.1\n10025 triangles\n"), [10025])
        paths = peers.native.Gbbs.PROGRAMS["sssp"][2]
        self.assertEqual(paths("max_dist = 9\nmax_dist = 404\n"), [None, None, 404])
        with self.assertRaisesRegex(SystemExit, "printed no result"):
            paths("hello")


unittest.main()
