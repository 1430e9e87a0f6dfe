// RUN: %not %tussah-clang++ -fsyntax-only -w -ferror-limit=0 -std=c++17 %s > %t.log 2>&1
// RUN: %FileCheck %s --input-file=%t.log --implicit-check-not=error:
// What a parallel loop's header may be.
#include <cilk/cilk.h>
#include <list>
#include <vector>

int f(int);
struct NoCopy {
  NoCopy();
  NoCopy(NoCopy &&);
  NoCopy &operator=(int);
  NoCopy &operator++();
  bool operator!=(int) const;
};
struct NoMinus {
  int *p;
  int &operator*();
  NoMinus &operator++();
  bool operator!=(NoMinus) const;
};

void headers(int n, int s, int &r) {
  static int i;
  // CHECK-DAG: :[[@LINE+1]]:13: error: 'cilk_for' must declare its control variable{{$}}
  cilk_for (i = 0; i < n; ++i) f(i);
  // CHECK-DAG: :[[@LINE+1]]:13: error: 'cilk_for' must declare its control variable{{$}}
  cilk_for (r = 0; r < n; ++r) f(r);
  volatile int v;
  // CHECK-DAG: :[[@LINE+1]]:13: error: 'cilk_for' must declare its control variable{{$}}
  cilk_for (v = 0; v < n; ++v) f(v);
  // CHECK-DAG: :[[@LINE+1]]:19: error: 'cilk_for' must declare its control variable{{$}}
  [&] { cilk_for (s = 0; s < n; ++s) f(s); }();
  static std::vector<int>::iterator position;
  // CHECK-DAG: :[[@LINE+1]]:13: error: 'cilk_for' must declare its control variable{{$}}
  cilk_for (position = {}; position != position; ++position) f(*position);
  std::vector<int>::iterator it;
  // CHECK-DAG: :[[@LINE+1]]:28: error: the limit of 'cilk_for' must not depend on its control variable 'it'{{$}}
  cilk_for (it = {}; it != it + 1; ++it) f(*it);
  // CHECK-DAG: :[[@LINE+1]]:55: error: the control variable 'it' of 'cilk_for' must not be changed in the loop's body{{$}}
  cilk_for (it = {}; it != decltype(it)(); ++it) f(*it++);
  std::list<int>::iterator node;
  // CHECK-DAG: :[[@LINE+1]]:13: error: 'cilk_for' needs an integer, a pointer or a random-access iterator, not 'std::list<int>::iterator' (aka '{{(std::)?}}_List_iterator<int>'){{$}}
  cilk_for (node = {}; node != decltype(node)(); ++node) f(*node);
  NoCopy no;
  // CHECK-DAG: :[[@LINE+1]]:13: error: 'cilk_for' must declare its control variable 'no', as it cannot be copied{{$}}
  cilk_for (no = 0; no != n; ++no) f(1);
  int own;
  // CHECK-DAG: :[[@LINE+1]]:51: error: the control variable 'own' of 'cilk_for' must not be changed in the loop's body{{$}}
  cilk_for (own = 0; own < n; ++own) f(own), (own += 1);
  // CHECK-DAG: :[[@LINE+1]]:30: error: the limit of 'cilk_for' must not depend on its control variable 'own'{{$}}
  cilk_for (own = 0; own < n + own; ++own) f(own);
  // CHECK-DAG: :[[@LINE+1]]:3: error: 'cilk_for' must declare its control variable{{$}}
  cilk_for (; n < 5; ++n) f(n);
  // CHECK-DAG: :[[@LINE+1]]:28: error: a variable in the head of 'cilk_for' must not depend on its control variable 'i'{{$}}
  cilk_for (int i = 0, j = i; i < n; ++i) f(j);
  // CHECK-DAG: :[[@LINE+1]]:18: error: the control variable 'r' of 'cilk_for' must not be a reference, static or thread_local{{$}}
  cilk_for (int &r = n; r < 5; ++r) f(r);
  // CHECK-DAG: :[[@LINE+1]]:3: error: 'cilk_for' needs a condition{{$}}
  cilk_for (int i = 0;; ++i) f(i);
  // CHECK-DAG: :[[@LINE+1]]:24: error: the condition of 'cilk_for' must compare its control variable 'i' by '<', '<=', '>', '>=' or '!='{{$}}
  cilk_for (int i = 0; n; ++i) f(i);
  // CHECK-DAG: :[[@LINE+1]]:26: error: the condition of 'cilk_for' must compare its control variable 'i' by '<', '<=', '>', '>=' or '!='{{$}}
  cilk_for (int i = 0; i == n; ++i) f(i);
  // CHECK-DAG: :[[@LINE+1]]:3: error: 'cilk_for' needs an increment{{$}}
  cilk_for (int i = 0; i < n;) f(i);
  // CHECK-DAG: :[[@LINE+1]]:33: error: the increment of 'cilk_for' must be '++', '--', '+=' or '-=' of its control variable 'i' by a stride that does not depend on it{{$}}
  cilk_for (int i = 0; i < n; i *= 2) f(i);
  // CHECK-DAG: :[[@LINE+1]]:32: error: the increment of 'cilk_for' must be '++', '--', '+=' or '-=' of its control variable 'i' by a stride that does not depend on it{{$}}
  cilk_for (int i = 0; i < n; s++) f(i);
  // CHECK-DAG: :[[@LINE+1]]:34: error: 'cilk_for' counts one variable only; compute the others from 'i' in its body{{$}}
  cilk_for (int i = 0; i < n; i++, s++) f(i);
  // CHECK-DAG: :[[@LINE+1]]:31: error: the increment of 'cilk_for' moves its control variable 'i' away from the limit{{$}}
  cilk_for (int i = 0; i < n; --i) f(i);
  // CHECK-DAG: :[[@LINE+1]]:36: error: the increment of 'cilk_for' moves its control variable 'i' away from the limit{{$}}
  cilk_for (int i = 0; i > n; i += 2) f(i);
  // CHECK-DAG: :[[@LINE+1]]:36: error: the stride of 'cilk_for' must not be zero{{$}}
  cilk_for (int i = 0; i < n; i += 0) f(i);
  // CHECK-DAG: :[[@LINE+1]]:33: error: the increment of 'cilk_for' must be '++', '--', '+=' or '-=' of its control variable 'i' by a stride that does not depend on it{{$}}
  cilk_for (int i = 0; i < n; i += i) f(i);
  // CHECK-DAG: :[[@LINE+1]]:33: error: the increment of 'cilk_for' must be '++', '--', '+=' or '-='
  cilk_for (int i = 0; i < n; i = n + 1) f(i);
  // CHECK-DAG: :[[@LINE+1]]:33: error: the increment of 'cilk_for' must be '++', '--', '+=' or '-='
  cilk_for (int i = 0; i < n; i = n - i) f(i);
  // CHECK-DAG: :[[@LINE+1]]:33: error: the increment of 'cilk_for' must be '++', '--', '+=' or '-='
  cilk_for (int i = 0; i < n; i = i + i) f(i);
  // CHECK-DAG: :[[@LINE+1]]:39: error: the increment of 'cilk_for' moves its control variable 'i' away from the limit
  cilk_for (int i = 0; i < n; i = i - 1) f(i);
  // CHECK-DAG: :[[@LINE+1]]:30: error: the limit of 'cilk_for' must not depend on its control variable 'i'{{$}}
  cilk_for (int i = 0; i < i + n; ++i) f(i);
  // CHECK-DAG: :[[@LINE+1]]:20: error: the control variable of 'cilk_for' must be an integer of at most 64 bits, a pointer or a random-access iterator, not 'double'{{$}}
  cilk_for (double d = 0; d < 1; d += 0.1) f(1);
  // CHECK-DAG: :[[@LINE+1]]:22: error: the control variable of 'cilk_for' must be an integer of at most 64 bits, a pointer or a random-access iterator, not '__int128'{{$}}
  cilk_for (__int128 w = 0; w < 5; ++w) f(1);
}

