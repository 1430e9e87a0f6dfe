// Each decision is explained, at the place in the source that it is about.
//
// RUN: %tussah-clang++ -std=c++17 -O2 -c %s -o %t.o -Rpass='tussah|loop-vectorize' -Rpass-missed=tussah -Rpass-analysis=tussah 2>&1 | %FileCheck %s
//
// Nothing is removed if the user says so, or with OpenCilk's words, or for a
// tool that looks for races, or where the strands are counted.
// RUN: %tussah-clang++ -std=c++17 -O2 -c %s -o %t.o -Rpass=tussah -ftussah-keep-spawns 2>&1 | %FileCheck %s --check-prefix=KEEP --allow-empty
// RUN: %tussah-clang++ -std=c++17 -O2 -c %s -o %t.o -Rpass=tussah -mllvm -simplifycfg-preserve-all-spawns 2>&1 | %FileCheck %s --check-prefix=KEEP --allow-empty
// RUN: %tussah-clang++ -std=c++17 -O2 -c %s -o %t.o -Rpass=tussah -ftussah-target=reverse-counted 2>&1 | %FileCheck %s --check-prefix=KEEP --allow-empty
// RUN: %tussah-clang++ -std=c++17 -O0 -c %s -o %t.o -Rpass=tussah 2>&1 | %FileCheck %s --check-prefix=KEEP --allow-empty
// Without optimization there is nothing to explain. What two things keep in a loop is
// not told as if one did.
// RUN: %tussah-clang++ -std=c++17 -O0 -c %s -o %t.o -Rpass-missed=tussah 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: the early exit
// RUN: %tussah-clang++ -std=c++17 -O2 -c %s -o %t.o -Rpass-missed=tussah 2>&1 | %FileCheck %s --check-prefix=TWICE
// A serial loop has no grain.
// RUN: %tussah-clang++ -std=c++17 -O2 -ftussah-target=serial -c %s -o %t.o -Rpass-analysis=tussah 2>&1 | %FileCheck %s --check-prefix=SERIAL --allow-empty
// SERIAL-NOT: {{the grain|cost of an iteration}}
// KEEP-NOT: {{called, not spawned|serial loop}}

#include <cilk/cilk.h>

long f(long), g(long);

long last(long n) {
  long a = cilk_spawn f(n);
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: called, not spawned: only the sync follows [-Rpass=tussah]
  long b = cilk_spawn g(n);
  cilk_sync;
  return a + b;
}

void implicit(long n) {
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: spawned: it calls functions [-Rpass-missed=tussah]
  cilk_spawn f(n);
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: called, not spawned: only the sync follows [-Rpass=tussah]
  cilk_spawn g(n);
}

void small(double *a, long n) {
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: called, not spawned: it costs {{[0-9]+}} instructions, a task should cost more than 24 [-Rpass=tussah]
  cilk_spawn [=] { *a = *a * 2 + 1; }();
  f(n);
}

// What is called counts, and if its cost is not known, it is named.
[[gnu::noinline]] static void step(double *a) { *a = *a * 2 + 1; }
[[gnu::noinline]] static void steps(double *a, long n) {
  for (long i = 0; i < n; ++i)
    step(a + i);
}
void callees(double *a, long n) {
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: called, not spawned: it costs {{[0-9]+}} instructions, a task should cost more than 24 [-Rpass=tussah]
  cilk_spawn step(a);
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: spawned: it calls 'steps(double*, long)': the trip count of its loop is not known [-Rpass-missed=tussah]
  cilk_spawn steps(a, n);
  f(n);
}

static void scale(double *a, long n, long stride) {
  // CHECK-DAG: remarks.cpp:[[@LINE+3]]:{{[0-9]+}}: remark: loop body specialized for captured constants [-Rpass=tussah]
  // CHECK-DAG: remarks.cpp:[[@LINE+2]]:{{[0-9]+}}: remark: parallel loop with a leaf of independent iterations [-Rpass=tussah]
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: an iteration costs {{[0-9]+}} instructions; the grain depends on it [-Rpass-analysis=tussah]
  cilk_for (long i = 0; i < n; i += stride)
    // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: vectorized loop
    a[i] *= 2;
}
void scaleAll(double *a, long n) { scale(a, n, 1); }

// No iterations, or one.
void hardlyAny(double *a) {
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: serial loop: it has one iteration [-Rpass=tussah]
  cilk_for (int i = 0; i < 1; ++i)
    a[i] *= 2;
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: serial loop: it has no iterations [-Rpass=tussah]
  cilk_for (int i = 0; i < 0; ++i)
    a[i] *= 2;
}

