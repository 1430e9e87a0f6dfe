// RUN: %not %tussah-clang++ -fsyntax-only -Wno-unused-value -ferror-limit=0 -std=c++20 %s > %t.log 2>&1
// RUN: %FileCheck %s --input-file=%t.log --implicit-check-not=error:
// Every place where a spawn cannot be is an error at the keyword.
#include <cilk/cilk.h>

struct T {
  int v;
  int bits : 3;
  T(int);
  T &operator=(const T &) = default;
};
int f(int);
int g(int, int);
void use(T);
int &reference();

void not_a_call(int n) {
  // CHECK-DAG: :[[@LINE+1]]:3: error: 'cilk_spawn' must be followed by a function call; put other statements in braces{{$}}
  cilk_spawn n + 1;
  // CHECK-DAG: :[[@LINE+1]]:3: error: 'cilk_spawn' must be followed by a function call; put other statements in braces{{$}}
  cilk_spawn(n);
}

void other_operands(int n) {
  // CHECK-DAG: :[[@LINE+1]]:3: error: 'cilk_spawn' must be followed by a function call; put other statements in braces{{$}}
  cilk_spawn (char)n;
  // CHECK-DAG: :[[@LINE+1]]:3: error: 'cilk_spawn' cannot spawn a function that acts on the frame of its caller; call it without 'cilk_spawn'{{$}}
  cilk_spawn (void)__builtin_alloca(n);
  // CHECK-DAG: :[[@LINE+1]]:26: error: 'cilk_spawn' is not allowed in the arguments of a spawned call{{$}}
  cilk_spawn (f(({ f(1); cilk_spawn f(2); 3; })));
  // CHECK-DAG: :[[@LINE+1]]:3: error: 'cilk_spawn' must be followed by a function call; put other statements in braces{{$}}
  cilk_spawn [] {};
  // CHECK-DAG: :[[@LINE+1]]:4: error: 'cilk_spawn' is not allowed in a function argument; it must be a statement, the initializer of a variable or the right side of an assignment{{$}}
  (cilk_spawn f)(1);
}

void leaves(int n) {
  // CHECK-DAG: :[[@LINE+1]]:28: error: 'return' must not leave a spawned call{{$}}
  cilk_spawn n = ({ if (n) return; n; }) + 1;
}

int inside_expressions(int n) {
  // CHECK-DAG: :[[@LINE+1]]:9: error: 'cilk_spawn' is not allowed in a function argument; it must be a statement, the initializer of a variable or the right side of an assignment{{$}}
  n = f(cilk_spawn f(1));
  // CHECK-DAG: :[[@LINE+1]]:20: error: 'cilk_spawn' is not allowed in a function argument; it must be a statement, the initializer of a variable or the right side of an assignment{{$}}
  n = cilk_spawn f(cilk_spawn f(1));
  // CHECK-DAG: :[[@LINE+1]]:11: error: 'cilk_spawn' is not allowed in an operand; spawn all of the right side, as in 'x = cilk_spawn (f() + 1)', or spawn into a variable and use it after a 'cilk_sync'{{$}}
  n = 1 + cilk_spawn f(1);
  // CHECK-DAG: :[[@LINE+1]]:11: error: 'cilk_spawn' is not allowed in a conditional operator; it must be a statement, the initializer of a variable or the right side of an assignment{{$}}
  n = n ? cilk_spawn f(1) : 2;
  // CHECK-DAG: :[[@LINE+1]]:8: error: 'cilk_spawn' is not allowed in an operand of '&&'; it must be a statement, the initializer of a variable or the right side of an assignment{{$}}
  n && cilk_spawn f(1);
  // CHECK-DAG: :[[@LINE+1]]:16: error: 'cilk_spawn' is not allowed in a comma expression; it must be a statement, the initializer of a variable or the right side of an assignment{{$}}
  (void)(f(1), cilk_spawn f(2));
  // CHECK-DAG: :[[@LINE+1]]:8: error: 'cilk_spawn' is not allowed in an operand; spawn all of the right side, as in 'x = cilk_spawn (f() + 1)', or spawn into a variable and use it after a 'cilk_sync'{{$}}
  n = -cilk_spawn f(1);
  // CHECK-DAG: :[[@LINE+1]]:19: error: 'cilk_spawn' is not allowed in an initializer list; it must be a statement, the initializer of a variable or the right side of an assignment{{$}}
  int array[2] = {cilk_spawn f(1), 2};
  // CHECK-DAG: :[[@LINE+1]]:9: error: 'cilk_spawn' is not allowed in a subscript; it must be a statement, the initializer of a variable or the right side of an assignment{{$}}
  array[cilk_spawn f(0)] = 1;
  // CHECK-DAG: :[[@LINE+1]]:16: error: 'cilk_spawn' is not allowed in an operand that is not evaluated; it must be a statement, the initializer of a variable or the right side of an assignment{{$}}
  (void)sizeof(cilk_spawn f(1));
  // CHECK-DAG: :[[@LINE+1]]:7: error: 'cilk_spawn' is not allowed in a condition; it must be a statement, the initializer of a variable or the right side of an assignment{{$}}
  if (cilk_spawn f(1))
    n++;
  // CHECK-DAG: :[[@LINE+1]]:10: error: 'cilk_spawn' is not allowed in a condition; it must be a statement, the initializer of a variable or the right side of an assignment{{$}}
  while (cilk_spawn f(1))
    n++;
  // CHECK-DAG: :[[@LINE+1]]:10: error: 'cilk_spawn' is not allowed in a condition; it must be a statement, the initializer of a variable or the right side of an assignment{{$}}
  for (; cilk_spawn f(1);)
    n++;
  // CHECK-DAG: :[[@LINE+1]]:11: error: 'cilk_spawn' is not allowed in a condition; it must be a statement, the initializer of a variable or the right side of an assignment{{$}}
  switch (cilk_spawn f(1)) {
  default:;
  }
  // CHECK-DAG: :[[@LINE+1]]:15: error: 'cilk_spawn' is not allowed in a condition; it must be a statement, the initializer of a variable or the right side of an assignment{{$}}
  if (int x = cilk_spawn f(1))
    n = x;
  // CHECK-DAG: :[[@LINE+1]]:16: error: 'cilk_spawn' is not allowed in the value of a statement expression{{$}}
  n = ({ f(1); cilk_spawn f(2); });
  // CHECK-DAG: :[[@LINE+1]]:9: error: 'cilk_spawn' is not allowed in a throw expression; it must be a statement, the initializer of a variable or the right side of an assignment{{$}}
  throw cilk_spawn f(1);
  // CHECK-DAG: :[[@LINE+1]]:10: warning: no parallelism from 'cilk_spawn' in a return statement [-Wtussah-return]{{$}}
  return cilk_spawn f(1);
}

