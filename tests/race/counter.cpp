// All iterations of a loop add to one variable, now and then.
// RUN: %tussah-clang++ -fsyntax-only %s 2>&1 | %FileCheck %s --check-prefix=WARNED
// WARNED: 1 warning generated
// RUN: %race %s -- %tussah-clang++
#include <cilk/cilk.h>

static long shares[100];

int main() {
  long count = 0;
  cilk_for (int i = 0; i < 100; ++i)
#ifdef SAFE
    if (i % 3 == 0)
      ++shares[i];
#else
    if (i % 3 == 0)
      ++count; // race, always
#endif
  for (long share : shares)
    count += share;
  return count == 0;
}
