// Source-based coverage counts each line as often as the serial elision does,
// but for the header of a parallel loop, which is evaluated once. The regions of
// the markers are not seen, and the counters are not lost among threads.
// DEFINE: %{flags} =
// DEFINE: %{run} =
// DEFINE: %{check} = rm -rf %t && mkdir %t && %tussah-clang++ -Werror -fprofile-instr-generate -fcoverage-mapping %{flags} %s -o %t/a && cd %t && env LLVM_PROFILE_FILE=%t/profraw %{run} %t/a && %llvm-profdata merge %t/profraw -o %t/profile && %llvm-cov show %t/a -instr-profile=%t/profile --show-branches=count %s > %t/out && %FileCheck %s --match-full-lines --implicit-check-not="{{^ ?[|] +Branch}}" --input-file=%t/out
// REDEFINE: %{flags} = -O0 -g -ftussah-target=serial
// RUN: %{check}
// REDEFINE: %{run} = CILK_NWORKERS=4 TUSSAH_STRESS=always-steal
// REDEFINE: %{flags} = -O0 -ftussah-target=native
// RUN: %{check}
// REDEFINE: %{flags} = -O2 -ftussah-target=native
// RUN: %{check}
// REDEFINE: %{flags} = -O2 -ftussah-target=openmp
// RUN: %if openmp %{ %{check} %}

// RUN: %tussah-clang++ -fprofile-instr-generate -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=ATOMIC --implicit-check-not="store i64 {{.*}}@__profc"
// ATOMIC: atomicrmw add ptr @__profc

// Where one thread counts, the user may do without atomic counters; they are
// not taken for memory that iterations share without changing it.
// REDEFINE: %{flags} = -O2 -ftussah-target=serial -fprofile-update=single
// RUN: %{check}

// The profile fits the program when it is compiled again.
// RUN: %tussah-clang++ -Werror -Wprofile-instr-out-of-date -Wprofile-instr-unprofiled -O2 -fprofile-instr-use=%t/profile %s -o %t/b && %t/b

// gcov's files would not be valid. Files without tasks may have them.
// RUN: cd %t && %not %tussah-clang++ --coverage -c %s -o b.o 2>&1 | %FileCheck %s --check-prefix=GCOV
// GCOV: error: gcov cannot count tasks; use -fprofile-instr-generate -fcoverage-mapping instead of --coverage
// RUN: cd %t && %tussah-clang++ --coverage -c %S/../driver/Inputs/plain.cpp -o b.o

#include <cilk/cilk.h>

// CHECK: [[#@LINE+1]]| 177|static long fib(int n) {
static long fib(int n) {
// CHECK: [[#@LINE+1]]| 177| if (n < 2)
  if (n < 2)
// CHECK: | Branch ([[#@LINE-1]]:7): [True: 89, False: 88]
// CHECK: [[#@LINE+1]]| 89| return n;
    return n;
// CHECK: [[#@LINE+1]]| 88| long a = cilk_spawn fib(n - 1);
  long a = cilk_spawn fib(n - 1);
// CHECK: [[#@LINE+1]]| 88| long b = fib(n - 2);
  long b = fib(n - 2);
// CHECK: [[#@LINE+1]]| 88| cilk_sync;
  cilk_sync;
  return a + b;
}

static void negate(long *x, long i) { x[i] = -x[i]; }

static void fail(int i) {
  if (i > 2)
// CHECK: | Branch ([[#@LINE-1]]:7): [True: 1, False: 2]
    throw i;
}

// CHECK: [[#@LINE+1]]| 3|static int mayFail(int i) {
static int mayFail(int i) {
  try {
// CHECK: [[#@LINE+1]]| 3| cilk_spawn fail(i);
    cilk_spawn fail(i);
// A task that throws is not counted behind it.
// CHECK: [[#@LINE+1]]| 2| cilk_sync;
    cilk_sync;
  } catch (int e) {
// CHECK: [[#@LINE+1]]| 1| return e;
    return e;
  }
// CHECK: [[#@LINE+1]]| 2| return 0;
  return 0;
}

// CHECK: [[#@LINE+1]]| 1|int main() {
int main() {
  long x[100], n = 100;
// CHECK: [[#@LINE+1]]| 100| cilk_for (long i = 0; i < (n > 5 ? n : 5); ++i) {
  cilk_for (long i = 0; i < (n > 5 ? n : 5); ++i) {
// CHECK: | Branch ([[#@LINE-1]]:30): [True: 1, False: 0]
// CHECK: [[#@LINE+1]]| 100| if (i < 30)
    if (i < 30)
// CHECK: | Branch ([[#@LINE-1]]:9): [True: 30, False: 70]
// CHECK: [[#@LINE+1]]| 30| continue;
      continue;
// CHECK: [[#@LINE+1]]| 70| x[i] = 1;
    x[i] = 1;
  }
// CHECK: [[#@LINE+1]]| 11| for (int i = 0; i < 10; ++i) {
  for (int i = 0; i < 10; ++i) {
// CHECK: | Branch ([[#@LINE-1]]:19): [True: 10, False: 1]
// CHECK: [[#@LINE+1]]| 10| cilk_spawn negate(x, 50 + i);
    cilk_spawn negate(x, 50 + i);
// CHECK: [[#@LINE+1]]| 10| cilk_spawn {
    cilk_spawn {
// CHECK: [[#@LINE+1]]| 10| x[i] = 3;
      x[i] = 3;
// CHECK: [[#@LINE+1]]| 10| if (i == 7)
      if (i == 7)
// CHECK: | Branch ([[#@LINE-1]]:11): [True: 1, False: 9]
// CHECK: [[#@LINE+1]]| 1| x[i] = 4;
        x[i] = 4;
    }
  }
// CHECK: [[#@LINE+1]]| 1| cilk_sync;
  cilk_sync;
  // A stride that is known only now, and may be wrong.
// CHECK: [[#@LINE+1]]| 1| cilk_for (long i = 0; i < n; i += n / 4)
  cilk_for (long i = 0; i < n; i += n / 4)
// CHECK: [[#@LINE+1]]| 4| x[i] += 0;
    x[i] += 0;
// CHECK: [[#@LINE+1]]| 1| long sum = fib(10);
  long sum = fib(10);
  cilk_scope {
    for (int i = 0; i < 10; ++i)
// CHECK: | Branch ([[#@LINE-1]]:21): [True: 10, False: 1]
// CHECK: [[#@LINE+1]]| 10| cilk_spawn negate(x, i);
      cilk_spawn negate(x, i);
  }
// CHECK: [[#@LINE+1]]| 11| for (int i = 0; i < 10; ++i)
  for (int i = 0; i < 10; ++i)
// CHECK: | Branch ([[#@LINE-1]]:19): [True: 10, False: 1]
    sum += x[i] + x[50 + i];
  for (int i = 1; i < 4; ++i)
// CHECK: | Branch ([[#@LINE-1]]:19): [True: 3, False: 1]
    sum += mayFail(i);
// CHECK: [[#@LINE+1]]| 1| return sum != 55 - 31 - 10 + 3;
  return sum != 55 - 31 - 10 + 3;
// CHECK: [[#@LINE+1]]| 1|}
}
