// The pool ends and begins again, with other numbers of workers, and processes are forked.
#include "../../../runtime/Inputs/kernels.h"
#include "../../../runtime/Inputs/test.h"

#include <cilk/cilk_api.h>
#include <stdio.h>
#include <sys/wait.h>
#include <tussah/finalize.h>
#include <unistd.h>

static int fork_one(void) {
  pid_t child = fork();
  if (child < 0)
    return 0;
  if (child == 0)
    _exit(fib(12) == 144 ? 7 : 8);
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  // The child may have ended as this process may.
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT)
    return 0;
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
  return 1;
}

int main(void) {
  static const char *const workers[] = {"4", "2", "3"};
  for (int i = 0; i < 3; ++i) {
    CHECK(__cilkrts_set_param("nworkers", workers[i]) == 0);
    CHECK(fib(14) == 377);
    tussah_finalize();
    CHECK(fib(14) == 377);
    if (!fork_one()) {
      fputs("program: no process\n", stderr);
      return 3;
    }
    CHECK(run_kernels() == 0);
  }
  puts("right");
}
