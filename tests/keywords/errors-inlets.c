// RUN: %not %tussah-clang -fsyntax-only -ferror-limit=0 %s 2>&1 | %FileCheck %s --implicit-check-not=error:
#include <cilk/cilk.h>
#include <tussah/inlet.h>

int f(int);
void procedure(int);
void none(int *, int);
cilk_inlet void add(int *to, int x) { *to += x; }
cilk_inlet int result(int x) { return x; }
cilk_inlet void several(int x, ...) { (void)x; }

// CHECK: :[[@LINE+1]]:51: error: 'cilk_spawn' is not allowed in an inlet
cilk_inlet void spawns(int *to, int x) { int y = (cilk_spawn f(x)); *to = y; }
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: 'cilk_sync' is not allowed in an inlet
cilk_inlet void syncs(int *to, int x) { *to = x; cilk_sync; }

void uses(int n) {
  int x = 0;
  add(&x, cilk_spawn f(n));
  add(&x, f(n));
  // CHECK: :[[@LINE+1]]:12: error: 'cilk_spawn' is not allowed in a function argument
  none(&x, cilk_spawn f(n));
  // CHECK: :[[@LINE+1]]:10: error: the inlet 'result' must return void and have a parameter for each argument
  result(cilk_spawn f(n));
  // CHECK: :[[@LINE+1]]:14: error: 'cilk_spawn' is not allowed in a function argument
  x = result(cilk_spawn f(n));
  // CHECK: :[[@LINE+1]]:11: error: the inlet 'several' must return void and have a parameter for each argument
  several(cilk_spawn f(n), 1);
  // CHECK: :[[@LINE+1]]:11: error: 'cilk_spawn' in the argument of an inlet must be followed by a function call
  add(&x, cilk_spawn n);
  // CHECK: :[[@LINE+1]]:24: error: 'cilk_spawn' is not allowed
  add(&x, cilk_spawn f(cilk_spawn f(n)));
  cilk_spawn {
    // CHECK: :[[@LINE+1]]:13: error: an inlet cannot be called in a spawned block or the body of a 'cilk_for'; move what spawns to a function
    add(&x, cilk_spawn f(n));
  }
  cilk_for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:13: error: an inlet cannot be called in a spawned block or the body of a 'cilk_for'; move what spawns to a function
    add(&x, cilk_spawn f(i));
  }
}
void of_nothing(int n) {
  int x = 0;
  // CHECK: :[[@LINE+1]]:11: error: passing 'void' to parameter of incompatible type 'int'
  add(&x, cilk_spawn procedure(n));
}
