// System functions fail at each of their calls. The program gets the right
// result with fewer workers, or ends with a message.
//
// REQUIRES: newest-llvm
// RUN: %tussah-clang -ftussah-target=native -ftussah-keep-spawns -O2 %s -o %t
// RUN: %clang -shared -fPIC -O1 %S/../Inputs/fail.c -ldl -o %t.so
// RUN: env -u CILK_NWORKERS %python %S/../Inputs/fail.py %t.so %t
#include "../Inputs/kernels.h"
#include "../Inputs/test.h"

#include <cilk/cilk_api.h>
#include <unistd.h>

static int leaf(void) {
  compute(0.002);
  return 1;
}

/// Uses a stack so deeply that its memory is given back.
__attribute__((noinline)) static int deep(int kilobytes) {
  volatile char memory[1024];
  memory[kilobytes] = 1;
  int below = kilobytes > 1 ? deep(kilobytes - 1) : 0;
  return below + memory[kilobytes];
}

static int deep_in_task(void) {
  int x = cilk_spawn deep(400);
  cilk_sync;
  return x;
}

/// Continuations that are asked for when nobody polls.
static int nested(int depth) {
  if (depth == 0)
    return leaf();
  int x = cilk_spawn nested(depth - 1);
  cilk_sync;
  return x;
}

/// The size of memory that is too much for the stack, which nobody may know.
static volatile int Kilobytes = 40;

__attribute__((noinline)) static int large(int kilobytes) {
  volatile char memory[kilobytes * 1024];
  memory[0] = 1;
  int x = cilk_spawn leaf();
  memory[kilobytes * 1024 - 1] = 2;
  cilk_sync;
  return x + memory[0] + memory[kilobytes * 1024 - 1];
}

int main(void) {
  CHECK(__cilkrts_get_nworkers() >= 1);
  CHECK(__cilkrts_set_param("nworkers", "4") == 0);
  for (int i = 0; i < 2; ++i) {
    CHECK(run_kernels() == 0);
    CHECK(nested(5) == 1);
    CHECK(deep_in_task() == 400);
    CHECK(large(Kilobytes) == 4);
    // Workers fall asleep.
    usleep(2000);
  }
  CHECK(__cilkrts_set_param("nworkers", "3") == 0);
  CHECK(run_kernels() == 0);
  puts("right");
}
