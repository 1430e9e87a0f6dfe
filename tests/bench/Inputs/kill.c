// Kills tussah bench, which runs it, at a certain moment, once: when there are so many
// lines in a raw.csv.
#define EXAMPLE_NAME "kill"
#define EXAMPLE_USAGE "lines raw.csv"
#include "example.h"

#include <signal.h>
#include <unistd.h>

static int lines_of(const char *path) {
  size_t size;
  char *text = example_read(path, &size);
  int lines = 0;
  for (size_t i = 0; text && i < size; ++i)
    lines += text[i] == '\n';
  free(text);
  return lines;
}

int main(int argc, char **argv) {
  double start = example_clock();
  if (argc == 3 && lines_of(argv[2]) == atoi(argv[1]) && !remove("kill"))
    kill(getppid(), SIGKILL);
  example_time(start);
  example_checksum(1);
}
