// realloc reads and frees the block that it gets.
// RUN: %race %s -- %tussah-clang
#include <cilk/cilk.h>
#include <stdlib.h>

static void fill(int *values) {
  values[1] = 5; // race, always
}

int main(void) {
  int *values = malloc(16 * sizeof *values);
  cilk_spawn fill(values);
#ifdef SAFE
  cilk_sync;
#endif
  values = realloc(values, 1000 * sizeof *values); // race, always
  cilk_sync;
  values[0] = values[1] = 0;
  free(values);
  return 0;
}
