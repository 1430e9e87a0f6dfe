//===- Checker.h - Explores all executions of a small program ---*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A model checker for the protocols of the runtime. It runs a model again and
/// again, until every schedule, and every value that the memory model lets an
/// operation read, has been seen, within the model's bounds. README.md defines
/// the memory model and says what is not covered.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_MODEL_CHECKER_H
#define TUSSAH_TESTS_MODEL_CHECKER_H

#include "models.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace checker {

struct Settings {
  int Preemptions = -1; ///< as in struct model
  int Surprises = -1;
  /// Most operations of one execution.
  unsigned Steps = 2000;
  /// Stop after this many executions; the result says so.
  uint64_t Executions = 20000000;
  /// If not empty: run only this execution.
  std::vector<unsigned> Replay;
  /// Do not explore again from a state that has been explored. Off only to test
  /// the checker itself.
  bool RememberStates = true;
};

struct Result {
  /// Executions begun. Most end early, in a state that was met before.
  uint64_t Executions = 0;
  uint64_t States = 0;
  bool Complete = true;
  /// Empty if no execution failed.
  std::string Failure;
  /// The choices of the execution that failed; Settings::Replay repeats it.
  std::vector<unsigned> Choices;
  std::set<unsigned> Outcomes; ///< of model_outcome
  std::set<size_t> Executed;   ///< indices of places()
};

Result explore(const struct model &M, const Settings &S);

/// The name of the file \p Path among those of a mutant: with its folder, as
/// several libraries have a worker.cpp.
std::string nameOfFile(const std::string &Path);

/// A place whose order can be weakened.
struct Place {
  std::string File, Function, Operation;
  int Line;
  model_order Order;
};

/// All places that have been executed so far.
const std::vector<Place> &places();

/// An order that is weaker by one step at one place.
struct Mutation {
  std::string File;
  int Line;
  std::string Operation;
  model_order To;
};

/// The mutation in force; null: none.
void setMutation(const Mutation *M);

} // namespace checker

#endif // TUSSAH_TESTS_MODEL_CHECKER_H
