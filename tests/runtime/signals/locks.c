// A signal handler exits, or starts a process, where its thread holds a lock of the runtime:
// it ends the pool in __cilkrts_set_param or before a fork, or gets memory for the runtime's
// objects. And where its thread waits in a root: the child that goes on there cannot.
//
// RUN: %tussah-clang -ftussah-target=native -ftussah-keep-spawns -O2 %s -o %t -pthread
// RUN: env CILK_NWORKERS=2 timeout -k 1 60 %t exit set_param
// RUN: env CILK_NWORKERS=2 timeout -k 1 60 %t fork set_param
// RUN: env CILK_NWORKERS=2 timeout -k 1 60 %t exit fork
// RUN: env CILK_NWORKERS=2 timeout -k 1 60 %t fork fork
// RUN: env CILK_NWORKERS=2 TUSSAH_SIGNAL=0 TUSSAH_STRESS=always-steal timeout -k 1 60 %t fork memory
// RUN: env CILK_NWORKERS=2 timeout -k 1 60 %t return root 2>&1 | %FileCheck %s
// CHECK: tussah: error: this process was forked while parallel code was running
#define _GNU_SOURCE
#include "../Inputs/robbed.h"
#include "../Inputs/test.h"

#include <cilk/cilk_api.h>
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *action, *place;

static bool is(const char *word, const char *other) {
  return strcmp(word, other) == 0;
}

static bool is_main(void) { return gettid() == getpid(); }

static atomic_bool is_armed;
static atomic_int handled;

static void handle(int signal) {
  (void)signal;
  if (is(action, "exit"))
    exit(0);
  pid_t child = fork();
  if (child == 0 && is(action, "fork"))
    _exit(0);
  if (child == 0) {
    // Where it returns to nothing may wait for ever.
    alarm(50);
    return;
  }
  int status = -1;
  if (waitpid(child, &status, 0) != child ||
      (is(action, "fork") ? status != 0
                          : !WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT))
    _exit(3);
  ++handled;
}

static void interrupt(void) {
  if (atomic_exchange(&is_armed, false))
    raise(SIGUSR1);
}

//===----------------------------------------------------------------------===//
// What the runtime calls under its locks
//===----------------------------------------------------------------------===//

static int (*real_join)(pthread_t, void **);
static void *(*real_mmap)(void *, size_t, int, int, int, off_t);

/// Before there are threads.
__attribute__((constructor)) static void find_functions(void) {
  *(void **)&real_join = dlsym(RTLD_NEXT, "pthread_join");
  *(void **)&real_mmap = dlsym(RTLD_NEXT, "mmap");
}

int pthread_join(pthread_t thread, void **result) {
  if (!is(place, "memory"))
    interrupt();
  return real_join(thread, result);
}

void *mmap(void *base, size_t size, int protection, int flags, int file,
           off_t offset) {
  if (!real_mmap) // for the constructor of a library
    find_functions();
  if (place && is(place, "memory") && size == 1 << 16 && is_main())
    interrupt();
  return real_mmap(base, size, protection, flags, file, offset);
}

//===----------------------------------------------------------------------===//
// A root
//===----------------------------------------------------------------------===//

static pthread_t main_thread;

/// The continuation waits until main, which has nothing else to do, sleeps.
static void wait_in_root(void) {
  is_stolen = false;
  cilk_spawn be_robbed();
  is_stolen = true;
  CHECK(!is_main());
  usleep(20000);
  CHECK(pthread_kill(main_thread, SIGUSR1) == 0);
  while (handled == 0)
    usleep(100);
  cilk_sync;
}

static void fork_here(void) {
  pid_t child = fork();
  if (child == 0)
    _exit(fib(9) != 34);
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
}

int main(int argc, char **argv) {
  CHECK(argc == 3);
  action = argv[1];
  place = argv[2];
  main_thread = pthread_self();
  CHECK(signal(SIGUSR1, handle) != SIG_ERR);
  bool in_root = is(place, "root");
  if (is(place, "memory"))
    is_armed = true;
  CHECK(fib(9) == 34);
  if (in_root)
    wait_in_root();
  else if (!is(place, "memory"))
    is_armed = true;
  if (is(place, "set_param"))
    CHECK(__cilkrts_set_param("nworkers", "3") == 0);
  else if (is(place, "fork"))
    fork_here();
  CHECK(handled == 1);
  CHECK(!is_armed);
  CHECK(fib(9) == 34);
}
