// Functions that spawn compile with line tables alone, and both copies of the
// code have them.
//
// RUN: %tussah-clang++ -ftussah-target=native -O1 -gline-tables-only -S %s -o - \
// RUN:   | %FileCheck %s
// CHECK-COUNT-2: .loc{{.*}}line-tables.cpp:13:3

#include <cilk/cilk.h>

void leaf(long);

static void loop(long n) {
  cilk_for (long i = 0; i < n; ++i)
    leaf(i);
}

void spawn(long n) {
  cilk_spawn leaf(n);
  loop(n);
  cilk_sync;
}
