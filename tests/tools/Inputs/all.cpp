#include <cilk/cilk.h>
#include <stdlib.h>
#include <string.h>

static long shared;

struct large {
  long values[8];
};

static void store(long n) {
  shared = n;
}

static long byValue(large l) {
  return l.values[0];
}

static void throws() {
  throw 1;
}

static void catches() {
  try {
    cilk_spawn throws();
    cilk_sync;
  } catch (int) {
    shared = 9;
  }
}

static void memory(unsigned n) {
  char *block = static_cast<char *>(malloc(n));
  block = static_cast<char *>(realloc(block, 2 * n));
  free(block);
  delete new int;
}

int main() {
  cilk_spawn store(1);
  cilk_spawn store(2);
  cilk_sync;
  cilk_for (int i = 0; i < 2; ++i)
    store(10 + i);
  __atomic_fetch_add(&shared, 1, __ATOMIC_RELAXED);
  large l = {{3}};
  void (*pointer)(long) = store;
  pointer(byValue(l));
  memory(6);
  catches();
  return abs(-3) - 3;
}
