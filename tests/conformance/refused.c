// What must not be, in C: each is an error that says so, and what is beside it is none.
// RUN: %not %tussah-clang -fsyntax-only -w -ferror-limit=0 %s > %t.log 2>&1
// RUN: %FileCheck %s --input-file=%t.log --implicit-check-not=error:

#include <cilk/cilk.h>
#include <cilk/cilk_api.h>

int f(int);
int global;

void spawns(int n) {
  // BEHAVIOUR(refused_spawn_operand, ICG, "cilk_spawn", "a spawn cannot be part of a larger expression")
  // CHECK-DAG: :[[@LINE+1]]:11: error: 'cilk_spawn' is not allowed in an operand
  n = n + cilk_spawn f(1);
  // BEHAVIOUR(refused_spawn_sum, C5, "Language Reference, Spawning", "a = spawn f() + spawn g() is invalid")
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: 'cilk_spawn' is not allowed in an operand
  n = 0 + (cilk_spawn f(1)) + 0;
  // BEHAVIOUR(refused_spawn_twice, OLS, "Keywords for Tasking, Grammar", "consecutive cilk_spawn tokens are not permitted")
  // CHECK-DAG: :[[@LINE+1]]:3: error: expected a call or a compound statement after 'cilk_spawn'
  cilk_spawn cilk_spawn f(1);
  // BEHAVIOUR(refused_spawn_argument, OLS, "Keywords for Tasking, Grammar", "no more than one spawn in a full expression")
  // CHECK-DAG: :[[@LINE+1]]:20: error: 'cilk_spawn' is not allowed in a function argument
  n = cilk_spawn f(cilk_spawn f(1));
  // BEHAVIOUR(refused_spawn_in_argument, OLR, "Execution, Spawn", "f(cilk_spawn i++) does not work")
  // CHECK-DAG: :[[@LINE+1]]:5: error: 'cilk_spawn' is not allowed in a function argument
  f(cilk_spawn f(2));
  // BEHAVIOUR(refused_spawn_condition, OLS, "Keywords for Tasking, Grammar", "a condition is no place for a spawn")
  // CHECK-DAG: :[[@LINE+1]]:7: error: 'cilk_spawn' is not allowed in a condition
  if (cilk_spawn f(1))
    n = 1;
  // BEHAVIOUR(refused_spawn_no_call, OLS, "Keywords for Tasking, Grammar", "what is spawned is a call")
  // CHECK-DAG: :[[@LINE+1]]:3: error: 'cilk_spawn' must be followed by a function call; put other statements in braces
  cilk_spawn n;
  // DEVIATION(refused_spawn_empty, OLR, "Grammar, Spawn", "cilk_spawn; is a statement without effect", "it is an error: remove it")
  // CHECK-DAG: :[[@LINE+1]]:3: error: expected a call or a compound statement after 'cilk_spawn'
  cilk_spawn;
  // BEHAVIOUR(refused_spawn_list, OLS, "Keywords for Tasking, Grammar", "a spawn must be the entire initializer")
  // CHECK-DAG: :[[@LINE+1]]:18: error: 'cilk_spawn' is not allowed in an initializer list
  int list[2] = {cilk_spawn f(1), 2};
  // BEHAVIOUR(refused_spawn_static, OLS, "Keywords for Tasking, Grammar", "the object must have automatic storage duration")
  // CHECK-DAG: :[[@LINE+2]]:{{[0-9]+}}: error: initializer element is not a compile-time constant
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: 'cilk_spawn' can only initialize a variable with automatic storage duration
  static int once = cilk_spawn f(1);
  // BEHAVIOUR(refused_sync_value, OLR, "Grammar, Sync", "a sync takes no arguments")
  // CHECK-DAG: :[[@LINE+1]]:3: error: expected ';' after 'cilk_sync'
  cilk_sync n;
  // BEHAVIOUR(refused_setjmp, OLS, "Spawn", "setjmp across a task block is undefined: to spawn what acts on the frame is refused")
  // CHECK-DAG: :[[@LINE+1]]:3: error: 'cilk_spawn' cannot spawn a function that acts on the frame of its caller
  cilk_spawn (void)__builtin_alloca(8);
}

