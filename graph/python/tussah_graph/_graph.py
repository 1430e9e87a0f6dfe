"""Graphs, and where they come from."""

import ctypes
import importlib
import os
from typing import Any, Literal, Self

import numpy

from ._algorithms import Algorithms, BreadthFirst, Clustering, MinimumForest, PageRank, Trusses
from ._arrays import LARGEST, address, integers, numbers, seed_of, signed, targets, whole
from ._native import LIBRARY, FloatArray, Handle, Int32Array, Int64Array, Progress, run, view

__all__ = ["BreadthFirst", "Clustering", "Graph", "MinimumForest", "PageRank", "Trusses"]

Kind = Literal["random", "hypercube", "torus", "bintree", "path", "rmat"]


class Graph(Algorithms):
    """A graph as compressed sparse rows, which does not change.

    Vertices are numbers from 0. An undirected edge is two arcs, and an undirected loop is one. Takes 8 bytes for each
    vertex and 4 for each arc, with weights 12, less what is shared with arrays of NumPy. Any number of threads may use
    a graph at the same time. It can be pickled.
    """

    labels: list[Any] | None
    """The nodes of the NetworkX graph that this was made of: labels[v] is vertex v."""

    def __init__(self) -> None:
        raise TypeError("a Graph is made by from_scipy, from_csr, from_edges, from_networkx, from_networkit, read or generate")

    @classmethod
    def _of(cls, handle: Handle) -> Self:
        graph = object.__new__(cls)
        graph._handle = handle
        graph.labels = None
        facts, arrays = (ctypes.c_uint64 * 4)(), (ctypes.c_void_p * 3)()
        LIBRARY.tussah_graph_describe(handle, facts, arrays)
        graph._facts, graph._addresses = list(facts), list(arrays)
        return graph

    _facts: list[int]
    _addresses: list[int | None]

    # What it is.

    @property
    def vertices(self) -> int:
        """The number of vertices."""
        return self._facts[0]

    @property
    def arcs(self) -> int:
        """The number of arcs; of an undirected edge, both."""
        return self._facts[1]

    @property
    def directed(self) -> bool:
        return bool(self._facts[2])

    @property
    def weighted(self) -> bool:
        """Whether arcs have weights; otherwise each weighs 1."""
        return bool(self._facts[3])

    @property
    def offsets(self) -> Int64Array:
        """Where the arcs of each vertex begin in targets, and the number of arcs. Not copied, and read-only."""
        array: Int64Array = view(self._handle, self._addresses[0], (self.vertices + 1,), numpy.int64, True)
        return array

    @property
    def targets(self) -> Int32Array:
        """The heads of all arcs, those of a vertex together. Not copied, and read-only."""
        array: Int32Array = view(self._handle, self._addresses[1], (self.arcs,), numpy.int32, True)
        return array

    @property
    def weights(self) -> FloatArray | None:
        """The weights of the arcs in the order of targets, if there are any. Not copied, and read-only."""
        if not self.weighted:
            return None
        array: FloatArray = view(self._handle, self._addresses[2], (self.arcs,), numpy.float64, True)
        return array

    def tails(self) -> Int32Array:
        """The tail of each arc, in the order of targets; a new array."""
        return numpy.repeat(numpy.arange(self.vertices, dtype=numpy.int32), numpy.diff(self.offsets))

    def __repr__(self) -> str:
        kind = "directed" if self.directed else "undirected"
        return f"<Graph: {kind}, {self.vertices} vertices, {self.arcs} arcs{', weighted' if self.weighted else ''}>"

    def __reduce__(self) -> Any:
        weights = None if self.weights is None else self.weights.copy()
        return _restore, (type(self), self.offsets.copy(), self.targets.copy(), weights, self.directed, self.labels)

    # Arrays, and SciPy.

    @classmethod
    def _of_rows(cls, offsets: Any, heads: Any, weights: Any, directed: bool, shared: bool, repeats: bool) -> Self:
        offsets = signed(integers(offsets, "indptr"), "indptr")
        if len(offsets) == 0:
            raise ValueError("indptr has no elements; expected one more than vertices")
        results = run(
            "of_rows", ctypes.c_uint64(len(offsets) - 1), address(offsets), int(offsets.dtype == numpy.int64),
            address(heads), ctypes.c_uint64(len(heads)), address(weights), int(directed), int(shared), int(repeats),
        )  # fmt: skip
        assert results.made is not None
        return cls._of(Handle(results.made, (heads, weights)))

    @classmethod
    def from_csr(cls, indptr: Any, indices: Any, weights: Any = None, *, directed: bool = True, copy: bool = False) -> Self:
        """The graph whose vertex v has arcs to indices[indptr[v]:indptr[v + 1]].

        indices of 32 bits and weights of float64 are not copied if they are contiguous: the graph uses their memory.
        Other numbers, and indptr, are copied. Changes of what is shared are seen by later calls, each of which looks at
        the arrays, in linear time; nobody may change them while a call runs. copy=True shares nothing, and saves that.

        directed=False says that each arc has one back, of the same weight, which is checked. O(m log d) work. Raises
        TypeError for arrays of other types, and ValueError if they are no graph, have an arc twice, or a weight is not
        finite.
        """
        heads = targets(indices, "indices")
        some = None if weights is None else numbers(weights, "weights", len(heads))
        # What is new belongs to the graph alone, which then need not look at it.
        shared = not copy and (_shares(heads, indices) or (some is not None and _shares(some, weights)))
        if copy:
            heads = heads.copy()
            some = None if some is None else some.copy()
        return cls._of_rows(indptr, heads, some, directed, shared, False)

    @classmethod
    def from_scipy(cls, matrix: Any, *, directed: bool = True, weighted: bool = True, copy: bool = False) -> Self:
        """The graph with an arc from v to w where the square matrix has an entry in row v and column w, its weight.

        Of a CSR matrix, `indices` of int32 and `data` of float64 are not copied, as from_csr says; other formats become
        CSR first. An entry that is stored is an arc, also if it is 0. weighted=False leaves the weights out.
        """
        if not hasattr(matrix, "tocsr") or not hasattr(matrix, "shape"):
            raise TypeError(f"expected a sparse matrix of SciPy, not {type(matrix).__name__}")
        if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
            raise ValueError(f"the matrix of a graph is square, not of the shape {matrix.shape}")
        rows = matrix.tocsr()
        indptr, indices = numpy.asarray(rows.indptr), numpy.asarray(rows.indices)
        if len(indptr) != matrix.shape[0] + 1:
            raise ValueError(f"indptr has {len(indptr)} elements; expected {matrix.shape[0] + 1}")
        # There may be room behind what is used.
        size = min(max(int(indptr[-1]), 0), len(indices))
        data = numpy.asarray(rows.data)[:size] if weighted else None
        return cls.from_csr(indptr, indices[:size], data, directed=directed, copy=copy)

    def to_scipy(self) -> Any:
        """The graph as scipy.sparse.csr_array.

        Its `indices`, and `data` if the graph has weights, are the memory of the graph, and read-only. `indptr` is copied
        to 32 bits, as SciPy wants it; with 2^31 arcs and more SciPy copies `indices`, too. Without weights `data` is a
        new array of ones. An arc that is there twice is two entries.
        """
        sparse = _other("scipy.sparse")
        weights = self.weights
        data = numpy.ones(self.arcs) if weights is None else weights
        offsets = self.offsets.astype(numpy.int32) if self.arcs <= LARGEST else self.offsets
        return sparse.csr_array((data, self.targets, offsets), shape=(self.vertices, self.vertices), copy=False)

    @classmethod
    def from_edges(cls, edges: Any, weights: Any = None, *, vertices: int | None = None, directed: bool = False) -> Self:
        """The graph with an edge for each row of edges, which has two vertices; or an arc, if directed.

        There are as many vertices as the greatest number says, or vertices. Loops and repeated edges are kept. Copies. O(n
        + m) work. Raises TypeError if edges are no integers, and ValueError if an end is no vertex, or a weight is not
        finite.
        """
        pairs = numpy.asarray(edges)
        if pairs.size == 0 and pairs.shape != (0, 2):
            pairs = numpy.empty((0, 2), numpy.int32)
        pairs = signed(integers(pairs, "edges", 2), "edges")
        if pairs.shape[1] != 2:
            raise ValueError(f"edges must have two vertices in each row, not {pairs.shape[1]}")
        some = None if weights is None else numbers(weights, "weights", len(pairs))
        if vertices is None:
            vertices = int(pairs.max()) + 1 if pairs.size else 0
        # Of negative numbers the library says which edge has them.
        count = whole(vertices, "vertices", min(vertices, 0) if pairs.size else 0, LARGEST)
        results = run(
            "of_edges", ctypes.c_uint64(max(count, 0)), address(pairs), int(pairs.dtype == numpy.int64),
            ctypes.c_uint64(len(pairs)), address(some), int(directed),
        )  # fmt: skip
        assert results.made is not None
        return cls._of(Handle(results.made))

    def _entries(self) -> tuple[Any, Any, Any]:
        """Tails, heads and weights of all arcs; of an undirected edge once."""
        tails, heads, weights = self.tails(), self.targets, self.weights
        if not self.directed:
            once = tails <= heads
            tails, heads = tails[once], heads[once]
            weights = None if weights is None else weights[once]
        return tails, heads, weights

    # NetworkX and NetworKit.

    @classmethod
    def from_networkx(cls, graph: Any, *, weight: str | None = "weight") -> Self:
        """The graph of one of NetworkX, whose nodes get numbers in their order; labels has the nodes.

        weight is the attribute of edges that is their weight, 1 where an edge has none. If no edge has it, or weight is
        None, the graph has no weights. Goes through the edges in Python.
        """
        if not hasattr(graph, "edges") or not hasattr(graph, "is_directed"):
            raise TypeError(f"expected a graph of NetworkX, not {type(graph).__name__}")
        labels = list(graph)
        number = {node: i for i, node in enumerate(labels)}
        triples = list(graph.edges(data=weight)) if weight is not None else [(*ends, None) for ends in graph.edges()]
        pairs = numpy.array([(number[a], number[b]) for a, b, _ in triples], numpy.int64).reshape(-1, 2)
        some = None
        if any(value is not None for _, _, value in triples):
            some = numpy.array([1 if value is None else value for _, _, value in triples])
        made = cls.from_edges(pairs, some, vertices=len(labels), directed=graph.is_directed())
        made.labels = labels
        return made

    def to_networkx(self) -> Any:
        """The graph as networkx.Graph or DiGraph, or as a MultiGraph or MultiDiGraph if an edge is there twice.

        Nodes are labels, if the graph has them, otherwise numbers. Weights become the attribute `weight`. Goes through
        the edges in Python.
        """
        networkx = _other("networkx")
        tails, heads, weights = self._entries()
        keys = tails.astype(numpy.int64) * max(self.vertices, 1) + heads
        repeats = len(numpy.unique(keys)) != len(keys)
        plain, multiple = (
            (networkx.DiGraph, networkx.MultiDiGraph) if self.directed else (networkx.Graph, networkx.MultiGraph)
        )
        graph = multiple() if repeats else plain()
        labels = self.labels if self.labels is not None else list(range(self.vertices))
        graph.add_nodes_from(labels)
        ends = [(labels[a], labels[b]) for a, b in zip(tails.tolist(), heads.tolist(), strict=True)]
        if weights is None:
            graph.add_edges_from(ends)
        else:
            graph.add_weighted_edges_from((a, b, w) for (a, b), w in zip(ends, weights.tolist(), strict=True))
        return graph

    @classmethod
    def from_networkit(cls, graph: Any) -> Self:
        """The graph of one of NetworKit, with the same numbers; nodes that were removed are vertices without arcs.

        Copies: NetworKit gives edges to Python one at a time only.
        """
        if not hasattr(graph, "iterEdges") or not hasattr(graph, "upperNodeIdBound"):
            raise TypeError(f"expected a graph of NetworKit, not {type(graph).__name__}")
        some = None
        if graph.isWeighted():
            triples = numpy.array(list(graph.iterEdgesWeights()), numpy.float64).reshape(-1, 3)
            pairs, some = triples[:, :2].astype(numpy.int64), triples[:, 2]
        else:
            pairs = numpy.array(list(graph.iterEdges()), numpy.int64).reshape(-1, 2)
        return cls.from_edges(pairs, some, vertices=graph.upperNodeIdBound(), directed=graph.isDirected())

    def to_networkit(self) -> Any:
        """The graph as networkit.Graph, with the same numbers. NetworKit copies the arrays, which takes no time in
        Python."""
        networkit = _other("networkit")
        tails, heads, weights = self._entries()
        pairs = (tails.astype(numpy.uint64), heads.astype(numpy.uint64))
        data = pairs if weights is None else (weights, pairs)
        return networkit.GraphFromCoo(data, n=self.vertices, weighted=self.weighted, directed=self.directed)

    # Files.

    @classmethod
    def read(
        cls,
        path: str | os.PathLike[str],
        *,
        format: str | None = None,
        directed: bool | None = None,
        weighted: bool = True,
        memory: int | None = None,
        progress: Progress = None,
    ) -> Self:
        """The graph in a file.

        format is el, wel, txt, mtx, graph, sg, wsg or adj; None means the extension of the name. directed says what the
        lines of an edge list mean; None means what the file says, arcs if it says nothing. weighted=False leaves weights
        out. No more than memory bytes are allocated; None means half of what the machine or the control group has. Raises
        OSError if the file cannot be opened, and GraphFileError, with the line, if it is damaged.
        """
        name = os.fspath(path)
        with open(name, "rb"):
            pass
        results = run(
            "read", os.fsencode(name), (format or "").encode(), -1 if directed is None else int(directed), int(weighted),
            ctypes.c_uint64(0 if memory is None else whole(memory, "memory", 1, 2**63 - 1)), progress=progress,
        )  # fmt: skip
        assert results.made is not None
        return cls._of(Handle(results.made))

    def write(self, path: str | os.PathLike[str], *, format: str | None = None) -> None:
        """Writes the graph to a file, so that read makes the same graph of it.

        A file that is there is replaced when all is written, and stays if that fails. Raises GraphFileError if the format
        cannot express the graph, and OSError.
        """
        name = os.fspath(path)
        part = f"{name}.part-{os.getpid()}"
        # By Python, whose errors say what is wrong with the folder.
        with open(part, "xb"):
            pass
        try:
            run("write", self._handle, os.fsencode(part), os.fsencode(name), (format or "").encode())
            os.replace(part, name)
        except BaseException:
            os.unlink(part)
            raise

    @classmethod
    def generate(cls, kind: Kind, size: int, degree: int = 8, *, seed: int = 1) -> Self:
        """An undirected graph of a family, the same for the same arguments on each machine.

        random: size vertices, each of which picks degree others; hypercube: 2^size vertices; torus: size rows of size
        vertices; bintree: a complete binary tree of 2^size - 1 vertices; path: size vertices; rmat: 2^size vertices and
        degree times as many edges, a few vertices of great degree. Serial. Raises ValueError if there is no such kind, or
        the size is not allowed.
        """
        numbers = (ctypes.c_uint64(whole(one, name, 0, 2**63 - 1)) for one, name in ((size, "size"), (degree, "degree")))
        results = run("generate", kind.encode(), *numbers, seed_of(seed))
        assert results.made is not None
        return cls._of(Handle(results.made))


def _other(name: str) -> Any:
    """A package that is needed for its own graphs only."""
    return importlib.import_module(name)


def _shares(array: Any, values: Any) -> bool:
    """Whether an array has the memory of what it was made of."""
    return isinstance(values, numpy.ndarray) and numpy.may_share_memory(array, values)


def _restore(kind: type[Graph], offsets: Any, heads: Any, weights: Any, directed: bool, labels: Any) -> Graph:
    """What pickle makes of a graph."""
    graph = kind._of_rows(offsets, heads, weights, directed, False, True)
    graph.labels = labels
    return graph
