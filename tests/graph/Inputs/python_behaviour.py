#!/usr/bin/env python3
"""How the package tussah_graph behaves: memory that is shared, the interpreter's lock, Ctrl-C, progress, forks, pickles,
workers, files, and arguments that are wrong.

usage: python_behaviour.py
"""

import gc
import multiprocessing
import os
import signal
import sys
import tempfile
import threading
import time

import numpy
import scipy.sparse
import tussah_graph
from tussah_graph import Graph, GraphFileError

# A path, on which each step of a search takes one vertex: long, and with many rounds.
LONG = 1 << 18
INF, NAN = float("inf"), float("nan")


def refuses(kind, text, call, *arguments, **more):
    """The call raises an error of the kind, and its one line has the text."""
    try:
        call(*arguments, **more)
    except kind as error:
        message = str(error)
        assert text in message and "\n" not in message, f"expected '{text}' in '{message}'"
        return
    raise AssertionError(f"expected {kind.__name__} with '{text}'")


def matrix_of(n=200, seed=1, **more):
    return scipy.sparse.random(n, n, 0.05, format="csr", random_state=seed, **more)


def test_sharing():
    matrix = matrix_of()
    graph = Graph.from_scipy(matrix)
    assert graph.targets.ctypes.data == matrix.indices.ctypes.data
    assert graph.weights.ctypes.data == matrix.data.ctypes.data
    back = graph.to_scipy()
    assert back.indices.ctypes.data == matrix.indices.ctypes.data
    assert back.data.ctypes.data == matrix.data.ctypes.data
    for array in (graph.targets, graph.weights, graph.offsets, back.indices):
        refuses(ValueError, "read-only", array.__setitem__, 0, 0)

    # A change is seen, also of a graph that is kept from it.
    before = graph.sssp(0)
    matrix.data *= 2
    assert numpy.array_equal(graph.sssp(0), 2 * before)
    plain = graph.triangles()
    row = slice(matrix.indptr[3], matrix.indptr[4])
    matrix.indices[row] = (matrix.indices[row] + 101) % 200
    assert graph.triangles() == Graph.from_scipy(matrix, copy=True).triangles() != plain

    # Copies are not changed.
    copied = Graph.from_scipy(matrix, copy=True)
    assert not numpy.shares_memory(copied.targets, matrix.indices)
    assert not numpy.shares_memory(copied.weights, matrix.data)
    wide = Graph.from_csr(matrix.indptr.astype(numpy.int64), matrix.indices.astype(numpy.int64))
    assert numpy.array_equal(wide.targets, matrix.indices) and not wide.weighted
    strided = Graph.from_csr(matrix.indptr, numpy.repeat(matrix.indices, 2)[::2], numpy.repeat(matrix.data, 2)[::2])
    assert numpy.array_equal(strided.sssp(0), graph.sssp(0))

    # The memory stays as long as it is used.
    expected = copied.targets.copy(), copied.components()
    views = copied.targets, copied.components(), Graph.from_scipy(matrix_of(seed=2)).to_scipy()
    del copied, graph, matrix
    gc.collect()
    junk = [numpy.full(5000, 7, numpy.int32) for _ in range(100)]
    assert numpy.array_equal(views[0], expected[0]) and numpy.array_equal(views[1], expected[1])
    assert abs(views[2] - matrix_of(seed=2)).sum() == 0 and len(junk) == 100


def test_changes_that_are_wrong():
    matrix = matrix_of()
    graph = Graph.from_scipy(matrix)
    kept, weight = matrix.indices[5], matrix.data[5]
    for bad in (200, -1, 2**31 - 1):
        matrix.indices[5] = bad
        refuses(ValueError, f"has the column {bad}, which is no vertex; expected less than 200", graph.bfs, 0)
        refuses(ValueError, "which is no vertex", graph.ktruss)
    matrix.indices[5] = matrix.indices[6 if matrix.indptr[1] > 6 else 4]
    refuses(ValueError, "a column more than once", graph.components)
    matrix.indices[5], matrix.data[5] = kept, NAN
    refuses(ValueError, "has the weight nan; weights must be finite", graph.sssp, 0)
    matrix.data[5] = -1
    refuses(ValueError, "weights that are not negative", graph.sssp, 0)
    matrix.data[5] = weight
    assert graph.sssp(0)[0] == 0
    both = matrix_of() + matrix_of().T
    edges = Graph.from_scipy(both, directed=False)
    assert edges.ktruss().truss.min() >= 2
    both.indices[0] = next(v for v in range(200) if v not in both.indices[: both.indptr[1]])
    refuses(ValueError, "not each arc has one back of the same weight", edges.ktruss)


