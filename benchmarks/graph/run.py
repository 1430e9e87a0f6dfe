#!/usr/bin/env python3
"""Is `tussah graph` twice as fast as the libraries that users have?

Generates graphs, makes them simple, and runs each algorithm with two workers and, in
turn, with the Boost Graph Library and each of SciPy, NetworKit and igraph that is
installed (NetworKit with two threads). Times are those of the algorithm alone, from the
graph as that library has it in memory to the result as it returns it: for igraph's that
is a list of Python, which is part of the time, but not what is then done with it to
compare. Samples that were taken while something else used the processors are taken
again.

Results must be the same: how many components, and the largest; how many vertices are
reached, the sum of their distances and the greatest; how many triangles. Ranks may
differ by 1e-6 in sum. Prints the least times, and their ratio peer / tussah, which must
be at least 2 (exit code 0; 1 if one is not, 2 if there is no peer). What a peer does in
milliseconds is done several times in a round, by both. --only "torus bfs" compares a part.

Boost needs Debian's libboost-dev, the others `pip install scipy networkit igraph`;
--python chooses the Python that has them.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "suite")]
import peers_page
import toolchain

# Names of the generator, with sizes for a full and for a quick run.
GRAPHS = (
    ("rmat", "18 8", "15 8"),
    ("random", "1000000 4", "50000 4"),
    ("torus", "1000", "200"),
)
ALGORITHMS = ("components", "bfs", "triangles", "pagerank")
# The libraries of peers.py.
PACKAGES = ("scipy", "networkit", "igraph")
RANK_TOLERANCE = 1e-6
FACTOR = 2
# A round lasts about so many seconds for the peer, if that takes at most so many times.
ROUND_TIME, MOST_TIMES = 0.2, 20


def tussah(program, algorithm, graph, workers, source, times):
    """Returns the least seconds of so many times, and the result, or None for ranks, which
    are in a file then."""
    command = [program, "graph", algorithm, graph, "--workers", str(workers)]
    # The first time does not count, as the peers' process has done it before, too.
    command += ["--repeat", str(times + 1)]
    if algorithm == "bfs":
        command += ["--source", str(source), "-o", f"{graph}.ours"]
    elif algorithm == "pagerank":
        command += ["--tolerance", "1e-9", "-o", f"{graph}.ours"]
    process = toolchain.run(command, capture_output=True)
    every = re.findall(r"^time ([0-9.]+) s$", process.stderr, re.MULTILINE)
    seconds = min(map(float, every[1:]))
    if algorithm == "pagerank":
        return seconds, None
    if algorithm == "bfs":
        far = [int(value) for value in values(graph) if value != "-"]
        return seconds, [len(far), sum(far), max(far)]
    return seconds, [int(number) for number in re.findall(r"\d+", process.stdout)]


def values(graph):
    """Returns what tussah has written for each vertex."""
    with open(f"{graph}.ours", encoding="ascii") as file:
        return [line.split()[1] for line in file]


def difference(graph):
    """Of the ranks, in sum."""
    ours = map(float, values(graph))
    with open(f"{graph}.ranks", encoding="ascii") as file:
        theirs = [float(line) for line in file]
    # What a library does not scale to 1 is scaled here.
    scale = sum(theirs)
    return sum(abs(a - b / scale) for a, b in zip(ours, theirs))


class Peers:
    """A process with some of the libraries: peers.py or boost.cpp."""

    def __init__(self, command):
        self.command = command
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        first = self.answer()
        self.able, self.source = first["able"], first["source"]

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"error: {self.command[0]} ended; see above")
        return json.loads(line)

    def compute(self, peer, algorithm, times=1):
        """Returns the least seconds of so many times, and the result."""
        self.process.stdin.write(f"{peer} {algorithm} {times}\n")
        self.process.stdin.flush()
        found = self.answer()
        return found["seconds"], found["result"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def compare(program, peers, graph, peer, algorithm, options):
    """Prints a line. Returns the least times, tussah's first, or None if results differ."""
    ours, theirs = [], []
    peers.compute(peer, algorithm)
    # The first time takes longer than others.
    seconds, _ = peers.compute(peer, algorithm)
    times = 1 if options.quick else max(1, min(int(ROUND_TIME / seconds), MOST_TIMES))
    # While tussah runs, the peers' process is to wait: what it does is a disturbance.
    alone = toolchain.QuietMachine()
    both = toolchain.QuietMachine(
        lambda: toolchain.own_seconds() + toolchain.running_seconds(peers.process)
    )

    def sample(machine, measure):
        return measure() if options.quick else machine.sample(measure)

    for _ in range(options.rounds):
        seconds, result = sample(
            alone,
            lambda: tussah(program, algorithm, graph, options.workers, peers.source, times),
        )
        ours.append(seconds)
        seconds, expected = sample(both, lambda: peers.compute(peer, algorithm, times))
        theirs.append(seconds)
        same = difference(graph) <= RANK_TOLERANCE if result is None else result == expected
        if not same:
            print(f"  {algorithm:11} {peer:10} the results differ: {result} and {expected}")
            return None
    ratio = min(theirs) / min(ours)
    answer = "ok" if ratio >= FACTOR else f"below {FACTOR}"
    print(
        f"  {algorithm:11} {peer:10} tussah {min(ours):8.4f} s   "
        f"{peer} {min(theirs):8.4f} s   ratio {ratio:6.2f} [{FACTOR}]  {answer}",
        flush=True,
    )
    # One report for both.
    alone.disturbed += both.disturbed
    alone.report()
    return min(ours), min(theirs)


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


