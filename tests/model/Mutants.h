//===- Mutants.h - Protocols with weaker orders -----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_MODEL_MUTANTS_H
#define TUSSAH_TESTS_MODEL_MUTANTS_H

#include "Checker.h"

namespace checker {

/// A model that has been explored without a mutation.
struct Explored {
  const struct model *Model;
  Settings S;
  Result R;
};

/// What is mutated.
struct Sources {
  std::string Header;               ///< defines the operations
  std::vector<std::string> Folders; ///< all sources below them
};

/// Finds the operations in \p S that order memory, weakens each by one step,
/// and compares the mutants that none of \p Models catches with those listed in
/// the file \p List. Prints all, and returns whether they agree. If \p Part is
/// not empty, only mutants with that in their names are tried.
bool checkMutants(std::vector<Explored> Models, const Sources &S,
                  const std::string &List, const std::string &Part);

} // namespace checker

#endif // TUSSAH_TESTS_MODEL_MUTANTS_H
