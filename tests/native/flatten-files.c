// A caller with 'flatten' in another file: a link-time optimizer that sees both
// files leaves functions that spawn alone.
// REQUIRES: lld
// RUN: %tussah-clang -O2 -flto -c %s -o %t.1.o
// RUN: %tussah-clang -O2 -flto -c -DCALLER %s -o %t.2.o
// RUN: %tussah-clang -O2 -flto -fuse-ld=lld -Wl,--save-temps %t.1.o %t.2.o -o %t
// RUN: %t && env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal %t
// RUN: %opt -S %t.0.5.precodegen.bc -o - | %FileCheck %s
// CHECK-LABEL: define {{.*}} @flat(
// CHECK-COUNT-2: call {{.*}} @fork(
// CHECK-NOT: call
// CHECK: ret
long fork(long n);

#ifdef CALLER
__attribute__((flatten, noinline)) long flat(long n) {
  return fork(n) + fork(n - 1);
}

int main(void) { return flat(12) != 233; }
#else
#include <cilk/cilk.h>

long fork(long n) {
  if (n < 2)
    return n;
  long a = cilk_spawn fork(n - 1);
  long b = fork(n - 2);
  cilk_sync;
  return a + b;
}
#endif
