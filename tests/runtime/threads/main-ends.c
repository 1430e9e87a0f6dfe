// main may end by pthread_exit; the process then ends with its last thread. The
// threads of the pool do not keep it, and take no signal from other threads.
//
// RUN: %tussah-clang -ftussah-target=native -O2 %s -o %t -pthread
// RUN: env CILK_NWORKERS=4 timeout -k 1 30 %t main | %FileCheck %s
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal,delays timeout -k 1 30 %t main | %FileCheck %s
// RUN: env CILK_NWORKERS=4 timeout -k 1 30 %t used | %FileCheck %s
// RUN: env CILK_NWORKERS=4 timeout -k 1 30 %t unused | %FileCheck %s
// RUN: env CILK_NWORKERS=4 timeout -k 1 30 %t again | %FileCheck %s
// RUN: env CILK_NWORKERS=4 timeout -k 1 30 %t destructor | %FileCheck %s
// RUN: env CILK_NWORKERS=4 TUSSAH_STATS=%t.json timeout -k 1 30 %t many | %FileCheck %s
// RUN: env CILK_NWORKERS=4 timeout -k 1 30 %t fork | %FileCheck %s
// RUN: env CILK_NWORKERS=4 timeout -k 1 30 %t signal | %FileCheck %s
// CHECK: at exit
#include "../Inputs/kernels.h"
#include "../Inputs/test.h"

#include <cilk/cilk_api.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

static void say(void) { puts("at exit"); }

static void say_and_end(int signal) {
  (void)signal;
  static const char text[] = "at exit\n";
  _exit(write(STDOUT_FILENO, text, sizeof text - 1) < 0);
}

static pthread_t main_thread;

static void start(void *(*run)(void *)) {
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, run, NULL) == 0);
  CHECK(pthread_detach(thread) == 0);
}

static void *use(void *argument) {
  CHECK(fib(15) == 610);
  return argument;
}

/// Goes on when main has ended, and with it the last user of the pool.
static void *wait_for_main(void *argument) {
  CHECK(pthread_join(main_thread, NULL) == 0);
  return argument;
}

static void *use_after_main(void *argument) {
  wait_for_main(NULL);
  return use(argument);
}

static void *use_twice_after_main(void *argument) {
  wait_for_main(NULL);
  start(use);
  return use(argument);
}

static void *be_told_after_main(void *argument) {
  wait_for_main(NULL);
  CHECK(!__cilkrts_is_initialized());
  kill(getpid(), SIGTERM);
  sleep(20);
  return argument;
}

static pthread_key_t key;

/// The pool has been stopped for this thread already, or will be again.
static void use_at_end(void *argument) {
  (void)argument;
  use(NULL);
}

static void use_many_times(void) {
  for (int i = 0; i < 50; ++i) {
    pthread_t threads[4];
    for (int j = 0; j < 4; ++j)
      CHECK(pthread_create(&threads[j], NULL, use, NULL) == 0);
    for (int j = 0; j < 4; ++j)
      CHECK(pthread_join(threads[j], NULL) == 0);
  }
}

/// The parent's other threads are none of the child's.
static void fork_and_wait(void) {
  pid_t child = fork();
  if (child == 0) {
    use(NULL);
    pthread_exit(NULL); // the exit code is 0
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
}

static const char *mode;

static bool is(const char *name) { return strcmp(mode, name) == 0; }

int main(int argc, char **argv) {
  CHECK(argc == 2);
  mode = argv[1];
  setvbuf(stdout, NULL, _IONBF, 0);
  main_thread = pthread_self();
  if (is("signal"))
    signal(SIGTERM, say_and_end);
  else
    CHECK(atexit(say) == 0);
  if (is("destructor")) {
    CHECK(pthread_key_create(&key, use_at_end) == 0);
    CHECK(pthread_setspecific(key, &key) == 0);
  }
  if (is("many"))
    use_many_times();
  else
    use(NULL);
  if (is("fork"))
    fork_and_wait();
  if (is("used"))
    start(use_after_main);
  if (is("again"))
    start(use_twice_after_main);
  if (is("unused"))
    start(wait_for_main);
  if (is("signal"))
    start(be_told_after_main);
  pthread_exit(NULL);
}
