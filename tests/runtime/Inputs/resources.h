// What a process has: a cycle of a lifecycle must leave it as it was.

#ifndef RESOURCES_H
#define RESOURCES_H

#include "test.h"

#include <dirent.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

struct resources {
  long threads, descriptors, mappings, addresses, resident; ///< pages
  struct sigaction handlers[3];
  sigset_t blocked;
  stack_t signal_stack;
};

static long entries_of(const char *folder) {
  DIR *directory = opendir(folder);
  CHECK(directory);
  long count = 0;
  while (readdir(directory))
    ++count;
  closedir(directory);
  return count;
}

static struct resources resources_now(void) {
  struct resources now;
  memset(&now, 0, sizeof now);
  now.descriptors = entries_of("/proc/self/fd");
  now.threads = entries_of("/proc/self/task");
  FILE *file = fopen("/proc/self/maps", "r");
  CHECK(file);
  for (int c; (c = getc(file)) != EOF;)
    now.mappings += c == '\n';
  fclose(file);
  file = fopen("/proc/self/statm", "r");
  CHECK(file &&
        fscanf(file, "%ld %ld", &now.addresses, &now.resident) == 2);
  fclose(file);
  const int signals[] = {SIGURG, SIGSEGV, SIGBUS};
  for (int i = 0; i < 3; ++i)
    CHECK(sigaction(signals[i], NULL, &now.handlers[i]) == 0);
  CHECK(sigprocmask(SIG_BLOCK, NULL, &now.blocked) == 0);
  CHECK(sigaltstack(NULL, &now.signal_stack) == 0);
  return now;
}

/// What is there now is what was there before many cycles. The C library keeps
/// stacks and heaps of threads, so memory is compared with room for these.
static void check_balance(const struct resources *before) {
  enum { MAPPINGS = 15, PAGES = 2048 };
  struct resources now = resources_now();
  // The kernel counts a thread for a moment after it was joined.
  for (int i = 0; i < 30000 && now.threads > before->threads; ++i) {
    usleep(1000);
    now = resources_now();
  }
  printf("threads %ld %ld, descriptors %ld %ld, mappings %ld %ld, "
         "MiB of addresses %ld %ld, KiB resident %ld %ld\n",
         before->threads, now.threads, before->descriptors, now.descriptors,
         before->mappings, now.mappings, before->addresses / 256,
         now.addresses / 256, before->resident * 4, now.resident * 4);
  fflush(stdout);
  CHECK(now.threads == before->threads);
  CHECK(now.descriptors == before->descriptors);
  CHECK(now.mappings <= before->mappings + MAPPINGS);
  CHECK(now.resident <= before->resident + PAGES);
  for (int i = 0; i < 3; ++i)
    CHECK(now.handlers[i].sa_sigaction == before->handlers[i].sa_sigaction);
  CHECK(memcmp(&now.blocked, &before->blocked, sizeof now.blocked) == 0);
  CHECK(now.signal_stack.ss_sp == before->signal_stack.ss_sp);
}

#endif // RESOURCES_H
