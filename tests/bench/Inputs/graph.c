// A program that leaves a graph in the folder for them, and says whether one was
// there.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char path[4096];
  snprintf(path, sizeof path, "%s/g.sg", getenv("BENCHMARK_GRAPHS"));
  FILE *file = fopen(path, "r");
  int found = file != NULL;
  if (!file)
    file = fopen(path, "w");
  if (!file)
    return 1;
  fclose(file);
  fprintf(stderr, "time %d.0 s\n", 1 + found);
  puts("checksum 1");
}
