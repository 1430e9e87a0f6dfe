// A thread of the pool is called after its worker, and has the priority and the
// policy of the thread that has started the pool.
//
// RUN: %tussah-clang -ftussah-target=native -ftussah-keep-spawns -O2 %s -o %t
// RUN: env CILK_NWORKERS=2 timeout 60 %t
#define _GNU_SOURCE
#include "../Inputs/robbed.h"
#include "../Inputs/test.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

static void look(void) {
  is_stolen = false;
  cilk_spawn be_robbed();
  is_stolen = true;
  CHECK(gettid() != getpid());
  char name[16];
  CHECK(prctl(PR_GET_NAME, name) == 0 && strcmp(name, "tussah/1") == 0);
  CHECK(getpriority(PRIO_PROCESS, (id_t)gettid()) == 7);
  CHECK(sched_getscheduler(0) == SCHED_BATCH);
  cilk_sync;
}

int main(void) {
  struct sched_param parameter = {.sched_priority = 0};
  CHECK(sched_setscheduler(0, SCHED_BATCH, &parameter) == 0);
  CHECK(setpriority(PRIO_PROCESS, 0, 7) == 0);
  char name[16], after[16];
  CHECK(prctl(PR_GET_NAME, name) == 0);
  look();
  CHECK(prctl(PR_GET_NAME, after) == 0 && strcmp(name, after) == 0);
}
