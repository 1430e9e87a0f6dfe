//===- dag.h - A drawing of a computation -----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CPS_DAG_H
#define TUSSAH_CPS_DAG_H

#include <tussah/cps/closure.hpp>

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace tussah::cps::detail {

/// Records the threads of a run in one process, in which closures keep their
/// addresses, and what is between them, as figure 1 of Blumofe et al. (PPoPP
/// 1995) shows it: threads, in procedures with levels; edges to children, to
/// successors, and along values that are sent. All functions may be called by
/// any thread.
class Dag {
public:
  /// The drawing goes into the file at \p path. Throws error::wrong_option if
  /// it cannot be written.
  explicit Dag(std::string path);

  /// The thread number \p by, or nobody (0), has made a closure, which has its
  /// level and its thread.
  void made(const Closure *closure, std::size_t by);
  /// Returns the number of the thread that \p closure becomes, from 1.
  std::size_t begins(const Closure *closure);
  /// The thread number \p by, or nobody, has sent a value to a closure.
  void sent(std::size_t by, const Closure *to);

  /// Writes the file, in the language of Graphviz. Throws error::wrong_option
  /// if there were too many threads to draw.
  void write();

private:
  struct Thread {
    std::string Name;
    std::size_t Procedure;
    std::uint32_t Level;
  };
  enum class Kind { Child, Successor, Value };
  struct Edge {
    std::size_t From, To;
    Kind What;
  };

  std::size_t find(const Closure *closure) const;

  const std::string Path;
  std::mutex Lock;
  /// Number 1 is the first.
  std::vector<Thread> Threads;
  std::vector<Edge> Edges;
  std::size_t Procedures = 0;
  bool TooMany = false;
  /// By address and generation.
  std::map<std::pair<const Closure *, std::uint32_t>, std::size_t> Numbers;
};

} // namespace tussah::cps::detail

#endif // TUSSAH_CPS_DAG_H
