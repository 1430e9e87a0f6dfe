// Tasks of a loop that all add to a variable outside. Each also has a variable of its iteration by reference, whose life
// ends while the task runs: the next iteration writes it.
// RUN: %race %s -- %tussah-clang++
#include <cilk/cilk.h>

static long slow(const long *p) {
  for (volatile int i = 0; i < 1000; ++i)
    ;
  return *p; // race
}

int main() {
  long sum = 0, parts[8];
  for (int i = 0; i < 8; ++i) {
    long x = i; // race
#ifdef SAFE
    cilk_spawn [x, &parts, i] { parts[i] = slow(&x); }();
#else
    cilk_spawn [&] { sum += slow(&x); }(); // race, always
#endif
  } // race
  cilk_sync;
#ifdef SAFE
  for (long part : parts)
    sum += part;
#endif
  return sum == 0 && parts[1] == 0;
}
