// The size of stacks, and what happens at their end.
//
// RUN: %tussah-clang -ftussah-target=native -ftussah-keep-spawns -O1 %s -o %t
//
// A million frames, each of which spawns. (A root has a stack of its own, so
// the process's limit does not matter.)
// RUN: env CILK_STACKSIZE=1G CILK_NWORKERS=1 timeout 100 %t deep 1000000
// RUN: env CILK_STACKSIZE=1G CILK_NWORKERS=2 timeout 100 %t deep 1000000
// RUN: env CILK_STACKSIZE=1G CILK_NWORKERS=8 timeout 100 %t deep 1000000
// RUN: env CILK_STACKSIZE=64M CILK_NWORKERS=8 TUSSAH_STRESS=always-steal \
// RUN:   timeout 100 %t deep 1000
//
// The stack is as large as was asked for:
// RUN: env CILK_STACKSIZE=16M CILK_NWORKERS=2 timeout 60 %t large 15
// RUN: env CILK_STACKSIZE=14M CILK_NWORKERS=2 timeout 60 %not --crash %t large 15 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=LARGE
// LARGE: tussah: stack overflow in worker {{[01]}}: its stack has 14336 KiB; set CILK_STACKSIZE to a larger value
//
// In a task, whoever runs it:
// RUN: env CILK_STACKSIZE=256K CILK_NWORKERS=1 timeout 60 %not --crash %t deep 1000000 2>&1 \
// RUN:   | %FileCheck %s
// RUN: env CILK_STACKSIZE=256K CILK_NWORKERS=4 timeout 60 %not --crash %t deep 1000000 2>&1 \
// RUN:   | %FileCheck %s
// RUN: env CILK_STACKSIZE=256K CILK_NWORKERS=2 timeout 60 %not --crash %t thief 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=THIEF
// CHECK: tussah: stack overflow in worker {{[0-3]}}: its stack has 256 KiB; set CILK_STACKSIZE to a larger value
// THIEF: tussah: stack overflow in worker 1: its stack has 256 KiB
//
// Other faults are not the runtime's, and the program's handler gets them:
// RUN: timeout 60 %not --crash %t null 2>&1 | %FileCheck %s --check-prefix=NULL --allow-empty
// RUN: timeout 60 %t handled
// NULL-NOT: tussah
#include "Inputs/kernels.h"
#include "Inputs/test.h"

#include <cilk/cilk_api.h>
#include <signal.h>
#include <unistd.h>

static long deep(long n) {
  if (n == 0)
    return 0;
  long x = cilk_spawn deep(n - 1);
  long y = 1;
  cilk_sync;
  return x + y;
}

/// Uses a stack in frames of 64 KiB.
__attribute__((noinline)) static int fill(int frames) {
  volatile char memory[1 << 16];
  for (int i = 0; i < 1 << 16; i += 1000)
    memory[i] = (char)i;
  return frames > 1 ? fill(frames - 1) + memory[1000] : memory[0];
}

static void large(int megabytes) {
  cilk_spawn fill(megabytes * 16);
  cilk_sync;
}

/// The continuation overflows if it runs on worker 1; else the process waits
/// for it.
static int in_thief(void) {
  cilk_spawn compute(0.2);
  if (__cilkrts_get_worker_number() == 1)
    fill(10);
  cilk_sync;
  return 0;
}

static int *volatile null;

static void fault(void) {
  cilk_spawn compute(0.001);
  *null = 1;
  cilk_sync;
}

static void handle(int signal) {
  (void)signal;
  _exit(0);
}

int main(int argc, char **argv) {
  CHECK(argc > 1);
  if (*argv[1] == 'd')
    CHECK(deep(atol(argv[2])) == atol(argv[2]));
  if (*argv[1] == 'l')
    large(atoi(argv[2]));
  while (*argv[1] == 't')
    in_thief();
  if (*argv[1] == 'h')
    signal(SIGSEGV, handle);
  if (*argv[1] == 'h' || *argv[1] == 'n') {
    fault();
    return 1;
  }
}
