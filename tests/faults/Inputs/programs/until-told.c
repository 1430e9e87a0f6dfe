// Works until its standard input ends: small roots, loops, tasks that sleep, changing numbers
// of workers, and memory that comes and goes. With an argument, that many kilobytes are touched
// in each round.
#include "../../../runtime/Inputs/kernels.h"
#include "../../../runtime/Inputs/test.h"

#include <cilk/cilk_api.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

static int is_told(void) {
  struct pollfd input = {STDIN_FILENO, POLLIN, 0};
  return poll(&input, 1, 0) != 0;
}

static long sleep_in_tasks(int n) {
  if (n == 1) {
    usleep(200);
    return 1;
  }
  long x = cilk_spawn sleep_in_tasks(n / 2);
  long y = sleep_in_tasks(n - n / 2);
  cilk_sync;
  return x + y;
}

static void touch(char *memory, size_t size) {
  cilk_for (size_t i = 0; i < size; i += 4096)
    memory[i] = (char)(i >> 12);
  long sum = 0;
  for (size_t i = 0; i < size; i += 4096)
    sum += memory[i] == (char)(i >> 12);
  CHECK(sum == (long)((size + 4095) / 4096));
}

int main(int count, char **arguments) {
  size_t size = count > 1 ? (size_t)atoi(arguments[1]) * 1024 : 65536;
  for (int round = 0; round == 0 || !is_told(); ++round) {
    static const char *const workers[] = {"4", "2", "8"};
    CHECK(__cilkrts_set_param("nworkers", workers[round % 3]) == 0);
    CHECK(run_kernels() == 0);
    CHECK(fib(18) == 2584);
    CHECK(sleep_in_tasks(16) == 16);
    char *memory = malloc(size);
    if (!memory) {
      fputs("program: no memory\n", stderr);
      return 3;
    }
    touch(memory, size);
    free(memory);
  }
  puts("right");
}
