// A temporary that is declared outside of a loop.
// RUN: %tussah-clang++ -fsyntax-only %s 2>&1 | %FileCheck %s --check-prefix=WARNED
// WARNED: 1 warning generated
// RUN: %race %s -- %tussah-clang++
#include <cilk/cilk.h>

static double f(double x) { return x * x + 1; }

int main() {
  static double out[100];
  double tmp;
  cilk_for (int i = 0; i < 100; ++i) {
#ifdef SAFE
    double tmp = f(i);
    out[i] = tmp * tmp;
#else
    tmp = f(i);         // race, always
    out[i] = tmp * tmp; // race
#endif
  }
  tmp = 0;
  for (double d : out)
    tmp += d;
  return tmp == 0;
}
