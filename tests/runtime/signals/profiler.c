// A sampling profiler: a signal handler unwinds the stack of the thread that it
// interrupts, at any instruction, also in the code that changes stacks. Every
// frame that it finds lies in code that exists.
//
// RUN: %tussah-clang -ftussah-target=native -O2 %s -o %t -pthread
// RUN: env CILK_NWORKERS=2 timeout 60 %t
// RUN: env CILK_NWORKERS=8 TUSSAH_STRESS=always-steal,delays timeout 60 %t
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal,delays,signals timeout 60 %t
#define _GNU_SOURCE
#include "../Inputs/test.h"

#include <cilk/cilk.h>
#include <dirent.h>
#include <errno.h>
#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unwind.h>

static long fib(int n) {
  if (n < 2)
    return n;
  long a = cilk_spawn fib(n - 1);
  long b = fib(n - 2);
  cilk_sync;
  return a + b;
}

static atomic_int samples;
static atomic_ulong wrong;

struct walk {
  unsigned frames;
};

static _Unwind_Reason_Code visit(struct _Unwind_Context *context,
                                 void *argument) {
  struct walk *walk = argument;
  int is_interrupted = 0;
  uintptr_t address = _Unwind_GetIPInfo(context, &is_interrupted);
  // The function takes a return address. What ends the stack may have 0.
  if (address &&
      !_Unwind_FindEnclosingFunction((void *)(address + (is_interrupted != 0))))
    wrong = address;
  return ++walk->frames < 64 ? _URC_NO_REASON : _URC_END_OF_STACK;
}

static void sample(int signal) {
  (void)signal;
  int error = errno;
  void *addresses[64];
  backtrace(addresses, 64);
  struct walk walk = {0};
  _Unwind_Backtrace(visit, &walk);
  ++samples;
  errno = error;
}

static atomic_int ends;

static void *sample_all(void *argument) {
  pid_t self = (pid_t)syscall(SYS_gettid);
  while (!ends) {
    DIR *tasks = opendir("/proc/self/task");
    for (const struct dirent *task; (task = readdir(tasks));) {
      pid_t thread = atoi(task->d_name);
      if (thread > 0 && thread != self)
        syscall(SYS_tgkill, getpid(), thread, SIGPROF);
    }
    closedir(tasks);
  }
  return argument;
}

int main(void) {
  // They allocate when they are called first.
  void *addresses[4];
  backtrace(addresses, 4);
  struct walk walk = {0};
  _Unwind_Backtrace(visit, &walk);
  struct sigaction action = {.sa_handler = sample, .sa_flags = SA_RESTART};
  CHECK(sigaction(SIGPROF, &action, NULL) == 0);
  CHECK(fib(5) == 5);
  pthread_t sampler;
  CHECK(pthread_create(&sampler, NULL, sample_all, NULL) == 0);
  for (double end = seconds() + 1; seconds() < end || samples <= 1000;) {
    CHECK(fib(16) == 987);
    if (wrong)
      fprintf(stderr, "no code at %#lx\n", wrong);
    CHECK(wrong == 0);
  }
  ends = 1;
  CHECK(pthread_join(sampler, NULL) == 0);
}
