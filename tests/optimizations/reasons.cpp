// Each reason why something is not done, at the place in the source that it is
// about.
//
// RUN: %tussah-clang++ -std=c++17 -O2 -c %s -o %t.o -Rpass-missed=tussah 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=NOT
// RUN: %tussah-clang++ -std=c++17 -O2 -ftussah-target=reverse -c %s -o %t.o -Rpass-missed=tussah 2>&1 | %FileCheck %s --check-prefix=OTHER
// RUN: %tussah-clang++ -std=c++17 -Oz -c %s -o %t.o -Rpass-missed=tussah 2>&1 | %FileCheck %s --check-prefix=SIZE
// RUN: %tussah-clang++ -std=c++17 -O2 -include tussah/cancel.h -c %s -o %t.o -Rpass-missed=tussah 2>&1 | %FileCheck %s --check-prefix=CANCEL
//
// A file of remarks has the names of the decisions.
// RUN: %tussah-clang++ -std=c++17 -O2 -c %s -o %t.o -fsave-optimization-record -foptimization-record-file=%t.yaml -foptimization-record-passes=tussah
// RUN: %FileCheck %s --check-prefix=FILE --input-file=%t.yaml
// FILE-DAG: Name:{{ +}}LoadStays
// FILE-DAG: Name:{{ +}}NoEarlyExit
// FILE-DAG: Name:{{ +}}SpawnStays
// FILE-DAG: Name:{{ +}}LoopStays
// FILE-DAG: Name:{{ +}}CapturesStay

#include <cilk/cilk.h>

#include <atomic>
#include <cstring>

long f(long), g(long);
std::atomic<long> count;
volatile long seen;
void (*callback)(long);

//===----------------------------------------------------------------------===//
// What keeps a load in the loop
//===----------------------------------------------------------------------===//

void acquires(double *a, const double *factor, long n) {
  cilk_for (long i = 0; i < n; ++i) {
    count.fetch_add(1);
    // CHECK-DAG: reasons.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: loaded in each iteration, because it is behind an acquire operation in line {{[0-9]+}} [-Rpass-missed=tussah]
    a[i] = *factor;
  }
}

void fences(double *a, const double *factor, long n) {
  cilk_for (long i = 0; i < n; ++i) {
    std::atomic_thread_fence(std::memory_order_acquire);
    // CHECK-DAG: reasons.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: loaded in each iteration, because it is behind an acquire operation in line {{[0-9]+}} [-Rpass-missed=tussah]
    a[i] = *factor;
  }
}

// What does not order iterations keeps nothing.
void relaxes(double *a, const double *factor, long n) {
  cilk_for (long i = 0; i < n; ++i) {
    count.fetch_add(1, std::memory_order_release);
    // NOT-NOT: reasons.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: loaded
    a[i] = *factor;
  }
}

void looks(double *a, const double *factor, long n) {
  cilk_for (long i = 0; i < n; ++i) {
    seen = i;
    // CHECK-DAG: reasons.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: loaded in each iteration, because it is behind a volatile access in line [[@LINE-1]] [-Rpass-missed=tussah]
    a[i] = *factor;
  }
}

void callsBack(double *a, const double *factor, long n) {
  cilk_for (long i = 0; i < n; ++i) {
    callback(i);
    // CHECK-DAG: reasons.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: loaded in each iteration, because it is behind a call in line [[@LINE-1]] [-Rpass-missed=tussah]
    a[i] = *factor;
  }
}

//===----------------------------------------------------------------------===//
// What keeps a spawn
//===----------------------------------------------------------------------===//

void waits(long n) {
  // CHECK-DAG: reasons.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: spawned: it has atomic or volatile accesses [-Rpass-missed=tussah]
  cilk_spawn [] { count.store(1); }();
  f(n);
}

