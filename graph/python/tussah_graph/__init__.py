"""Parallel graph algorithms on compressed sparse rows, shared with SciPy without copying.

>>> import tussah_graph
>>> graph = tussah_graph.Graph.from_edges([[0, 1], [1, 2], [3, 4]])
>>> graph.components()
array([0, 0, 0, 3, 3], dtype=int32)

Vertices are numbers from 0. Results are arrays of NumPy with an element for each vertex; -1 is no vertex, and not
reached. A computation runs on all processors that the process may use (set_workers), without the lock of the
interpreter; Ctrl-C ends it. The manual is docs/guides/graph-python.md of Tussah.
"""

from ._graph import (
    BreadthFirst,
    Clustering,
    Graph,
    MinimumForest,
    PageRank,
    Trusses,
)
from ._native import GraphFileError, set_workers, workers

__version__ = "0"  # scripts/wheel.py writes the project's

__all__ = [
    "BreadthFirst",
    "Clustering",
    "Graph",
    "GraphFileError",
    "MinimumForest",
    "PageRank",
    "Trusses",
    "set_workers",
    "workers",
]
