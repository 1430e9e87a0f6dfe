"""What the runs of the paper's experiment say: tables beside the published values,
figures, and what is not as it should be."""

import itertools
import statistics
import sys
from collections import namedtuple
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "plotting"))
import charts

import experiment
import noise
import published
import toolchain

# Names of the programs: the paper's figures.
NAMES = {
    "limited": "Fig. 4: depth limit",
    "cas": "Fig. 5a: swap",
    "fence": "Fig. 5b: fence",
    "short": "Fig. 7: short-term",
    "long": "Fig. 9: long-term",
    "backtrack": "Fig. 8: backtracking",
    "cutoff": "section 7.3: no stages",
}
# Of Okabe and Ito, which also the colour-blind tell apart.
COLOUR = {
    NAMES["limited"]: "#767676", NAMES["cas"]: "#56b4e9", NAMES["fence"]: "#cc79a7",
    NAMES["short"]: "#d55e00", NAMES["long"]: "#0072b2", NAMES["backtrack"]: "#009e73",
    NAMES["cutoff"]: "#e69f00",
}  # fmt: skip
PARALLEL = ("short", "long", "backtrack")
# A cost on one worker and a gain on two, both against the program of Figure 4.
MOST_COST, LEAST_GAIN = 1.15, 1.70
# How many times more often short-term lists allocate, at least.
LEAST_ALLOCATIONS = 100
MEAN = "geometric mean"

# A part of the report. Rows are texts; the picture is one of charts.py or nothing.
Section = namedtuple("Section", "name title text head rows picture")


class Results:
    """The runs of all jobs, to be asked for."""

    def __init__(self, runs, quick):
        self.runs, self.quick = runs, quick

    def find(self, part, kind, workers, program, size=None, depth=None):
        """Returns the runs of a program; None if its stack has overflown. Those of a
        serial one may be for any number of workers."""
        names = {program, f"{program}:{workers}"}
        for job, runs in self.runs.items():
            if (
                (job.part, job.kind) == (part, kind)
                and names & set(job.programs)
                and size in (None, job.size)
                and depth in (None, job.depth)
            ):
                anyhow = program in job.programs
                return runs and [
                    run
                    for run in runs
                    if run.program == program and (anyhow or run.workers == workers)
                ]
        raise KeyError((part, kind, workers, program, size, depth))

    def table(self, graph, workers, program):
        return self.find("tables", graph.kind, workers, program)

    def against_limited(self, graph, workers, program):
        """The ratios to the program of Figure 4 in the runs that alternate with it alone."""
        for job, runs in self.runs.items():
            alone = ("limited", f"{program}:{workers}")
            if (job.part, job.kind, job.programs) == ("aims", graph.kind, alone):
                bases = [run.seconds for run in runs if run.program == "limited"]
                every = [run.seconds for run in runs if run.program == program]
                return [one / base for one, base in zip(every, bases)]
        raise KeyError((graph.kind, workers, program))

    def ratios(self, graph, workers, program, base):
        """Of runs of the same round, each."""
        runs, bases = (self.table(graph, workers, one) for one in (program, base))
        return [run.seconds / other.seconds for run, other in zip(runs, bases)]

    def ratio(self, graph, workers, program, base):
        """The median of them."""
        return statistics.median(self.ratios(graph, workers, program, base))

    def name(self, graph):
        size = graph.quick if self.quick else graph.size
        return f"{graph.name}({size.replace(' ', ',')})"


def seconds(runs):
    return [run.seconds for run in runs]


def rounds(every):
    """Says of how many rounds the medians of some programs' runs are."""
    least, most = min(map(len, every)), max(map(len, every))
    count = f"{least:,} to {most:,}" if least != most else f"{least:,}"
    return f"Medians of {count} round{'s' * (most != 1)}."


def median(runs):
    return statistics.median(seconds(runs))


def overhead(run):
    """The unused part of the arrays, compared with the used one."""
    return run.arrays * run.size / run.overflowed - 1 if run.overflowed else 0.0