void copies(char *to, const char *from, long n) {
  // CANCEL-DAG: reasons.cpp:[[@LINE+2]]:{{[0-9]+}}: remark: spawned: it asks whether it is cancelled [-Rpass-missed=tussah]
  // CHECK-DAG: reasons.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: spawned: it copies or sets memory of unknown size [-Rpass-missed=tussah]
  cilk_spawn [=] { std::memcpy(to, from, n); }();
  f(n);
}

[[gnu::noinline]] static long tribonacci(long n) {
  if (n < 3)
    return n;
  long a = tribonacci(n - 1), b = tribonacci(n - 2), c = tribonacci(n - 3);
  return a / (b + c * a);
}
void recurs(long *a, long n) {
  // CHECK-DAG: reasons.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: spawned: it calls 'tribonacci(long)': it calls 'tribonacci(long)': it is recursive [-Rpass-missed=tussah]
  *a = cilk_spawn tribonacci(n);
  f(n);
}

[[gnu::noinline]] static void fork(long n) {
  cilk_spawn f(n);
  g(n);
}
void forks(long n) {
  // CHECK-DAG: reasons.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: spawned: it calls 'fork(long)': it has tasks or reducers of its own [-Rpass-missed=tussah]
  cilk_spawn fork(n);
  f(n);
}

//===----------------------------------------------------------------------===//
// What keeps an early exit in the task
//===----------------------------------------------------------------------===//

static long depth;
[[gnu::noinline]] static long counts(long n) {
  if (n < 2) {
    depth = n;
    return n;
  }
  // CHECK-DAG: reasons.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: the early exit of the task is not taken at its spawn: it does more than to return what is known there [-Rpass-missed=tussah]
  long a = cilk_spawn counts(n - 1);
  long b = counts(n - 2) + f(n);
  cilk_sync;
  return a + b;
}
long counted(long n) { return counts(n) + depth; }

[[gnu::weak]] long replaced(long n) {
  if (n < 2)
    return n;
  // OTHER-DAG: reasons.cpp:[[@LINE+2]]:{{[0-9]+}}: remark: the early exit of the task is not taken at its spawn: another definition may replace it [-Rpass-missed=tussah]
  // CHECK-DAG: reasons.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: the early exit of the task is not taken at its spawn: another definition may replace it [-Rpass-missed=tussah]
  long a = cilk_spawn replaced(n - 1);
  long b = replaced(n - 2);
  cilk_sync;
  return a + b;
}

long exits(long n) {
  if (n < 2)
    return n;
  // SIZE-DAG: reasons.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: the early exit of the task is not taken at its spawn: code is to be small [-Rpass-missed=tussah]
  long a = cilk_spawn exits(n - 1);
  long b = exits(n - 2);
  cilk_sync;
  return a + b;
}

//===----------------------------------------------------------------------===//
// What keeps a loop
//===----------------------------------------------------------------------===//

[[gnu::always_inline]] static inline void shift(double *a, long n, long by) {
  // SIZE-DAG: reasons.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: loop body not specialized for captured constants: code is to be small [-Rpass-missed=tussah]
  cilk_for (long i = 0; i < n; ++i)
    a[i + by] = a[i + by] / by;
}
void shiftAll(double *a, long n) {
  shift(a, n, 3);
  shift(a, n, 5);
}

#define TEN(x) x x x x x x x x x x
[[gnu::always_inline]] static inline void large(long n, long by) {
  // CHECK-DAG: reasons.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: loop body not specialized for captured constants: a copy has {{[0-9]+}} instructions, more than 1000 [-Rpass-missed=tussah]
  cilk_for (long i = 0; i < n; ++i) {
    TEN(TEN(TEN(f(i * by);)))
  }
}
void largeBoth(long n) {
  large(n, 3);
  large(n, 5);
}

[[clang::noinline]] static void scale(double *a) {
  // CANCEL-DAG: reasons.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: parallel loop: loops of this file can be cancelled [-Rpass-missed=tussah]
  cilk_for (int i = 0; i < 16; ++i)
    a[i] *= 2;
}
void scaleTwice(double *a) {
  scale(a);
  scale(a + 16);
}
