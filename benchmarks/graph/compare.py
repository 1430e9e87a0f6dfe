"""What run.py does with an algorithm on a graph: one sample of tussah or of a peer, and
whether their results are the same."""

import json
import re
import subprocess

import graphs
import toolchain

# What one may differ in sum; as a part of the sum where that is above 1.
TOLERANCE = 1e-6
# Of the greatest ranks, in proportion to the first, where a peer computes coarser ones.
COARSE = 0.02
# Those whose summary is enough; of the others, and of those with a number for each vertex,
# all is looked at.
FACTS = {
    "components": ("components", "largest"),
    "scc": ("components", "largest"),
    "triangles": ("triangles",),
    "msf": ("edges", "weight"),
}


class Peers:
    """A process with some of the libraries: peers.py or boost.cpp."""

    tolerance = 1e-9

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

    def compute(self, peer, algorithm, times=1, threads=1):
        """Returns the least seconds of so many times, and the result."""
        self.process.stdin.write(f"{peer} {algorithm} {times} {threads}\n")
        self.process.stdin.flush()
        found = self.answer()
        return found["seconds"], found["result"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Tussah:
    """The command on one graph."""

    def __init__(self, program, stem, source, tolerance):
        self.program, self.stem = program, stem
        self.source, self.tolerance = source, tolerance

    def compute(self, algorithm, times=1, threads=1, check=True):
        """Returns the least seconds of so many times, and, to check it, the result: numbers,
        or None if there is one for each vertex, in STEM.ours."""
        command = [self.program, "graph", algorithm, graphs.file_of(self.stem, algorithm)]
        # The first time does not count, as the peers' process has done it before, too.
        command += ["--workers", str(threads), "--repeat", str(times + 1), "--json"]
        if algorithm in ("bfs", "sssp"):
            command += ["--source", str(self.source)]
        if algorithm == "pagerank":
            command += ["--tolerance", str(self.tolerance)]
        if check and algorithm not in FACTS:
            command += ["-o", f"{self.stem}.ours"]
        process = toolchain.run(command, capture_output=True)
        every = re.findall(r"^time ([0-9.]+) s$", process.stderr, re.MULTILINE)
        facts = json.loads(process.stdout)
        return min(map(float, every[1:])), self.result(algorithm, facts) if check else None

    def result(self, algorithm, facts):
        if algorithm in FACTS:
            return [int(facts[name]) for name in FACTS[algorithm]]
        if algorithm in ("bfs", "sssp"):
            far = [int(value) for value in self.values() if value != "-"]
            return [len(far), sum(far), max(far)]
        if algorithm == "kcore":
            cores = [int(value) for value in self.values()]
            return [max(cores), sum(cores)]
        return None

    def values(self):
        """Returns what tussah has written for each vertex."""
        with open(f"{self.stem}.ours", encoding="ascii") as file:
            return [line.split()[1] for line in file]


def difference(stem, algorithm, values):
    """Of the numbers of all vertices in STEM.theirs, in sum."""
    with open(f"{stem}.theirs", encoding="ascii") as file:
        theirs = [float(line) for line in file]
    ours = [float(value) for value in values]
    if len(ours) != len(theirs):
        return float("inf")
    total = sum(theirs)
    # Ranks that a library does not scale to 1 are scaled here.
    if algorithm == "pagerank":
        return sum(abs(a - b / total) for a, b in zip(ours, theirs))
    return sum(abs(a - b) for a, b in zip(ours, theirs)) / max(1, total)


def same_ranks(values, greatest):
    """Whether the greatest ranks are as those of the same vertices in proportion."""
    scale = max(greatest.values())
    first = max(float(values[vertex]) for vertex in greatest)
    return bool(greatest) and all(
        abs(float(values[vertex]) / first - rank / scale) <= COARSE
        for vertex, rank in greatest.items()
    )


def same(tussah, algorithm, result, expected):
    """Whether results agree in what the peer says, None being what it does not say."""
    if isinstance(expected, dict):
        return same_ranks(tussah.values(), expected)
    if expected is None:
        return difference(tussah.stem, algorithm, tussah.values()) <= TOLERANCE
    return any(one is not None for one in expected) and all(
        theirs in (None, ours) for ours, theirs in zip(result, expected)
    )
