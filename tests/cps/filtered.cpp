// A filter of system calls that ends processes which choose processors does not end
// programs that make threads.
// REQUIRES: newest-llvm
// RUN: %clangxx -std=c++20 -O2 -I%include-dir %s -o %t %lib-dir/../libtussah-backtrack.a %lib-dir/../libtussah-cps.a -pthread
// RUN: timeout 60 %t | grep -x "done"
#include "../runtime/Inputs/filter.h"

#include <cstdio>
#include <tussah/backtrack.hpp>
#include <tussah/cps.hpp>

static void answer(tussah::cps::cont<int> k) { send_argument(k, 42); }

int main() {
  if (!forbid(SYS_sched_setaffinity))
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
