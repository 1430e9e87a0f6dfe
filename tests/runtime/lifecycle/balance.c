// Each way to end and to begin again leaves the process as it was: tussah_finalize, a
// thread that ends, and fork, exec and exit of child processes. By hand with 10000 cycles.
//
// RUN: %tussah-clang -ftussah-target=native -O2 %s -o %t -pthread
// RUN: env CILK_NWORKERS=4 timeout 120 %t finalize 100
// RUN: env CILK_NWORKERS=4 TUSSAH_STATS=%t.json timeout 120 %t finalize 20
// RUN: %python %S/../Inputs/statistics.py %t.json 'fibers > 20'
// RUN: env CILK_NWORKERS=4 timeout 120 %t thread 60
// RUN: env CILK_NWORKERS=4 timeout 120 %t fork 30
// RUN: env CILK_NWORKERS=4 timeout 120 %t exec 30
// RUN: env CILK_NWORKERS=4 timeout 120 %t exit 30
#define _GNU_SOURCE
#include "../Inputs/kernels.h"
#include "../Inputs/resources.h"

#include <cilk/cilk_api.h>
#include <pthread.h>
#include <sys/wait.h>
#include <tussah/finalize.h>

static const char *program;

static void work(void) { CHECK(fib(14) == 377); }

static int in_root;

static void finalize_in_root(void) {
  cilk_spawn work();
  in_root = tussah_finalize();
  cilk_sync;
}

static void finalize(void) {
  work();
  if (in_root == 0)
    finalize_in_root();
  CHECK(in_root == 1 && __cilkrts_is_initialized());
  CHECK(tussah_finalize() == 0 && !__cilkrts_is_initialized());
  CHECK(tussah_finalize() == 0);
  work();
  __cilkrts_end_cilk();
  CHECK(!__cilkrts_is_initialized());
}

static void *work_on_thread(void *unused) {
  work();
  return unused;
}

/// The pool ends with the only thread that has been in a root.
static void use_thread(void) {
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, work_on_thread, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
}

static void in_child(void (*deed)(void)) {
  work();
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    deed();
    _exit(1);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

static void work_and_leave(void) {
  work();
  _exit(7);
}
static void execute(void) { execl(program, program, NULL); }
static void leave(int depth) {
  if (depth == 0)
    exit(7);
  cilk_spawn leave(depth - 1);
  work();
  cilk_sync;
}
static void exit_in_root(void) { leave(5); }

int main(int argc, char **argv) {
  if (argc == 1) {
    work();
    return 7;
  }
  program = argv[0];
  const char *mode = argv[1];
  struct resources before = resources_now();
  for (int i = 0, n = atoi(argv[2]); i < n; ++i) {
    void (*child)(void) = strcmp(mode, "fork") == 0   ? work_and_leave
                          : strcmp(mode, "exec") == 0 ? execute
                                                      : exit_in_root;
    if (strcmp(mode, "finalize") == 0)
      finalize();
    else if (strcmp(mode, "thread") == 0)
      use_thread();
    else
      in_child(child);
    struct resources now = resources_now();
    // The C library keeps memory of the first threads.
    if (i == n / 5)
      before.mappings = now.mappings, before.resident = now.resident;
  }
  CHECK(tussah_finalize() == 0);
  check_balance(&before);
}
