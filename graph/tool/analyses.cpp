//===- analyses.cpp - What groups and ways a graph has --------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyses.h"

#include "job.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <string>
#include <vector>

namespace tussah::graph {

static void printReal(std::FILE *To, double Value) {
  std::fprintf(To, "%.12g", Value);
}

void betweennessCommand(const Options &O) {
  Job J(O);
  // Paths along repeated arcs are one.
  csr G = distinct_arcs(J.graph());
  csr Turned = G.directed() ? transpose(G) : csr();
  std::size_t Count = O.Samples ? *O.Samples : G.vertices();
  std::vector<vertex> Sources = sample_vertices(G, Count, O.Seed);
  array<double> Found = J.compute(
      [&] { return betweenness(G, G.directed() ? Turned : G, Sources); });
  auto Most = std::max_element(Found.begin(), Found.end());
  std::string Vertex = "none", Value = "0";
  if (Most != Found.end()) {
    Vertex = J.numberOf(static_cast<vertex>(Most - Found.begin()));
    Value = exact(*Most);
  }
  J.report({"the greatest is " + Value + ", of vertex " + Vertex + "; from " +
                count(Sources.size(), "source", "sources"),
            {{"greatest", Value}, {"sources", std::to_string(Sources.size())}}},
           [&](std::FILE *To, vertex V) { printReal(To, Found[V]); });
}

void clusteringCommand(const Options &O) {
  Job J(O);
  csr G = simple(J.graph());
  clustering_result Found = J.compute([&] { return clustering(G); });
  J.report(
      {"the average is " + exact(Found.average) + ", the transitivity " +
           exact(Found.transitivity),
       {{"average", exact(Found.average)},
        {"transitivity", exact(Found.transitivity)}}},
      [&](std::FILE *To, vertex V) { printReal(To, Found.coefficient[V]); });
}

void communitiesCommand(const Options &O) {
  Job J(O);
  csr G = simple(J.graph());
  J.reportComponents("community", "communities",
                     J.compute([&] { return communities(G, O.Seed); }));
}

void trussCommand(const Options &O) {
  Job J(O);
  truss_result Found = J.compute([&] { return trusses(J.graph()); });
  vertex Most = 0;
  std::uint64_t Inside = 0;
  for (vertex K : Found.truss) {
    Inside = K > Most ? 1 : Inside + (K == Most);
    Most = std::max(Most, K);
  }
  if (O.Output) {
    Destination To(*O.Output);
    for (std::size_t I = 0; I != Found.edges.size(); ++I)
      std::fprintf(To.file(), "%s %s %" PRIu32 "\n",
                   J.numberOf(Found.edges[I].from).c_str(),
                   J.numberOf(Found.edges[I].to).c_str(), Found.truss[I]);
    To.finish();
  }
  J.say({"the greatest truss number is " + std::to_string(Most) + ", of " +
             count(Inside, "edge", "edges"),
         {{"greatest", std::to_string(Most)},
          {"in_greatest", std::to_string(Inside)}}},
        O.Output == "-" ? stderr : stdout);
}

void walksCommand(const Options &O) {
  Job J(O);
  std::vector<vertex> From = J.sources();
  if (From.empty())
    From = sample_vertices(J.graph(), J.graph().vertices());
  std::vector<vertex> Starts;
  for (vertex V : From)
    Starts.insert(Starts.end(), O.Walks, V);
  array<vertex> Found = J.compute(
      [&] { return random_walks(J.graph(), Starts, O.Length, O.Seed); });
  std::size_t Width = O.Length + 1;
  std::uint64_t Ended = 0;
  for (std::size_t I = 0; I != Starts.size(); ++I)
    Ended += Found[I * Width + O.Length] == no_vertex;
  if (O.Output) {
    Destination To(*O.Output);
    for (std::size_t I = 0; I != Found.size(); ++I) {
      if (Found[I] != no_vertex)
        std::fprintf(To.file(), "%s%s", I % Width == 0 ? "" : " ",
                     J.numberOf(Found[I]).c_str());
      if (I % Width == O.Length)
        std::fputc('\n', To.file());
    }
    To.finish();
  }
  J.say({count(Starts.size(), "walk", "walks") + " of at most " +
             count(O.Length, "arc", "arcs") + ", of which " +
             std::to_string(Ended) + " ended before",
         {{"walks", std::to_string(Starts.size())},
          {"length", std::to_string(O.Length)},
          {"ended", std::to_string(Ended)}}},
        O.Output == "-" ? stderr : stdout);
}

} // namespace tussah::graph
