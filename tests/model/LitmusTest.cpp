//===- LitmusTest.cpp - Tests the model checker ---------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each litmus test must have exactly the expected outcomes, both with and
/// without the table of states that saves the checker work: it must save no
/// outcome.
///
//===----------------------------------------------------------------------===//

#include "litmus.h"
#include "Checker.h"

#include <cstdio>

using namespace checker;

static bool check(const struct litmus &L, bool RememberStates) {
  Settings S;
  S.RememberStates = RememberStates;
  Result R = explore(L.model, S);
  std::string Found;
  for (unsigned Outcome : R.Outcomes)
    Found += (Found.empty() ? "" : " ") + std::to_string(Outcome);
  std::string Expected = L.failure;
  bool Good =
      R.Complete && (Expected.empty() ? R.Failure.empty() && Found == L.outcomes
                                      : R.Failure.rfind(Expected, 0) == 0);
  printf("%s %s: %s%s after %llu executions%s\n", Good ? "ok  " : "FAIL",
         L.model.name, R.Failure.c_str(),
         R.Failure.empty() ? Found.c_str() : "",
         static_cast<unsigned long long>(R.Executions),
         R.Complete ? "" : " (stopped)");
  if (!Good)
    printf("     expected: %s%s\n", L.outcomes, L.failure);
  return Good;
}

int main() {
  bool Good = true;
  for (const struct litmus *L = litmus_tests; L->model.name; ++L) {
    Good &= check(*L, true);
    Good &= check(*L, false);
  }
  return Good ? 0 : 1;
}
