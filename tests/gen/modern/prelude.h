#include <cilk/cilk.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline uint64_t mix(uint64_t a, uint64_t b) {
  a = (a ^ (b + 0x9e3779b97f4a7c15u)) * 0xbf58476d1ce4e5b9u;
  return a ^ a >> 29;
}
/* Nothing is known of the result. */
__attribute__((noinline)) static uint64_t opaque(uint64_t x) {
  __asm__ volatile("" : "+r"(x));
  return x;
}
/* Writes over what is no longer in use: a pointer that leads there finds it. */
__attribute__((noinline)) static void clobber(int with) {
  unsigned char here[1024];
  unsigned char *there[4];
  memset(here, with, sizeof here);
  __asm__ volatile("" : : "r"(here) : "memory");
  for (int i = 0; i < 4; ++i) {
    there[i] = (unsigned char *)malloc(16u << i);
    memset(there[i], with, 16u << i);
    __asm__ volatile("" : : "r"(there[i]) : "memory");
  }
  for (int i = 0; i < 4; ++i)
    free(there[i]);
}

typedef uint32_t Quad __attribute__((vector_size(16)));
typedef uint64_t Oct __attribute__((vector_size(64)));
typedef float Halves __attribute__((vector_size(8)));
typedef double _Complex Complex;
typedef float _Complex FloatComplex;
typedef unsigned __int128 Wide;
