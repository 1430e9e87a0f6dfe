// The destructor of a thread-local variable may fork, and end the process, while another
// thread waits for the end of its thread.
//
// RUN: %tussah-clang++ -ftussah-target=native -O2 %s -o %t
// RUN: env CILK_NWORKERS=4 timeout -k 1 60 %t | %FileCheck %s
// CHECK: in the child
// CHECK: in the parent
// CHECK: at exit
#include "../Inputs/kernels.h"
#include "../Inputs/test.h"

#include <atomic>
#include <cilk/cilk_api.h>
#include <sys/wait.h>
#include <unistd.h>

static std::atomic<int> ended;

struct OfThread {
  int uses = 0;
  ~OfThread() {
    // Of all threads of the pool one.
    if (ended++ != 0)
      return;
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      CHECK(fib(10) == 55);
      puts("in the child");
      exit(0);
    }
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    puts("in the parent");
    __cilkrts_atexit([] { puts("at exit"); });
    exit(0);
  }
};
static thread_local OfThread ofThread;

static void use() {
  ++ofThread.uses;
  compute(0.001);
}

int main() {
  while (__cilkrts_get_nworkers() == 4) {
    cilk_for (int i = 0; i < 40; ++i)
      use();
    // Main's own is no thread of the pool.
    __cilkrts_set_param("nworkers", "3");
  }
  return 1;
}