void ranges(std::list<int> l, NoMinus b, NoMinus e) {
  // CHECK-DAG: :[[@LINE+1]]:21: error: 'cilk_for' needs an integer, a pointer or a random-access iterator, not 'iterator' (aka '{{(std::)?}}_List_iterator<int>'){{$}}
  cilk_for (int x : l) f(x);
  // CHECK-DAG: :[[@LINE+1]]:18: error: 'cilk_for' needs an integer, a pointer or a random-access iterator, not 'iterator' (aka '{{(std::)?}}_List_iterator<int>'){{$}}
  cilk_for (auto it = l.begin(); it != l.end(); ++it) f(*it);
  // CHECK-DAG: :[[@LINE+1]]:21: error: 'cilk_for' needs an integer, a pointer or a random-access iterator, not 'NoMinus'{{$}}
  cilk_for (NoMinus it = b; it != e; ++it) f(*it);
}

void changes(int n, int *b, int *e, std::vector<int> v) {
  cilk_for (int i = 0; i < n; ++i) {
    if (f(i))
      // CHECK-DAG: :[[@LINE+1]]:7: error: the control variable 'i' of 'cilk_for' must not be changed in the loop's body{{$}}
      ++i;
    // CHECK-DAG: :[[@LINE+1]]:7: error: the control variable 'i' of 'cilk_for' must not be changed in the loop's body{{$}}
    i -= 2;
    // CHECK-DAG: :[[@LINE+1]]:9: error: the control variable 'i' of 'cilk_for' must not be changed in the loop's body{{$}}
    (i) = 3;
    int &r = i;
    int copy = i;
    copy++;
  }
  // CHECK-DAG: :[[@LINE+1]]:42: error: the control variable 'p' of 'cilk_for' must not be changed in the loop's body{{$}}
  cilk_for (int *p = b; p != e; ++p) f(*p++);
  // CHECK-DAG: :[[@LINE+1]]:58: error: the control variable 'it' of 'cilk_for' must not be changed in the loop's body{{$}}
  cilk_for (auto it = v.begin(); it != v.end(); ++it) it += f(*it);
  cilk_for (int x : v) x++;
}

