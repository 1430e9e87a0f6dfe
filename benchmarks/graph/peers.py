"""The libraries of Python that run.py compares with, in a process of their own: reads
graphs in the GAP format, then for each line `PEER ALGORITHM TIMES THREADS` on its standard
input computes that so often, and prints a line of JSON: the least seconds, and numbers to
compare, or null if there is one for each vertex: they are then in STEM.theirs. The first
line that it prints has the pairs that it can do, given what is installed, which of them
know threads, and the source of searches, a vertex of the greatest degree.

usage: peers.py STEM

Reads STEM.sg, STEM.wsg and STEM.directed.sg.
"""

import json
import sys
import time

import numpy


class Files:
    """The three graphs as arrays."""

    def __init__(self, stem):
        self.offsets, self.targets = self.read(f"{stem}.sg", 0)
        _, pairs = self.read(f"{stem}.wsg", 0, 2)
        # In the order of the arcs of the first.
        self.weights = pairs[1::2].astype(float)
        assert (pairs[::2] == self.targets).all(), "the weights are those of another graph"
        self.out_offsets, self.out_targets = self.read(f"{stem}.directed.sg", 1)
        self.vertices = len(self.offsets) - 1
        self.source = int(numpy.argmax(numpy.diff(self.offsets)))

    @staticmethod
    def read(path, directed, width=1):
        with open(path, "rb") as file:
            assert file.read(1)[0] == directed, f"{path}: the direction is wrong"
            arcs, vertices = numpy.fromfile(file, numpy.int64, 2)
            offsets = numpy.fromfile(file, numpy.int64, vertices + 1)
            return offsets, numpy.fromfile(file, numpy.int32, width * arcs)

    def edges(self):
        """Returns the sources, targets and weights of the arcs from lesser vertices."""
        sources = numpy.repeat(numpy.arange(self.vertices), numpy.diff(self.offsets))
        once = sources < self.targets
        return sources[once], self.targets[once].astype(numpy.int64), self.weights[once]

    def arcs(self):
        """Returns the sources and targets of the directed graph."""
        sources = numpy.repeat(numpy.arange(self.vertices), numpy.diff(self.out_offsets))
        return sources, self.out_targets.astype(numpy.int64)


def summary(distances):
    """Of a search: how many were reached, the sum of their distances and the greatest."""
    far = [int(one) for one in distances]
    return [len(far), sum(far), max(far)]


def of_labels(labels):
    """Of components: how many there are, and how large the largest is."""
    sizes = numpy.bincount(labels)
    return [int((sizes > 0).sum()), int(sizes.max())]


def of_cores(numbers):
    """Of core numbers: the greatest, and their sum."""
    return [int(max(numbers)), int(sum(numbers))]


class SciPy:
    """Has no triangles: a product of matrices would take memory for each path of two
    edges."""

    threads = None

    def __init__(self, files):
        import scipy.sparse.csgraph

        self.csgraph = scipy.sparse.csgraph
        self.source = files.source
        n = files.vertices

        def matrix(data, targets, offsets):
            return scipy.sparse.csr_matrix((data, targets, offsets), shape=(n, n))

        self.matrix = matrix(numpy.ones(len(files.targets)), files.targets, files.offsets)
        self.weighted = matrix(files.weights, files.targets, files.offsets)
        ones = numpy.ones(len(files.out_targets))
        self.directed = matrix(ones, files.out_targets, files.out_offsets)

    def components(self):
        _, labels = self.csgraph.connected_components(self.matrix, directed=False)
        return lambda: of_labels(labels)

    def scc(self):
        _, labels = self.csgraph.connected_components(self.directed, connection="strong")
        return lambda: of_labels(labels)

    def bfs(self):
        order, parents = self.csgraph.breadth_first_order(self.matrix, self.source, directed=True)

        def distances():
            far = [0] * len(parents)
            for one in order[1:]:
                far[one] = far[parents[one]] + 1
            return summary(far[one] for one in order)

        return distances

    def sssp(self):
        far = self.csgraph.dijkstra(self.weighted, indices=self.source)
        return lambda: summary(far[numpy.isfinite(far)])

    def msf(self):
        forest = self.csgraph.minimum_spanning_tree(self.weighted)
        return lambda: [forest.nnz, int(forest.sum())]


