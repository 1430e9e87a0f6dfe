#!/usr/bin/env python3
"""Answers of tussah graph against NetworkX, on 100 random graphs in all formats.

usage: networkx_peer.py TUSSAH_GRAPH FOLDER

Graphs are sparse and dense, with loops, repeated edges and vertices without arcs.
Prints how many answers were the same, or which was not.
"""

import os
import random
import subprocess
import sys

import networkx as nx

COMMAND, FOLDER = sys.argv[1:]
ENDS = {False: ("wel", "mtx", "graph", "wsg", "adj", "txt.gz"), True: ("wel", "mtx", "wsg", "adj")}
compared = 0


def run(*arguments):
    env = {**os.environ, "CILK_NWORKERS": "2"}
    done = subprocess.run([COMMAND, *arguments], capture_output=True, text=True, env=env)
    if done.returncode:
        sys.exit(f"{' '.join(arguments)}: {done.stderr}")
    return done.stdout


def answers(first, *arguments):
    """The result for each vertex, numbered from 0, as text."""
    lines = run(*arguments, "-o", "-").splitlines()
    pairs = [line.split() for line in lines]
    assert [int(pair[0]) - first for pair in pairs] == list(range(len(pairs)))
    return [pair[1] for pair in pairs]


def check(name, path, got, wanted):
    global compared
    if got != wanted:
        sys.exit(f"{name} of {path}: {got}, NetworkX has {wanted}")
    compared += 1


