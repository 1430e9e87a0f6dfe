// All iterations of a loop add to one variable, now and then.
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
