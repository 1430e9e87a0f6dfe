// The poll preserves registers that the dynamic linker does not when it binds a
// function at its first call: it is called through the GOT.
//
// RUN: %tussah-clang -ftussah-target=native -O2 -S %s -o - | %FileCheck %s
// RUN: %tussah-clang -ftussah-target=native -O2 -fPIC -S %s -o - | %FileCheck %s
// RUN: %tussah-clang -ftussah-target=native -O0 -fPIC -S %s -o - | %FileCheck %s
// RUN: %tussah-clang -ftussah-target=native -O2 -fno-pic -S %s -o - | %FileCheck %s
// CHECK-NOT: call{{.*}}__tussah_poll@PLT
// CHECK: __tussah_poll@GOTPCREL(%rip)
// CHECK-NOT: call{{.*}}__tussah_poll@PLT

#include <cilk/cilk.h>

long fib(int n) {
  if (n < 2)
    return n;
  long a = cilk_spawn fib(n - 1);
  long b = fib(n - 2);
  cilk_sync;
  return a + b;
}
