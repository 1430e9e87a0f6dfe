"""The libraries that run.py compares with, in a process of their own: reads a graph in
the GAP format, then for each line `PEER ALGORITHM` on its standard input computes that,
and prints a line of JSON: seconds, and a result to compare. The first line that it
prints has the pairs that it can do, given what is installed.

usage: peers.py GRAPH.sg THREADS
"""

import json
import sys
import time

import numpy

SOURCE = 0


def read(path):
    with open(path, "rb") as file:
        assert file.read(1) == b"\0", "the graph must be undirected"
        arcs, vertices = numpy.fromfile(file, numpy.int64, 2)
        offsets = numpy.fromfile(file, numpy.int64, vertices + 1)
        targets = numpy.fromfile(file, numpy.int32, arcs)
    return offsets, targets


class SciPy:
    def __init__(self, offsets, targets, _):
        import scipy.sparse
        import scipy.sparse.csgraph

        self.sparse, self.csgraph = scipy.sparse, scipy.sparse.csgraph
        n = len(offsets) - 1
        data = numpy.ones(len(targets))
        self.matrix = scipy.sparse.csr_matrix((data, targets, offsets), shape=(n, n))

    def components(self):
        return int(self.csgraph.connected_components(self.matrix, directed=False)[0])

    def bfs(self):
        order = self.csgraph.breadth_first_order(
            self.matrix, SOURCE, directed=True, return_predecessors=False
        )
        return len(order)

    def triangles(self):
        lower = self.sparse.tril(self.matrix, format="csr")
        return int((lower @ lower).multiply(lower).sum())


class NetworKit:
    def __init__(self, offsets, targets, threads):
        import networkit

        self.networkit = networkit
        networkit.setNumberOfThreads(threads)
        n = len(offsets) - 1
        sources = numpy.repeat(numpy.arange(n), numpy.diff(offsets))
        once = sources < targets
        self.graph = networkit.GraphFromCoo(
            (sources[once], targets[once].astype(numpy.int64)), n=n, directed=False
        )
        self.graph.indexEdges()

    def components(self):
        found = self.networkit.components.ParallelConnectedComponents(self.graph)
        return found.run().numberOfComponents()

    def bfs(self):
        found = self.networkit.distance.BFS(self.graph, SOURCE, storePaths=False).run()
        # What is not reached has the largest number.
        return lambda: sum(1 for one in found.getDistances() if one < 1e300)

    def triangles(self):
        score = self.networkit.sparsification.TriangleEdgeScore(self.graph).run()
        return lambda: int(sum(score.scores())) // 3

    def pagerank(self):
        found = self.networkit.centrality.PageRank(
            self.graph,
            damp=0.85,
            tol=1e-9,
            distributeSinks=self.networkit.centrality.SinkHandling.DistributeSinks,
        )
        found.norm = self.networkit.centrality.Norm.L1Norm
        found.run()
        return found.scores


class Igraph:
    def __init__(self, offsets, targets, _):
        import igraph

        n = len(offsets) - 1
        sources = numpy.repeat(numpy.arange(n), numpy.diff(offsets))
        once = sources < targets
        self.graph = igraph.Graph(n, numpy.column_stack((sources[once], targets[once])))

    def components(self):
        return len(self.graph.connected_components())

    def bfs(self):
        far = self.graph.distances(SOURCE)[0]
        return lambda: sum(1 for one in far if one != float("inf"))

    def triangles(self):
        return len(self.graph.list_triangles())

    def pagerank(self):
        return self.graph.pagerank(damping=0.85)


PEERS = {"scipy": SciPy, "networkit": NetworKit, "igraph": Igraph}
ALGORITHMS = ("components", "bfs", "triangles", "pagerank")


def main():
    offsets, targets = read(sys.argv[1])
    threads = int(sys.argv[2])
    peers = {}
    for name, peer in PEERS.items():
        try:
            peers[name] = peer(offsets, targets, threads)
        except ImportError:
            pass
    able = [(p, a) for a in ALGORITHMS for p in peers if hasattr(peers[p], a)]
    print(json.dumps(able), flush=True)
    for line in sys.stdin:
        name, algorithm = line.split()
        begin = time.perf_counter()
        result = getattr(peers[name], algorithm)()
        seconds = time.perf_counter() - begin
        # What is not part of the computation comes afterwards.
        if callable(result):
            result = result()
        if algorithm == "pagerank":
            numpy.savetxt(sys.argv[1] + ".ranks", numpy.asarray(result))
            result = None
        print(json.dumps({"seconds": seconds, "result": result}), flush=True)


if __name__ == "__main__":
    main()