def profiles(results):
    rows, every = [], []
    for graph in experiment.GRAPHS:
        paper = graph.published
        stack, limited = (results.table(graph, 1, one) for one in ("stack", "limited"))
        every.append(stack)
        rows.append(
            (results.name(graph), f"{stack[0].vertices:,}", f"{paper.vertices:,}",
             f"{stack[0].arcs:,}", f"{paper.edges:,}", f"{median(stack):.3f}", f"{paper.stack:.3f}",
             f"{median(limited):.3f}", f"{paper.limited:.3f}", limited[0].stages, paper.stages)
        )  # fmt: skip
    return Section(
        "table-2", "Table 2: graphs, and the serial programs",
        f"{rounds(every)} Edges are counted in both directions. Random15 has its neighbours picked by a generator "
        "of 15 bits, as the authors' program does it; docs/guides/graph.md explains that.",
        ("graph", "vertices", "paper", "edges", "paper", "Fig. 3 (s)", "paper", "Fig. 4 (s)",
         "paper", "stages", "paper"), rows, "",
    )  # fmt: skip


def allocations(results):
    """Table 3: of the first run, as they differ little and have no median together."""
    rows = []
    for graph in experiment.GRAPHS:
        for program in PARALLEL:
            run, paper = results.table(graph, 2, program)[0], graph.published.lists[program]
            rows.append(
                (results.name(graph), NAMES[program], f"{run.overflowed:,}", f"{paper.overflowed:,}",
                 f"{run.arrays:,}", f"{paper.allocations:,}", f"{overhead(run):.2%}",
                 f"{paper.overhead:.2%}")
            )  # fmt: skip
    return Section(
        "table-3", "Table 3: allocations of lists",
        "Of the first run, here on two workers, in the paper on twelve; its backtracking program "
        "is Tascell's.",
        ("graph", "program", "overflowed vertices", "paper", "allocations", "paper",
         "space overhead", "paper"), rows, "",
    )  # fmt: skip


def costs(results):
    """Figure 11."""
    programs = [NAMES[one] for one in experiment.COSTS]
    graphs = [results.name(graph) for graph in experiment.GRAPHS]
    value = {
        (results.name(graph), NAMES[one]): results.ratio(graph, 1, one, "stack")
        for graph in experiment.GRAPHS
        for one in experiment.COSTS
    }
    for graph in experiment.GRAPHS:
        paper = graph.published
        value[results.name(graph), charts.OUTLINE] = paper.limited / paper.stack
    shown = [*programs, charts.OUTLINE]
    for one in shown:
        value[MEAN, one] = statistics.geometric_mean([value[name, one] for name in graphs])
    rows = [(name, *(f"{value[name, one]:.2f}" for one in shown)) for name in [*graphs, MEAN]]
    picture = charts.bars(
        [*graphs, MEAN], shown, lambda g, p: value[g, p], COLOUR, (1, "the program of Figure 3"),
        {charts.OUTLINE: "Fig. 4, published"}, title=cost_found(value), across="time, that of Figure 3 being 1",
    )  # fmt: skip
    every = [results.table(graph, 1, "stack") for graph in experiment.GRAPHS]
    return Section(
        "figure-11", "Figure 11: time on one worker, compared with the vertex stack of Figure 3",
        f"{rounds(every)} Less is better; the dashed line is the program of Figure 3.",
        ("graph", *programs, "paper, Fig. 4"), rows, picture,
    )  # fmt: skip


def cost_found(value):
    """Returns what Figure 11 shows."""
    last = {program: value[MEAN, NAMES[program]] for program in ("limited", "long", "short")}
    return (
        f"On one worker the serial stack with a limit takes {last['limited']:.2f}, long-term lists {last['long']:.2f}, "
        f"and short-term lists {last['short']:.2f} of the time of Figure 3"
    )


