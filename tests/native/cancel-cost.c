// Checks for cancellation are in modules that include <tussah/cancel.h>, and
// nowhere else; and leaf loops are vectorized there, too.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.c && cd %t
// RUN: %tussah-clang -ftussah-target=native -O2 -S -emit-llvm a.c -o none.ll
// RUN: %FileCheck %s --check-prefix=LEAF --implicit-check-not=cancel < none.ll
// RUN: %tussah-clang -ftussah-target=native -O2 -S -emit-llvm a.c -include tussah/cancel.h -o checks.ll
// RUN: %FileCheck %s --check-prefixes=CHECKS,LEAF --implicit-check-not=__tussah_cancellation{{$}} < checks.ll
//
// A spawn of a function that is spawned directly stays one.
// CHECKS: define {{.*}} @fib.native(
// CHECKS: __tussah_cancellations
// CHECKS: call {{.*}} @tussah_cancelled
// CHECKS: invoke {{.*}} @fib.native(
// LEAF: define internal {{.*}}@scale.body.leaf
// LEAF: load <{{[0-9]+}} x float>
// CHECKS: define internal {{.*}}@scale.body.cancellable
// CHECKS: call {{.*}} @tussah_cancelled
//
// On other targets checks are calls.
// RUN: %tussah-clang -ftussah-target=reverse -O2 -S -emit-llvm a.c -include tussah/cancel.h -o - | %FileCheck %s --check-prefix=REVERSE
// REVERSE: call {{.*}} @__tussah_scope_swap
// REVERSE: call {{.*}} @tussah_cancelled
// RUN: %tussah-clang -ftussah-target=reverse -O2 -S -emit-llvm a.c -o - | %FileCheck %s --check-prefix=LEAF --implicit-check-not=cancel
#include <cilk/cilk.h>

long fib(int n) {
  if (n < 2)
    return n;
  long x = cilk_spawn fib(n - 1);
  long y = fib(n - 2);
  cilk_sync;
  return x + y;
}

void scale(float *restrict to, const float *from, long n) {
  cilk_for (long i = 0; i < n; ++i)
    to[i] = 3 * from[i];
}
