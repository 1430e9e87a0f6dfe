//===- module.h - What Python calls -----------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions in C that the package tussah_graph calls by ctypes, so one library
/// is for each Python. A function that takes long begins on a thread of its own
/// and returns at once. Python's thread waits for it in short pieces, and looks
/// for signals and tells how far it is between them: nothing of Python runs on
/// the stacks of tasks, and the lock of the interpreter is free meanwhile.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_GRAPH_PYTHON_MODULE_H
#define TUSSAH_GRAPH_PYTHON_MODULE_H

#include <tussah/graph.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#define TUSSAH_PYTHON_API extern "C" __attribute__((visibility("default")))

namespace tussah::graph::python {

/// How a call ended; _native.py has the same numbers.
enum class Status : std::int32_t {
  Done = 0,
  Value = 1,     ///< ValueError
  Memory = 2,    ///< MemoryError
  File = 3,      ///< GraphFileError
  Cancelled = 4, ///< as the caller wanted
  Other = 5      ///< RuntimeError
};

/// What keeps the memory of a result until Python gives it back.
struct Owner {
  virtual ~Owner() = default;
};
template <class T> struct OwnerOf : Owner {
  T Value;
  explicit OwnerOf(T Value) : Value(std::move(Value)) {}
};

/// The memory of a result: so many elements, whose type Python knows.
struct Memory {
  Owner *By;
  const void *Data;
  std::uint64_t Size;
};

class Task;
class Graph;

/// A call, in memory of Python; _native.py has the same structure.
struct Call {
  Task *Running;
  Status Ended;
  char Message[1020];
  Graph *Made;
  Memory Arrays[2];
  std::uint64_t Counts[2];
  double Reals[2];

  /// Gives \p Values, an array or a vector, to Python.
  template <class T> void give(unsigned Which, T Values) {
    auto By = std::make_unique<OwnerOf<T>>(std::move(Values));
    Arrays[Which] = {nullptr, By->Value.data(), By->Value.size()};
    Arrays[Which].By = By.release();
  }
};

/// Begins \p Work on a thread of its own. It gets what it is to tell how far it
/// is, and fails by an exception.
void start(Call &, std::function<void(Call &, progress *)> Work);

/// A graph, most of it perhaps in arrays of NumPy, which Python keeps.
class Graph {
public:
  /// \p IsShared says that Python programs may change the arrays of targets and
  /// weights, \p Repeats that an arc may be there several times. Throws
  /// std::invalid_argument if it is no graph.
  Graph(weighted_csr<double> All, bool IsShared, bool Repeats);
  /// A graph that the library has made.
  explicit Graph(weighted_csr<double> All) : All(std::move(All)) {}

  /// The graph. Looks at arrays that programs may change, and throws
  /// std::invalid_argument if they are no graph any more. Linear work.
  const weighted_csr<double> &all();
  /// The graph with its arcs turned round; kept for later calls. To be asked
  /// for behind all(), which has looked at the arrays.
  std::shared_ptr<const csr> incoming();
  /// The simple undirected graph; kept for later calls. Looks at the arrays, as
  /// all() does.
  std::shared_ptr<const csr> simple();
  /// As it is, without a look at the arrays.
  const weighted_csr<double> &unchecked() const { return All; }

private:
  std::shared_ptr<const csr> keep(std::shared_ptr<const csr> &,
                                  const std::function<csr(const csr &)> &);
  std::uint64_t fingerprint() const;
  void validate() const;

  weighted_csr<double> All;
  bool IsShared = false, Repeats = true;
  /// Of the arrays when they were a graph.
  std::atomic<std::uint64_t> Seen{0};
  /// Used by std::atomic_load and std::atomic_store only.
  std::shared_ptr<const csr> Turned, Simple;
};

} // namespace tussah::graph::python

#endif // TUSSAH_GRAPH_PYTHON_MODULE_H
