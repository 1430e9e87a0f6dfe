//===- loops.cpp - Parallel loops whose instructions are counted ----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The arguments are a kind of loop and its number of iterations. Prints a sum,
/// which does not depend on the schedule.
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>
#include <cilk/opadd_reducer.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

/// A body that vectorizes.
static long vectors(long N) {
  std::vector<long> A(N), B(N, 3);
  long *To = A.data(), *From = B.data();
  cilk_for (long I = 0; I < N; ++I)
    To[I] = 5 * From[I] + I;
  return A[N - 1];
}

[[gnu::noinline]] static long opaque(long I) {
  asm volatile("" : "+r"(I));
  return I;
}

/// A body that calls.
static long calls(long N) {
  std::vector<long> A(N);
  long *To = A.data();
  cilk_for (long I = 0; I < N; ++I)
    To[I] = opaque(I);
  return A[N - 1];
}

/// A reducer whose view is looked up once for a leaf.
static long sums(long N) {
  std::vector<long> A(N, 3);
  const long *From = A.data();
  cilk::opadd_reducer<long> Sum = 0;
  cilk_for (long I = 0; I < N; ++I)
    Sum += From[I];
  return Sum;
}

static cilk::opadd_reducer<long> Global;

[[gnu::noinline]] static void add(long I) { Global += I; }

/// A reducer whose view is looked up in every iteration.
static long lookups(long N) {
  cilk_for (long I = 0; I < N; ++I)
    add(I);
  return Global;
}

int main(int Argc, char **Argv) {
  struct {
    const char *Name;
    long (*Loop)(long);
  } Kinds[] = {{"vectors", vectors},
               {"calls", calls},
               {"sums", sums},
               {"lookups", lookups}};
  long N = Argc == 3 ? std::atol(Argv[2]) : 0;
  for (auto &Kind : Kinds)
    if (N > 0 && !std::strcmp(Kind.Name, Argv[1])) {
      std::printf("%ld\n", Kind.Loop(N));
      return 0;
    }
  std::fputs("usage: loops vectors|calls|sums|lookups iterations\n", stderr);
  return 2;
}
