// A signal comes when a file is complete but for its name.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

int rename(const char *from, const char *to) {
  (void)from, (void)to;
  raise(atoi(getenv("SIGNAL")));
  return -1;
}
