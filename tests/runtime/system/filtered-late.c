// A filter of system calls that comes after the first root, for all threads, lets workers
// go on if it allows what docs/reference/runtime.md lists.
// REQUIRES: newest-llvm
// RUN: %tussah-clang -ftussah-target=native -ftussah-keep-spawns -O2 %s -o %t
// RUN: env CILK_NWORKERS=2 timeout 60 %t | grep -x "done"
// RUN: env CILK_NWORKERS=8 timeout 60 taskset -c 0,1 %t | grep -x "done"
#define _GNU_SOURCE
#include "../Inputs/filter.h"
#include "../Inputs/kernels.h"
#include "../Inputs/test.h"

static const unsigned allowed[] = {
    SYS_clock_gettime, SYS_close, SYS_futex, SYS_getpid, SYS_madvise,
    SYS_mincore, SYS_mmap, SYS_mprotect, SYS_munmap, SYS_openat, SYS_prctl,
    SYS_read, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn,
    SYS_sched_getaffinity, SYS_sched_yield, SYS_tgkill,
    // Of this program.
    SYS_brk, SYS_clock_nanosleep, SYS_exit_group, SYS_write};

static int nested(int depth) {
  if (depth == 0) {
    compute(0.002);
    usleep(1000);
    return 1;
  }
  int x = cilk_spawn nested(depth - 1);
  cilk_sync;
  return x;
}

static void work(int rounds) {
  for (int i = 0; i < rounds; ++i) {
    CHECK(run_kernels() == 0);
    CHECK(nested(5) == 1);
    // Workers fall asleep.
    usleep(2000);
  }
}

int main(void) {
  work(1);
  usleep(100000);
  if (!forbid_all_but(allowed, sizeof allowed / sizeof *allowed) &&
      write(STDOUT_FILENO, "there are no filters\n", 21) < 0)
    return 1;
  work(100);
  _exit(write(STDOUT_FILENO, "done\n", 5) < 0);
}
