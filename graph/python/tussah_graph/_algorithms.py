"""The algorithms of a graph."""

import ctypes
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy
import numpy.typing

from ._arrays import address, integers, real, seed_of, signed, whole
from ._native import BoolArray, FloatArray, Handle, Int32Array, Progress, Results, run

Vertices = Sequence[int] | numpy.typing.NDArray[numpy.integer[Any]]


class BreadthFirst(NamedTuple):
    """What a breadth-first search finds."""

    parent: Int32Array
    """Of each vertex one that is before it on a shortest way, the source's is itself; -1 if it is not reached. Which
    of several depends on the schedule."""
    depth: Int32Array
    """Arcs on a shortest way; -1 if it is not reached."""
    reached: int
    """Vertices that were reached, with the source."""
    levels: int
    """The greatest depth."""


class PageRank(NamedTuple):
    """Ranks of vertices."""

    rank: FloatArray
    """Their sum is 1."""
    iterations: int
    change: float
    """The sum of what all ranks changed by in the last iteration."""


class MinimumForest(NamedTuple):
    """A minimum spanning forest."""

    edges: Int32Array
    """A row with two vertices for each edge."""
    weight: float
    """The sum of the weights of the edges."""


class Clustering(NamedTuple):
    """How much neighbours of vertices are neighbours of each other."""

    coefficient: FloatArray
    """Of each vertex, the part of the pairs of its neighbours that are neighbours; 0 if it has no two."""
    average: float
    transitivity: float
    """The part of all paths of two edges whose ends are neighbours; 0 if there is none."""


class Trusses(NamedTuple):
    """The truss number of each edge."""

    edges: Int32Array
    """A row with two vertices for each edge, the lower one first, in ascending order."""
    truss: Int32Array