void grain_values(int n, double d) {
// CHECK-DAG: :[[@LINE+1]]:1: error: the grain size of 'cilk_for' must be an integer{{$}}
#pragma cilk grainsize d
  cilk_for (int i = 0; i < n; ++i) f(i);
// CHECK-DAG: :[[@LINE+1]]:24: error: 'cilk_spawn' is not allowed in an operand; spawn all of the right side, as in 'x = cilk_spawn (f() + 1)', or spawn into a variable and use it after a 'cilk_sync'{{$}}
#pragma cilk grainsize cilk_spawn f(1)
  cilk_for (int i = 0; i < n; ++i) f(i);
}

void grains(int n, int *p, NoMinus c) {
// CHECK-DAG: :[[@LINE+1]]:1: error: expected an expression after '#pragma cilk grainsize'{{$}}
#pragma cilk grainsize
  cilk_for (int i = 0; i < n; ++i) f(i);
// CHECK-DAG: :[[@LINE+1]]:1: error: expected an expression after '#pragma cilk grainsize'{{$}}
#pragma cilk grainsize =
  cilk_for (int i = 0; i < n; ++i) f(i);
// CHECK-DAG: :[[@LINE+1]]:1: error: expected an expression after '#pragma cilk grainsize'{{$}}
#pragma cilk grainsize = ;
  cilk_for (int i = 0; i < n; ++i) f(i);
// CHECK-DAG: :[[@LINE+1]]:1: error: expected an expression after '#pragma cilk_grainsize'{{$}}
#pragma cilk_grainsize
  cilk_for (int i = 0; i < n; ++i) f(i);
// CHECK-DAG: :[[@LINE+1]]:1: error: expected a 'cilk_for' loop after '#pragma cilk_grainsize'{{$}}
#pragma cilk_grainsize = 5
  for (int i = 0; i < n; ++i) f(i);
// CHECK-DAG: :[[@LINE+1]]:1: error: expected a 'cilk_for' loop after '#pragma cilk grainsize'{{$}}
#pragma cilk grainsize 5
  for (int i = 0; i < n; ++i) f(i);
// CHECK-DAG: :[[@LINE+1]]:1: error: comparison between pointer and integer ('int *' and 'int'){{$}}
#pragma cilk grainsize p
  cilk_for (int i = 0; i < n; ++i) f(i);
// CHECK-DAG: :[[@LINE+1]]:1: error: invalid operands to binary expression ('NoMinus' and 'int'){{$}}
#pragma cilk grainsize c
  cilk_for (int i = 0; i < n; ++i) f(i);
// CHECK-DAG: :[[@LINE+1]]:24: error: use of undeclared identifier 'unknown'{{$}}
#pragma cilk grainsize unknown
  cilk_for (int i = 0; i < n; ++i) f(i);
}

template <class X> void in_template(X x) {
  // CHECK-DAG: :[[@LINE+1]]:24: error: the condition of 'cilk_for' must compare its control variable 'i' by '<', '<=', '>', '>=' or '!='{{$}}
  cilk_for (X i = 0; i == x; ++i) f(i);
}
template void in_template(int);
