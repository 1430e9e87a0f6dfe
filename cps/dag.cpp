//===- dag.cpp - A drawing of a computation ---------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dag.h"

#include <cerrno>
#include <cstring>
#include <fstream>

using namespace tussah::cps;
using namespace tussah::cps::detail;

/// Nobody can read a drawing of more threads.
static constexpr std::size_t MostThreads = 10'000;

static std::ofstream openFile(const std::string &path) {
  std::ofstream file(path, std::ios::trunc);
  if (!file)
    throw error(error::wrong_option,
                "cannot write " + path + ": " + std::strerror(errno));
  return file;
}

Dag::Dag(std::string path) : Path(std::move(path)) { openFile(Path); }

/// The number of a closure, or 0 if it was not drawn.
std::size_t Dag::find(const Closure *closure) const {
  auto found = Numbers.find({closure, closure->generation()});
  return found == Numbers.end() ? 0 : found->second;
}

void Dag::made(const Closure *closure, std::size_t by) {
  std::lock_guard<std::mutex> guard(Lock);
  if (Threads.size() == MostThreads) {
    TooMany = true;
    return;
  }
  bool follows = by != 0 && Threads[by - 1].Level == closure->Level;
  std::size_t procedure = follows ? Threads[by - 1].Procedure : ++Procedures;
  Threads.push_back(
      {closure->Thread->Name(closure), procedure, closure->Level});
  std::size_t number = Threads.size();
  Numbers[{closure, closure->generation()}] = number;
  if (by != 0)
    Edges.push_back({by, number, follows ? Kind::Successor : Kind::Child});
}

std::size_t Dag::begins(const Closure *closure) {
  std::lock_guard<std::mutex> guard(Lock);
  return find(closure);
}

void Dag::sent(std::size_t by, const Closure *to) {
  std::lock_guard<std::mutex> guard(Lock);
  if (std::size_t number = find(to); number != 0 && by != 0)
    Edges.push_back({by, number, Kind::Value});
}

static std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + '"';
}

void Dag::write() {
  std::lock_guard<std::mutex> guard(Lock);
  if (TooMany)
    throw error(error::wrong_option, "only computations of at most " +
                                         std::to_string(MostThreads) +
                                         " threads are drawn; run a smaller "
                                         "one");
  std::ofstream file = openFile(Path);
  file << "// Threads in their procedures. Edges: to a child, solid; to a "
          "successor, bold;\n// along a value, dashed.\n"
          "digraph computation {\n  node [shape=ellipse];\n";
  for (std::size_t p = 1; p <= Procedures; ++p) {
    file << "  subgraph cluster_" << p << " {\n";
    bool first = true;
    for (std::size_t i = 0; i < Threads.size(); ++i) {
      if (Threads[i].Procedure != p)
        continue;
      if (std::exchange(first, false))
        file << "    label=\"level " << Threads[i].Level << "\";\n";
      file << "    t" << i + 1 << " [label=" << quoted(Threads[i].Name)
           << "];\n";
    }
    file << "  }\n";
  }
  for (const Edge &edge : Edges)
    file << "  t" << edge.From << " -> t" << edge.To
         << (edge.What == Kind::Child       ? " [style=solid]"
             : edge.What == Kind::Successor ? " [style=bold, constraint=false]"
                                            : " [style=dashed, "
                                              "constraint=false]")
         << ";\n";
  file << "}\n";
  if (!file.flush())
    throw error(error::wrong_option, "cannot write " + Path);
}