int jumps(int n) {
  // BEHAVIOUR(refused_goto_out, OLS, "Spawn", "goto must not leave a task block")
  // CHECK-DAG: :[[@LINE+1]]:29: error: 'goto' must not leave a spawned block
  cilk_spawn { f(n); if (n) goto out; }
  // BEHAVIOUR(refused_return_out, OLS, "Spawn", "nor return")
  // CHECK-DAG: :[[@LINE+1]]:29: error: 'return' must not leave a spawned block
  cilk_spawn { f(n); if (n) return 1; }
out:
  // BEHAVIOUR(refused_goto_in, OLS, "Spawn", "goto must not enter a task block")
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: 'goto' must not jump into the body of a 'cilk_for' loop
  goto in;
  cilk_for (int i = 0; i < n; ++i) {
  in:
    f(i);
  }
  return 0;
}

int loop_bodies(int n, int *a) {
  // BEHAVIOUR(refused_for_break, OLR, "Grammar, For", "break must not leave the body")
  // CHECK-DAG: :[[@LINE+3]]:7: error: 'break' must not leave the body of a 'cilk_for' loop
  cilk_for (int j = 0; j < n; ++j)
    if (a[j])
      break;
  // BEHAVIOUR(refused_for_return, OLS, "cilk_for Loops, Syntactic constraints", "return must not leave the body")
  // CHECK-DAG: :[[@LINE+2]]:5: error: 'return' must not leave the body of a 'cilk_for' loop
  cilk_for (int j = 0; j < n; ++j)
    return 1;
  // BEHAVIOUR(refused_for_goto, OLS, "cilk_for Loops, Syntactic constraints", "goto must not leave the body")
  // CHECK-DAG: :[[@LINE+2]]:5: error: 'goto' must not leave the body of a 'cilk_for' loop
  cilk_for (int j = 0; j < n; ++j)
    goto out;
out:
  return 0;
}