void initializers(int n) {
  // CHECK-DAG: :[[@LINE+1]]:12: error: 'cilk_spawn' cannot initialize a reference{{$}}
  int &r = cilk_spawn reference();
  // CHECK-DAG: :[[@LINE+1]]:18: error: 'cilk_spawn' can only initialize a variable with automatic storage duration{{$}}
  static int s = cilk_spawn f(1);
  // CHECK-DAG: :[[@LINE+1]]:24: error: 'cilk_spawn' can only initialize a variable with automatic storage duration{{$}}
  thread_local int t = cilk_spawn f(1);
  // CHECK-DAG: :[[@LINE+1]]:17: error: 'cilk_spawn' is not allowed in a lambda capture; it must be a statement, the initializer of a variable or the right side of an assignment{{$}}
  auto l = [x = cilk_spawn f(1)] { return x; };
}

// CHECK-DAG: :[[@LINE+1]]:14: error: 'cilk_spawn' is not allowed in the initializer of a variable outside of functions{{$}}
int global = cilk_spawn f(1);
struct Members {
  // CHECK-DAG: :[[@LINE+1]]:11: error: 'cilk_spawn' is not allowed in a default member initializer{{$}}
  int a = cilk_spawn f(1);
  int b;
  // CHECK-DAG: :[[@LINE+1]]:17: error: 'cilk_spawn' is not allowed in a constructor initializer{{$}}
  Members() : b(cilk_spawn f(2)) {}
  // CHECK-DAG: :[[@LINE+1]]:25: error: 'cilk_spawn' is not allowed in the initializer of a variable outside of functions{{$}}
  static inline int c = cilk_spawn f(3);
};
// CHECK-DAG: :[[@LINE+1]]:23: error: 'cilk_spawn' is not allowed in a default argument{{$}}
int defaulted(int x = cilk_spawn f(1));

template <class X> int in_template(X x) {
  // CHECK-DAG: :[[@LINE+1]]:3: error: 'cilk_spawn' must be followed by a function call; put other statements in braces{{$}}
  cilk_spawn x;
  // CHECK-DAG: :[[@LINE+1]]:10: warning: no parallelism from 'cilk_spawn' in a return statement [-Wtussah-return]{{$}}
  return cilk_spawn f(x);
}
template int in_template(int);

#define SPAWN_IN_MACRO(x) f(cilk_spawn f(x))
// CHECK-DAG: :[[@LINE+1]]:30: error: 'cilk_spawn' is not allowed in a function argument; it must be a statement, the initializer of a variable or the right side of an assignment{{$}}
int in_macro(int n) { return SPAWN_IN_MACRO(n); }
// CHECK-DAG: :[[@LINE+1]]:37: warning: no parallelism from 'cilk_spawn' in a return statement [-Wtussah-return]{{$}}
auto in_lambda = [](int n) { return cilk_spawn f(n); };
// CHECK-DAG: :[[@LINE+1]]:41: error: 'cilk_spawn' is not allowed in an operand; spawn all of the right side, as in 'x = cilk_spawn (f() + 1)', or spawn into a variable and use it after a 'cilk_sync'{{$}}
int no_call(int n, int m) { return n = (cilk_spawn f(m)); }