class Algorithms:
    """All algorithms of Graph.

    n is the number of vertices, m that of arcs. progress is a callable that gets a fraction from 0 to 1 some times in a
    second, in the thread of the caller, or True for a line on a terminal; the fraction stays 0 where nobody knows how
    much is left. What it raises ends the computation, as Ctrl-C does in the main thread. Each method raises ValueError
    if an array that the graph shares is no graph any more, and MemoryError.
    """

    _handle: Handle

    def _run(self, name: str, *arguments: object, progress: Progress = None) -> Results:
        return run(name, self._handle, *arguments, progress=progress)

    def _vertex(self, name: str, value: int) -> ctypes.c_int64:
        return ctypes.c_int64(whole(value, name, -(2**63), 2**63 - 1))

    def _some(self, name: str, values: Vertices) -> Any:
        array = signed(integers(values, name), name)
        return array.astype(numpy.int64) if array.dtype != numpy.int64 else array

    def components(self, *, progress: Progress = None) -> Int32Array:
        """Of each vertex the least vertex of its component. Arcs count in both directions. O(n + m) work in practice."""
        found: Int32Array = self._run("components", progress=progress).array(0, numpy.int32)
        return found

    def bfs(self, source: int, *, progress: Progress = None) -> BreadthFirst:
        """Searches from a vertex along arcs, by fewest arcs. O(n + m) work; less where the diameter is small.

        The first search in a directed graph makes the graph with arcs turned round, and keeps it. Raises ValueError if
        there is no such vertex.
        """
        results = self._run("bfs", self._vertex("source", source), progress=progress)
        return BreadthFirst(results.array(0, numpy.int32), results.array(1, numpy.int32), *results.counts)

    def spanning(self, source: int | None = None, *, progress: Progress = None) -> Int32Array:
        """Of each vertex its parent in a spanning tree from source, -1 if it is not reached; or without a source in a
        spanning forest, where arcs count in both directions. Roots are their own parents. Which tree depends on the
        schedule. O(n + m) work. Raises ValueError if there is no such vertex."""
        first = self._vertex("source", source or 0)
        found: Int32Array = self._run("spanning", int(source is not None), first, progress=progress).array(0, numpy.int32)
        return found

    def reach(self, sources: Vertices, *, progress: Progress = None) -> BoolArray:
        """Of each vertex whether one of the sources reaches it along arcs. O(n + m) work. Raises ValueError if a source
        is no vertex."""
        some = self._some("sources", sources)
        found = self._run("reach", address(some), ctypes.c_uint64(len(some)), progress=progress)
        marks: BoolArray = found.array(0, numpy.bool_)
        return marks

    def levels(self, *, progress: Progress = None) -> Int32Array:
        """Of each vertex of a directed graph without cycles the number of arcs on the longest way to it. O(n + m) work.
        Raises ValueError if there is a cycle, or the graph is undirected."""
        found: Int32Array = self._run("levels", progress=progress).array(0, numpy.int32)
        return found

    def kcore(self, *, progress: Progress = None) -> Int32Array:
        """Of each vertex its core number: the greatest k such that it is in a subgraph whose vertices have k neighbours
        each. Direction, loops and repeated arcs do not count. O(m + n k) work for the greatest k at worst."""
        found: Int32Array = self._run("kcore", progress=progress).array(0, numpy.int32)
        return found

    def triangles(self, *, progress: Progress = None) -> int:
        """The number of triangles. Direction, loops and repeated arcs do not count. O(m^1.5) work."""
        return self._run("triangles", progress=progress).counts[0]

    def pagerank(
        self,
        *,
        damping: float = 0.85,
        tolerance: float = 1e-9,
        most_iterations: int = 1000,
        progress: Progress = None,
    ) -> PageRank:
        """The PageRank of each vertex. Who has no arcs gives to all. Ends when the ranks change by at most the tolerance in
        sum, or after most_iterations; `change` says which. Weights do not count. O(n + m) work for each iteration.
        Raises ValueError if damping is not from 0 to less than 1, or the tolerance is negative."""
        damping, tolerance = real(damping, "damping"), real(tolerance, "tolerance")
        if not 0 <= damping < 1:
            raise ValueError(f"damping is from 0 to less than 1, not {damping}")
        if tolerance < 0:
            raise ValueError(f"tolerance must not be negative, but is {tolerance}")
        most = ctypes.c_uint32(whole(most_iterations, "most_iterations", 1, 2**32 - 1))
        results = self._run("pagerank", ctypes.c_double(damping), ctypes.c_double(tolerance), most, progress=progress)
        return PageRank(results.array(0, numpy.float64), results.counts[0], results.reals[0])

    def mis(self, *, seed: int = 1, progress: Progress = None) -> BoolArray:
        """Of each vertex whether it is in a maximal independent set, which depends on seed only. Direction does not count.
        O(n + m) work, with high probability."""
        found: BoolArray = self._run("mis", seed_of(seed), progress=progress).array(0, numpy.bool_)
        return found

    def sssp(self, source: int, *, delta: float | None = None, progress: Progress = None) -> FloatArray:
        """Of each vertex the length of a shortest path from source, by weights, in their unit; inf if there is none.

        By delta-stepping; delta is the width of a step, the average weight if it is None, and does not change results.
        Raises ValueError if a weight is negative, there is no such vertex, or delta is not positive.
        """
        width = 0.0 if delta is None else real(delta, "delta")
        if delta is not None and width <= 0:
            raise ValueError(f"delta must be positive, but is {width}")
        results = self._run("sssp", self._vertex("source", source), ctypes.c_double(width), progress=progress)
        found: FloatArray = results.array(0, numpy.float64)
        return found

    def scc(self, *, progress: Progress = None) -> Int32Array:
        """Of each vertex the least vertex of its strongly connected component. O(n + m) work for each round."""
        found: Int32Array = self._run("scc", progress=progress).array(0, numpy.int32)
        return found

    def msf(self, *, progress: Progress = None) -> MinimumForest:
        """A minimum spanning forest by weights, which may be negative. O((n + m) log n) work. Raises ValueError if the
        graph is directed."""
        results = self._run("msf", progress=progress)
        return MinimumForest(results.array(0, numpy.int32, 2), results.reals[0])

    def matching(self, *, seed: int = 1, progress: Progress = None) -> Int32Array:
        """Of each vertex its mate in a maximal matching, which depends on seed only; -1 if it has none. Direction does not
        count. O(log^2 m) rounds, with high probability."""
        found: Int32Array = self._run("matching", seed_of(seed), progress=progress).array(0, numpy.int32)
        return found

    def colouring(self, *, seed: int = 1, progress: Progress = None) -> Int32Array:
        """Of each vertex a colour, from 0, which no neighbour has; at most one more than the greatest degree. Depends on
        seed only. Direction does not count."""
        found: Int32Array = self._run("colouring", seed_of(seed), progress=progress).array(0, numpy.int32)
        return found

    def betweenness(self, *, samples: int | None = None, seed: int = 1, progress: Progress = None) -> FloatArray:
        """Of each vertex the sum, over all pairs of others, of the part of their shortest paths that goes through it. Paths
        are those of fewest arcs. In a directed graph each pair counts in both orders.

        With samples, only paths from so many random vertices count, scaled up to all. O(n + m) work for each source.
        """
        count = 2**63 if samples is None else whole(samples, "samples", 1, 2**63 - 1)
        results = self._run("betweenness", ctypes.c_uint64(count), seed_of(seed), progress=progress)
        found: FloatArray = results.array(0, numpy.float64)
        return found

    def clustering(self, *, progress: Progress = None) -> Clustering:
        """Coefficients of clustering. Direction, loops and repeated arcs do not count. O(m^1.5) work."""
        results = self._run("clustering", progress=progress)
        return Clustering(results.array(0, numpy.float64), *results.reals)

    def communities(self, *, seed: int = 1, progress: Progress = None) -> Int32Array:
        """Of each vertex the least vertex of its community, by labels that neighbours take over; depends on seed only.
        Direction and weights do not count. O(m log d) work for each round, for the greatest degree d."""
        found: Int32Array = self._run("communities", seed_of(seed), progress=progress).array(0, numpy.int32)
        return found

    def ktruss(self, *, progress: Progress = None) -> Trusses:
        """The truss number of each edge: the greatest k such that it is in a subgraph each edge of which is in k - 2
        triangles. Direction, loops and repeated arcs do not count. O(m^1.5 log n) work at worst."""
        results = self._run("ktruss", progress=progress)
        return Trusses(results.array(0, numpy.int32, 2), results.array(1, numpy.int32))

    def walks(self, starts: Vertices, length: int, *, seed: int = 1, progress: Progress = None) -> Int32Array:
        """Random walks: a row of length + 1 vertices for each start, -1 behind the end of a walk at a vertex without arcs.
        Each arc of a vertex is as likely as the others. Depends on seed only. Work linear in the result. Raises
        ValueError if a start is no vertex."""
        some = self._some("starts", starts)
        arcs = whole(length, "length", 0, 2**31)
        results = self._run(
            "walks", address(some), ctypes.c_uint64(len(some)), ctypes.c_uint64(arcs), seed_of(seed), progress=progress
        )
        found: Int32Array = results.array(0, numpy.int32).reshape(len(some), arcs + 1)
        return found
