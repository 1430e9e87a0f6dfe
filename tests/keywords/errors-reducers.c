// RUN: %not %tussah-clang -fsyntax-only -ferror-limit=0 %s 2>&1 | %FileCheck %s --implicit-check-not=error:
#include <cilk/cilk.h>

void zero(void *);
void plus(void *, void *);
void zero2(void *, void *);
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
// CHECK: :[[@LINE+1]]:19: error: use of undeclared identifier 'undeclared'
long cilk_reducer(undeclared, plus) unknown;
// CHECK: :[[@LINE+1]]:1: error: '{{(clang::)?}}annotate_type' attribute cannot be applied to a declaration
cilk_reducer(zero, plus) long in_front;

struct unknown;
extern struct unknown cilk_reducer(zero, plus) incomplete;
// CHECK: :[[@LINE+1]]:37: error: the reducer is used where the size of its type 'struct unknown' is not known
void *of_incomplete(void) { return &incomplete; }
long of_variable_size(int n) {
  typedef long row[n];
  row cilk_reducer(zero, plus) several;
  // CHECK: :[[@LINE+1]]:10: error: the reducer is used where the size of its type 'long[n]' is not known
  return several[0];
}
extern long cilk_reducer(zero, plus) twice;
extern long cilk_reducer(zero, plus) twice;
// CHECK: :[[@LINE+1]]:39: error: 'twice' is declared with another 'cilk_reducer' before
extern long cilk_reducer(zero, zero2) twice;
// CHECK: :[[@LINE+1]]:6: error: 'twice' is declared with another 'cilk_reducer' before
long twice;
extern long cilk_reducer(zero, plus) once;
long in_block(void) {
  // CHECK: :[[@LINE+1]]:15: error: 'once' is declared with another 'cilk_reducer' before
  extern long once;
  return once;
}
extern long cilk_reducer(zero, plus) right;
// CHECK: :[[@LINE+1]]:1: error: expected '(identity, reduce)' after 'cilk_reducer'
#pragma cilk reducer zero, plus
// CHECK: :[[@LINE+1]]:42: error: '&' gives the address of a view; use '__builtin_addressof' for a pointer to the reducer
long cilk_reducer(zero, plus) *of_view = &right;

// Functions that are not constants.
int integer;
extern void (*of_one)(void *), (*of_two)(void *, void *);
// CHECK: :[[@LINE+1]]:6: error: 'cilk_reducer' needs two functions, identity and reduce
long cilk_reducer bare;
// CHECK: :[[@LINE+1]]:12: error: 'cilk_reducer' needs two functions, identity and reduce
extern int _Hyperobject also_bare;
// CHECK: :[[@LINE+1]]:6: error: the first argument of 'cilk_reducer' must be a function of type 'void (void *)'
long cilk_reducer(integer, plus) of_integer;
// CHECK: :[[@LINE+1]]:6: error: the first argument of 'cilk_reducer' must be a function of type 'void (void *)'
long cilk_reducer(0, plus) of_zero;
// CHECK: :[[@LINE+1]]:6: error: the first argument of 'cilk_reducer' must be a function of type 'void (void *)'
long cilk_reducer((void (*)(void *))0, plus) of_null;
// CHECK: :[[@LINE+1]]:6: error: the second argument of 'cilk_reducer' must be a function of type 'void (void *, void *)'
long cilk_reducer(of_one, of_one) other_type;
extern long cilk_reducer(of_one, of_two) pointed;
extern long cilk_reducer(of_one, of_two) pointed;
// CHECK: :[[@LINE+1]]:38: error: 'pointed' is declared with another 'cilk_reducer' before
extern long cilk_reducer(zero, plus) pointed;
struct counts {
  long cilk_reducer(of_one, (integer++, plus)) sum;
};
void counting(struct counts *c) {
  // CHECK: :[[@LINE+1]]:6: error: the functions of a reducer that is not a local variable are evaluated at each use
  c->sum++;
}
