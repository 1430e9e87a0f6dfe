// A signal handler must not run parallel code. If it interrupts a thread that
// enters a root, one line says so; elsewhere nothing of it is stolen from the
// midst of the runtime. But it may end the process there, and start others.
//
// RUN: %tussah-clang -ftussah-target=native -O2 %s -o %t -pthread
// RUN: env CILK_NWORKERS=2 timeout -k 1 60 %not --crash %t entering 2>&1 | %FileCheck %s
// RUN: env CILK_NWORKERS=2 timeout -k 1 60 %t callback
// RUN: env CILK_NWORKERS=2 timeout -k 1 60 %t exit
// RUN: env CILK_NWORKERS=2 timeout -k 1 60 %t fork
// CHECK: tussah: error: a signal handler runs parallel code, and has interrupted the runtime; let it set a flag
#define _GNU_SOURCE
#include "../Inputs/kernels.h"
#include "../Inputs/test.h"

#include <cilk/cilk_api.h>
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t is_armed;

static const char *mode;

static void start_process(void) {
  pid_t child = fork();
  if (child == 0)
    _exit(0);
  int status = -1;
  if (waitpid(child, &status, 0) != child || status != 0)
    abort();
}

static void handle(int signal) {
  (void)signal;
  if (strcmp(mode, "exit") == 0)
    exit(0);
  else if (strcmp(mode, "fork") == 0)
    start_process();
  else if (fib(9) != 34)
    abort();
}

/// Takes the place of the C library's: the runtime calls it under its lock.
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                   void *(*run)(void *), void *argument) {
  if (is_armed)
    raise(SIGUSR1);
  is_armed = 0;
  int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  *(void **)&create = dlsym(RTLD_NEXT, "pthread_create");
  return create(thread, attributes, run, argument);
}

static int called;

/// That, however, may enter roots.
static void run_first(void) { called += fib(9) == 34; }

int main(int argc, char **argv) {
  CHECK(argc == 2);
  mode = argv[1];
  CHECK(signal(SIGUSR1, handle) != SIG_ERR);
  CHECK(__cilkrts_atinit(run_first) == 0);
  is_armed = strcmp(mode, "callback") != 0;
  CHECK(fib(9) == 34);
  CHECK(called == 1);
}
