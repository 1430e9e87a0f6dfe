// An allocator that keeps free blocks in lists of its own, as ParlayLib's does: its lists are left out by a list of files,
// and it says where blocks leave it and come back (docs/guides/race.md). Then blocks are new objects, whoever had them
// before, and who still uses one that has been given back races with it.
// RUN: rm -rf %t && mkdir %t && cp %S/Inputs/pool.h %t && cd %t
// RUN: printf '[cilk]\nsrc:*/pool.h\n' > ignore
// RUN: %race --levels 1 --targets native %s -- %tussah-clang++ -I . -fsanitize-ignorelist=ignore
// Without either, blocks that two strands get one after another are races.
// RUN: %tussah-clang++ -O1 -fsanitize=cilk -DSAFE -DSILENT -I . -fsanitize-ignorelist=ignore %s -o silent && %not ./silent 2>&1 | %FileCheck %s
// RUN: %tussah-clang++ -O1 -fsanitize=cilk -DSAFE -I . %s -o checked && %not ./checked 2>&1 | %FileCheck %s
// CHECK: Cilksan detected {{[1-9]}}
#include "pool.h"
#include <cilk/cilk.h>

static Pool pool;

static void fill(int *block) { block[5] = 3; } // race, always

static void use(int i) {
  int *block = static_cast<int *>(pool.allocate(24));
  for (int k = 0; k < 6; ++k)
    block[k] = i;
  pool.deallocate(block, 24);
}

int main() {
  cilk_for (int i = 0; i < 50; ++i)
    use(i);
  int *block = static_cast<int *>(pool.allocate(24));
  cilk_spawn fill(block);
#ifdef SAFE
  cilk_sync;
#endif
  // The write is in pool.h.
  pool.deallocate(block, 24);
  cilk_sync;
}
