#!/usr/bin/env python3
"""Is `tussah graph` faster than the libraries that users have?

Generates graphs, makes them simple, and runs each algorithm with one and with two workers
and, in turn, with the Boost Graph Library, each of SciPy, NetworKit, igraph and graph-tool
that is installed, and the programs of the GAP benchmark suite and of GBBS, if --gap and
--gbbs name their folders (native.py says what is there). NetworKit, graph-tool, GAP and
GBBS have as many threads as tussah has workers. Times are those of the algorithm alone,
from the graph as that library has it in memory to the result as it returns it: for
igraph's that is a list of Python, which is part of the time, but not what is then done
with it to compare. Samples that were taken while something else used the processors are
taken again.

Results must be the same: how many components, strong ones too, and the largest; how many
vertices a search reaches, the sum of their distances and the greatest; how many triangles;
the sum and the greatest of core numbers; the edges and the weight of a minimum spanning
forest. Ranks, clustering coefficients and betweenness may differ by 1e-6 in sum. Prints the
least times, and their ratio peer / tussah. What a peer does in milliseconds is done several
times in a round, by both. --only "torus bfs" compares a part.

tussah is to be faster than each peer on at least 80 % of what that peer can do: algorithm,
graph and workers. The exit code is 1 if it is not or if a result differs, 2 if there is no
peer. Which are slower is said at the end.

Not compared: communities, matchings, colourings, independent sets and walks, for which
each library has another result that is as good; levels, which no peer has; spanning trees
and reachable vertices, which libraries have as breadth-first searches; truss numbers,
which none of the libraries has.

--large computes components, breadth-first search and PageRank on a graph of more than 10^8
arcs instead, and prints how much memory each takes (large.py).

--results keeps what has been measured in a file, so that a run that was stopped goes on
where it was. Delete the lines of what is to be measured again.

Boost needs Debian's libboost-dev, the others `pip install scipy networkit igraph` and
Debian's python3-graph-tool; --python chooses the Python that has them.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "suite")]
import compare
import graphs
import large
import native
import peers_page
import toolchain

# The libraries of peers.py.
PACKAGES = ("scipy", "networkit", "igraph", "graph_tool")
# The part of what each peer can do on which tussah is to be faster.
SHARE = 0.8
# A round lasts about so many seconds for the peer, if that takes at most so many times.
ROUND_TIME, MOST_TIMES = 0.2, 20


def alternate(tussah, peers, peer, algorithm, parallel, options):
    """Returns the least times of both for each number of workers, or None if results
    differ."""
    # The first time takes longer than others.
    peers.compute(peer, algorithm)
    seconds, _ = peers.compute(peer, algorithm)
    times = 1
    if not options.quick:
        times = max(1, min(int(ROUND_TIME / max(seconds, 1e-9)), MOST_TIMES))
    # While tussah runs, the peers' process is to wait: what it does is a disturbance.
    alone = toolchain.QuietMachine()
    both = toolchain.QuietMachine(
        lambda: (
            toolchain.own_seconds()
            + (toolchain.running_seconds(peers.process) if peers.process else 0)
        )
    )

    def sample(machine, measure):
        return measure() if options.quick else machine.sample(measure)

    ours, theirs = {one: [] for one in options.workers}, {one: [] for one in options.workers}
    for turn in range(options.rounds):
        for workers in options.workers:
            if parallel or workers == options.workers[0]:
                seconds, expected = sample(
                    both, lambda: peers.compute(peer, algorithm, times, workers)
                )
            theirs[workers].append(seconds)
            own_seconds, result = sample(
                alone, lambda: tussah.compute(algorithm, times, workers, check=turn == 0)
            )
            ours[workers].append(own_seconds)
            if turn == 0 and not compare.same(tussah, algorithm, result, expected):
                print(f"  {algorithm:11} {peer:10} the results differ: {result} and {expected}")
                return None
    # One report for both.
    alone.disturbed += both.disturbed
    alone.report()
    return {one: (min(ours[one]), min(theirs[one])) for one in options.workers}


class Results:
    """The comparisons of this run and of those before it that used the same file, if one is
    named: a line of JSON for each."""

    def __init__(self, path):
        self.path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path and path.exists() else []
        try:
            self.all = [peers_page.Comparison(**json.loads(line)) for line in lines]
        except (TypeError, ValueError) as error:
            toolchain.fail(f"{path} has a line that no run has written: {error}; delete that line")

    def of(self, graph, algorithm, peer):
        wanted = graph, algorithm, peer
        return [one for one in self.all if (one.graph, one.algorithm, one.peer) == wanted]

    def add(self, comparisons):
        self.all += comparisons
        if self.path:
            with self.path.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(one._asdict()) + "\n" for one in comparisons)


def measure(tussah, peers, graph, able, options, results):
    """Prints a line for each number of workers. Returns comparisons; none if results
    differ."""
    peer, algorithm, parallel = able
    if results.of(graph, algorithm, peer):
        return results.of(graph, algorithm, peer)
    times = alternate(tussah, peers, peer, algorithm, parallel, options)
    found = [
        peers_page.Comparison(graph, algorithm, peer, workers, ours, theirs)
        for workers, (ours, theirs) in (times or {}).items()
    ]
    results.add(found)
    for one in found:
        print(
            f"  {algorithm:11} {peer:10} workers {one.workers}   tussah {one.ours:8.4f} s   "
            f"{peer} {one.theirs:8.4f} s   ratio {one.ratio():6.2f}  "
            f"{'ok' if one.faster() else 'slower'}",
            flush=True,
        )
    return found


def missing(python):
    """Returns which of the libraries of Python cannot be used."""
    code = "import importlib.util as u, sys; print(*(n for n in sys.argv[1:] if not u.find_spec(n)))"
    command = [python, "-c", code, "numpy", *PACKAGES]
    absent = toolchain.run(command, capture_output=True).stdout.split()
    # They get the graph from it.
    return list(PACKAGES) if "numpy" in absent else absent


def build_boost(options, folder):
    """Returns the program, or None, with a note, if the library is not installed."""
    program = f"{folder}/boost"
    stock, _ = toolchain.compilers(options)
    header = "#include <boost/graph/page_rank.hpp>\n"
    known = subprocess.run(
        [*stock, "-x", "c++", "-E", "-", "-o", "/dev/null"],
        input=header,
        text=True,
        stderr=subprocess.DEVNULL,
    )
    if known.returncode != 0:
        print("without Boost: install libboost-dev", flush=True)
        return None
    toolchain.run(
        [*stock, "-std=c++17", "-O3", "-DNDEBUG", str(HERE / "boost.cpp"), "-o", program]
    )
    return program


def share(found):
    """Of comparisons, in how many tussah is faster, how many there are, and whether that is
    enough."""
    faster = sum(one.faster() for one in found)
    return faster, len(found), faster >= SHARE * len(found)


def summarize(found):
    """Prints on how much tussah is faster than each peer. Returns whether that is enough."""
    good = True
    for peer in dict.fromkeys(one.peer for one in found):
        faster, count, enough = share([one for one in found if one.peer == peer])
        good &= enough
        print(
            f"faster than {peer} on {faster} of {count}: {faster / count:.0%} [{SHARE:.0%}]  "
            f"{'ok' if enough else 'too few'}"
        )
    faster, count, _ = share(found)
    if count:
        print(f"faster on {faster} of {count} algorithm x graph x peer x workers: {faster / count:.0%}")
    for one in sorted(found, key=peers_page.Comparison.ratio):
        if not one.faster():
            print(
                f"  slower: {one.graph} {one.algorithm} than {one.peer}, "
                f"workers {one.workers}: ratio {one.ratio():.2f}"
            )
    return good


def opened(program, options, stem, boost, absent):
    """Yields the peers on a graph, one after the other, as each has a copy of it."""
    if len(absent) < len(PACKAGES):
        yield compare.Peers([options.python, str(HERE / "peers.py"), stem])
    if boost:
        yield compare.Peers([boost, stem])
    if options.gap or options.gbbs:
        source = graphs.degree_most(stem)
        if options.gap:
            yield native.Gap(options.gap, stem, source)
        if options.gbbs:
            yield native.Gbbs(program, options.gbbs, stem, source)


def compare_all(program, options, chosen, folder, boost, absent):
    """Returns comparisons, and whether all results are the same."""
    agree, found, results = True, [], Results(options.results)
    for graph in dict.fromkeys(chosen.values()):
        size = (graph.quick if options.quick else graph.full).split()
        name = f"{graph.kind} {' '.join(size)}"
        stem = f"{folder}/{graph.name}"
        graphs.make(program, graph.kind, size, stem)
        print(name, flush=True)
        for peers in opened(program, options, stem, boost, absent):
            tussah = compare.Tussah(program, stem, peers.source, peers.tolerance)
            for able in peers.able:
                if f"{graph.name} {able[1]}" not in chosen:
                    continue
                now = measure(tussah, peers, name, able, options, results)
                agree &= bool(now)
                found += now
            peers.close()
        for path in pathlib.Path(folder).glob(f"{graph.name}.*"):
            path.unlink()
    return agree, found


def arguments():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=3, limit=None)
    parser.add_argument("--python", default=sys.executable, help="the Python with the peers")
    parser.add_argument("--gap", type=pathlib.Path, help="the folder of GAP's programs")
    parser.add_argument("--gbbs", type=pathlib.Path, help="GBBS's folder bazel-bin")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--quick", action="store_true", help="small graphs, disturbed or not")
    parser.add_argument(
        "--large", action="store_true", help="the memory of a graph of more than 10^8 arcs"
    )
    parser.add_argument("--results", type=pathlib.Path, help="goes on with what is in this file")
    toolchain.add_only(parser)
    parser.add_argument("--update", action="store_true", help="write docs/guides/graph.md, too")
    options = parser.parse_args()
    if min(options.workers) < 1:
        parser.error("--workers must be numbers from 1 on")
    if options.update and (options.quick or options.only or options.large):
        parser.error(
            "docs/guides/graph.md is about all graphs, and large ones; leave out --quick, "
            "--only and --large"
        )
    parts = {f"{graph.name} {one}": graph for graph in graphs.GRAPHS for one in graph.algorithms}
    return options, toolchain.chosen(parser, options, parts)


def main():
    options, chosen = arguments()
    program = str(options.build_dir / "bin" / "tussah")
    with tempfile.TemporaryDirectory() as folder:
        if options.large:
            return large.main(program, options, folder)
        absent = missing(options.python)
        if absent:
            print(f"without {', '.join(absent)}: give --python one that has them", flush=True)
        boost = build_boost(options, folder)
        if not (boost or options.gap or options.gbbs) and len(absent) == len(PACKAGES):
            print("nothing to compare with, so nothing is measured")
            return 2
        agree, found = compare_all(program, options, chosen, folder, boost, absent)
    if agree and not found:
        raise SystemExit(f"error: no peer that is there has {' or '.join(chosen)}")
    good = summarize(found)
    if options.update:
        peers_page.update(found)
    return 0 if good and agree else 1


if __name__ == "__main__":
    sys.exit(main())
