// Each decision is explained, at the place in the source that it is about.
//
// RUN: %tussah-clang++ -std=c++17 -O2 -c %s -o %t.o -Rpass=tussah -Rpass-missed=tussah -Rpass-analysis=tussah 2>&1 | %FileCheck %s
//
// Nothing is removed if the user says so, or with OpenCilk's words, or for a
// tool that looks for races, or where the strands are counted.
// RUN: %tussah-clang++ -std=c++17 -O2 -c %s -o %t.o -Rpass=tussah -ftussah-keep-spawns 2>&1 | %FileCheck %s --check-prefix=KEEP --allow-empty
// RUN: %tussah-clang++ -std=c++17 -O2 -c %s -o %t.o -Rpass=tussah -mllvm -simplifycfg-preserve-all-spawns 2>&1 | %FileCheck %s --check-prefix=KEEP --allow-empty
// RUN: %tussah-clang++ -std=c++17 -O2 -c %s -o %t.o -Rpass=tussah -ftussah-target=reverse-counted 2>&1 | %FileCheck %s --check-prefix=KEEP --allow-empty
// RUN: %tussah-clang++ -std=c++17 -O0 -c %s -o %t.o -Rpass=tussah 2>&1 | %FileCheck %s --check-prefix=KEEP --allow-empty
// KEEP-NOT: called, not spawned

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
