// A task throws, and objects end on the way.
#include <cilk/cilk.h>
#include <stdio.h>

struct Ender {
  const char *name;
  ~Ender() { printf("end of the %s\n", name); }
};

static int fail(int n) {
  Ender task{"task"};
  if (n)
    throw n;
  return 1;
}

__attribute__((noinline)) static int work(int n) {
  Ender parent{"parent"};
  int a = cilk_spawn fail(n);
  printf("continuation\n");
  cilk_sync;
  return a;
}

int main() {
  try {
    work(3);
  } catch (int e) {
    printf("caught %d\n", e);
  }
}