def main():
    parser = toolchain.parser(__doc__.splitlines()[0], rounds=3, limit=None)
    parser.add_argument("--python", default=sys.executable, help="the Python with the peers")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--quick", action="store_true", help="small graphs, disturbed or not")
    toolchain.add_only(parser)
    parser.add_argument("--update", action="store_true", help="write docs/guides/graph.md, too")
    options = parser.parse_args()
    if options.update and (options.quick or options.only):
        parser.error("docs/guides/graph.md is about all graphs, and large ones; leave out --quick and --only")
    parts = {f"{graph[0]} {one}": graph for graph in GRAPHS for one in ALGORITHMS}
    chosen = toolchain.chosen(parser, options, parts)
    program = str(options.build_dir / "bin" / "tussah")
    good, compared, found = True, 0, []
    with tempfile.TemporaryDirectory() as folder:
        absent = missing(options.python)
        if absent:
            print(f"without {', '.join(absent)}: give --python one that has them", flush=True)
        boost = build_boost(options, folder)
        if not boost and len(absent) == len(PACKAGES):
            print("nothing to compare with, so nothing is measured")
            return 2
        for kind, full, quick in dict.fromkeys(chosen.values()):
            size = (quick if options.quick else full).split()
            whole, graph = f"{folder}/whole.sg", f"{folder}/{kind}.sg"
            toolchain.run([program, "graph", "generate", kind, *size, "-o", whole])
            toolchain.run([program, "graph", "convert", "--simple", whole, "-o", graph])
            print(f"{kind} {' '.join(size)}", flush=True)
            commands = []
            if len(absent) < len(PACKAGES):
                commands.append(
                    [options.python, str(HERE / "peers.py"), graph, str(options.workers)]
                )
            if boost:
                commands.append([boost, graph])
            for command in commands:
                # One after the other: each has a copy of the graph.
                peers = Peers(command)
                for peer, algorithm in peers.able:
                    if f"{kind} {algorithm}" not in chosen:
                        continue
                    compared += 1
                    times = compare(program, peers, graph, peer, algorithm, options)
                    good &= times is not None and times[1] >= FACTOR * times[0]
                    if times:
                        name = f"{kind} {' '.join(size)}"
                        found.append(peers_page.Comparison(name, algorithm, peer, *times))
                peers.close()
    if compared == 0:
        raise SystemExit(f"error: no peer that is there has {' or '.join(chosen)}")
    if options.update:
        peers_page.update(found, options.workers)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