def make(number):
    """A random graph of some kind, and where it is written."""
    choice = random.Random(number)
    directed = number % 2 == 1
    end = ENDS[directed][number // 2 % len(ENDS[directed])]
    n = choice.choice((1, 2, 7, 30, 60))
    edges = [
        (choice.randrange(n), choice.randrange(n), choice.randrange(0, 20))
        for _ in range(choice.choice((0, n // 2, n, 3 * n, 8 * n)))
    ]
    if end == "graph":
        edges = [edge for edge in edges if edge[0] != edge[1]]
    # .adj would have it undirected, so it is refused.
    if end == "adj" and directed and sorted(edges) == sorted((b, a, weight) for a, b, weight in edges):
        end = "wel"
    path = os.path.join(FOLDER, f"{number}.{end}")
    listed = os.path.join(FOLDER, f"{number}.el")
    with open(listed, "w", encoding="ascii") as out:
        out.write(f"# {'Directed' if directed else 'Undirected'} graph\n# Nodes: {n}\n")
        out.writelines(f"{a} {b} {weight}\n" for a, b, weight in edges)
    if end == "txt.gz":
        import gzip

        with open(listed, "rb") as text, gzip.open(path, "wb") as out:
            out.write(text.read())
    else:
        run("convert", listed, "-o", path)
    graph = nx.MultiDiGraph() if directed else nx.MultiGraph()
    graph.add_nodes_from(range(n))
    graph.add_weighted_edges_from(edges)
    return graph, path, int(end in ("mtx", "graph"))


def least_of(groups):
    return {v: min(group) for group in groups for v in group}


def compare_paths(graph, path, first):
    lengths = nx.single_source_dijkstra_path_length(graph, 0)
    wanted = [lengths.get(v) for v in graph]
    for more in ((), ("--delta", "0"), ("--delta", "1000")):
        got = answers(first, "sssp", "--source", str(first), *more, path)
        check("sssp", path, [None if one == "-" else float(one) for one in got], wanted)


def compare_components(graph, path, first):
    if graph.is_directed():
        least = least_of(nx.strongly_connected_components(graph))
    else:
        least = least_of(nx.connected_components(graph))
    got = answers(first, "scc", path)
    check("scc", path, [int(one) - first for one in got], [least[v] for v in graph])


def compare_forest(graph, path, first):
    summary = run("msf", path, "-o", path + ".msf")
    with open(path + ".msf", encoding="ascii") as file:
        edges = [[int(word) - first for word in line.split()] for line in file]
    wanted = nx.minimum_spanning_tree(graph)
    check("weight of msf", path, float(summary.split()[4]), wanted.size(weight="weight"))
    forest = nx.MultiGraph(edges)
    assert nx.is_forest(forest) if edges else not wanted.edges, path
    assert all(graph.has_edge(*edge) for edge in edges), path
    check("edges of msf", path, len(edges), wanted.number_of_edges())


def compare_choices(graph, path, first):
    simple = simple_of(graph)
    mates = answers(first, "matching", path)
    matching = {
        tuple(sorted((v, int(mate) - first))) for v, mate in enumerate(mates) if mate != "-"
    }
    assert sum(mate != "-" for mate in mates) == 2 * len(matching), path
    check("matching", path, nx.is_maximal_matching(simple, matching), True)
    colours = [int(one) for one in answers(first, "colouring", path)]
    check("colouring", path, [e for e in simple.edges if colours[e[0]] == colours[e[1]]], [])
    # Greedy in any order: each colour below one's own is that of a neighbour.
    for v in simple:
        below = {colours[w] for w in simple[v] if colours[w] < colours[v]}
        check("least colour", path, len(below), colours[v])


def simple_of(graph):
    simple = nx.Graph(graph.to_undirected())
    simple.remove_edges_from(list(nx.selfloop_edges(simple)))
    return simple


def is_close(got, wanted):
    return abs(got - wanted) <= 1e-9 * max(1, abs(wanted))


def compare_betweenness(graph, path, first):
    plain = nx.DiGraph(graph) if graph.is_directed() else nx.Graph(graph)
    wanted = nx.betweenness_centrality(plain, normalized=False)
    for more in ((), ("--samples", str(len(graph)))):
        got = [float(one) for one in answers(first, "betweenness", *more, path)]
        check("betweenness", path, [v for v in graph if not is_close(got[v], wanted[v])], [])


def compare_clustering(graph, path, first):
    simple = simple_of(graph)
    wanted = nx.clustering(simple)
    got = [float(one) for one in answers(first, "clustering", path)]
    check("clustering", path, [v for v in graph if not is_close(got[v], wanted[v])], [])
    words = run("clustering", path).replace(",", "").split()
    check("average", path, is_close(float(words[3]), nx.average_clustering(simple)), True)
    check("transitivity", path, is_close(float(words[6]), nx.transitivity(simple)), True)


def compare_trusses(graph, path, first):
    simple = simple_of(graph)
    lines = [[int(word) for word in line.split()] for line in run("ktruss", path, "-o", "-").splitlines()]
    found = {(a - first, b - first): k for a, b, k in lines}
    check("edges of ktruss", path, sorted(found), sorted(tuple(sorted(edge)) for edge in simple.edges))
    for k in range(2, max(found.values(), default=1) + 2):
        wanted = {tuple(sorted(edge)) for edge in nx.k_truss(simple, k).edges}
        check(f"{k}-truss", path, {edge for edge, most in found.items() if most >= k}, wanted)


def compare_communities(graph, path, first):
    simple = simple_of(graph)
    label = [int(one) - first for one in answers(first, "communities", path)]
    members = {}
    for v in graph:
        members.setdefault(label[v], []).append(v)
    check("least of community", path, [min(group) for group in members.values()], list(members))
    # No label is more frequent among the neighbours than one's own.
    for v in simple:
        around = [label[w] for w in simple[v]]
        check("label", path, around.count(label[v]), max(map(around.count, around), default=0))


def compare_walks(graph, path, first):
    ways = [("--workers", n, "--length", "7", "--walks", "3", "--seed", "5") for n in ("1", "4")]
    texts = {run("walks", *way, path, "-o", "-") for way in ways}
    check("schedules of walks", path, len(texts), 1)
    walks = [[int(word) - first for word in line.split()] for line in texts.pop().splitlines()]
    check("starts", path, [walk[0] for walk in walks], [v for v in graph for _ in range(3)])
    for walk in walks:
        check("steps", path, [step for step in zip(walk, walk[1:]) if not graph.has_edge(*step)], [])
        check("end", path, len(walk) == 8 or graph.degree(walk[-1]) == 0 or not list(graph.neighbors(walk[-1])), True)


def main():
    for number in range(100):
        graph, path, first = make(number)
        compare_paths(graph, path, first)
        compare_components(graph, path, first)
        if not graph.is_directed():
            compare_forest(graph, path, first)
        compare_choices(graph, path, first)
        compare_betweenness(graph, path, first)
        compare_clustering(graph, path, first)
        compare_trusses(graph, path, first)
        compare_communities(graph, path, first)
        compare_walks(graph, path, first)
    print(f"{compared} answers are the same")


main()
