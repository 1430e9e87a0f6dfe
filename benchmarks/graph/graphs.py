"""Makes the graphs that run.py compares with: for each kind a simple one, the same with
weights, and a directed one. Peers read the files, so all have the same numbers.

A weight is a whole number from 1 to 255, as in the GAP benchmark suite, and a function of
both ends of an edge, so that both of its arcs have the same. The directed graph has those
arcs whose ends say so, about half of them: of some edges both, of others one or none.
"""

import array
import collections

import toolchain

# The largest numbers that ends are mixed to have 32 bits.
MASK = 0xFFFFFFFF

# Of which kind, of what size for a full and for a quick run, and what is computed on it.
Graph = collections.namedtuple("Graph", "name kind full quick algorithms")

ALGORITHMS = (
    "components",
    "bfs",
    "triangles",
    "pagerank",
    "kcore",
    "clustering",
    "sssp",
    "msf",
    "scc",
)
GRAPHS = (
    Graph("rmat", "rmat", "18 8", "14 8", ALGORITHMS),
    Graph("random", "random", "1000000 4", "20000 4", ALGORITHMS),
    Graph("torus", "torus", "1000", "150", ALGORITHMS),
    # Its time is that of a search for each vertex.
    Graph("small", "rmat", "12 8", "9 8", ("betweenness",)),
)


def mix(number):
    """Returns 32 bits that depend on all those of a number (the end of MurmurHash3)."""
    number = (number ^ number >> 16) * 0x85EBCA6B & MASK
    number = (number ^ number >> 13) * 0xC2B2AE35 & MASK
    return number ^ number >> 16


def weights(offsets, targets):
    """Yields the targets, and behind each the weight of the arc to it."""
    for vertex in range(len(offsets) - 1):
        for other in targets[offsets[vertex] : offsets[vertex + 1]]:
            yield other
            # The sum and the product of two numbers are those of no other two.
            yield mix((vertex + other ^ vertex * other * 0x9E3779B1) & MASK) % 255 + 1


def read(path):
    """Returns the offsets and targets of an undirected graph in the format of GAP."""
    header, offsets, targets = array.array("q"), array.array("q"), array.array("i")
    with open(path, "rb") as file:
        assert file.read(1) == b"\0", "the graph must be undirected"
        header.fromfile(file, 2)
        offsets.fromfile(file, header[1] + 1)
        targets.fromfile(file, header[0])
    return offsets, targets


def write_weighted(path, offsets, targets):
    pairs = array.array("i", weights(offsets, targets))
    with open(path, "wb") as file:
        file.write(b"\0")
        array.array("q", [len(targets), len(offsets) - 1]).tofile(file)
        offsets.tofile(file)
        pairs.tofile(file)


def write_directed(path, offsets, targets):
    """Writes an edge list."""
    with open(path, "w", encoding="ascii") as file:
        file.write(f"# Directed graph\n# Nodes: {len(offsets) - 1}\n")
        for vertex in range(len(offsets) - 1):
            to = targets[offsets[vertex] : offsets[vertex + 1]]
            seed = vertex * 0x9E3779B1
            file.writelines(f"{vertex} {one}\n" for one in to if mix(seed + one & MASK) & 1)


def make(program, kind, size, stem):
    """Makes STEM.sg, STEM.wsg and STEM.directed.sg."""

    def tussah(*arguments):
        toolchain.run([program, "graph", *arguments])

    tussah("generate", kind, *size, "-o", f"{stem}.whole.sg")
    tussah("convert", "--simple", f"{stem}.whole.sg", "-o", f"{stem}.sg")
    offsets, targets = read(f"{stem}.sg")
    write_weighted(f"{stem}.wsg", offsets, targets)
    write_directed(f"{stem}.el", offsets, targets)
    tussah("convert", f"{stem}.el", "-o", f"{stem}.directed.sg")


def file_of(stem, algorithm):
    """Returns the file that an algorithm works on."""
    return {
        "sssp": f"{stem}.wsg",
        "msf": f"{stem}.wsg",
        "scc": f"{stem}.directed.sg",
    }.get(algorithm, f"{stem}.sg")


def degree_most(stem):
    """Returns the first vertex of the greatest degree, from which searches start."""
    offsets, _ = read(f"{stem}.sg")
    return max(range(len(offsets) - 1), key=lambda one: offsets[one + 1] - offsets[one])