def gains(results):
    """Figure 12."""
    value, rows = {}, []
    for graph in experiment.GRAPHS:
        row = [results.name(graph)]
        for program in PARALLEL:
            for workers in (1, 2):
                speedup = 1 / results.ratio(graph, workers, program, "stack")
                value[graph.name, program, workers] = speedup
                row.append(f"{speedup:.2f}")
        row += [f"{1 / results.ratio(graph, 2, program, 'limited'):.2f}" for program in PARALLEL]
        rows.append(row)
    panels = [
        charts.Panel(
            results.name(graph),
            [charts.Curve(NAMES[program], COLOUR[NAMES[program]],
                          [(str(p), value[graph.name, program, p]) for p in (1, 2)])
             for program in PARALLEL],
        )
        for graph in experiment.GRAPHS
    ]  # fmt: skip
    head = [f"{NAMES[program]}, P = {p}" for program in PARALLEL for p in (1, 2)]
    every = [results.table(graph, 1, "stack") for graph in experiment.GRAPHS]
    return Section(
        "figure-12", "Figure 12: speedups over the vertex stack of Figure 3",
        f"{rounds(every)} More is better. The last columns compare two workers with the serial "
        "program of Figure 4.",
        ("graph", *head, *(f"{program}, P = 2, over Fig. 4" for program in PARALLEL)), rows,
        charts.linear(panels, "workers", "speedup over Fig. 3", gain_found(panels)),
    )  # fmt: skip


def gain_found(panels):
    """Returns what curves of speed-ups show: by how much each program is faster on the last
    number of workers than on the first."""
    ratios = {}
    for panel in panels:
        for curve in panel.curves:
            ratios.setdefault(curve.name, []).append(curve.points[-1][1] / curve.points[0][1])
    said = [f"{name.split(': ')[-1]} {statistics.geometric_mean(found):.2f}" for name, found in ratios.items()]
    return f"What a second worker gains on average: {', '.join(said)} times"


def scaling(results):
    """Figure 10."""
    rows, panels, every = [], [], []
    for (kind, sizes), workers in itertools.product(experiment.SCALING.items(), (1, 2)):
        lines = {}
        for size in map(str, sizes[results.quick]):
            row = [kind, size, workers]
            for program, depth in cases():
                runs = results.find("scaling", kind, workers, program, size, depth)
                every += [runs] if runs else []
                time = median(runs) * 1e3 if runs else None
                lines.setdefault((program, depth), []).append((size, time))
                row.append("overflow" if time is None else f"{time:.3f}")
            rows.append(row)
        panels.append(
            charts.Panel(f"{kind.capitalize()}(N), P = {workers}", [
                charts.Curve(case_name(*case), COLOUR[NAMES[case[0]]], line, case[1] == experiment.UNBOUNDED)
                for case, line in lines.items()
            ])
        )  # fmt: skip
    least = " and ".join(f"{kind}({n})" for kind, n in published.OVERFLOWS.items())
    return Section(
        "figure-10", "Figure 10: time by size, on one worker and two, with and without a depth limit",
        f"Milliseconds. {rounds(every)} The stack of each worker has {experiment.STACK >> 20} MiB. In the paper, on "
        f"twelve workers, the stack overflows without a limit from {least} on. A cross marks a size "
        "at which it did here.",
        ("graph", "N", "P", *(case_name(*case) for case in cases())), rows,
        charts.logarithmic(
            panels, "N", "milliseconds", "stack overflow", overflow_found(panels)
        ),
    )  # fmt: skip


def overflow_found(panels):
    """Returns what Figure 10 shows: of how many sizes stacks overflow."""
    lost = {dashed: sum(v is None for panel in panels for curve in panel.curves if curve.dashed == dashed
                        for _, v in curve.points) for dashed in (False, True)}  # fmt: skip
    return f"Stacks overflow {lost[False]} times with a depth limit, and {lost[True]} times without one"


def cases():
    bound = [(one, experiment.BOUND) for one in ("limited", *experiment.SCALED)]
    return bound + [(one, experiment.UNBOUNDED) for one in experiment.SCALED]


def case_name(program, depth):
    return NAMES[program] + (", no limit" if depth == experiment.UNBOUNDED else "")


