// What no optimization may remove: spawns whose work nobody knows. The argument
// says which of them are to be run.

#include <cilk/cilk.h>
#include <stdio.h>
#include <string.h>

/// Work that is known to nobody.
__attribute__((noinline)) static long work(long n) {
  long sum = 0;
  for (long i = 0; i < n; ++i) {
    __asm__ volatile("" : "+r"(sum));
    sum += i;
  }
  return sum;
}

__attribute__((noinline)) long call(long n) {
  long a = cilk_spawn work(n);
  long b = work(n + 1);
  cilk_sync;
  return a + b;
}

__attribute__((noinline)) long block(long n) {
  long a = 0;
  cilk_spawn {
    a = work(n);
    a += work(n / 2);
  }
  long b = work(n + 1);
  cilk_sync;
  return a + b;
}

__attribute__((noinline)) long loop(long n) {
  long results[64];
  cilk_for (int i = 0; i < 64; ++i)
    results[i] = work(n + i);
  long sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += results[i];
  return sum;
}

int main(int argc, char **argv) {
  const char *what = argc == 2 ? argv[1] : "";
  long (*function)(long) = !strcmp(what, "call")    ? call
                           : !strcmp(what, "block") ? block
                                                    : loop;
  // Many times, as nobody may come for one spawn while the machine is loaded.
  long sum = 0;
  for (int i = 0; i < 50; ++i)
    sum += function(1000);
  printf("%ld\n", sum);
  return 0;
}
