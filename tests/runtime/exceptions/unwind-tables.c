// Without the table by which unwind information is found, nothing could be
// promoted. The program says so rather than run serially.
// RUN: %tussah-clang -ftussah-target=native -O2 -c %s -o %t.o
// RUN: %tussah-clang -ftussah-target=native %t.o -o %t && %t
// RUN: %clang -Wl,--no-eh-frame-hdr %t.o -o %t -L%lib-dir/.. -Wl,-rpath,%lib-dir/.. -ltussah -lpthread
// RUN: %not --crash %t 2>&1 | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
// CHECK: tussah: error: the program has no unwind tables, without which nothing can run in parallel; link without --no-eh-frame-hdr and keep .eh_frame_hdr
// CHECK-NEXT: error: Aborted

#include <cilk/cilk.h>

static long fib(int n) {
  if (n < 2)
    return n;
  long a = cilk_spawn fib(n - 1);
  long b = fib(n - 2);
  cilk_sync;
  return a + b;
}

int main(void) { return fib(10) != 55; }
