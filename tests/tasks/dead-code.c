// RUN: %tussah-clang -w -O0 -ftussah-target=serial -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %tussah-clang -w -O0 -ftussah-target=native -c %s -o %t.o
// RUN: %tussah-clang -w -O2 -ftussah-target=native -c %s -o %t.o
// What follows a return is emitted by clang if it declares an array of variable
// length or has a label, in blocks without predecessors.
#include <cilk/cilk.h>

long f(long x);

// CHECK-LABEL: define {{.*}} @array(
// CHECK-NOT: call
// CHECK: ret i32
int array(int n) {
  if (6 % 3 == 0)
    return n;
  long a[n];
  cilk_for (int i = 0; i < n; ++i)
    a[i] = i;
  a[1] = cilk_spawn f(a[0]);
  cilk_sync;
  return a[1];
}

// CHECK-LABEL: define {{.*}} @label(
// CHECK-NOT: call
// CHECK: ret i32
int label(int n) {
  return n;
again:
  cilk_spawn f(n);
  cilk_for (int i = 0; i < n; ++i)
    f(i);
  if (n)
    goto again;
  return 0;
}