def meshes(results):
    """Figure 13."""
    rows, panels, every = [], [], []
    for size in experiment.MESHES[results.quick]:
        name = size.replace(" ", " and ")
        panel = charts.Panel(f"{name} rows", [])
        for program in experiment.MESHED:
            serial, runs = (
                [results.find("meshes", "meshes", p, one, size) for p in (1, 2)]
                for one in ("limited", program)
            )
            gains = [toolchain.ratio(*map(seconds, pair)) for pair in zip(serial, runs)]
            every += runs
            rows.append(
                (name, NAMES[program], f"{median(runs[0]):.4f}", f"{median(runs[1]):.4f}",
                 f"{median(runs[0]) / median(runs[1]):.2f}", f"{gains[1]:.2f}")
            )  # fmt: skip
            line = [(str(p), gain) for p, gain in enumerate(gains, 1)]
            panel.curves.append(charts.Curve(NAMES[program], COLOUR[NAMES[program]], line))
        panels.append(panel)
    return Section(
        "figure-13", "Figure 13: two meshes that are joined by one edge",
        f"{rounds(every)} The depth limit is {experiment.CUT_OFF}, as in the paper, which has no times. Without "
        "stages, who comes first over the edge visits the whole second mesh alone. T1 / T2 is the "
        "ratio of the medians beside it.",
        ("rows", "program", "T1 (s)", "T2 (s)", "T1 / T2", "Fig. 4 / T2"), rows,
        charts.linear(panels, "workers", "speedup over Fig. 4", gain_found(panels)),
    )  # fmt: skip


def comparison(results, programs, words, name, title, text):
    """Seconds of two programs, and the ratio of the second to the first, on one worker and
    on two. `words` says what each is."""
    rows, every = [], []
    for graph in experiment.GRAPHS:
        row = [results.name(graph)]
        for workers in (1, 2):
            first, second = (results.table(graph, workers, one) for one in programs)
            every.append(first)
            ratio = toolchain.ratio(seconds(second), seconds(first))
            row += [f"{median(first):.3f}", f"{median(second):.3f}", f"{ratio:.2f}"]
        rows.append(row)
    head = (f"{what}, P = {p}" for p in (1, 2) for what in (*words, "ratio"))
    return Section(name, title, f"{rounds(every)} {text}", ("graph", *head), rows, "")


def conversion(results):
    """Section 5.2."""
    return comparison(
        results, ("backtrack", "backtrack-array"), ("skipping", "array"),
        "conversion", "Section 5.2: going through a list, or making it an array before",
        "The backtracking program, seconds. A task that begins in the middle of a list skips what "
        "is before it.",
    )  # fmt: skip


def marking(results):
    """Figure 5, in parallel."""
    return comparison(
        results, ("long-swap", "long"), ("swap", "fence"),
        "marking", "Figure 5, in parallel: marking vertices by compare-and-swap, or by a fence",
        "The program of Figure 9, seconds. With the fence two workers may visit one vertex; the "
        "tree has it once.",
    )  # fmt: skip


def race(results):
    """Figure 6."""
    rows = []
    for graph in experiment.GRAPHS:
        runs = results.table(graph, 2, "shared")
        missed = [run.vertices - run.tree for run in runs]
        rows.append(
            (results.name(graph), f"{runs[0].vertices:,}", f"{max(missed):,}",
             sum(map(bool, missed)), len(missed))
        )  # fmt: skip
    return Section(
        "figure-6", "Figure 6: what a shared list loses on two workers",
        "Vertices that no tree has, because an update of the list was lost. On which run it "
        "happens is chance; 'spanning race' lets it happen.",
        ("graph", "vertices", "missed at most", "runs that missed some", "runs"), rows, "",
    )  # fmt: skip


# What of the report the jobs of a part are for.
PARTS = {
    "tables": "Tables 2 and 3, Figures 5, 6, 11 and 12, section 5.2",
    "aims": "Aims",
    "scaling": "Figure 10",
    "meshes": "Figure 13",
}