// What stays parallel says why.
void stays(double *a, long n) {
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: parallel loop: how many iterations it has is not known [-Rpass-missed=tussah]
  cilk_for (long i = 0; i < n; ++i)
    a[i] *= 3;
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: parallel loop: its 100000 iterations cost {{[0-9]+}} instructions, a parallel loop should cost more than 4096 [-Rpass-missed=tussah]
  cilk_for (int i = 0; i < 100000; ++i)
    a[i] *= 4;
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: parallel loop: the cost of its iterations is not known: it calls functions [-Rpass-missed=tussah]
  cilk_for (int i = 0; i < 8; ++i)
    f(i);
#pragma cilk grainsize 2
  // CHECK-DAG: remarks.cpp:[[@LINE+2]]:{{[0-9]+}}: remark: parallel loop: its grain is given [-Rpass-missed=tussah]
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: the grain is given [-Rpass-analysis=tussah]
  cilk_for (int i = 0; i < 8; ++i)
    a[i] *= 5;
}

// A task that costs too much to be called.
void large(double *a, long n) {
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: spawned: it costs {{[0-9]+}} instructions, a task should cost more than 24 [-Rpass-missed=tussah]
  cilk_spawn [=] {
    for (int i = 0; i < 100; ++i)
      a[i] = a[i] / 3 + a[i + 1];
  }();
  f(n);
}

// The leaf of a body that is too large.
#define TEN(x) x x x x x x x x x x
void apart(long n) {
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: leaf loop calls its body, which is large or must not be inlined [-Rpass-missed=tussah]
  cilk_for (long i = 0; i < n; ++i) {
    TEN(TEN(TEN(f(i);)))
  }
}

// Constants of tasks, and of more places than there may be copies for.
static void call(long n, long factor) {
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: task specialized for captured constants [-Rpass=tussah]
  cilk_spawn f(factor);
  g(n);
}
void callOnce(long n) { call(n, 10); }
[[gnu::always_inline]] static inline void shift(double *a, long n, long by) {
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: loop body not specialized for captured constants: it would need 5 copies, more than 4 [-Rpass-missed=tussah]
  cilk_for (long i = 0; i < n; ++i)
    a[i + by] = a[i + by] / by;
}
void shiftAll(double *a, long n) {
  shift(a, n, 3);
  shift(a, n, 5);
  shift(a, n, 7);
  shift(a, n, 9);
  shift(a, n, 11);
}

// What keeps a load in the loop is named.
void ordered(double *a, const double *factor, long n) {
  cilk_for (long i = 0; i < n; ++i) {
    f(i);
    // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: loaded in each iteration, because it is behind the call of 'f(long)' in line [[@LINE-1]] [-Rpass-missed=tussah]
    a[i] = *factor;
  }
}

void orderedTwice(double *a, const double *factor, long n) {
  cilk_for (long i = 0; i < n; ++i) {
    f(i);
    g(i);
    // TWICE-NOT: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: loaded in each iteration
    a[i] = *factor;
  }
}

struct Factors {
  double *a;
  double factor;
};
void shared(Factors *f, long n) {
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: parallel loop with a leaf of independent iterations, which loads only once what they share [-Rpass=tussah]
  cilk_for (long i = 0; i < n; ++i)
    f->a[i] *= f->factor;
}

void few(double *a) {
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: serial loop: its 16 iterations cost {{[0-9]+}} instructions, a parallel loop should cost more than 4096 [-Rpass=tussah]
  cilk_for (int i = 0; i < 16; ++i)
    a[i] *= 2;
}

void calls(long n) {
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: the cost of an iteration is not known: it calls functions [-Rpass-analysis=tussah]
  cilk_for (long i = 0; i < n; ++i)
    f(i);
}

void knownCalls(double *a, long n) {
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: an iteration costs {{[0-9]+}} instructions; the grain depends on it [-Rpass-analysis=tussah]
  cilk_for (long i = 0; i < n; ++i)
    step(a + i);
}

long search(long *a, long n) {
  if (a[n] < 2)
    return n;
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: the early exit of the task is not taken at its spawn: its test accesses memory, or takes too many instructions [-Rpass-missed=tussah]
  long x = cilk_spawn search(a, n - 1);
  long y = search(a, n - 2);
  cilk_sync;
  return x + y;
}

long fib(long n) {
  if (n < 2)
    return n;
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: the early exit of the task is taken without a spawn [-Rpass=tussah]
  long a = cilk_spawn fib(n - 1);
  long b = fib(n - 2);
  cilk_sync;
  return a + b;
}
