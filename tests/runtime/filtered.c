// A filter of system calls that ends processes which choose processors does not end
// programs with workers.
// REQUIRES: newest-llvm
// RUN: %tussah-clang -ftussah-target=native -O2 %s -o %t
// RUN: env CILK_NWORKERS=2 timeout 60 %t | grep -x "done"
#include "Inputs/filter.h"
#include "Inputs/kernels.h"

#include <stdio.h>

int main(void) {
  if (!forbid_choosing_processors())
    puts("there are no filters");
  if (fib(25) != 75025)
    return 1;
  puts("done");
}
