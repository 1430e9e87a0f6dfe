// Programs of several shapes, with many more workers than cores, with a steal at
// every poll, and with random delays in the runtime. Each writes what its serial
// elision writes.
//
// RUN: %clangxx -O2 -I%include-dir %s -o %t.serial -pthread
// RUN: %t.serial 1000000 > %t.deep
// RUN: %t.serial 10000 > %t.expected
// RUN: %tussah-clang++ -ftussah-target=native -O2 %s -o %t -pthread
// RUN: env CILK_STACKSIZE=1G CILK_NWORKERS=2 timeout 300 %t 1000000 | diff %t.deep -
// RUN: env CILK_STACKSIZE=1G CILK_NWORKERS=8 TUSSAH_STRESS=delays \
// RUN:   timeout 300 %t 1000000 | diff %t.deep -
// RUN: env CILK_NWORKERS=64 timeout 300 %t 10000 | diff %t.expected -
// RUN: env CILK_NWORKERS=64 TUSSAH_STRESS=delays timeout 300 %t 10000 \
// RUN:   | diff %t.expected -
// RUN: env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal TUSSAH_STATS=%t.json \
// RUN:   timeout 300 %t 10000 | diff %t.expected -
// RUN: %python %S/Inputs/statistics.py %t.json 'steals > 20'
// RUN: env CILK_NWORKERS=8 TUSSAH_STRESS=always-steal,delays TUSSAH_STATS=%t.json \
// RUN:   timeout 300 %t 10000 | diff %t.expected -
// RUN: %python %S/Inputs/statistics.py %t.json 'steals > 20'
// RUN: env CILK_NWORKERS=64 TUSSAH_STRESS=always-steal,delays,signals \
// RUN:   TUSSAH_STATS=%t.json timeout 300 %t 10000 | diff %t.expected -
// RUN: %python %S/Inputs/statistics.py %t.json 'steals > 20'
//
// Other frames:
// RUN: %tussah-clang++ -ftussah-target=native -O0 %s -o %t -pthread
// RUN: env CILK_NWORKERS=8 TUSSAH_STRESS=always-steal,delays \
// RUN:   timeout 300 %t 10000 | diff %t.expected -
//
// With the stacks watched:
// RUN: %tussah-clang++ -ftussah-target=native -O1 -g -fsanitize=address,undefined \
// RUN:   -fno-sanitize-recover=all %s -o %t -pthread
// RUN: env CILK_NWORKERS=2 timeout 300 %t 1000 > %t.out && %t.serial 1000 | diff %t.out -
// RUN: env CILK_NWORKERS=8 TUSSAH_STRESS=always-steal,delays timeout 300 %t 1000 | diff %t.out -
// RUN: env CILK_NWORKERS=64 TUSSAH_STRESS=always-steal timeout 300 %t 1000 | diff %t.out -
#include "Inputs/kernels.h"
#include "Inputs/test.h"

#include <atomic>
#include <pthread.h>
#include <string>
#include <vector>

//===----------------------------------------------------------------------===//
// Sorting by merging, both of which are parallel
//===----------------------------------------------------------------------===//

static void merge(const int *A, long N, const int *B, long M, int *Out) {
  if (N < M) {
    merge(B, M, A, N, Out);
    return;
  }
  if (N + M < 32) {
    for (long I = 0, J = 0; I + J < N + M;) {
      bool FromA = J == M || (I < N && A[I] <= B[J]);
      Out[I + J] = FromA ? A[I] : B[J];
      ++(FromA ? I : J);
    }
    return;
  }
  long Half = N / 2, Low = 0;
  for (long High = M; Low < High;) {
    long Middle = (Low + High) / 2;
    if (B[Middle] < A[Half])
      Low = Middle + 1;
    else
      High = Middle;
  }
  cilk_spawn merge(A, Half, B, Low, Out);
  merge(A + Half, N - Half, B + Low, M - Low, Out + Half + Low);
  cilk_sync;
}

static void cilksort(int *Values, int *Scratch, long N) {
  if (N < 16) {
    for (long I = 1; I < N; ++I)
      for (long J = I; J > 0 && Values[J - 1] > Values[J]; --J)
        std::swap(Values[J - 1], Values[J]);
    return;
  }
  long Quarter = N / 4, Half = 2 * Quarter;
  cilk_spawn cilksort(Values, Scratch, Quarter);
  cilk_spawn cilksort(Values + Quarter, Scratch + Quarter, Quarter);
  cilk_spawn cilksort(Values + Half, Scratch + Half, Quarter);
  cilksort(Values + Half + Quarter, Scratch + Half + Quarter,
           N - Half - Quarter);
  cilk_sync;
  cilk_spawn merge(Values, Quarter, Values + Quarter, Quarter, Scratch);
  merge(Values + Half, Quarter, Values + Half + Quarter, N - Half - Quarter,
        Scratch + Half);
  cilk_sync;
  merge(Scratch, Half, Scratch + Half, N - Half, Values);
}

