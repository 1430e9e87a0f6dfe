#!/usr/bin/env python3
"""Answers of the package tussah_graph against NetworkX and SciPy, on 100 random graphs.

usage: python_peer.py

With NetworKit, too, if this Python has it. Graphs are sparse and dense, directed or not, with loops, repeated edges, vertices without arcs, and without vertices.
They come from NetworkX, edges and SciPy, and go back. Prints how many answers were the same, or which was not.
"""

import os
import pickle
import random
import sys
import tempfile

import networkx as nx
import numpy
import scipy.sparse
import scipy.sparse.csgraph
from tussah_graph import Graph, GraphFileError, set_workers

try:
    import networkit
except ImportError:
    networkit = None

compared = 0


def check(name, graph, got, wanted):
    global compared
    if isinstance(got, numpy.ndarray):
        got = got.tolist()
    if got != wanted:
        sys.exit(f"{name} of {graph}: {got}, wanted {wanted}")
    compared += 1


def check_close(name, graph, got, wanted):
    check(name, graph, bool(numpy.allclose(got, wanted, rtol=1e-9, atol=1e-12)), True)


def refuses(graph, path):
    try:
        graph.write(path)
    except GraphFileError:
        return True
    return False


def make(number):
    """A random graph as a multigraph of NetworkX, and its edges."""
    choice = random.Random(number)
    n = choice.choice((0, 1, 2, 7, 30, 60))
    count = choice.choice((0, n // 2, n, 3 * n, 8 * n)) if n else 0
    edges = [(choice.randrange(n), choice.randrange(n), choice.randrange(1, 20)) for _ in range(count)]
    graph = nx.MultiDiGraph() if number % 2 else nx.MultiGraph()
    graph.add_nodes_from(range(n))
    graph.add_weighted_edges_from(edges)
    return graph, edges


def simple_of(graph):
    simple = nx.Graph(graph.to_undirected())
    simple.remove_edges_from(list(nx.selfloop_edges(simple)))
    return simple


def least_of(groups):
    return {v: min(group) for group in groups for v in group}


def compare_searches(graph, mine):
    weak = nx.weakly_connected_components if graph.is_directed() else nx.connected_components
    strong = nx.strongly_connected_components if graph.is_directed() else nx.connected_components
    check("components", mine, mine.components(), [least_of(weak(graph))[v] for v in graph])
    check("scc", mine, mine.scc(), [least_of(strong(graph))[v] for v in graph])
    check("roots", mine, int((mine.spanning() == numpy.arange(len(graph))).sum()), len(list(weak(graph))))
    if not graph:
        return
    far = nx.single_source_shortest_path_length(graph, 0)
    found = mine.bfs(0)
    check("depth", mine, found.depth, [far.get(v, -1) for v in graph])
    check("reached", mine, (found.reached, found.levels), (len(far), max(far.values())))
    for v, parent in enumerate(found.parent.tolist()):
        check("parent", mine, parent == v if v == 0 else parent == -1 if v not in far else graph.has_edge(parent, v), True)
    check("reach", mine, mine.reach([0]), [v in far for v in graph])
    check("tree", mine, (mine.spanning(0) >= 0).tolist(), [v in far for v in graph])
    lengths = nx.single_source_dijkstra_path_length(graph, 0)
    wanted = [lengths.get(v, float("inf")) for v in graph]
    check("sssp", mine, mine.sssp(0), wanted)
    check("sssp with delta", mine, mine.sssp(0, delta=0.5), wanted)
    if graph.is_directed() and nx.is_directed_acyclic_graph(graph):
        levels = [0] * len(graph)
        for v in nx.topological_sort(graph):
            levels[v] = max([levels[u] + 1 for u in graph.predecessors(v)], default=0)
        check("levels", mine, mine.levels(), levels)


def compare_ranks(graph, mine):
    if not graph:
        return
    counts = nx.to_numpy_array(graph, weight=None)
    outside = counts.sum(axis=1)
    step = numpy.where(outside[:, None] > 0, counts / numpy.maximum(outside, 1)[:, None], 1 / len(graph))
    rank = numpy.full(len(graph), 1 / len(graph))
    for _ in range(500):
        rank = 0.15 / len(graph) + 0.85 * rank @ step
    found = mine.pagerank(tolerance=1e-13)
    check_close("pagerank", mine, found.rank, rank)
    plain = nx.DiGraph(graph) if graph.is_directed() else nx.Graph(graph)
    central = nx.betweenness_centrality(plain, normalized=False)
    check_close("betweenness", mine, mine.betweenness(), [central[v] for v in graph])


def compare_dense_parts(graph, mine):
    simple = simple_of(graph)
    cores = nx.core_number(simple)
    check("kcore", mine, mine.kcore(), [cores[v] for v in simple])
    check("triangles", mine, mine.triangles(), sum(nx.triangles(simple).values()) // 3)
    found = mine.clustering()
    near = nx.clustering(simple)
    check_close("clustering", mine, found.coefficient, [near[v] for v in simple])
    check_close("transitivity", mine, found.transitivity, nx.transitivity(simple))
    trusses = mine.ktruss()
    check("edges", mine, sorted(map(tuple, trusses.edges.tolist())), sorted(tuple(sorted(edge)) for edge in simple.edges))
    for k in set(trusses.truss.tolist()) if len(trusses.truss) else ():
        inside = trusses.edges[trusses.truss >= k].tolist()
        check("ktruss", mine, sorted(map(tuple, inside)), sorted(tuple(sorted(e)) for e in nx.k_truss(simple, k).edges))


def compare_choices(graph, mine):
    simple = simple_of(graph)
    inside = {v for v, one in enumerate(mine.mis().tolist()) if one}
    for v in simple:
        check("mis", mine, (v in inside) != any(to in inside for to in simple[v]), True)
    mates = mine.matching()
    pairs = {(v, mate) for v, mate in enumerate(mates.tolist()) if v < mate}
    check("matching", mine, nx.is_maximal_matching(simple, pairs), True)
    colours = mine.colouring()
    check("colouring", mine, [e for e in simple.edges if colours[e[0]] == colours[e[1]]], [])
    groups = mine.communities()
    for v in simple:
        near = [groups[to] for to in simple[v]]
        check("communities", mine, all(near.count(g) <= near.count(groups[v]) for g in near), True)
    starts = list(range(len(graph)))
    for walk in mine.walks(starts, 5, seed=3).tolist():
        steps = [(a, b) for a, b in zip(walk, walk[1:]) if b >= 0]
        check("walks", mine, all(graph.has_edge(*step) for step in steps), True)
    if not graph.is_directed():
        forest = mine.msf()
        wanted = nx.minimum_spanning_tree(graph)
        check("msf", mine, forest.weight, float(wanted.size(weight="weight")))
        check("edges of msf", mine, len(forest.edges), wanted.number_of_edges())
        check("msf is of edges", mine, all(graph.has_edge(*edge) for edge in forest.edges.tolist()), True)


def entries(graph):
    """All arcs with their weights, in an order."""
    weights = [1.0] * graph.arcs if graph.weights is None else graph.weights.tolist()
    return sorted(zip(graph.tails().tolist(), graph.targets.tolist(), weights))


def compare_networkit(graph, mine):
    """NetworKit's graph has the same edges, and makes the same graph."""
    theirs = mine.to_networkit()
    check("to_networkit", mine, theirs.isDirected(), mine.directed)
    check("from_networkit", mine, entries(Graph.from_networkit(theirs)), entries(mine))
    if graph:
        search = networkit.distance.Dijkstra(theirs, 0)
        search.run()
        lengths = [far if far < 1e300 else float("inf") for far in search.getDistances()]
        check("NetworKit's sssp", mine, mine.sssp(0), lengths)


def compare_ways(graph, edges, mine, folder):
    """The same graph by other ways is the same."""
    ends = [edge[:2] for edge in edges]
    weights = [edge[2] for edge in edges]
    listed = Graph.from_edges(ends, weights, vertices=len(graph), directed=graph.is_directed())
    check("from_edges", mine, entries(listed), entries(mine))
    again = Graph.from_networkx(mine.to_networkx())
    check("to_networkx", mine, entries(again), entries(mine))
    check("pickle", mine, entries(pickle.loads(pickle.dumps(mine))), entries(mine))
    for end in ("wel", "mtx", "adj", "wsg"):
        path = os.path.join(folder, f"graph.{end}")
        turned = sorted((b, a, weight) for a, b, weight in edges)
        if end == "adj" and graph.is_directed() and sorted(map(tuple, edges)) == turned:
            # It would be read as an undirected one.
            check("adj", mine, refuses(listed, path), True)
            continue
        listed.write(path)
        # An empty edge list has no weights.
        check(end, mine, entries(Graph.read(path)), entries(mine))
    # Distinct arcs, as SciPy has them.
    plain = nx.DiGraph(graph) if graph.is_directed() else nx.Graph(graph)
    if not graph:
        return
    matrix = scipy.sparse.csr_matrix(nx.to_numpy_array(plain))
    shared = Graph.from_scipy(matrix, directed=graph.is_directed())
    back = shared.to_scipy()
    check("to_scipy", mine, abs(back - matrix).sum(), 0.0)
    lengths = scipy.sparse.csgraph.dijkstra(back, directed=True, indices=0)
    check("SciPy's sssp", mine, shared.sssp(0), lengths.tolist())
    count, _ = scipy.sparse.csgraph.connected_components(back, directed=True, connection="strong")
    check("SciPy's scc", mine, len(set(shared.scc().tolist())), int(count))


def main():
    set_workers(2)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(100):
            graph, edges = make(number)
            mine = Graph.from_networkx(graph)
            check("labels", mine, mine.labels, list(graph))
            compare_searches(graph, mine)
            compare_ranks(graph, mine)
            compare_dense_parts(graph, mine)
            compare_choices(graph, mine)
            compare_ways(graph, edges, mine, folder)
            if networkit:
                compare_networkit(graph, mine)
    print(f"{compared} answers are the same")


if __name__ == "__main__":
    main()
