// A filter of system calls that ends processes which choose processors, as systemd's
// "SystemCallFilter=~@resources", does not end programs that make threads.
// REQUIRES: newest-llvm
// RUN: %clangxx -std=c++20 -O2 -I%include-dir %s -o %t %lib-dir/../libtussah-backtrack.a %lib-dir/../libtussah-cps.a -pthread
// RUN: timeout 60 %t | grep -x "done"
#include <cstddef>
#include <cstdio>
#include <tussah/backtrack.hpp>
#include <tussah/cps.hpp>

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

static bool filter() {
  sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sched_setaffinity, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  sock_fprog program = {4, rules};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void answer(tussah::cps::cont<int> k) { send_argument(k, 42); }


int main() {
  if (!filter())
    std::puts("there are no filters");
  // Some of so many threads begin on the processor of their maker.
  for (int i = 0; i < 20; ++i) {
    tussah::cps::options how;
    how.workers = 8;
    if (tussah::cps::run<answer>(how) != 42)
      return 1;
    tussah::backtrack::options tasks;
    tasks.workers = 8;
    tussah::backtrack::run(tasks, [](tussah::backtrack::worker &) {});
  }
  std::puts("done");
}