def test_wrong_graphs():
    indptr, indices = numpy.array([0, 2, 3]), numpy.array([0, 1, 1], numpy.int32)
    assert Graph.from_csr(indptr, indices).arcs == 3
    refuses(ValueError, "row 1 has the column 2", Graph.from_csr, indptr, numpy.array([0, 1, 2], numpy.int32))
    refuses(ValueError, "row 0 has the column -1", Graph.from_csr, indptr, numpy.array([0, -1, 1], numpy.int32))
    refuses(ValueError, "-1, which is no vertex", Graph.from_csr, indptr, [0, -1, 1])
    refuses(ValueError, "5000000000, which is no vertex", Graph.from_csr, indptr, [0, 5000000000, 1])
    refuses(ValueError, "row 0 has a column more than once", Graph.from_csr, indptr, [1, 1, 1])
    refuses(ValueError, "indptr must begin with 0", Graph.from_csr, [1, 2, 3], indices)
    refuses(ValueError, "end with the number of indices, 3", Graph.from_csr, [0, 2, 4], indices)
    refuses(ValueError, "end with the number of indices, 3", Graph.from_csr, [0, 2, -3], indices)
    refuses(ValueError, "indptr decreases behind row 1", Graph.from_csr, [0, 5, 3, 3], indices)
    refuses(ValueError, "indptr has no elements", Graph.from_csr, [], [])
    refuses(TypeError, "indptr must have integers", Graph.from_csr, [0.0, 2.0, 3.0], indices)
    refuses(TypeError, "indices must have integers", Graph.from_csr, indptr, [0.5, 1, 1])
    refuses(ValueError, "indices must have 1 dimension", Graph.from_csr, indptr, [[0, 1, 1]])
    refuses(ValueError, "one number for each of the 3 entries", Graph.from_csr, indptr, indices, [1.0])
    for bad in (NAN, INF, -INF):
        refuses(ValueError, "weights must be finite", Graph.from_csr, indptr, indices, [1, bad, 1])
    refuses(TypeError, "real numbers, not complex128", Graph.from_csr, indptr, indices, [1j, 1, 1])
    refuses(TypeError, "real numbers, not object", Graph.from_csr, indptr, indices, [None, 1, 1])
    refuses(ValueError, "not each arc has one back; pass directed", Graph.from_csr, indptr, indices, directed=False)
    two = [0, 1, 2], [1, 0]
    assert not Graph.from_csr(*two, [3, 3], directed=False).directed
    refuses(ValueError, "back of the same weight", Graph.from_csr, *two, [3, 4], directed=False)

    refuses(TypeError, "expected a sparse matrix of SciPy, not ndarray", Graph.from_scipy, numpy.eye(3))
    refuses(ValueError, "square, not of the shape (2, 3)", Graph.from_scipy, scipy.sparse.csr_matrix((2, 3)))
    refuses(TypeError, "real numbers", Graph.from_scipy, matrix_of(5).astype(complex))
    doubled = scipy.sparse.csr_matrix(([1.0, 2.0], [1, 1], [0, 2, 2]), shape=(2, 2))
    refuses(ValueError, "sum_duplicates()", Graph.from_scipy, doubled)
    unsorted = scipy.sparse.csr_matrix(([1.0, 2.0], [1, 0], [0, 2, 2]), shape=(2, 2))
    assert Graph.from_scipy(unsorted).sssp(0).tolist() == [0, 1]
    for other in ("coo", "csc", "lil", "dok"):
        assert Graph.from_scipy(unsorted.asformat(other)).sssp(0).tolist() == [0, 1]
    single = unsorted.astype(numpy.float32)
    assert not numpy.shares_memory(Graph.from_scipy(single).weights, single.data)
    assert Graph.from_scipy(unsorted.astype(bool)).sssp(0).tolist() == [0, 1]

    refuses(ValueError, "edge 1 has the end 7", Graph.from_edges, [[0, 1], [7, 1]], vertices=3)
    refuses(ValueError, "edge 1 has the end -7", Graph.from_edges, [[0, 1], [-7, 1]])
    refuses(ValueError, "edge 0 has the end -2", Graph.from_edges, [[-2, -3]])
    refuses(ValueError, "two vertices in each row, not 3", Graph.from_edges, [[0, 1, 2]])
    refuses(ValueError, "2 dimensions", Graph.from_edges, [0, 1])
    refuses(TypeError, "edges must have integers", Graph.from_edges, [[0.0, 1.0]])
    refuses(ValueError, "from 0 to 2147483647", Graph.from_edges, [[0, 2**31 + 5]])
    refuses(ValueError, "too large", Graph.from_edges, numpy.array([[0, 2**63 + 1]], numpy.uint64))
    refuses(ValueError, "edge 0 has the weight nan", Graph.from_edges, [[0, 1]], [NAN])
    refuses(TypeError, "expected a graph of NetworkX", Graph.from_networkx, [[0, 1]])
    refuses(TypeError, "expected a graph of NetworKit", Graph.from_networkit, [[0, 1]])
    refuses(TypeError, "is made by from_scipy", Graph)


