// Declares what it needs itself: the file that is compiled without pedigrees
// must be the same.

#include <cilk/cilk.h>

#include <cstdint>
#include <cstdio>

#ifdef __cilk_pedigrees__
extern "C" uint64_t __cilkrts_get_dprand(void);
#endif

long tree(long n) {
  if (n < 2)
    return n;
  long x = cilk_spawn tree(n - 1);
  long y = tree(n - 2);
  cilk_sync;
  return x + y;
}

__attribute__((noinline)) void observe(long *place, long value) {
#ifdef __cilk_pedigrees__
  *place = value ^ (long)__cilkrts_get_dprand();
#else
  *place = value;
#endif
}

int main() {
  static long values[100];
  cilk_for (int k = 0; k < 100; ++k) {
    cilk_spawn observe(&values[k], k);
  }
  unsigned long sum = tree(20);
  for (long value : values)
    sum = 31 * sum + (unsigned long)value;
  std::printf("%lx\n", sum);
}
