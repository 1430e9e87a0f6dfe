// A library with parallel code. VALUE changes its code's layout.
#include "kernels.h"

#include <cilk/cilk_api.h>

#ifndef VALUE
#define VALUE 1
#endif

__attribute__((visibility("default"))) int work(int n) {
#if VALUE == 2
  // More frames and call sites before the rest.
  int more = cilk_spawn fib(n / 2);
  qsort(&more, 1, sizeof more, compare_by_fib);
  int even_more = cilk_spawn queens(5, 0, NULL);
  cilk_sync;
  if (more != fib_serial(n / 2) || even_more != 10)
    return -1;
#endif
  int x = cilk_spawn fib(n);
  int y = fib(n - 1);
  cilk_sync;
  return run_kernels() == 0 ? x + y : -1;
}
