#!/usr/bin/env python3
"""The measurements of "Parallel Graph Traversals using Work-Stealing Frameworks for
Many-core Platforms" (Hiraishi, Yasugi, Umatani, Yuasa, 2012) on this machine.

Runs the programs of spanning.cpp on the paper's four graphs and prints Table 2 (the
graphs, stages, serial times), Table 3 (allocations of lists), Figure 11 (one worker)
and Figure 12 (speedups), beside the published values of the tables; the figures'
values are not printed in the paper. Each tree is checked. Fails (exit code 1) if
vertices or edges are not those of Table 2 (within 0.01 % for the random graph), or
if lists that are passed on take more than a hundredth of the allocations of lists
that are returned. Times are medians, and their ratios medians of ratios, of runs in
turn; the published ones are of a Xeon X5650.
"""

import collections
import os
import pathlib
import re
import statistics
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import toolchain

# Seconds of the programs of Figures 3 and 4, stages, and of Table 3 overflowed
# vertices and allocations on twelve workers: short-term, long-term.
Published = collections.namedtuple(
    "Published", "vertices edges stack limited stages overflowed short long"
)
Graph = collections.namedtuple("Graph", "kind size quick tolerance published")
GRAPHS = (
    Graph(
        "random", "4000000 2", "4000 2", 1e-4,
        Published(4000000, 15999723, 1.11, 0.993, 1, 350812, 136339, 599),
    ),
    Graph(
        "hypercube", "21", "11", 0,
        Published(2097152, 44040192, 0.624, 0.597, 2, 1024891, 437266, 1747),
    ),
    Graph(
        "torus", "4000", "60", 0,
        Published(16000000, 64000000, 0.821, 0.985, 200, 4019435, 2163449, 14397),
    ),
    Graph(
        "bintree", "24", "11", 0,
        Published(16777215, 33554428, 0.344, 0.492, 0, 0, 0, 0),
    ),
)
# Program and workers; None for serial ones.
WAYS = (
    ("stack", None),
    ("limited", None),
    ("cas", None),
    ("fence", None),
    ("short", 1),
    ("long", 1),
    ("short", 2),
    ("long", 2),
)
FIELDS = ("vertices", "arcs", "tree", "stages", "overflowed", "allocations", "size")
Run = collections.namedtuple("Run", ("seconds", *FIELDS))


def build(options, folder):
    _, driver = toolchain.compilers(options)
    library = options.build_dir / "lib" / "tussah" / "libtussah-graph.a"
    command = [*driver, "-std=c++17", "-O2", str(HERE / "spanning.cpp"), str(library)]
    toolchain.run([*command, "-o", f"{folder}/spanning"])
    # Inlets cost something in all of a file, so figure 7 has a program of its own.
    toolchain.run([*command, "-DSHORT_TERM", "-o", f"{folder}/short"])


def execute(folder, way):
    name, workers = way
    program = "short" if name == "short" else "spanning"
    process = toolchain.run(
        [f"{folder}/{program}", f"{folder}/graph.sg", name],
        env={**os.environ, "CILK_NWORKERS": str(workers or 1)},
        capture_output=True,
    )
    seconds = float(re.search(r"^time ([0-9.]+) s$", process.stderr, re.MULTILINE)[1])
    return Run(seconds, *(int(re.search(rf"\b{f} (\d+)", process.stdout)[1]) for f in FIELDS))


def overhead(run):
    """The unused part of the arrays, compared with the used one."""
    if run.overflowed == 0:
        return "     0"
    return f"{run.allocations * run.size / run.overflowed - 1:6.1%}"


def print_tables(runs, graph):
    paper = graph.published
    stack, limited = (runs[way][0] for way in WAYS[:2])
    print(f"  Table 2     {'':16} {'here':>12} {'paper':>12}")
    for name, here, there in (
        ("vertices", stack.vertices, paper.vertices),
        ("edges", stack.arcs, paper.edges),
        ("stages", limited.stages, paper.stages),
    ):
        print(f"              {name:16} {here:12} {there:12}")
    for name, way, there in (("Fig. 3", WAYS[0], paper.stack), ("Fig. 4", WAYS[1], paper.limited)):
        seconds = statistics.median(run.seconds for run in runs[way])
        print(f"              {name + ' (s)':16} {seconds:12.3f} {there:12.3f}")
    print(f"  Table 3     {'2 workers':16} {'allocations':>12} {'paper':>12}   unused")
    for name, there in (("short", paper.short), ("long", paper.long)):
        run = runs[(name, 2)][0]
        print(f"              {name + '-term':16} {run.allocations:12} {there:12}   {overhead(run)}")


def print_figures(runs):
    times = {way: [run.seconds for run in some] for way, some in runs.items()}
    stack = times[WAYS[0]]
    print("  Figure 11   one worker, compared with the stack of Fig. 3")
    for way in WAYS[1:6]:
        print(f"              {way[0]:16} {toolchain.ratio(times[way], stack):12.2f}")
    print("  Figure 12   speedup over Fig. 3    P = 1        P = 2")
    for name in ("short", "long"):
        speedups = [toolchain.ratio(stack, times[(name, p)]) for p in (1, 2)]
        print(f"              {name + '-term':16} {speedups[0]:12.2f} {speedups[1]:12.2f}")


def check(runs, graph):
    """Returns what is not as in the paper."""
    paper, stack = graph.published, runs[WAYS[0]][0]
    if stack.vertices != paper.vertices:
        yield f"{stack.vertices} vertices, not {paper.vertices}"
    if abs(stack.arcs - paper.edges) > graph.tolerance * paper.edges:
        yield f"{stack.arcs} edges, not {paper.edges}"
    if len({run.tree for some in runs.values() for run in some}) != 1:
        yield "the trees have different sizes"
    for short, long in zip(runs[("short", 2)], runs[("long", 2)]):
        if long.allocations * 100 > short.allocations:
            yield f"{long.allocations} allocations long-term, {short.allocations} short-term"


def main():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=3, limit=None)
    parser.add_argument("--quick", action="store_true", help="small graphs, no comparison")
    options = parser.parse_args()
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        build(options, folder)
        for graph in GRAPHS:
            size = (graph.quick if options.quick else graph.size).split()
            print(f"{graph.kind} {' '.join(size)}", flush=True)
            tussah = str(options.build_dir / "bin" / "tussah")
            command = [tussah, "graph", "generate", graph.kind, *size]
            toolchain.run([*command, "-o", f"{folder}/graph.sg"])
            runs = {way: [] for way in WAYS}
            for _ in range(options.rounds):
                for way in WAYS:
                    runs[way].append(execute(folder, way))
            print_tables(runs, graph)
            print_figures(runs)
            if not options.quick:
                problems += [f"{graph.kind}: {problem}" for problem in check(runs, graph)]
    for problem in problems:
        print(f"error: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
