/* A computation in C that is killed and goes on in another job: "FOLDER [die]
 * OPTIONS". With "die", the process ends as soon as there is a checkpoint. It has
 * all that a closure in C can have, waiting and ready. The functions helper and
 * configure are for a program in C++. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <tussah/cilk1.h>
#include <unistd.h>

static const char *folder = "none";
static int dies;

static int has_checkpoint(void) {
  char name[200];
  for (int generation = 1; generation < 100; ++generation) {
    snprintf(name, sizeof(name), "%s/1.%d.checkpoint", folder, generation);
    if (access(name, F_OK) == 0)
      return 1;
  }
  return 0;
}

struct pair { cont long to; int tag; };

/* Waits for a checkpoint in a chain of threads; each can be stopped after. */
thread gate(cont long k, long value) {
  if (!has_checkpoint()) {
    usleep(100);
    call gate(k, value);
    return;
  }
  if (dies)
    kill(getpid(), SIGKILL);
  send_argument(k, value);
}

/* Waits with arrays, a structure with a continuation, and one value that is there. */
thread total(struct pair p, int n, long counts[n], char text[3], long x, long y) {
  long sum = p.tag + x + y;
  for (int i = 0; i < n; ++i)
    sum += counts[i] * text[i % 3];
  send_argument(p.to, sum);
}
thread forward(cont long k, cont long next, long value) {
  send_argument(next, value);
  send_argument(k, 100);
}
thread begin(cont long k, int n) {
  long counts[20];
  char text[3] = {1, 2, 3};
  struct pair p = {k, 7};
  cont long x, y, z;
  cont cont long next;
  for (int i = 0; i < n; ++i)
    counts[i] = i;
  spawn_next total(p, n, counts, text, ?x, ?y);
  /* Gets the continuation after the checkpoint, or before. */
  spawn_next forward(x, ?next, ?z);
  send_argument(next, y);
  spawn gate(z, 5);
}

void helper(const void *to) {
  cont long k;
  memcpy(&k, to, sizeof(k));
  spawn begin(k, 20);
}
void configure(int argc, char **argv) {
  folder = argv[1];
  dies = argc > 2;
}

#ifndef NO_MAIN
int main(int argc, char **argv) {
  long result = 0;
  cilk_options(&argc, argv);
  configure(argc, argv);
  cilk_run begin(&result, 20);
  printf("result %ld\n", result);
}
#endif
