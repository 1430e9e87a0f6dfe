// RUN: %not %tussah-clang -fsyntax-only -w -ferror-limit=0 -fblocks %s > %t.log 2>&1
// RUN: %FileCheck %s --input-file=%t.log --implicit-check-not=error:
// A loop that counts a variable of the function.
#include <cilk/cilk.h>

int f(int);
int global;

void headers(int n) {
  int i;
  __block int shared;
  _Atomic int atomic;
  double real;
  // CHECK-DAG: :[[@LINE+1]]:13: error: 'cilk_for' must declare its control variable{{$}}
  cilk_for (global = 0; global < n; ++global) f(global);
  // CHECK-DAG: :[[@LINE+1]]:13: error: 'cilk_for' must declare its control variable{{$}}
  cilk_for (shared = 0; shared < n; ++shared) f(shared);
  // CHECK-DAG: :[[@LINE+1]]:13: error: 'cilk_for' must declare its control variable{{$}}
  cilk_for (atomic = 0; atomic < n; ++atomic) f(atomic);
  // CHECK-DAG: :[[@LINE+1]]:13: error: 'cilk_for' must declare its control variable{{$}}
  cilk_for (real = 0; real < n; ++real) f(1);
  // CHECK-DAG: :[[@LINE+1]]:3: error: 'cilk_for' must declare its control variable{{$}}
  cilk_for (; i < n; ++i) f(i);
  // CHECK-DAG: :[[@LINE+1]]:13: error: 'cilk_for' must declare its control variable{{$}}
  cilk_for (global = 0, n = 5; global < n; ++global) f(global);
  // CHECK-DAG: :[[@LINE+1]]:13: error: 'cilk_for' must declare its control variable 'i', as its body captures it{{$}}
  cilk_for (i = 0; i < n; ++i) f(^{ return i; }());
  // The block has a variable of its own.
  cilk_for (i = 0; i < n; ++i) f(^(int i) { return i; }(i));
}
