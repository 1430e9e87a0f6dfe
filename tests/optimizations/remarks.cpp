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

long fib(long n) {
  if (n < 2)
    return n;
  // CHECK-DAG: remarks.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: the early exit of the task is taken without a spawn [-Rpass=tussah]
  long a = cilk_spawn fib(n - 1);
  long b = fib(n - 2);
  cilk_sync;
  return a + b;
}
