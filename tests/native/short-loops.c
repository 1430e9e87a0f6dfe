// Short loops beside spawns begin with a cache line, so that it is not chance
// how fast they are.
//
// RUN: %tussah-clang -ftussah-target=native -std=c23 -O2 -fno-vectorize -fno-unroll-loops -S %s -o - | %FileCheck %s
// RUN: %tussah-clang -ftussah-target=native -std=c23 -Os -fno-vectorize -fno-unroll-loops -S %s -o - | %FileCheck %s --check-prefix=SMALL
// RUN: %tussah-clang -ftussah-target=native -std=c23 -O0 -S %s -o - | %FileCheck %s --check-prefix=SMALL
//
// The loops are there, and nothing aligns them.
// SMALL-NOT: p2align 6
// SMALL: search.native:
// SMALL-NOT: p2align 6
// SMALL: Loop Header
// SMALL-NOT: p2align 6
// SMALL: own.native:
// SMALL-NOT: p2align 6
// SMALL: Loop Header
// SMALL-NOT: p2align 6

#include <cilk/cilk.h>

void work(int x);
int next(int x);

// CHECK-LABEL: search.native:
// CHECK: .p2align 6
// CHECK-NEXT: .LBB
// CHECK: cmpl
// CHECK: j
int search(const int *data, int n, int wanted) {
  cilk_spawn work(n);
  for (int i = 0; i < n; ++i)
    if (data[i] == wanted)
      return i;
  return n;
}

// A call is not short, and a line means little to it.
// CHECK-LABEL: calls.native:
// CHECK-NOT: .p2align 6
int calls(int n) {
  cilk_spawn work(n);
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += next(sum);
  return sum;
}

// CHECK-LABEL: own.native:
// CHECK-NOT: .p2align 6
// CHECK: .p2align 5
// CHECK-NEXT: .LBB
// CHECK-NOT: .p2align 6
// CHECK-LABEL: elsewhere:
int own(const int *data, int n, int wanted) {
  cilk_spawn work(n);
  [[clang::code_align(32)]] for (int i = 0; i < n; ++i)
    if (data[i] == wanted)
      return i;
  return n;
}

// Functions without spawns are clang's.
// CHECK-NOT: .p2align 6
int elsewhere(const int *data, int n, int wanted) {
  for (int i = 0; i < n; ++i)
    if (data[i] == wanted)
      return i;
  return n;
}
