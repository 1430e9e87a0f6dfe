// RUN: %not %tussah-clang -fsyntax-only %s 2>&1 | %FileCheck %s --implicit-check-not=error:
#include <cilk/cilk.h>

void zero(void *);
void plus(void *, void *);
void wrong(int *);

// CHECK: :[[@LINE+1]]:6: error: 'cilk_reducer' needs two functions, identity and reduce
long cilk_reducer(zero) only_one;
// CHECK: :[[@LINE+1]]:6: error: 'cilk_reducer' needs two functions, identity and reduce
long cilk_reducer() none;
// CHECK: :[[@LINE+1]]:6: error: the first argument of 'cilk_reducer' must be a function of type 'void (void *)'
long cilk_reducer(wrong, plus) first;
// CHECK: :[[@LINE+1]]:6: error: the second argument of 'cilk_reducer' must be a function of type 'void (void *, void *)'
long _Hyperobject(zero, wrong) second;
// CHECK: :[[@LINE+1]]:45: error: a reducer cannot be thread-local
_Thread_local long cilk_reducer(zero, plus) in_thread;
// CHECK: :[[@LINE+1]]:39: error: a reducer cannot be _Atomic
_Atomic long cilk_reducer(zero, plus) atomic;
// CHECK: :[[@LINE+1]]:6: error: use of undeclared identifier 'undeclared'
long cilk_reducer(undeclared, plus) unknown;
// CHECK: :[[@LINE+1]]:1: error: '{{(clang::)?}}annotate_type' attribute cannot be applied to a declaration
cilk_reducer(zero, plus) long in_front;
// CHECK: :[[@LINE+1]]:1: error: expected '(identity, reduce)' after 'cilk_reducer'
#pragma cilk reducer zero, plus
