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

/// Finds the operations in the sources below \p Runtime that order memory,
/// weakens each by one step, and compares the mutants that none of \p Models
/// catches with those listed in the file \p Survivors. Prints all, and returns
/// whether they agree and enough are caught. If \p Part is not empty, only
/// mutants with that in their names are tried.
bool checkMutants(std::vector<Explored> Models, const std::string &Runtime,
                  const std::string &Survivors, const std::string &Part);

} // namespace checker

#endif // TUSSAH_TESTS_MODEL_MUTANTS_H
