// REQUIRES: asan
// Both sanitizers in one program: each finds its own. On one worker, as the block is in fact used after `delete` if the
// continuation is stolen.
// RUN: %tussah-clang++ -fsanitize=cilk,address -g -O1 %s -o %t
// RUN: env CILK_NWORKERS=1 %not %t 2>&1 | %FileCheck %s --check-prefix=RACE --implicit-check-not=AddressSanitizer
// RUN: env CILK_NWORKERS=1 %not %t free 2>&1 | %FileCheck %s --check-prefix=FREED
#include <cilk/cilk.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

static void write(int *p) { *p = 1; }

static void work(int n) {
  std::vector<int> own(n);
  // Blocks that strands get one after another are no race.
  for (int &x : own)
    x = n;
  int *block = (int *)realloc(malloc(4), 400);
  block[n] = own[n - 1];
  free(block);
}

int main(int argc, char **) {
  cilk_for (int i = 0; i < 200; ++i)
    work(1 + i % 50);
  int *p = new int(0);
  cilk_spawn write(p);
  // RACE: Race detected
  // RACE: write at {{.*}}with-asan.cpp:12:
  // RACE: free at {{.*}}with-asan.cpp:[[@LINE+1]]:
  delete p;
  cilk_sync;
  if (argc > 1)
    // FREED: Race detected
    // FREED: AddressSanitizer: heap-use-after-free
    write(p);
}
// RACE: Cilksan detected 1 distinct races.
