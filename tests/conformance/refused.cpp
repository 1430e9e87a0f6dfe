// What must not be, in C++: each is an error that says so, and what is beside it is none.
// RUN: %not %tussah-clang++ -fsyntax-only -w -ferror-limit=0 -std=c++17 %s > %t.log 2>&1
// RUN: %FileCheck %s --input-file=%t.log --implicit-check-not=error:

#include <cilk/cilk.h>

#include <list>
#include <vector>

int f(int);
struct Operand {
  int V;
};
Operand operator+(Operand, Operand);
void zero(void *);
void plus(void *, void *);

void spawns(Operand A, Operand B) {
  // BEHAVIOUR(refused_spawn_operator, OLS, "Keywords for Tasking, Grammar", "overloaded operators can only be spawned in the notation of a call")
  // CHECK-DAG: :[[@LINE+1]]:7: error: 'cilk_spawn' is not allowed in a constructor argument
  A = cilk_spawn A + B;
  // BEHAVIOUR(refused_spawn_conditional, OLS, "Keywords for Tasking, Grammar", "a spawn must be the entire right side of an assignment")
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: 'cilk_spawn' is not allowed in a conditional operator
  A.V = B.V ? cilk_spawn f(1) : 2;
  // BEHAVIOUR(refused_spawn_reference, OLS, "Keywords for Tasking, Grammar", "what is initialized is an object, no reference")
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: 'cilk_spawn' cannot initialize a reference
  const int &R = cilk_spawn f(1);
}

void leaves() {
  // BEHAVIOUR(refused_spawn_in_try_jump, OLS, "Spawn", "a try block that spawns is a task block, too: its spawned block cannot be left")
  // CHECK-DAG: :[[@LINE+2]]:24: error: 'return' must not leave a spawned block
  try {
    cilk_spawn { f(1); return; }
  } catch (...) {
  }
}

// BEHAVIOUR(refused_spawn_global, OLS, "Keywords for Tasking, Grammar", "a global variable cannot be initialized by a spawn")
// CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: 'cilk_spawn' is not allowed in the initializer of a variable outside of functions
int Global = cilk_spawn f(1);

void loops(std::list<int> &L, std::vector<int> &V) {
  // BEHAVIOUR(refused_for_list, OLR, "Grammar, For", "an iterator must have random access")
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: 'cilk_for' needs an integer, a pointer or a random-access iterator
  cilk_for (auto I = L.begin(); I != L.end(); ++I) f(*I);
  // BEHAVIOUR(refused_for_reference, OLS, "cilk_for Loops, Syntactic constraints", "the control variable is an object of its own, no reference")
  // CHECK-DAG: :[[@LINE+2]]:{{[0-9]+}}: error: the control variable 'J' of 'cilk_for' must not be a reference
  int I = 0;
  cilk_for (int &J = I; J < 5; ++J) f(J);
  // BEHAVIOUR(refused_for_static_variable, OLS, "cilk_for Loops, Syntactic constraints", "nor static")
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: the control variable 'K' of 'cilk_for' must not be a reference, static or thread_local
  cilk_for (static int K = 0; K < 5; ++K) f(K);
  cilk_for (auto J = V.begin(); J != V.end(); ++J) f(*J);
}

// BEHAVIOUR(refused_reducer_volatile, OLR, "Grammar, Reducers", "the view type is a plain type: a volatile reducer is refused")
// CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: a reducer cannot be volatile
volatile int cilk_reducer(zero, plus) Volatile = 0;