class NetworKit:
    def __init__(self, files):
        import networkit

        self.networkit = networkit
        self.source = files.source
        n = files.vertices
        sources, targets, weights = files.edges()
        make = networkit.GraphFromCoo
        self.graph = make((sources, targets), n=n, directed=False)
        self.graph.indexEdges()
        self.weighted = make((weights, (sources, targets)), n=n, directed=False, weighted=True)
        self.directed = make(files.arcs(), n=n, directed=True)

    def threads(self, count):
        self.networkit.setNumberOfThreads(count)

    @staticmethod
    def sizes(found):
        return [found.numberOfComponents(), max(found.getComponentSizes().values())]

    def components(self):
        found = self.networkit.components.ParallelConnectedComponents(self.graph)
        found.run()
        return lambda: self.sizes(found)

    def scc(self):
        found = self.networkit.components.StronglyConnectedComponents(self.directed)
        found.run()
        return lambda: self.sizes(found)

    def bfs(self):
        found = self.networkit.distance.BFS(self.graph, self.source, storePaths=False).run()
        # What is not reached has the largest number.
        return lambda: summary(one for one in found.getDistances() if one < 1e300)

    def sssp(self):
        distance = self.networkit.distance
        found = distance.Dijkstra(self.weighted, self.source, storePaths=False).run()
        return lambda: summary(one for one in found.getDistances() if one < 1e300)

    def msf(self):
        found = self.networkit.graph.KruskalMSF(self.weighted).run()
        return lambda: [found.getForest().numberOfEdges(), int(found.getTotalWeight())]

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

    def kcore(self):
        found = self.networkit.centrality.CoreDecomposition(self.graph).run()
        return lambda: of_cores(found.scores())

    def clustering(self):
        # "turbo" is its faster way.
        found = self.networkit.centrality.LocalClusteringCoefficient(self.graph, turbo=True)
        return found.run().scores

    def betweenness(self):
        found = self.networkit.centrality.Betweenness(self.graph).run()
        # It counts both directions.
        return lambda: [one / 2 for one in found.scores()]


