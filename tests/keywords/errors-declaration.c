// A declaration cannot be spawned; its initializer can.
// RUN: %not %tussah-clang -fsyntax-only %s 2>&1 | %FileCheck %s
#include <cilk/cilk.h>
int f(int);
int g(void) {
  // CHECK: :[[@LINE+1]]:3: error: 'cilk_spawn' is not allowed here; to spawn into a variable, write 'int x = cilk_spawn f();'{{$}}
  cilk_spawn int x = f(1);
  cilk_sync;
  return x;
}
