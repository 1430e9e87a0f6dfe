#include "markers.h"

#include <cstdio>
#include <cstdlib>

struct Argument {
  int Value;
  explicit Argument(int Value) : Value(Value) {
    if (Value == 5)
      throw Value;
  }
  Argument(const Argument &Other) : Value(Other.Value) {}
  ~Argument() {}
};

static void task(Argument) { printf("task\n"); }

static void loop(int *V) {
  GUARD(Guard, 0);
  LOOP(0, 7, {
    long K = __tussah_loop_index();
    V[K] = K;
  });
}

static void failure() {
  GUARD(Guard, 0);
  TASK(0, { CALLEE(task)(Argument(4)); });
  TASK(0, { CALLEE(task)(Argument(5)); });
  SYNC(0);
}

#ifdef NO_MAIN
static
#endif
void test() {
  int V[7], Sum = 0;
  printf("loop\n");
  loop(V);
  for (int X : V)
    Sum += X;
  printf("sum %d\nfailure\n", Sum);
  try {
    failure();
  } catch (int E) {
    printf("caught %d\n", E);
  }
}

#ifndef NO_MAIN
int main() { test(); }
#endif