def quietness(others):
    """How much others used the processors during the batches of each part, and a warning
    where it was too much."""
    rows, noisy = [], []
    for part, shares in others.items():
        disturbed = sum(map(noise.disturbed, shares))
        if disturbed > noise.TRUSTED * len(shares):
            noisy.append(PARTS[part])
        rows.append(
            (PARTS[part], len(shares), disturbed, f"{disturbed / len(shares):.0%}",
             f"{max(shares):.1%}")
        )  # fmt: skip
    text = (
        "Programs run in batches: of one round on a large graph, of several on those of Figure "
        f"10. A batch is disturbed if other processes use more than {noise.SHARE:.0%} of a "
        "processor meanwhile. "
    )
    if noisy:
        text += (
            f"Warning: more than {noise.TRUSTED:.0%} of the batches were disturbed, so the times "
            f"are not to be trusted that are in: {'; '.join(noisy)}."
        )
    else:
        text += f"No part has more than {noise.TRUSTED:.0%} of such batches."
    return Section(
        "quietness", "How quiet the machine was", text,
        ("part", "batches", "disturbed", "share", "used by others at most"), rows, "",
    )  # fmt: skip


# What a program should reach on a graph: what the figure says, the figures of the rounds and
# their median, and the bound, which is a least value if `least` is true.
Aim = namedtuple("Aim", "graph program text figures figure least bound")


def is_reached(aim):
    return aim.figure >= aim.bound if aim.least else aim.figure <= aim.bound


def aims(results):
    found = []
    for graph in experiment.GRAPHS:
        name = results.name(graph)
        for program in experiment.AIMED:
            every = results.against_limited(graph, 1, program)
            cost = statistics.median(every)
            found.append(Aim(name, program, "T1 / Fig. 4", every, cost, False, MOST_COST))
            if graph.kind in experiment.GAINING:
                every = results.against_limited(graph, 2, program)
                gain, every = 1 / statistics.median(every), [1 / one for one in every]
                found.append(Aim(name, program, "Fig. 4 / T2", every, gain, True, LEAST_GAIN))
    return found


def targets(results):
    every = aims(results)
    rows = [
        (aim.graph, NAMES[aim.program], aim.text, f"{aim.figure:.3f}",
         f"{min(aim.figures):.3f}–{max(aim.figures):.3f}",
         f"{'at least' if aim.least else 'at most'} {aim.bound:.2f}",
         "ok" if is_reached(aim) else "missed")
        for aim in every
    ]  # fmt: skip
    return Section(
        "aims", "Aims: costs on one worker, and gains on two, against the program of Figure 4",
        f"{rounds([aim.figures for aim in every])} A program takes turns with that of Figure 4 "
        "alone. A median is one of ratios of runs of the same round, of which the least and the "
        "greatest are beside it. Of small graphs they say nothing.",
        ("graph", "program", "what", "here", "least–most", "aim", ""), rows, "",
    )  # fmt: skip


def sections(results):
    return [
        make(results)
        for make in (
            scaling, costs, gains, profiles, allocations, marking, conversion, race, meshes, targets,
        )
    ]


def problems(results):
    """Returns what is not as in the paper, and which aims are missed."""
    found = []
    for graph in experiment.GRAPHS:
        name, paper = results.name(graph), graph.published
        stack, limited = (results.table(graph, 1, one)[0] for one in ("stack", "limited"))
        if stack.vertices != paper.vertices:
            found.append(f"{name}: {stack.vertices} vertices, not {paper.vertices}")
        if abs(stack.arcs - paper.edges) > graph.tolerance * paper.edges:
            found.append(f"{name}: {stack.arcs} edges, not {paper.edges}")
        if graph.kind == "published" and limited.stages != paper.stages:
            found.append(f"{name}: {limited.stages} stages, not {paper.stages}")
        short, long, back = (results.table(graph, 2, one) for one in PARALLEL)
        least = min(run.arrays for run in short)
        most = max(run.arrays for run in long + back)
        if paper.lists["short"].allocations == 0:
            often = max(run.arrays for run in short + long + back)
            if often:
                found.append(f"{name}: {often} allocations, not 0")
        elif most * LEAST_ALLOCATIONS > least:
            found.append(f"{name}: {most} allocations long-term, {least} short-term")
    for aim in aims(results):
        if not is_reached(aim):
            found.append(
                f"{aim.graph}: {NAMES[aim.program]}: {aim.text} is {aim.figure:.3f}, not "
                f"{'at least' if aim.least else 'at most'} {aim.bound:.2f}"
            )
    return found
