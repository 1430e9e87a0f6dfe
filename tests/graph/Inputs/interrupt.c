// A signal comes when a file is complete but for its name; or in another thread, when the
// file is about to be opened, with WHILE_OPENING.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_bool handled, opened;

int rename(const char *from, const char *to) {
  (void)from, (void)to;
  // The other thread ends the process.
  while (getenv("WHILE_OPENING"))
    pause();
  raise(atoi(getenv("SIGNAL")));
  return -1;
}

static void *interrupt(void *unused) {
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
  pthread_kill(pthread_self(), atoi(getenv("SIGNAL")));
  return unused;
}

// Called by the handler at its end: what it removes before the file is there comes too
// early.
int raise(int number) {
  handled = 1;
  while (getenv("WHILE_OPENING") && !opened)
    ;
  return pthread_kill(pthread_self(), number);
}

FILE *fopen(const char *path, const char *mode) {
  int now = getenv("WHILE_OPENING") && strstr(path, ".part");
  pthread_t thread;
  if (now && pthread_create(&thread, NULL, interrupt, NULL) == 0)
    for (int i = 0; i != 100 && !handled; ++i)
      usleep(1000);
  FILE *file = ((FILE * (*)(const char *, const char *)) dlsym(RTLD_NEXT, "fopen"))(path, mode);
  opened = opened || now;
  return file;
}