void loop_heads(int n, int *a) {
  int i, k = 2;
  // BEHAVIOUR(refused_for_no_condition, OLR, "Grammar, For", "none of the three items may be omitted: the condition")
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: 'cilk_for' needs a condition
  cilk_for (int j = 0;; ++j) f(j);
  // BEHAVIOUR(refused_for_no_increment, OLR, "Grammar, For", "nor the increment")
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: 'cilk_for' needs an increment
  cilk_for (int j = 0; j < n;) f(j);
  // BEHAVIOUR(refused_for_no_variable, OLR, "Grammar, For", "nor the variable")
  // CHECK-DAG: :[[@LINE+1]]:3: error: 'cilk_for' must declare its control variable
  cilk_for (; i < n; ++i) f(i);
  // BEHAVIOUR(refused_for_condition_form, OLS, "cilk_for Loops, Syntactic constraints", "the condition must compare the control variable")
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: the condition of 'cilk_for' must compare its control variable 'j'
  cilk_for (int j = 0; a[j]; ++j) f(j);
  // BEHAVIOUR(refused_for_equal, OLS, "cilk_for Loops, Syntactic constraints", "and not by ==")
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: the condition of 'cilk_for' must compare its control variable 'j'
  cilk_for (int j = 0; j == 0; ++j) f(j);
  // BEHAVIOUR(refused_for_increment_form, OLS, "cilk_for Loops, Syntactic constraints", "the increment must be ++, --, += or -=")
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: the increment of 'cilk_for' must be '++', '--', '+=' or '-='
  cilk_for (int j = 1; j < n; j *= 2) f(j);
  // BEHAVIOUR(refused_for_increment_other, OLS, "cilk_for Loops, Syntactic constraints", "the increment must modify the control variable")
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: the increment of 'cilk_for' must be '++', '--', '+=' or '-='
  cilk_for (int j = 1; j < n; ++k) f(j);
  // BEHAVIOUR(refused_for_floating, OLS, "cilk_for Loops, Requirements on types and operators", "the control variable has integral, pointer or class type")
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: the control variable of 'cilk_for' must be an integer of at most 64 bits, a pointer or a random-access iterator, not 'double'
  cilk_for (double j = 0; j < n; ++j) f(1);
  // BEHAVIOUR(refused_for_wide, OLR, "Grammar, For", "an integer no larger than 64 bits")
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: the control variable of 'cilk_for' must be an integer of at most 64 bits
  cilk_for (__int128 j = 0; j < n; ++j) f(1);
  // BEHAVIOUR(refused_for_static, OLS, "cilk_for Loops, Syntactic constraints", "the control variable has automatic storage duration")
  // CHECK-DAG: :[[@LINE+1]]:13: error: 'cilk_for' must declare its control variable
  cilk_for (global = 0; global < n; ++global) f(global);
  // BEHAVIOUR(refused_for_changed, OLS, "cilk_for Loops, Dynamic constraints", "the body must not modify the control variable")
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: the control variable 'j' of 'cilk_for' must not be changed in the loop's body
  cilk_for (int j = 0; j < n; ++j) j += 1;
  // BEHAVIOUR(refused_for_two_counted, OLS, "cilk_for Loops, Syntactic constraints", "the initialization declares a single variable that is counted")
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: 'cilk_for' counts one variable only
  cilk_for (int j = 0, m = 0; j < n; ++j, ++m) f(m);
  // BEHAVIOUR(refused_for_wrong_way, OLS, "cilk_for Loops, Dynamic constraints", "a stride in the wrong direction is undefined: it is refused where it is seen")
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: the increment of 'cilk_for' moves its control variable 'j' away from the limit
  cilk_for (int j = 0; j < n; --j) f(j);
  // BEHAVIOUR(refused_for_zero, OLS, "cilk_for Loops, Requirements on types and operators", "the divisor of the loop count must not be 0")
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: the stride of 'cilk_for' must not be zero
  cilk_for (int j = 0; j < n; j += 0) f(j);
  // BEHAVIOUR(refused_grain_place, OLS, "Grainsize pragma", "the pragma must precede a cilk_for loop")
// CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: expected a 'cilk_for' loop after '#pragma cilk grainsize'
#pragma cilk grainsize = 4
  for (int j = 0; j < n; ++j) f(j);
  // BEHAVIOUR(refused_grain_type, OLS, "Grainsize pragma", "the grain size must be convertible to long")
// CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: the grain size of 'cilk_for' must be an integer
#pragma cilk grainsize = a
  cilk_for (int j = 0; j < n; ++j) f(j);
}

void array_notation(int *a, int *b) {
  // DEVIATION(refused_array_notation, N1665, "Introduction", "array notation: a[:] = b[:] is an assignment of arrays", "it is an error: write a loop, which clang vectorizes")
  // CHECK-DAG: :[[@LINE+2]]:{{[0-9]+}}: error: expected expression
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: expected ']'
  a[:] = 1;
}

void windows(void) {
  // BEHAVIOUR(refused_seh, CPA, "__cilkrts_set_seh_callback", "is for Windows only")
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: '__cilkrts_set_seh_callback' is unavailable: remove the call; it is for Windows
  __cilkrts_set_seh_callback(0);
}

void pedigrees(void) {
  // DEVIATION(refused_pedigree_without_flag, CPA, "Pedigrees", "the functions for pedigrees are always there", "they are errors without `-ftussah-pedigrees`, which says that the program keeps pedigrees")
  // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: error: '__cilkrts_bump_worker_rank' is unavailable: compile and link with -ftussah-pedigrees
  __cilkrts_bump_worker_rank();
}

// What is beside these forms is allowed.
int allowed(int n, int *a) {
  int x, list[2] = {1, 2};
  x = cilk_spawn f(f(1));
  cilk_spawn { int j = f(n); while (j) if (--j == 3) break; }
  cilk_for (int j = 0, m = n; j < m; ++j) { int copy = j; copy += list[0]; f(copy); }
#pragma cilk grainsize = n
  cilk_for (long j = n; j > 0; --j) f((int)j);
  cilk_sync;
  return x + a[0];
}