class Igraph:
    threads = None

    def __init__(self, files):
        import igraph

        self.source = files.source
        degrees = numpy.diff(files.offsets)
        self.paths = int((degrees * (degrees - 1) // 2).sum())
        sources, targets, self.weights = files.edges()
        self.graph = igraph.Graph(files.vertices, numpy.column_stack((sources, targets)))
        # Its attribute is the fastest form that it has of weights.
        self.graph.es["weight"] = self.weights.tolist()
        arcs = numpy.column_stack(files.arcs())
        self.directed = igraph.Graph(files.vertices, arcs, directed=True)

    def forget(self):
        """Drops what the graphs remember of the last computation: that one is connected,
        for example, so that its components need not be computed."""
        for graph in (self.graph, self.directed):
            getattr(graph, "__invalidate_cache")()

    def components(self):
        found = self.graph.connected_components()
        return lambda: [len(found), max(found.sizes())]

    def scc(self):
        found = self.directed.connected_components(mode="strong")
        return lambda: [len(found), max(found.sizes())]

    def bfs(self):
        far = self.graph.distances(self.source)[0]
        return lambda: summary(one for one in far if one != float("inf"))

    def sssp(self):
        far = self.graph.distances(self.source, weights="weight")[0]
        return lambda: summary(one for one in far if one != float("inf"))

    def msf(self):
        edges = self.graph.spanning_tree(weights="weight", return_tree=False)
        return lambda: [len(edges), int(self.weights[edges].sum())]

    def triangles(self):
        # A list of them would take gigabytes.
        closed = self.graph.transitivity_undirected(mode="zero")
        return lambda: [round(closed * self.paths / 3)]

    def pagerank(self):
        return self.graph.pagerank(damping=0.85)

    def kcore(self):
        numbers = self.graph.coreness()
        return lambda: of_cores(numbers)

    def clustering(self):
        return self.graph.transitivity_local_undirected(mode="zero")

    def betweenness(self):
        return self.graph.betweenness()


class GraphTool:
    def __init__(self, files):
        import graph_tool.centrality
        import graph_tool.clustering
        import graph_tool.topology

        self.tool = graph_tool
        n = files.vertices
        sources, targets, weights = files.edges()
        self.graph = graph_tool.Graph(directed=False)
        self.graph.add_vertex(n)
        self.weight = self.graph.new_edge_property("double")
        self.graph.add_edge_list(
            numpy.column_stack((sources, targets, weights)), eprops=[self.weight]
        )
        self.directed = graph_tool.Graph(directed=True)
        self.directed.add_vertex(n)
        self.directed.add_edge_list(numpy.column_stack(files.arcs()))
        self.source = self.graph.vertex(files.source)

    def threads(self, count):
        self.tool.openmp_set_num_threads(count)

    def components(self):
        labels, _ = self.tool.topology.label_components(self.graph)
        return lambda: of_labels(labels.a)

    def scc(self):
        labels, _ = self.tool.topology.label_components(self.directed)
        return lambda: of_labels(labels.a)

    def bfs(self):
        far = self.tool.topology.shortest_distance(self.graph, self.source)
        # What is not reached has the largest number.
        return lambda: summary(far.a[far.a < 2**31 - 1])

    def sssp(self):
        far = self.tool.topology.shortest_distance(self.graph, self.source, weights=self.weight)
        return lambda: summary(far.a[far.a < 1e300])

    def msf(self):
        chosen = self.tool.topology.min_spanning_tree(self.graph, weights=self.weight)
        return lambda: [int(chosen.a.sum()), int(self.weight.a[chosen.a > 0].sum())]

    def triangles(self):
        found = self.tool.clustering.global_clustering(self.graph, ret_counts=True)
        return lambda: [int(found[1])]

    def pagerank(self):
        return self.tool.centrality.pagerank(self.graph, damping=0.85, epsilon=1e-9).a

    def kcore(self):
        numbers = self.tool.topology.kcore_decomposition(self.graph)
        return lambda: of_cores(numbers.a)

    def clustering(self):
        return self.tool.clustering.local_clustering(self.graph).a

    def betweenness(self):
        found, _ = self.tool.centrality.betweenness(self.graph, norm=False)
        return found.a


PEERS = {"scipy": SciPy, "networkit": NetworKit, "igraph": Igraph, "graph_tool": GraphTool}
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
    "betweenness",
)
# With a number for each vertex.
EACH = ("pagerank", "clustering", "betweenness")


def measure(peer, algorithm, times):
    """Returns the least seconds, and the result."""
    every = []
    for _ in range(times):
        if hasattr(peer, "forget"):
            peer.forget()
        # Memory that the last result has is not new for the next.
        result = None
        begin = time.perf_counter()
        result = getattr(peer, algorithm)()
        every.append(time.perf_counter() - begin)
    # What is not part of the computation comes afterwards.
    return min(every), result() if callable(result) else result


def main():
    files = Files(sys.argv[1])
    peers = {}
    for name, peer in PEERS.items():
        try:
            peers[name] = peer(files)
        except ImportError:
            pass
    able = [
        (name, algorithm, peer.threads is not None)
        for algorithm in ALGORITHMS
        for name, peer in peers.items()
        if hasattr(peer, algorithm)
    ]
    print(json.dumps({"able": able, "source": files.source}), flush=True)
    for line in sys.stdin:
        name, algorithm, times, threads = line.split()
        if peers[name].threads:
            peers[name].threads(int(threads))
        seconds, result = measure(peers[name], algorithm, int(times))
        if algorithm in EACH:
            numpy.savetxt(sys.argv[1] + ".theirs", numpy.asarray(result))
            result = None
        print(json.dumps({"seconds": seconds, "result": result}), flush=True)


if __name__ == "__main__":
    main()
