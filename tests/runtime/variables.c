// Environment variables: what they do, and what nonsense in them does.
//
// RUN: %tussah-clang -ftussah-target=native -O2 %s -o %t
// RUN: env CILK_NWORKERS=3 %t 2>&1 | %FileCheck %s --check-prefix=THREE
// THREE-NOT: tussah
// THREE: 3 workers
// The default is what the affinity mask allows.
// RUN: env -u CILK_NWORKERS taskset -c 0 %t 2>&1 | %FileCheck %s --check-prefix=ONE
// ONE-NOT: tussah
// ONE: 1 workers
// RUN: env CILK_NWORKERS= taskset -c 0 %t 2>&1 | %FileCheck %s --check-prefix=ONE
//
// RUN: env CILK_NWORKERS=none taskset -c 0 %t 2>&1 | %FileCheck %s --check-prefix=WORKERS
// RUN: env CILK_NWORKERS=0 taskset -c 0 %t 2>&1 | %FileCheck %s --check-prefix=WORKERS
// RUN: env CILK_NWORKERS=-1 taskset -c 0 %t 2>&1 | %FileCheck %s --check-prefix=WORKERS
// RUN: env CILK_NWORKERS=99999999999999999999 taskset -c 0 %t 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=WORKERS
// WORKERS: tussah: warning: CILK_NWORKERS is '{{.+}}', but must be a number from 1 to 2048; using 1
// WORKERS: 1 workers
//
// RUN: env CILK_STACKSIZE=8X CILK_NWORKERS=2 %t 2>&1 | %FileCheck %s --check-prefix=STACK
// RUN: env CILK_STACKSIZE=1 CILK_NWORKERS=2 %t 2>&1 | %FileCheck %s --check-prefix=STACK
// RUN: env CILK_STACKSIZE=1000000G CILK_NWORKERS=2 %t 2>&1 | %FileCheck %s --check-prefix=STACK
// STACK: tussah: warning: CILK_STACKSIZE is '{{.+}}', but must be a number from 65536 to {{[0-9]+}} (K, M, G allowed); using {{[0-9]+}}
// STACK: 2 workers
//
// RUN: env TUSSAH_STRESS=delays,never-steal CILK_NWORKERS=2 %t 2>&1 | %FileCheck %s --check-prefix=STRESS
// STRESS: tussah: warning: TUSSAH_STRESS has 'never-steal', but knows only always-steal, delays and signals; ignoring it
// STRESS: 2 workers
// RUN: env TUSSAH_SIGNAL=SIGUSR1 CILK_NWORKERS=2 %t 2>&1 | %FileCheck %s --check-prefix=SIGNAL
// SIGNAL: tussah: warning: TUSSAH_SIGNAL is 'SIGUSR1', but must be a number from 0 to 64; using 23
// What cannot be caught, is the C library's, or tells of faults, is refused:
// RUN: env TUSSAH_SIGNAL=4 CILK_NWORKERS=2 %t 2>&1 | %FileCheck %s --check-prefix=TAKEN -DSIGNAL=4
// RUN: env TUSSAH_SIGNAL=5 CILK_NWORKERS=2 %t 2>&1 | %FileCheck %s --check-prefix=TAKEN -DSIGNAL=5
// RUN: env TUSSAH_SIGNAL=6 CILK_NWORKERS=2 %t 2>&1 | %FileCheck %s --check-prefix=TAKEN -DSIGNAL=6
// RUN: env TUSSAH_SIGNAL=7 CILK_NWORKERS=2 %t 2>&1 | %FileCheck %s --check-prefix=TAKEN -DSIGNAL=7
// RUN: env TUSSAH_SIGNAL=8 CILK_NWORKERS=2 %t 2>&1 | %FileCheck %s --check-prefix=TAKEN -DSIGNAL=8
// RUN: env TUSSAH_SIGNAL=9 CILK_NWORKERS=2 %t 2>&1 | %FileCheck %s --check-prefix=TAKEN -DSIGNAL=9
// RUN: env TUSSAH_SIGNAL=11 CILK_NWORKERS=2 %t 2>&1 | %FileCheck %s --check-prefix=TAKEN -DSIGNAL=11
// RUN: env TUSSAH_SIGNAL=19 CILK_NWORKERS=2 %t 2>&1 | %FileCheck %s --check-prefix=TAKEN -DSIGNAL=19
// RUN: env TUSSAH_SIGNAL=31 CILK_NWORKERS=2 %t 2>&1 | %FileCheck %s --check-prefix=TAKEN -DSIGNAL=31
// RUN: env TUSSAH_SIGNAL=32 CILK_NWORKERS=2 %t 2>&1 | %FileCheck %s --check-prefix=TAKEN -DSIGNAL=32
// RUN: env TUSSAH_SIGNAL=33 CILK_NWORKERS=2 %t 2>&1 | %FileCheck %s --check-prefix=TAKEN -DSIGNAL=33
// TAKEN: tussah: warning: TUSSAH_SIGNAL is '[[SIGNAL]]', which cannot be caught or tells of faults; using 23
// TAKEN-NOT: tussah
// TAKEN: 2 workers
// RUN: env TUSSAH_SIGNAL=0 CILK_NWORKERS=2 %t 2>&1 | %FileCheck %s --check-prefix=FREE
// RUN: env TUSSAH_SIGNAL=10 CILK_NWORKERS=2 %t 2>&1 | %FileCheck %s --check-prefix=FREE
// RUN: env TUSSAH_SIGNAL=34 CILK_NWORKERS=2 %t 2>&1 | %FileCheck %s --check-prefix=FREE
// RUN: env TUSSAH_SIGNAL=64 CILK_NWORKERS=2 %t 2>&1 | %FileCheck %s --check-prefix=FREE
// FREE-NOT: tussah
// FREE: 2 workers
//
// Names that are almost right are told, with the right one; others are not.
// RUN: env -u CILK_NWORKERS CILK_NWORKER=3 taskset -c 0 %t 2>&1 | %FileCheck %s --check-prefix=ALMOST
// RUN: env -u CILK_NWORKERS CILK_NWOKRERS=3 taskset -c 0 %t 2>&1 | %FileCheck %s --check-prefix=ALMOST
// RUN: env -u CILK_NWORKERS CILK_NWORKERSS=3 taskset -c 0 %t 2>&1 | %FileCheck %s --check-prefix=ALMOST
// ALMOST: tussah: warning: CILK_NW{{[A-Z]+}} has no effect; did you mean CILK_NWORKERS?
// ALMOST-NOT: tussah
// ALMOST: 1 workers
// RUN: env CILK_NWORKERS=3 TUSSAH_STAT=1 %t 2>&1 | %FileCheck %s --check-prefix=STAT
// STAT: tussah: warning: TUSSAH_STAT has no effect; did you mean TUSSAH_STATS?
// RUN: env CILK_NWORKERS=3 XCILK_NWORKERSX=2 TUSSAH=1 %t 2>&1 | %FileCheck %s --check-prefix=THREE
//
// Statistics, to standard error and to a file:
// RUN: env TUSSAH_STATS=1 TUSSAH_STRESS=always-steal CILK_NWORKERS=2 %t 2>%t.1 >%t.out
// RUN: env TUSSAH_STATS=%t.2 TUSSAH_STRESS=always-steal CILK_NWORKERS=2 %t
// RUN: %python %S/Inputs/statistics.py %t.1 'len(workers) == 2' 'steals > 0' \
// RUN:   'promotions == steals + taken_back' 'tasks == steals' 'requests >= steals' \
// RUN:   'steals < joins' 'joins <= 2 * steals' 'fibers > steals' 'stack_bytes > 0' \
// RUN:   'sleep_ns > 0' 'failed_steals >= 0' 'signals >= 0' 'most_fibers > 1'
// RUN: %python %S/Inputs/statistics.py %t.2 'len(workers) == 2' 'steals > 0'
// One worker has nobody to publish for:
// RUN: env TUSSAH_STATS=%t.3 CILK_NWORKERS=1 %t
// RUN: %python %S/Inputs/statistics.py %t.3 'len(workers) == 1' \
// RUN:   'promotions == 0' 'steals == 0' 'requests == 0' 'tasks == 0'
// RUN: env TUSSAH_STATS=%t.missing/x CILK_NWORKERS=2 %t 2>&1 | %FileCheck %s --check-prefix=STATS
// STATS: tussah: warning: cannot write statistics to '{{.*}}/x': No such file or directory
// RUN: env TUSSAH_STATS=0 CILK_NWORKERS=2 %t 2>&1 | %FileCheck %s --check-prefix=NONE
// NONE-NOT: {
// NONE: 2 workers
#include "Inputs/kernels.h"
#include "Inputs/test.h"

#include <cilk/cilk_api.h>

static int work(void) {
  int x = cilk_spawn fib(16);
  compute(0.001);
  cilk_sync;
  return x;
}

int main(void) {
  CHECK(run_kernels() == 0);
  for (int i = 0; i < 20; ++i)
    CHECK(work() == 987);
  // Long enough for workers to fall asleep.
  compute(0.02);
  CHECK(work() == 987);
  printf("%u workers\n", __cilkrts_get_nworkers());
}
