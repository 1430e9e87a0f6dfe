// Destructors of thread-local variables run when the threads of the pool end: at
// exit, before a fork, and when the number of workers changes. They may use the
// runtime, and parallel code, which the thread then executes alone.
//
// RUN: %tussah-clang++ -ftussah-target=native -O2 %s -o %t
// RUN: env CILK_NWORKERS=4 timeout -k 1 60 %t > %t.out
// RUN: %FileCheck %s < %t.out
// CHECK: forked
// CHECK: changed
// CHECK-NOT: wrong
#include "../Inputs/test.h"

#include <cilk/cilk.h>

#include <cilk/cilk_api.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static long fib(int n) {
  if (n < 2)
    return n;
  long x = cilk_spawn fib(n - 1);
  long y = fib(n - 2);
  cilk_sync;
  return x + y;
}

struct OfThread {
  int uses = 0;
  ~OfThread() {
    long squares[1000], sum = 0;
    cilk_for (int i = 0; i < 1000; ++i)
      squares[i] = i;
    for (long x : squares)
      sum += x;
    if (sum != 499500 || fib(10) != 55 || __cilkrts_get_nworkers() == 0 ||
        (__cilkrts_is_initialized() | 1) != 1)
      puts("wrong");
    __cilkrts_set_param("nworkers", "3");
  }
};
static thread_local OfThread of_thread;

static void use() {
  ++of_thread.uses;
  compute(0.001);
}

static void parallel() {
  cilk_for (int i = 0; i < 40; ++i)
    use();
}

int main() {
  parallel();
  pid_t child = fork();
  if (child == 0)
    _exit(0);
  waitpid(child, NULL, 0);
  puts("forked");
  parallel();
  if (__cilkrts_set_param("nworkers", "2") == 0)
    puts("changed");
  parallel();
}
