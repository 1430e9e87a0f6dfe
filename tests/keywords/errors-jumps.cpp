// RUN: %not %tussah-clang++ -fsyntax-only -w -ferror-limit=0 -std=c++17 %s > %t.log 2>&1
// RUN: %FileCheck %s --input-file=%t.log --implicit-check-not=error:
// Jumps that would leave a task or enter it.
#include <cilk/cilk.h>

int f(int);

int block_return(int n) {
  // CHECK-DAG: :[[@LINE+1]]:16: error: 'return' must not leave a spawned block{{$}}
  cilk_spawn { return f(n); }
}
void block_break(int n) {
  while (n) {
    // CHECK-DAG: :[[@LINE+1]]:18: error: 'break' must not leave a spawned block{{$}}
    cilk_spawn { break; }
  }
  while (n) {
    cilk_spawn {
      if (f(n))
        // CHECK-DAG: :[[@LINE+1]]:9: error: 'continue' must not leave a spawned block{{$}}
        continue;
    }
  }
}
void block_goto(int n) {
  cilk_spawn {
    // CHECK-DAG: :[[@LINE+1]]:5: error: 'goto' must not leave a spawned block{{$}}
    goto out;
  }
out:
  f(n);
  // CHECK-DAG: :[[@LINE+1]]:3: error: 'goto' must not jump into a spawned block{{$}}
  goto in;
  cilk_spawn {
  in:
    f(n);
  }
}
void block_case(int n) {
  switch (n) {
    cilk_spawn {
    // CHECK-DAG: :[[@LINE+1]]:5: error: a label of an enclosing switch must not be in a spawned block{{$}}
    case 1:
      f(n);
    }
  }
}
void own_jumps_are_fine(int n) {
  cilk_spawn {
    for (;;) {
      if (f(n))
        break;
      if (n)
        continue;
      goto again;
    again:
      switch (n) {
      case 1:
        break;
      }
      [] { return 1; }();
    }
  }
}
int loop_jumps(int n) {
  cilk_for (int i = 0; i < n; ++i) {
    if (f(i))
      // CHECK-DAG: :[[@LINE+1]]:7: error: 'break' must not leave the body of a 'cilk_for' loop{{$}}
      break;
  }
  cilk_for (int i = 0; i < n; ++i) {
    if (f(i))
      // CHECK-DAG: :[[@LINE+1]]:7: error: 'return' must not leave the body of a 'cilk_for' loop{{$}}
      return 1;
  }
  cilk_for (int i = 0; i < n; ++i) {
    // CHECK-DAG: :[[@LINE+1]]:5: error: 'goto' must not leave the body of a 'cilk_for' loop{{$}}
    goto out;
  }
out:
  return 0;
}
