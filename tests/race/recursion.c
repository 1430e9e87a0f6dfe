// Of a deep recursion a report shows where it is, and where it began.
// RUN: %tussah-clang -O0 -g -fsanitize=cilk %s -o %t
// RUN: env CILK_NWORKERS=1 %not %t 2>&1 | %FileCheck %s
// CHECK: Race detected on 'last' that two strands access:
// CHECK-NEXT: write at
// CHECK-COUNT-6: {{called|spawned}} at
// CHECK-NEXT: ... {{[0-9]+}} more
// CHECK-NEXT: called at
// CHECK-NEXT: spawned at
// CHECK-NEXT: {{read|write}} at
#include <cilk/cilk.h>

static long last;

static void descend(int n) {
  if (n)
    cilk_spawn descend(n - 1);
  last = n;
}

int main(void) {
  descend(30);
  return 0;
}
