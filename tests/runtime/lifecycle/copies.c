// Statistics tell how many copies of the runtime a process has: the program and its library share one, or the library
// has its own, which nobody else sees.
//
// RUN: %tussah-clang -ftussah-target=native -O1 -fPIC -c -DLIBRARY %s -o %t.library.o
// RUN: %tussah-clang -shared %t.library.o -o %t.so
// RUN: %tussah-clang -ftussah-target=native -O1 %s %t.so -o %t
// RUN: env TUSSAH_STATS=1 %t 2>&1 | %FileCheck %s --check-prefix=ONE --implicit-check-not=runtimes
// ONE: "runtimes": 1,
//
// RUN: %clang -shared %t.library.o -Wl,--exclude-libs,ALL %lib-dir/../libtussah.a -o %t.so
// RUN: env TUSSAH_STATS=1 %t 2>&1 | %FileCheck %s --check-prefix=TWO
// TWO-COUNT-2: "runtimes": 2,
#include <cilk/cilk.h>

#ifdef LIBRARY
#define sum sum_of_library
#endif

int sum(int n) {
  if (n < 2)
    return n;
  int x = cilk_spawn sum(n - 1);
  int y = sum(n - 2);
  cilk_sync;
  return x + y;
}

#ifndef LIBRARY
int sum_of_library(int n);
int main(void) { return sum(10) != 55 || sum_of_library(10) != 55; }
#endif
