// Vector accesses with masks: only the chosen lanes are accessed. Where clang has no such builtins, loops do the same.
// RUN: %race --levels 01 --workers 1 %s -- %tussah-clang
#include <cilk/cilk.h>

typedef int lanes __attribute__((ext_vector_type(4)));
static lanes a, b, c;

#if __has_builtin(__builtin_masked_store)
typedef _Bool mask __attribute__((ext_vector_type(4)));
#define FIRST_TWO ((mask){1, 1, 0, 0})
#define LAST_TWO ((mask){0, 0, 1, 1})
#define STORE(mask, value, to) __builtin_masked_store(mask, value, to)
#define PACK(mask, value, to) __builtin_masked_compress_store(mask, value, (int *)(to))
#define LOAD(mask, at) __builtin_masked_load(mask, at)
#else
#define FIRST_TWO ((lanes){1, 1, 0, 0})
#define LAST_TWO ((lanes){0, 0, 1, 1})
#define STORE(mask, value, to)                                                                                         \
  for (int i = 0; i < 4; ++i)                                                                                          \
    if ((mask)[i])                                                                                                     \
  ((int *)(to))[i] = (value)[i]
#define PACK(mask, value, to)                                                                                          \
  for (int i = 0, j = 0; i < 4; ++i)                                                                                   \
    if ((mask)[i])                                                                                                     \
  ((int *)(to))[j++] = (value)[i]
#define LOAD(mask, at)                                                                                                 \
  ((lanes){(mask)[0] ? ((int *)(at))[0] : 0, (mask)[1] ? ((int *)(at))[1] : 0, (mask)[2] ? ((int *)(at))[2] : 0,       \
           (mask)[3] ? ((int *)(at))[3] : 0})
#endif

__attribute__((noinline)) static void first(void) {
  lanes ones = {1, 1, 1, 1};
  STORE(FIRST_TWO, ones, (int *)&a);
  STORE(FIRST_TWO, ones, (int *)&b); // race, always
  PACK(LAST_TWO, ones, &c); // race, always
}

int main() {
  lanes twos = {2, 2, 2, 2};
  cilk_spawn first();
  STORE(LAST_TWO, twos, (int *)&a); // other lanes
#ifndef SAFE
  twos += LOAD(FIRST_TWO, (int *)&b); // race, always
  ((int *)&c)[1] = twos[0]; // race, always
#else
  ((int *)&c)[2] = twos[0]; // behind the packed ones
#endif
  cilk_sync;
  return a[0] + a[3] == 0;
}
