// A filter of system calls that ends processes which choose processors does not end
// programs with workers; nor does another one on top of it, which comes later, and ends
// those that ask whether there are filters.
// REQUIRES: newest-llvm
// RUN: %tussah-clang -ftussah-target=native -O2 %s -o %t
// RUN: env CILK_NWORKERS=2 timeout 60 %t | grep -x "done"
#include "../Inputs/filter.h"
#include "../Inputs/kernels.h"

#include <cilk/cilk_api.h>
#include <stdio.h>

int main(void) {
  if (!forbid(SYS_sched_setaffinity))
    puts("there are no filters");
  if (fib(25) != 75025)
    return 1;
  if (!forbid(SYS_prctl))
    puts("there are no more filters");
  // Its threads begin.
  if (__cilkrts_set_param("nworkers", "3") != 0 || fib(25) != 75025)
    return 1;
  puts("done");
}
