// A thread forks while another one enters the first root. The child can enter one too, or
// a line says why not: the other one's had begun.
//
// RUN: %tussah-clang -ftussah-target=native -O2 %s -o %t -pthread
// RUN: env CILK_NWORKERS=2 timeout 60 %t
#define _GNU_SOURCE
#include "../Inputs/kernels.h"
#include "../Inputs/test.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_bool is_inside, forks;

/// The runtime asks before its first root, under its lock.
int sched_getaffinity(pid_t thread, size_t size, cpu_set_t *mask) {
  if (!is_inside) {
    is_inside = true;
    while (!forks)
      sched_yield();
    // So long the fork has to wait.
    usleep(50000);
  }
  int (*real)(pid_t, size_t, cpu_set_t *);
  *(void **)&real = dlsym(RTLD_NEXT, "sched_getaffinity");
  return real(thread, size, mask);
}

static void *fork_beside(void *unused) {
  while (!is_inside)
    sched_yield();
  forks = true;
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0)
    _exit(run_kernels());
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(status == 0 || (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT));
  return unused;
}

int main(void) {
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, fork_beside, NULL) == 0);
  CHECK(run_kernels() == 0);
  pthread_join(thread, NULL);
}
