//===- Protocols.cpp - Checks the protocols of the runtime ----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
///     protocols [MODEL]                  checks all models or one
///     protocols --mutate LIST HEADER FOLDERS [PART]
///                                        checks all models, then weakens each
///                                        order in the sources of FOLDERS (with
///                                        commas) by one step, of the
///                                        operations in HEADER: each mutant
///                                        must be caught, or be in LIST; only
///                                        those with PART in their names
///     protocols --replay MODEL C,C,C...  repeats one execution
///
/// TUSSAH_MODEL_MORE=N makes all bounds of models higher by N. README.md
/// explains the bounds and the list.
///
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "Mutants.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>

using namespace checker;

static std::vector<const struct model *>
allModels(const struct model *const *Lists) {
  std::vector<const struct model *> All;
  for (; *Lists; ++Lists)
    for (const struct model *M = *Lists; M->name; ++M)
      All.push_back(M);
  return All;
}

static Settings settingsOf(const struct model &M) {
  const char *More = getenv("TUSSAH_MODEL_MORE");
  int Extra = More ? atoi(More) : 0;
  Settings S;
  S.Preemptions = M.preemptions < 0 ? -1 : M.preemptions + Extra;
  S.Surprises = M.surprises < 0 ? -1 : M.surprises + Extra;
  if (Extra > 0)
    S.Executions = UINT64_MAX;
  return S;
}

static std::string text(const std::vector<unsigned> &Choices) {
  std::string Text;
  for (unsigned C : Choices)
    Text += (Text.empty() ? "" : ",") + std::to_string(C);
  return Text;
}

/// Explores \p M and prints the result. False if it failed.
static bool check(const struct model &M, std::vector<Explored> &All) {
  Settings S = settingsOf(M);
  Result R = explore(M, S);
  printf("%-26s %9llu executions %9llu states%s\n", M.name,
         static_cast<unsigned long long>(R.Executions),
         static_cast<unsigned long long>(R.States),
         R.Complete ? "" : " (stopped)");
  if (!R.Failure.empty())
    printf("FAIL %s: %s; repeat with --replay %s %s\n", M.name,
           R.Failure.c_str(), M.name, text(R.Choices).c_str());
  fflush(stdout);
  All.push_back({&M, S, R});
  return R.Complete && R.Failure.empty();
}

static bool replay(const struct model &M, const std::string &Choices) {
  Settings S = settingsOf(M);
  for (const char *P = Choices.c_str(); *P;) {
    char *End;
    S.Replay.push_back(unsigned(strtoul(P, &End, 10)));
    P = *End ? End + 1 : End;
  }
  Result R = explore(M, S);
  printf("%s\n", R.Failure.empty() ? "no failure" : R.Failure.c_str());
  return R.Failure.empty();
}

static std::vector<std::string> splitAtCommas(const std::string &Text) {
  std::vector<std::string> Parts;
  std::istringstream Stream(Text);
  for (std::string Part; std::getline(Stream, Part, ',');)
    Parts.push_back(Part);
  return Parts;
}

static int usage() {
  fprintf(stderr, "protocols: error: expected [MODEL], --mutate LIST HEADER "
                  "FOLDERS [PART], or --replay MODEL CHOICES\n");
  return 2;
}

int model_main(int Argc, char **Argv, const struct model *const *Lists) {
  std::vector<std::string> Args(Argv + 1, Argv + Argc);
  bool Mutates = !Args.empty() && Args[0] == "--mutate";
  bool Replays = !Args.empty() && Args[0] == "--replay";
  if (Mutates ? Args.size() < 4 || Args.size() > 5
              : Args.size() != (Replays ? 3 : std::min<size_t>(1, Args.size())))
    return usage();
  std::string Name = Replays ? Args[1] : Mutates || Args.empty() ? "" : Args[0];
  bool Good = true, Found = false;
  std::vector<Explored> All;
  for (const struct model *M : allModels(Lists)) {
    if (!Name.empty() && Name != M->name)
      continue;
    Found = true;
    Good &= Replays ? replay(*M, Args[2]) : check(*M, All);
  }
  if (!Found) {
    fprintf(stderr, "protocols: error: no model '%s'\n", Name.c_str());
    return 2;
  }
  if (Good && Mutates)
    Good = checkMutants(All, {Args[2], splitAtCommas(Args[3])}, Args[1],
                        Args.size() > 4 ? Args[4] : "");
  return Good ? 0 : 1;
}
