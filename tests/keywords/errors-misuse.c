// RUN: %not %tussah-clang -fsyntax-only -w -ferror-limit=0 %s > %t.log 2>&1
// RUN: %FileCheck %s --input-file=%t.log --implicit-check-not=error:
// Keywords without what they need; unknown pragmas of the family.
#include <cilk/cilk.h>

int f(int);
int noreturn_value;

void missing(int n) {
  // CHECK-DAG: :[[@LINE+1]]:3: error: expected a call or a compound statement after 'cilk_spawn'{{$}}
  cilk_spawn;
  // CHECK-DAG: :[[@LINE+1]]:3: error: expected ';' after 'cilk_sync'{{$}}
  cilk_sync n;
  // CHECK-DAG: :[[@LINE+1]]:5: error: expected a statement after 'cilk_scope'{{$}}
  { cilk_scope }
// CHECK-DAG: :[[@LINE+1]]:1: error: expected a for loop after '#pragma cilk for'{{$}}
#pragma cilk for
  while (n)
    n--;
// CHECK-DAG: :[[@LINE+1]]:1: error: unknown '#pragma cilk grain'; expected 'spawn', 'sync', 'for', 'scope', 'grainsize' or 'reducer'{{$}}
#pragma cilk grain 3
  f(n);
}

int other_statements(int n) {
  // CHECK-DAG: :[[@LINE+1]]:3: error: expected a call or a compound statement after 'cilk_spawn'{{$}}
  cilk_spawn cilk_spawn f(1);
  // CHECK-DAG: :[[@LINE+1]]:3: error: expected a call or a compound statement after 'cilk_spawn'{{$}}
  cilk_spawn cilk_sync;
  // CHECK-DAG: :[[@LINE+1]]:11: error: expected expression{{$}}
  int x = cilk_sync;
  // CHECK-DAG: :[[@LINE+2]]:5: error: expected ';' after 'cilk_sync'{{$}}
  // CHECK-DAG: :[[@LINE+1]]:14: error: too few arguments to function call, expected 1, have 0{{$}}
  f(cilk_sync);
  // CHECK-DAG: :[[@LINE+1]]:7: error: expected expression{{$}}
  n = cilk_for (int i = 0; i < n; i++) f(i);
  // CHECK-DAG: :[[@LINE+1]]:3: error: expected a call or a compound statement after 'cilk_spawn'{{$}}
  cilk_spawn return f(1);
}

struct S {
  int bits : 3;
};
void statement(struct S *s, int n) {
  // CHECK-DAG: :[[@LINE+1]]:3: error: 'cilk_spawn' must be followed by a function call; put other statements in braces{{$}}
  cilk_spawn n;
  // CHECK-DAG: :[[@LINE+1]]:9: error: 'cilk_spawn' is not allowed in a function argument; it must be a statement, the initializer of a variable or the right side of an assignment{{$}}
  n = f(cilk_spawn f(1));
  // CHECK-DAG: :[[@LINE+2]]:29: error: initializer element is not a compile-time constant{{$}}
  // CHECK-DAG: :[[@LINE+1]]:18: error: 'cilk_spawn' can only initialize a variable with automatic storage duration{{$}}
  static int v = cilk_spawn f(1);
  // CHECK-DAG: :[[@LINE+1]]:36: error: the stride of 'cilk_for' must not be zero{{$}}
  cilk_for (int i = 0; i < n; i += 0)
    f(i);
  // CHECK-DAG: :[[@LINE+1]]:16: error: 'cilk_spawn' is not allowed in the initializer of a loop; it must be a statement, the initializer of a variable or the right side of an assignment{{$}}
  for (int i = cilk_spawn f(0); i < n; i++)
    f(i);
}

// CHECK-DAG: :[[@LINE+2]]:25: error: initializer element is not a compile-time constant{{$}}
// CHECK-DAG: :[[@LINE+1]]:14: error: 'cilk_spawn' is not allowed in the initializer of a variable outside of functions{{$}}
int global = cilk_spawn f(1);
