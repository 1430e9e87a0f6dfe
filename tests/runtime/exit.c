// A process may end anywhere: at the end of main, by exit or _exit in a task, on
// a thief or in the child, while others work or sleep.
//
// RUN: %tussah-clang -ftussah-target=native -O2 %s -o %t
// RUN: env CILK_NWORKERS=4 timeout 60 %t main | %FileCheck %s --check-prefix=MAIN
// RUN: env CILK_NWORKERS=4 timeout 60 %not %t child | %FileCheck %s
// RUN: env CILK_NWORKERS=4 timeout 60 %not %t thief | %FileCheck %s
// RUN: env CILK_NWORKERS=1 timeout 60 %not %t child | %FileCheck %s
// RUN: env CILK_NWORKERS=4 TUSSAH_STATS=%t.json timeout 60 %not %t thief
// RUN: %python %S/Inputs/statistics.py %t.json 'steals > 0'
// MAIN: at exit
// CHECK: at exit
#include "Inputs/kernels.h"
#include "Inputs/test.h"

#include <cilk/cilk_api.h>
#include <unistd.h>

static void say(void) { puts("at exit"); }

static void exit_now(void) {
  compute(0.01);
  exit(1);
}

static void in_child(void) {
  cilk_spawn exit_now();
  compute(5);
  cilk_sync;
}

static void in_thief(void) {
  unsigned number = __cilkrts_get_worker_number();
  cilk_spawn compute(5);
  if (__cilkrts_get_worker_number() != number)
    exit_now();
  cilk_sync;
}

int main(int argc, char **argv) {
  atexit(say);
  CHECK(argc == 2 && fib(20) == 6765);
  if (*argv[1] == 'c')
    in_child();
  else if (*argv[1] == 't')
    in_thief();
}
