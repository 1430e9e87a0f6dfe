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
import report  # noqa: E402
import run as peers  # noqa: E402

GRAPHS = {graph.name: graph for graph in experiment.GRAPHS}


def runs_of(job):
    """What the programs of a job give if all is as published, and all aims are reached."""
    graph = next((one for one in experiment.GRAPHS if one.kind == job.kind), None)
    paper = graph.published if graph else GRAPHS["Bintree"].published
    return [
        experiment.Run(
            program,
            1.0 if job.workers == 1 or program == "limited" else 0.5,
            1.0,
            paper.vertices,
            paper.edges,
            paper.vertices,
            paper.stages,
            600 * lists.allocations,
            lists.allocations,
            600,
        )
        for program in job.programs
        for lists in [paper.lists.get(program, paper.lists["long"])]
    ]


class Problems(unittest.TestCase):
    def setUp(self):
        self.runs = {job: runs_of(job) for job in experiment.jobs(1, False)}

    def change(self, name, workers, program, **values):
        """Changes the runs of a program on one of the five graphs."""
        for job, runs in self.runs.items():
            if (job.part, job.kind, job.workers) == ("tables", GRAPHS[name].kind, workers):
                self.runs[job] = [
                    one._replace(**values) if one.program == program else one for one in runs
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
        part = paper.markdown(report.sections(report.Results(runs, False)), "Quiet.")
        page = paper.PAGE.read_text(encoding="utf-8")
        changed = paper.toolchain.replace_generated(page, paper.BEGIN, part)
        for row in (
            "| Bintree(24) | 1.00 | 1.00 | 1.00 | 1.00 | 1.00 | 1.00 | 1.43 |",
            "| Random(4000000,2) | Fig. 8: backtracking | T1 / Fig. 4 | 1.000 | at most 1.15 | ok |",
        ):
            self.assertIn(f"\n{row}\n", changed)
        # What is written again replaces it.
        self.assertEqual(paper.toolchain.replace_generated(changed, paper.BEGIN, part), changed)

    def test_what_others_did_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            record = experiment.Record(pathlib.Path(folder) / "runs.jsonl", {})
            for busy in (0.01, 0.5):
                record.add(experiment.jobs(1, False)[0], None, busy)
        self.assertEqual(
            record.quietness(),
            "In 1 of 2 jobs other processes used more than 2% of a processor, 50% at most.",
        )


class Watch:
    """In place of noise.Watch: others use these shares of a processor, one after the
    other."""

    def __init__(self, shares):
        self.shares = iter(shares)

    def __call__(self):
        return self

    def stop(self):
        return 1.0, next(self.shares)


class Disturbances(unittest.TestCase):
    def best(self, shares, attempts):
        count = iter(range(100))
        with (
            mock.patch.object(experiment.noise, "Watch", Watch(shares)),
            mock.patch.object(experiment, "execute", lambda *_: next(count)),
        ):
            return experiment.execute_quietly("program", None, attempts)

    def test_quiet_run_is_not_repeated(self):
        self.assertEqual(self.best([0.01], 4), (0, 1.0, 0.01))

    def test_disturbed_run_is_repeated(self):
        self.assertEqual(self.best([0.5, 0.3, 0.0], 4), (2, 1.0, 0.0))

    def test_quietest_is_kept(self):
        self.assertEqual(self.best([0.5, 0.3, 0.4], 3), (1, 1.0, 0.3))


    def test_repeats_have_a_time(self):
        """Jobs of 41 s that are always disturbed."""
        clock = iter(range(0, 10**6, 41))
        attempts = []

        def execute(program, job, most):
            attempts.append(most)
            for _ in range(most - 1):
                next(clock)
            return None, 41.0, 0.5

        with (
            tempfile.TemporaryDirectory() as folder,
            mock.patch.object(experiment, "execute_quietly", execute),
            mock.patch.object(experiment.time, "monotonic", lambda: next(clock)),
            contextlib.redirect_stdout(io.StringIO()),
        ):
            record = experiment.Record(pathlib.Path(folder) / "runs.jsonl", {})
            experiment.measure("program", record, experiment.jobs(1, False)[:4], 3)
        self.assertEqual(attempts, [3, 3, 1, 1])


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


unittest.main()
