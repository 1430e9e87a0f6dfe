// Each thread of the application begins at [0, 0], and goes on after each root
// where that ended, which may have been in another thread.
//
// RUN: %replay --flags=-pthread %s -- %tussah-clang++ | %FileCheck %s

#include "Inputs/record.h"

#include <cilk/cilk.h>
#include <thread>

static void work(int n) {
  volatile long sum = 0;
  for (int k = 0; k < n; ++k)
    sum = sum + k;
}

static uint64_t tree(int depth) {
  if (depth == 0)
    return __cilkrts_get_dprand();
  uint64_t left = cilk_spawn tree(depth - 1);
  if (depth > 4)
    work(1000);
  uint64_t right = tree(depth - 1);
  cilk_sync;
  return left * 31 + right;
}

// The last strand is often not the first thread's.
static void root(const char *name) {
  note(name);
  cilk_spawn work(20000);
  tree(6);
}

// A root takes a number, spawns, goes 6 levels down, and syncs.
//
// CHECK: main: 2 [0, 16]
// CHECK-COUNT-4: thread: 1 [0, 0]
// CHECK-COUNT-4: thread: 2 [0, 16]
// CHECK-COUNT-4: thread: 3 [0, 32]
static void thread() {
  root("thread: 1");
  root("thread: 2");
  note("thread: 3");
}

int main() {
  std::thread threads[4];
  for (std::thread &t : threads)
    t = std::thread(thread);
  for (std::thread &t : threads)
    t.join();
  root("main: 1");
  note("main: 2");
  uint64_t sum = 0;
  for (int round = 0; round < 20; ++round)
    sum = sum * 31 + tree(8);
  note("main: 3");
  printf("%016" PRIx64 "\n", sum);
  print_notes();
}