def test_wrong_arguments():
    graph = Graph.from_edges([[0, 1], [1, 2]], directed=True)
    for call in (graph.bfs, graph.sssp, graph.spanning):
        for bad in (3, -1, 2**40):
            refuses(ValueError, f"there is no vertex {bad}; the graph has 3", call, bad)
        refuses(TypeError, "source must be an int, not str", call, "0")
    refuses(ValueError, "there is no vertex 3", graph.reach, [0, 3])
    refuses(ValueError, "there is no vertex -1", graph.walks, [0, -1], 3)
    refuses(ValueError, "length is from 0", graph.walks, [0], -3)
    refuses(MemoryError, "not enough memory", graph.walks, numpy.zeros(2**20, int), 2**31)
    refuses(ValueError, "damping is from 0", graph.pagerank, damping=1)
    refuses(ValueError, "damping must be a finite number", graph.pagerank, damping=NAN)
    refuses(ValueError, "tolerance must not be negative", graph.pagerank, tolerance=-1)
    refuses(ValueError, "delta must be positive", graph.sssp, 0, delta=0)
    refuses(ValueError, "seed is from 0", graph.mis, seed=-1)
    refuses(ValueError, "samples is from 1", graph.betweenness, samples=0)
    refuses(ValueError, "a directed graph has no minimum spanning forest", graph.msf)
    refuses(ValueError, "the graph has cycles", Graph.from_edges([[0, 1], [1, 0]], directed=True).levels)
    refuses(ValueError, "an undirected graph has no topological levels", Graph.from_edges([[0, 1]]).levels)
    refuses(TypeError, "progress must be a bool or a callable", graph.bfs, 0, progress=7)
    refuses(ValueError, "there is no kind 'star'", Graph.generate, "star", 5)
    refuses(ValueError, "", Graph.generate, "hypercube", 64)
    refuses(ValueError, "from 0 to 2048", tussah_graph.set_workers, 5000)
    refuses(TypeError, "must be an int", tussah_graph.set_workers, "2")


def test_empty():
    for graph in (Graph.from_edges([]), Graph.from_edges([], vertices=0, directed=True), Graph.from_csr([0], [])):
        assert (graph.vertices, graph.arcs) == (0, 0)
        names = ("components", "scc", "spanning", "kcore", "mis", "matching", "colouring", "betweenness", "communities")
        for name in names:
            assert getattr(graph, name)().shape == (0,), name
        assert graph.triangles() == 0 and graph.pagerank().rank.size == 0
        assert graph.ktruss().edges.shape == (0, 2) and graph.walks([], 4).shape == (0, 5)
        assert graph.to_scipy().shape == (0, 0)
        refuses(ValueError, "there is no vertex 0; the graph has 0", graph.bfs, 0)
    alone = Graph.from_edges([], vertices=3)
    assert alone.bfs(2).depth.tolist() == [-1, -1, 0] and alone.components().tolist() == [0, 1, 2]


