// A container that all iterations change: the accesses are in headers of the C++ library.
// RUN: %tussah-clang++ -fsyntax-only %s 2>&1 | %FileCheck %s --check-prefix=WARNED
// WARNED: 1 warning generated
// RUN: %race --may-crash %s -- %tussah-clang++
#include <cilk/cilk.h>
#include <vector>

int main() {
  std::vector<int> v;
#ifdef SAFE
  v.resize(100);
#endif
  // A container that a race has damaged may free what is not its own.
  cilk_for (int i = 0; i < 100; ++i) // race
#ifdef SAFE
    v[i] = i;
#else
    if (i % 3 == 0)
      v.push_back(i);
#endif
  return v.empty();
}
