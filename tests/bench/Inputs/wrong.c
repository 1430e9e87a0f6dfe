// Prints a result that depends on the number of workers, or fails.
#include <cilk/cilk.h>

#define EXAMPLE_NAME "wrong"
#define EXAMPLE_USAGE "fail"
#include "example.h"

static int length(const char *text) { return (int)strlen(text); }

int main(int argc, char **argv) {
  example_arguments(argc, argv, 1);
  const char *workers = getenv("CILK_NWORKERS");
  double start = example_clock();
  int n = cilk_spawn length(argv[0]);
  cilk_sync;
  example_time(start);
  if (n == 0 || (atoi(argv[1]) && atoi(workers) == 2))
    example_fail(3, "no result");
  example_checksum((uint64_t)atoi(workers));
}