static unsigned long sortNumbers(long N) {
  std::vector<int> Values(N), Scratch(N);
  unsigned Random = 1;
  for (int &Value : Values)
    Value = int((Random = Random * 1664525 + 1013904223) >> 8) % 10000;
  cilksort(Values.data(), Scratch.data(), N);
  unsigned long Hash = 0;
  for (int Value : Values)
    Hash = Hash * 31 + unsigned(Value);
  return Hash;
}

//===----------------------------------------------------------------------===//
// Deep recursion, and leaves that never poll
//===----------------------------------------------------------------------===//

static long deep(long N) {
  if (N == 0)
    return 0;
  long X = cilk_spawn deep(N - 1);
  long Y = N & 1;
  cilk_sync;
  return X + Y;
}

static unsigned long leaf(unsigned long X) {
  for (int I = 0; I < 50000; ++I)
    X = X * 6364136223846793005 + 1442695040888963407;
  return X;
}

/// Every level has a continuation that is a leaf, too.
static unsigned long leaves(int Depth) {
  if (Depth == 0)
    return leaf(1);
  unsigned long X = cilk_spawn leaves(Depth - 1);
  unsigned long Y = leaf(unsigned(Depth));
  cilk_sync;
  return X ^ (Y * 3);
}

//===----------------------------------------------------------------------===//
// Exceptions
//===----------------------------------------------------------------------===//

static std::atomic<long> Living;

struct Counted {
  Counted() { ++Living; }
  ~Counted() { --Living; }
};

struct Failure {
  std::string Path;
};

/// Each bit of \p Choice says what fails: a child early or late, or the
/// continuation. What comes first in the serial program is what arrives.
static int mayFail(int Depth, unsigned Choice, const std::string &Path) {
  Counted Alive;
  if (Depth == 0) {
    if (Choice & 1)
      throw Failure{Path};
    return 1;
  }
  int X = cilk_spawn mayFail(Depth - 1, Choice >> 2, Path + "a");
  Counted Between;
  int Y = cilk_spawn mayFail(Depth - 1, Choice >> 3, Path + "b");
  if ((Choice & 3) == 3)
    throw Failure{Path + "c"};
  cilk_sync;
  return X + Y;
}

static std::string outcome(unsigned Choice) {
  try {
    return std::to_string(mayFail(5, Choice, ""));
  } catch (const Failure &F) {
    return F.Path;
  }
}

/// In every second frame, the exception is caught and thrown again.
static int rethrow(int Depth) {
  Counted Alive;
  if (Depth == 0)
    throw Failure{"deep"};
  try {
    int X = cilk_spawn rethrow(Depth - 1);
    fib(3);
    cilk_sync;
    return X;
  } catch (Failure &F) {
    F.Path += char('a' + Depth % 26);
    if (Depth % 2)
      throw;
    throw Failure{F.Path};
  }
}

static std::string rethrown(int Depth) {
  try {
    rethrow(Depth);
  } catch (const Failure &F) {
    return F.Path;
  }
  return "nothing";
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

static void *run(void *Argument) {
  long Depth = *static_cast<long *>(Argument);
  printf("fib %d\n", fib(19));
  printf("queens %d\n", queens(7, 0, nullptr));
  printf("cilksort %lu\n", sortNumbers(6000));
  printf("deep %ld\n", deep(Depth));
  printf("leaves %lu\n", leaves(20));
  printf("callbacks %d\n", sort_by_fib(6));
  printf("loop %ld\n", sum_of_squares(3000));
  for (unsigned Choice = 0; Choice < 100; ++Choice)
    printf("exception %s\n", outcome(Choice * 2654435761u).c_str());
  printf("rethrown %s\n", rethrown(30).c_str());
  printf("living %ld\n", Living.load());
  return nullptr;
}

/// On a stack that is large enough for the serial elision, too.
int main(int Argc, char **Argv) {
  CHECK(Argc == 2);
  long Depth = atol(Argv[1]);
  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  pthread_attr_setstacksize(&Attributes, size_t(1) << 30);
  pthread_t Thread;
  CHECK(pthread_create(&Thread, &Attributes, run, &Depth) == 0);
  pthread_join(Thread, nullptr);
}
