// REQUIRES: lld, ubsan
// A function that spawns has two bodies. Its type, by which indirect calls are
// checked, belongs to the one whose address is taken, with each checker.
// RUN: %tussah-clang -O2 -fsanitize=kcfi %s -o %t && %t
// RUN: %tussah-clang -O0 -fsanitize=kcfi %s -o %t && %t
// RUN: %tussah-clang -O2 -fsanitize=cfi-icall -flto -fvisibility=hidden -fuse-ld=lld %s -o %t && %t
// RUN: %tussah-clang -O2 -fsanitize=cfi-icall -flto=thin -fvisibility=hidden -fuse-ld=lld %s -o %t && %t
// RUN: %tussah-clang -O2 -fsanitize=function -fno-sanitize-recover=function %s -o %t && %t
// They still find a call of the wrong type.
// RUN: %tussah-clang -O2 -DWRONG -fsanitize=kcfi %s -o %t && %not --crash %t
// RUN: %tussah-clang -O2 -DWRONG -fsanitize=cfi-icall -flto -fvisibility=hidden -fuse-ld=lld %s -o %t && %not --crash %t
// RUN: %tussah-clang -O2 -DWRONG -fsanitize=function -fno-sanitize-recover=function %s -o %t && %not %t

#include <cilk/cilk.h>

__attribute__((noinline)) long fib(int n) {
  if (n < 2)
    return n;
  long a = cilk_spawn fib(n - 1);
  long b = fib(n - 2);
  cilk_sync;
  return a + b;
}

#ifdef WRONG
typedef long function(long *);
#define ARGUMENT 0
#else
typedef long function(int);
#define ARGUMENT 14
#endif

function *volatile pointer = (function *)fib;

int main(void) {
  function *f = pointer;
  long spawned = cilk_spawn f(ARGUMENT);
  long called = f(ARGUMENT);
  cilk_sync;
  return spawned + called != 2 * fib(ARGUMENT);
}
