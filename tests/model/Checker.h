//===- Checker.h - Explores all executions of a small program -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A model checker for the protocols of the runtime. It runs a program of a few
/// threads again and again, until every schedule within a bound on preemptions,
/// and every value that the memory model lets a load return, has been seen.
///
/// The memory model is that of C11 with relaxed, acquire and release operations
/// and sequentially consistent fences, operationally: each location has a list
/// of stores in modification order; each thread has a view, the oldest store of
/// each location that it may still read; views travel with releases and
/// acquires. A store may take any place in modification order that coherence
/// allows. What is not covered: loads that read from stores that are executed
/// later (load buffering).
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_MODEL_CHECKER_H
#define TUSSAH_TESTS_MODEL_CHECKER_H

#include "modelled_atomic.h"

#include <functional>
#include <string>
#include <vector>

namespace model {

/// One execution's threads and its final check.
struct Program {
  std::vector<std::function<void()>> Threads;
  /// Runs when all threads have ended; calls require().
  std::function<void()> Finally = [] {};
};

struct Settings {
  /// Most switches away from a thread that could go on; -1: any number.
  int Preemptions = 3;
  /// Most loads that return an old value, and stores that do not come last in
  /// modification order; -1: any number.
  int Surprises = -1;
  /// Most operations of one execution.
  unsigned Steps = 400;
  /// Stop after this many executions; the result says so.
  uint64_t Executions = 3000000;
  /// If not empty: run only this execution.
  std::vector<unsigned> Replay;
};

struct Result {
  uint64_t Executions = 0;
  bool Complete = true;
  /// Empty if no execution failed.
  std::string Failure;
  /// The choices of the execution that failed; Settings::Replay repeats it.
  std::vector<unsigned> Choices;
};

/// Explores the program that \p Make creates. \p Make is called for each
/// execution, and initializes what its threads share.
Result explore(const std::function<Program()> &Make, const Settings &S);

/// Fails the execution if \p Condition is false.
void require(bool Condition, const char *Message);

/// The calling thread goes on when \p Word has a value other than \p Value,
/// which it then reads with the order of a relaxed load: a loop that waits.
void waitWhile(atomic_word *Word, uintptr_t Value);

/// Orders that can be weakened, as `file:line operation order -> weaker`.
struct Mutation {
  std::string Where;
  Order From, To;
  bool Drop = false; ///< of a fence
};

/// All mutations at places that have been executed so far.
std::vector<Mutation> mutations();

/// The mutation in force; null: none.
void setMutation(const Mutation *M);

} // namespace model

#endif // TUSSAH_TESTS_MODEL_CHECKER_H
