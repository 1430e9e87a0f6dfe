// Row E3: a write and a read, a read and a write, and two writes in parallel, in either order, and what ends memory: free,
// delete, realloc, and the end of a variable. Each is found in each run, on one worker too.
// RUN: %race --levels 1 %s -- %tussah-clang++
// RUN: %tussah-clang++ -Wno-tussah-race -g -O1 -fsanitize=cilk %s -o %t
// RUN: env CILK_NWORKERS=1 %not %t 2>&1 | %FileCheck %s
#include <cilk/cilk.h>
#include <cstdlib>

static int written, read_first, both;
static int *freed, *deleted, *grown;

static void write_to(int *p) { *p = 1; } // race, always
static int read_of(const int *p) { return *p; } // race, always

/// What a task uses by reference ends with the block.
static void end_early() {
  {
    int ended = 3;
#ifdef SAFE
    cilk_spawn [ended] { read_of(&ended); }();
#else
    cilk_spawn [&ended] { read_of(&ended); }();
#endif
  } // race, always
  cilk_sync;
}

int main() {
  int seen = 0;
#ifdef SAFE
#define STOP cilk_sync
#else
#define STOP (void)0
#endif
  // CHECK: on 'written'
  // CHECK-NEXT: write at {{.*}} in write_to
  // CHECK: read at {{.*}}:[[# @LINE + 3]]:{{[0-9]+}} in main
  cilk_spawn write_to(&written);
  STOP;
  seen += written; // race, always
  cilk_sync;
  // CHECK: on 'read_first'
  // CHECK-NEXT: read at {{.*}} in read_of
  // CHECK: write at {{.*}}:[[# @LINE + 3]]:{{[0-9]+}} in main
  int value = cilk_spawn read_of(&read_first);
  STOP;
  read_first = 2; // race, always
  cilk_sync;
  // CHECK: on 'both'
  // CHECK-NEXT: write at {{.*}} in write_to
  // CHECK: write at {{.*}}:[[# @LINE + 3]]:{{[0-9]+}} in main
  cilk_spawn write_to(&both);
  STOP;
  both = 2; // race, always
  cilk_sync;
  // CHECK: free at {{.*}}:[[# @LINE + 4]]:{{[0-9]+}} in main
  freed = static_cast<int *>(malloc(sizeof *freed));
  cilk_spawn write_to(freed);
  STOP;
  free(freed); // race, always
  cilk_sync;
  // CHECK: free at {{.*}}:[[# @LINE + 4]]:{{[0-9]+}} in main
  deleted = new int(1);
  cilk_spawn write_to(deleted);
  STOP;
  delete deleted; // race, always
  cilk_sync;
  // CHECK: realloc at {{.*}}:[[# @LINE + 4]]:{{[0-9]+}} in main
  grown = static_cast<int *>(malloc(sizeof *grown));
  cilk_spawn write_to(grown);
  STOP;
  grown = static_cast<int *>(realloc(grown, 100 * sizeof *grown)); // race, always
  cilk_sync;
  free(grown);
  // CHECK: on 'ended'
  // CHECK: end of the variable at
  end_early();
  return seen + value == 99;
}
