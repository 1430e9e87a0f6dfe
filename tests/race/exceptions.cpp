// Strands keep their names when exceptions leave tasks, loops and functions that spawn: what follows the sync is in series
// with the tasks, and what is in parallel is found.
// RUN: %race %s -- %tussah-clang++
#include <cilk/cilk.h>

static int a[64], caught, other;

struct Cleanup {
  int *where;
  ~Cleanup() { *where += 1; }
};

static void thrower(int i) {
  a[i] = i;
  if (i % 4 == 3)
    throw i;
}

static void spawner(int i) {
  Cleanup c{&a[i]};
  cilk_spawn thrower(i);
  a[i + 1] = 2;
  cilk_sync;
  a[i] += 5;
}

static void loop() {
  cilk_for (int i = 8; i < 24; ++i)
    thrower(i);
}

static void race() {
  other = 1; // race, always
}

int main() {
  for (int i = 0; i < 8; i += 1) {
    try {
      spawner(i);
    } catch (int) {
      caught += a[i];
    }
    a[i] = 0;
  }
  try {
    loop();
  } catch (int) {
    ++caught;
  }
  for (int i = 0; i < 24; ++i)
    a[i] += 1;
  try {
    cilk_spawn race();
    loop();
  } catch (int) {
    ++caught;
  }
  other = 2;
  try {
    cilk_spawn race();
#ifndef SAFE
    other = 3; // race, always
#endif
    throw 5;
  } catch (int) {
    ++caught;
  }
  other = 4;
  return caught != 5 + a[3] + a[7] && caught == 0;
}
