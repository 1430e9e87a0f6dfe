// What the paper's programs check their trees with: wrong ones are found, whatever
// the parents are.
//
// RUN: %clangxx -std=c++17 -O1 -g -Wall -Wextra -Werror -I%include-dir -I%source-dir/benchmarks/graph/spanning %if asan %{ -fsanitize=address,undefined -fno-sanitize-recover=all %} %s %source-dir/benchmarks/graph/spanning/graph.cpp %lib-dir/../libtussah-graph.a -o %t
// RUN: %t | %FileCheck %s

#include "graph.h"

#include <tussah/graph/generate.hpp>

#include <cstdio>

static void show(const char *what) {
  std::string error = treeError(0);
  std::printf("%s: %s\n", what, error.empty() ? "a tree" : error.c_str());
}

int main() {
  // 0 - 1 - 2 - 3 - 4 - 5
  useGraph(tussah::graph::path(6));
  auto reset = [] {
    forgetTree();
    Vertices[0].Parent = 1;
    for (Vertex v = 1; v != 6; ++v)
      Vertices[v].Parent = v;
  };
  // CHECK: all: a tree
  reset();
  show("all");
  std::printf("%u vertices\n", treeSize());
  // CHECK: 6 vertices

  // CHECK: two: a tree
  for (Vertex v = 2; v != 6; ++v)
    Vertices[v].Parent = 0;
  show("two");
  std::printf("%u vertices\n", treeSize());
  // CHECK: 2 vertices

  // CHECK: no root: the root is not its own parent
  reset();
  Vertices[0].Parent = 0;
  show("no root");

  // CHECK: a cycle: {{[34]}} is on a cycle
  reset();
  Vertices[3].Parent = 5;
  Vertices[4].Parent = 4;
  show("a cycle");

  // CHECK: itself: 3 has no edge to its parent
  reset();
  Vertices[3].Parent = 4;
  show("itself");

  // CHECK: far away: 5 has no edge to its parent
  reset();
  Vertices[5].Parent = 1;
  show("far away");

  // CHECK: no vertex: 5 has no edge to its parent
  reset();
  Vertices[5].Parent = 4000000000;
  show("no vertex");

  // CHECK: apart: 3 is a parent and has none
  reset();
  Vertices[3].Parent = 0;
  show("apart");

  // CHECK: above nothing: 2 is a parent and has none
  reset();
  Vertices[1].Parent = 3;
  Vertices[2].Parent = 4000000000;
  show("above nothing");

  // The authors' generator: edges in both directions, none twice, no more
  // neighbours than it has values.
  usePublishedRandom(40000, 2);
  Vertex wrong = 0;
  for (Vertex v = 0; v != VertexCount; ++v) {
    EdgeIndex e = Vertices[v].First;
    for (Vertex i = 0; i != Vertices[v].Degree; ++i, e = Edges[e].Next) {
      unsigned back = 0, to = Edges[e].To;
      EdgeIndex f = Vertices[to].First;
      for (Vertex j = 0; j != Vertices[to].Degree; ++j, f = Edges[f].Next)
        back += Edges[f].To == v;
      wrong += back != 1;
    }
  }
  std::printf("%u of %u arcs are wrong\n", wrong, EdgeCount);
  // CHECK: {{^}}0 of 15{{[0-9]+}} arcs are wrong
}
