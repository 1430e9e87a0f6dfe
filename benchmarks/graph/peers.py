"""The libraries that run.py compares with, in a process of their own: reads a graph in
the GAP format, then for each line `PEER ALGORITHM TIMES` on its standard input computes
that so often, and prints a line of JSON: the least seconds, and numbers to compare. The first line that it
prints has the pairs that it can do, given what is installed, and the source of
breadth-first searches, a vertex of the greatest degree.

usage: peers.py GRAPH.sg THREADS
"""

import json
import sys
import time

import numpy


def read(path):
    with open(path, "rb") as file:
        assert file.read(1) == b"\0", "the graph must be undirected"
        arcs, vertices = numpy.fromfile(file, numpy.int64, 2)
        offsets = numpy.fromfile(file, numpy.int64, vertices + 1)
        targets = numpy.fromfile(file, numpy.int32, arcs)
    return offsets, targets


def source_of(offsets):
    return int(numpy.argmax(numpy.diff(offsets)))


def summary(distances):
    """Of a search: how many were reached, the sum of their distances and the greatest."""
    far = [int(one) for one in distances]
    return [len(far), sum(far), max(far)]


class SciPy:
    """Has no triangles: a product of matrices would take memory for each path of two
    edges."""

    def __init__(self, offsets, targets, _):
        import scipy.sparse.csgraph

        self.csgraph = scipy.sparse.csgraph
        self.source = source_of(offsets)
        n = len(offsets) - 1
        data = numpy.ones(len(targets))
        self.matrix = scipy.sparse.csr_matrix((data, targets, offsets), shape=(n, n))

    def components(self):
        count, labels = self.csgraph.connected_components(self.matrix, directed=False)
        return lambda: [int(count), int(numpy.bincount(labels).max())]

    def bfs(self):
        order, parents = self.csgraph.breadth_first_order(self.matrix, self.source, directed=True)

        def distances():
            far = [0] * len(parents)
            for one in order[1:]:
                far[one] = far[parents[one]] + 1
            return summary(far[one] for one in order)

        return distances


class NetworKit:
    def __init__(self, offsets, targets, threads):
        import networkit

        self.networkit = networkit
        networkit.setNumberOfThreads(threads)
        self.source = source_of(offsets)
        n = len(offsets) - 1
        sources = numpy.repeat(numpy.arange(n), numpy.diff(offsets))
        once = sources < targets
        self.graph = networkit.GraphFromCoo(
            (sources[once], targets[once].astype(numpy.int64)), n=n, directed=False
        )
        self.graph.indexEdges()

    def components(self):
        found = self.networkit.components.ParallelConnectedComponents(self.graph)
        found.run()
        return lambda: [found.numberOfComponents(), max(found.getComponentSizes().values())]

    def bfs(self):
        found = self.networkit.distance.BFS(self.graph, self.source, storePaths=False).run()
        # What is not reached has the largest number.
        return lambda: summary(one for one in found.getDistances() if one < 1e300)

    def triangles(self):
        score = self.networkit.sparsification.TriangleEdgeScore(self.graph).run()
        return lambda: [int(sum(score.scores())) // 3]

    def pagerank(self):
        found = self.networkit.centrality.PageRank(
            self.graph,
            damp=0.85,
            tol=1e-9,
            distributeSinks=self.networkit.centrality.SinkHandling.DistributeSinks,
        )
        found.norm = self.networkit.centrality.Norm.l1norm
        found.run()
        return found.scores


class Igraph:
    def __init__(self, offsets, targets, _):
        import igraph

        self.source = source_of(offsets)
        n = len(offsets) - 1
        sources = numpy.repeat(numpy.arange(n), numpy.diff(offsets))
        once = sources < targets
        degrees = numpy.diff(offsets)
        self.paths = int((degrees * (degrees - 1) // 2).sum())
        self.graph = igraph.Graph(n, numpy.column_stack((sources[once], targets[once])))

    def forget(self):
        """Drops what the graph remembers of the last computation: that it is connected,
        for example, so that its components need not be computed."""
        getattr(self.graph, "__invalidate_cache")()

    def components(self):
        found = self.graph.connected_components()
        return lambda: [len(found), max(found.sizes())]

    def bfs(self):
        far = self.graph.distances(self.source)[0]
        return lambda: summary(one for one in far if one != float("inf"))

    def triangles(self):
        # A list of them would take gigabytes.
        closed = self.graph.transitivity_undirected(mode="zero")
        return lambda: [round(closed * self.paths / 3)]

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
    print(json.dumps({"able": able, "source": source_of(offsets)}), flush=True)
    for line in sys.stdin:
        name, algorithm, times = line.split()
        every = []
        for _ in range(int(times)):
            if hasattr(peers[name], "forget"):
                peers[name].forget()
            # Memory that the last result has is not new for the next.
            result = None
            begin = time.perf_counter()
            result = getattr(peers[name], algorithm)()
            every.append(time.perf_counter() - begin)
        # What is not part of the computation comes afterwards.
        if callable(result):
            result = result()
        if algorithm == "pagerank":
            numpy.savetxt(sys.argv[1] + ".ranks", numpy.asarray(result))
            result = None
        print(json.dumps({"seconds": min(every), "result": result}), flush=True)


if __name__ == "__main__":
    main()
