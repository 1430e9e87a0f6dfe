"""Uses of tussah_graph that mypy checks, and wrong ones that it must find."""

from typing import Any, assert_type

import numpy
import numpy.typing
from tussah_graph import BreadthFirst, Graph, PageRank, set_workers, workers

Ints = numpy.typing.NDArray[numpy.int32]
Reals = numpy.typing.NDArray[numpy.float64]
Bools = numpy.typing.NDArray[numpy.bool_]


def tell(fraction: float) -> None:
    print(fraction)


def uses(path: str, array: numpy.typing.NDArray[Any]) -> None:
    graph = Graph.from_edges(array, directed=True)
    assert_type(graph, Graph)
    assert_type(Graph.read(path, progress=True), Graph)
    assert_type(Graph.generate("rmat", 10, 8), Graph)
    assert_type(graph.vertices, int)
    assert_type(graph.weights, Reals | None)
    assert_type(graph.components(progress=tell), Ints)
    assert_type(graph.bfs(0), BreadthFirst)
    assert_type(graph.bfs(0).depth, Ints)
    assert_type(graph.pagerank(damping=0.9), PageRank)
    assert_type(graph.pagerank().rank, Reals)
    assert_type(graph.sssp(0), Reals)
    assert_type(graph.reach([0, 1]), Bools)
    assert_type(graph.mis(seed=2), Bools)
    assert_type(graph.msf().edges, Ints)
    assert_type(graph.triangles(), int)
    assert_type(graph.clustering().average, float)
    assert_type(graph.ktruss().truss, Ints)
    assert_type(graph.walks([0], 5), Ints)
    assert_type(workers(), int)


def is_wrong(graph: Graph) -> None:
    graph.bfs("0")  # type: ignore[arg-type]
    graph.pagerank(0.9)  # type: ignore[call-arg]
    graph.sssp(0, delta="1")  # type: ignore[arg-type]
    Graph.generate("star", 3)  # type: ignore[arg-type]
    graph.components(progress=7)  # type: ignore[arg-type]
    set_workers("2")  # type: ignore[arg-type]
