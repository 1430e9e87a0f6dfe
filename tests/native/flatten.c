// Calls that are to be inlined, in functions that spawn and of such functions: a
// link-time optimizer leaves them alone.
// REQUIRES: lld
// RUN: %tussah-clang -O2 -flto=thin -S -emit-llvm %s -o - | %FileCheck %s --implicit-check-not=alwaysinline
// CHECK: define {{.*}} @both.native(
// RUN: %tussah-clang -O2 -flto=thin -fuse-ld=lld %s -o %t
// RUN: %t && env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal %t
#include <cilk/cilk.h>

static long leaf(long n) {
  return n < 3 ? n : leaf(n - 1) + leaf(n - 2) - leaf(n - 3) % 2;
}

long fork(long n) {
  if (n < 2)
    return leaf(n);
  long a = cilk_spawn fork(n - 1);
  long b = fork(n - 2);
  cilk_sync;
  return a + b;
}

__attribute__((flatten)) long both(long n) {
  long a = cilk_spawn fork(n);
  long b = leaf(n) + fork(n - 1);
  cilk_sync;
  return a + b;
}

__attribute__((flatten)) long plain(long n) { return fork(n) + both(n); }

int main(void) { return plain(12) != 555; }