def test_files(folder):
    graph = Graph.from_edges([[0, 1], [1, 1]], [0.5, 2.5])
    path = os.path.join(folder, "graph.wel")
    graph.write(path)
    again = Graph.read(path)
    assert not again.directed and again.weights.tolist() == graph.weights.tolist()
    assert Graph.read(path, weighted=False, directed=True).arcs == 2
    refuses(GraphFileError, "graph.sg: this format has no weights", graph.write, os.path.join(folder, "graph.sg"))
    refuses(GraphFileError, "whole numbers", graph.write, path, format="wsg")
    assert Graph.read(path).arcs == 3, "the old file stays"
    refuses(ValueError, "of no format", graph.write, os.path.join(folder, "graph.xyz"))
    refuses(FileNotFoundError, "nowhere", graph.write, os.path.join(folder, "nowhere", "graph.el"))
    refuses(FileNotFoundError, "none.el", Graph.read, os.path.join(folder, "none.el"))
    refuses(IsADirectoryError, folder, Graph.read, folder, format="el")
    with open(path, "w", encoding="ascii") as file:
        file.write("0 1\n1 x\n")
    refuses(GraphFileError, "graph.wel:2: expected", Graph.read, path)
    assert os.listdir(folder) == ["graph.wel"], os.listdir(folder)


def long_call(progress=None):
    """Takes seconds on any machine, if nobody ends it; its fraction grows."""
    return LONG_GRAPH.betweenness(progress=progress)


def test_lock():
    """Another thread of Python makes progress meanwhile."""
    counts = []

    def count():
        while not done.is_set():
            counts.append(None)
            time.sleep(0)

    done = threading.Event()
    other = threading.Thread(target=count)
    other.start()
    at = []

    def look(_):
        at.append(len(counts))
        if len(at) == 5:
            raise InterruptedError

    try:
        long_call(progress=look)
    except InterruptedError:
        pass
    done.set()
    other.join()
    assert len(at) == 5 and at[-1] > at[0] + 10, at


def test_interrupts():
    fractions = []

    def stop(fraction):
        fractions.append(fraction)
        if len(fractions) == 3:
            os.kill(os.getpid(), signal.SIGINT)

    try:
        long_call(progress=stop)
    except KeyboardInterrupt:
        pass
    else:
        raise AssertionError("expected KeyboardInterrupt")
    assert fractions == sorted(fractions) and 0 <= fractions[0] <= fractions[-1] < 1, fractions
    # Without progress; in a search, whose rounds two strands do in step; and the graph is as before.
    for call in (long_call, lambda: [LONG_GRAPH.bfs(0) for _ in range(10**6)]):
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        refuses(KeyboardInterrupt, "", call)
    assert LONG_GRAPH.bfs(0).reached == LONG
    # Calls that end tell so.
    told = []
    LONG_GRAPH.components(progress=told.append)
    assert told[-1] == 1.0


def compute(graph):
    return graph.bfs(0).reached, int(graph.components().sum())


def test_processes():
    wanted = compute(LONG_GRAPH)
    for kind in ("fork", "spawn"):
        context = multiprocessing.get_context(kind)
        with context.Pool(2) as pool:
            assert pool.map(compute, [LONG_GRAPH] * 3) == [wanted] * 3, kind
    assert compute(LONG_GRAPH) == wanted
    # Threads of Python, at the same time.
    found = []
    threads = [threading.Thread(target=lambda: found.append(compute(LONG_GRAPH))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [wanted] * 4


def test_workers():
    for count in (1, 3, 2):
        tussah_graph.set_workers(count)
        assert tussah_graph.workers() == count
        assert compute(LONG_GRAPH)[0] == LONG

    # The pool outlives the threads on which calls begin.
    pool = sorted(os.listdir("/proc/self/task"))
    assert len(pool) > 1
    LONG_GRAPH.components()
    assert sorted(os.listdir("/proc/self/task")) == pool

    refused = []

    def change(_):
        try:
            tussah_graph.set_workers(1)
        except RuntimeError as error:
            refused.append(str(error))
        raise InterruptedError

    refuses(InterruptedError, "", long_call, progress=change)
    assert refused == ["the number of workers cannot change while a computation runs"], refused
    assert tussah_graph.workers() == 2


LONG_GRAPH = Graph.generate("path", LONG)


def main():
    # Who runs this in the background may have it ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    tests = [test for name, test in globals().items() if name.startswith("test_")]
    for test in tests:
        if test is test_files:
            with tempfile.TemporaryDirectory() as folder:
                test(folder)
        else:
            test()
    print(f"{len(tests)} tests passed")


if __name__ == "__main__":
    sys.exit(main())
