// A signal handler that accesses what the interrupted task accesses does not wait for that task's check. Whether it is
// reported depends on where it comes.
// RUN: %tussah-clang -O1 -fsanitize=cilk %s -o %t
// RUN: %python -c "import subprocess, sys; sys.exit(subprocess.run(['%t'], timeout=100).returncode not in (0, 66))"
#include <cilk/cilk.h>
#include <signal.h>
#include <sys/time.h>

static volatile int shared, signals;

static void handle(int number) {
  (void)number;
  shared = 1;
  ++signals;
}

__attribute__((noinline)) static void work(void) {
  for (int i = 0; i < 3; ++i)
    shared += i;
}

int main(void) {
  signal(SIGALRM, handle);
  struct itimerval often = {{0, 500}, {0, 500}};
  setitimer(ITIMER_REAL, &often, 0);
  while (signals < 500) {
    cilk_spawn work();
    cilk_sync;
  }
  return 0;
}
