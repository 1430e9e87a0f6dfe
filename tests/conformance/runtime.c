// The runtime's functions: numbers of workers, when it starts and ends, pedigrees in C.
// RUN: %tussah-clang -O1 -ftussah-pedigrees %s -o %t
// RUN: env CILK_NWORKERS=1 %t
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal %t

#include "Inputs/behaviour.h"

#include <cilk/cilk.h>
#include <cilk/cilk_api.h>
#include <pthread.h>
#include <stdint.h>

static int begun, ended_first, ended_second;
static void at_begin(void) { ++begun; }
static void at_end_1(void) { ended_first = ended_second; }
static void at_end_2(void) { ended_second = 1; }

static NOINLINE int one(int n) {
  dawdle();
  return n + 1;
}
static NOINLINE int work(void) {
  int x = cilk_spawn one(1), y = one(2);
  cilk_sync;
  return x + y;
}

BEHAVIOUR(api_not_initialized, OHD, "cilk_api.h", "the workers have not been started before parallel code runs") {
  CHECK(__cilkrts_is_initialized() == 0);
}

BEHAVIOUR(api_atinit, OHD, "cilk_api.h", "a function of __cilkrts_atinit is called when they are started") {
  CHECK(__cilkrts_atinit(at_begin) == 0);
  CHECK(begun == 0);
  CHECK(work() == 5 && work() == 5);
  CHECK(begun == 1);
  CHECK(__cilkrts_atinit(at_begin) != 0); // too late
}

BEHAVIOUR(api_is_initialized, OHD, "cilk_api.h", "then __cilkrts_is_initialized says so") {
  work();
  CHECK(__cilkrts_is_initialized() == 1);
}

BEHAVIOUR(api_atexit, OHD, "cilk_api.h", "functions of __cilkrts_atexit can be registered") {
  CHECK(__cilkrts_atexit(at_end_1) == 0 && __cilkrts_atexit(at_end_2) == 0);
  CHECK(ended_first == 0 && ended_second == 0);
}

BEHAVIOUR(api_nworkers, CPA, "__cilkrts_get_nworkers", "the number of workers is that of CILK_NWORKERS, the calling thread included") {
  CHECK((int)__cilkrts_get_nworkers() == workers());
}

BEHAVIOUR(api_worker_number, CPA, "__cilkrts_get_worker_number", "the program's thread is number 0, the workers' are 1 to nworkers - 1") {
  CHECK(__cilkrts_get_worker_number() == 0);
  int seen[8];
  for (int i = 0; i < 8; ++i)
    cilk_spawn { dawdle(); seen[i] = (int)__cilkrts_get_worker_number(); }
  cilk_sync;
  for (int i = 0; i < 8; ++i)
    CHECK(seen[i] >= 0 && seen[i] < workers());
}

static NOINLINE int asks_inside(void) {
  int inside = 0;
  cilk_spawn { dawdle(); inside = __cilkrts_running_on_workers(); }
  cilk_sync;
  return inside;
}

BEHAVIOUR(api_running_on_workers, OHD, "cilk_api.h", "__cilkrts_running_on_workers tells parallel code from serial code") {
  CHECK(__cilkrts_running_on_workers() == 0);
  CHECK(asks_inside() == 1);
}

BEHAVIOUR(api_total_workers, CPA, "__cilkrts_get_total_workers", "at least as many structures as workers") {
  CHECK(__cilkrts_get_total_workers() >= workers());
}

static NOINLINE void check_set(const char *name, const char *number, int result) {
  CHECK(__cilkrts_set_param(name, number) == result);
}

BEHAVIOUR(api_set_param, CPA, "__cilkrts_set_param, nworkers", "sets the number of workers, after __cilkrts_end_cilk") {
  __cilkrts_end_cilk();
  check_set("nworkers", "3", __CILKRTS_SET_PARAM_SUCCESS);
  CHECK((int)__cilkrts_get_nworkers() == 3);
  CHECK(work() == 5);
  __cilkrts_end_cilk();
  check_set("nworkers", "0", __CILKRTS_SET_PARAM_SUCCESS); // that of the variable
  CHECK((int)__cilkrts_get_nworkers() == workers());
}

BEHAVIOUR(api_set_param_wrong, CPA, "__cilkrts_set_param_status", "what is no number, or out of range, or no parameter, is told") {
  check_set("nworkers", "many", __CILKRTS_SET_PARAM_INVALID);
  check_set("nworkers", "-1", __CILKRTS_SET_PARAM_XRANGE);
  check_set("no such parameter", "1", __CILKRTS_SET_PARAM_UNIMP);
  CHECK((int)__cilkrts_get_nworkers() == workers());
}

BEHAVIOUR(api_set_param_numbers, CPA, "__cilkrts_set_param_status", "the results have the numbers 0 to 4") {
  CHECK(__CILKRTS_SET_PARAM_SUCCESS == 0 && __CILKRTS_SET_PARAM_UNIMP == 1 && __CILKRTS_SET_PARAM_XRANGE == 2);
  CHECK(__CILKRTS_SET_PARAM_INVALID == 3 && __CILKRTS_SET_PARAM_LATE == 4);
}

DEVIATION(api_set_param_running, CPA, "__cilkrts_set_param, nworkers", "while the runtime runs it is too late",
          "it is in time whenever no other parallel code runs: the workers end and start again") {
  CHECK(work() == 5);
  check_set("nworkers", "2", __CILKRTS_SET_PARAM_SUCCESS);
  CHECK(work() == 5);
  check_set("nworkers", "0", __CILKRTS_SET_PARAM_SUCCESS);
}

BEHAVIOUR(api_set_param_late, CPA, "__cilkrts_set_param_status", "in a task it is too late") {
  int result = -1;
  cilk_spawn { dawdle(); result = __cilkrts_set_param("nworkers", "2"); }
  dawdle();
  cilk_sync;
  CHECK(result == __CILKRTS_SET_PARAM_LATE);
}

DEVIATION(api_force_reduce, CPA, "__cilkrts_set_param, force reduce", "makes a view for every strand that uses a reducer",
          "is an unknown parameter; `TUSSAH_STRESS=always-steal` makes as many views as there can be, "
          "on any number of workers") {
  check_set("force reduce", "1", __CILKRTS_SET_PARAM_UNIMP);
  CHECK(__cilkrts_get_force_reduce() == (getenv("TUSSAH_STRESS") != NULL));
}

BEHAVIOUR(api_init, CPA, "__cilkrts_init", "starts the runtime") {
  __cilkrts_end_cilk();
  CHECK(__cilkrts_is_initialized() == 0);
  __cilkrts_init();
  CHECK(__cilkrts_is_initialized() == 1);
}

BEHAVIOUR(api_end_and_again, CPA, "__cilkrts_end_cilk", "shuts the runtime down; parallel code starts it again") {
  CHECK(work() == 5);
  __cilkrts_end_cilk();
  CHECK(__cilkrts_is_initialized() == 0);
  CHECK(work() == 5);
  CHECK(__cilkrts_is_initialized() == 1);
}

DEVIATION(api_end_inside, CPA, "__cilkrts_end_cilk", "aborts the program if the calling thread is in parallel code",
          "does nothing there; `tussah_finalize()` does the same and returns 1") {
  int x = 0;
  cilk_spawn { dawdle(); __cilkrts_end_cilk(); x = 1; }
  cilk_sync;
  CHECK(x == 1);
}

BEHAVIOUR(api_metacall, CPA, "__cilkrts_metacall", "may be called when no tool is there") {
  __cilkrts_metacall(0, 0, NULL);
  CHECK(__cilkrts_bump_loop_rank() == 0); // obsolete, without effect
}

static void *in_thread(void *to) {
  *(int *)to = work();
  return to;
}

BEHAVIOUR(api_user_threads, CPA, "__cilkrts_end_cilk", "several threads of the program may use the runtime at the same time") {
  int results[3] = {0};
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i)
    CHECK(pthread_create(&threads[i], NULL, in_thread, &results[i]) == 0);
  CHECK(work() == 5);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], NULL);
  CHECK(results[0] == 5 && results[1] == 5 && results[2] == 5);
}

// Pedigrees

static NOINLINE int pedigree(uint64_t *terms) {
  __cilkrts_pedigree last = __cilkrts_get_pedigree();
  uint64_t reversed[64];
  int length = 0;
  for (const __cilkrts_pedigree *p = &last; p && length < 64; p = p->parent)
    reversed[length++] = p->rank;
  for (int i = 0; i < length; ++i)
    terms[i] = reversed[length - 1 - i];
  return length;
}

BEHAVIOUR(pedigree_list, CPA, "__cilkrts_get_pedigree", "the last term is rank, and the terms before it follow by parent") {
  uint64_t outside[64], inside[64];
  int n = pedigree(outside), m = 0;
  cilk_spawn { m = pedigree(inside); }
  cilk_sync;
  CHECK(m == n + 1);
  for (int i = 0; i < n; ++i)
    CHECK(inside[i] == outside[i]);
  CHECK(inside[m - 1] == 0);
}

BEHAVIOUR(pedigree_bump, CPA, "__cilkrts_bump_worker_rank", "adds 1 to the rank and returns 0") {
  const uint64_t before = __cilkrts_get_pedigree().rank;
  CHECK(__cilkrts_bump_worker_rank() == 0);
  CHECK(__cilkrts_get_pedigree().rank == before + 1);
}

BEHAVIOUR(pedigree_worker_rank, CPA, "__cilkrts_get_worker_rank", "the rank, by the older function") {
  uint64_t rank = 0;
  CHECK(__cilkrts_get_worker_rank(&rank) == 0 && rank == __cilkrts_get_pedigree().rank);
}

BEHAVIOUR(pedigree_info, CPA, "__cilkrts_get_pedigree_info", "the older walk over the terms: 0 while there are, then more than 0; -3 for a wrong size") {
  __cilkrts_pedigree_context_t context = {sizeof(context), {0}}, wrong = {1, {0}};
  uint64_t rank;
  int terms = 0, result;
  while ((result = __cilkrts_get_pedigree_info(&context, &rank)) == 0)
    ++terms;
  CHECK(terms >= 1 && result > 0);
  CHECK(__cilkrts_get_pedigree_info(&wrong, &rank) == -3);
}

BEHAVIOUR(pedigree_spawn_and_sync, ICP, "__cilkrts_get_pedigree", "the pedigree changes at each spawn and sync") {
  const uint64_t before = __cilkrts_get_pedigree().rank;
  cilk_spawn one(1);
  const uint64_t behind = __cilkrts_get_pedigree().rank;
  cilk_sync;
  const uint64_t synced = __cilkrts_get_pedigree().rank;
  CHECK(behind == before + 1 && synced == behind + 1);
}

enum { STRANDS = 64 };
struct strand {
  uint64_t terms[64];
  int length;
};
static struct strand strands[STRANDS];
static NOINLINE void record(int number) { strands[number].length = pedigree(strands[number].terms); }

static int compare(const struct strand *a, const struct strand *b) {
  for (int i = 0;; ++i) {
    if (i == a->length || i == b->length)
      return a->length - b->length;
    if (a->terms[i] != b->terms[i])
      return a->terms[i] < b->terms[i] ? -1 : 1;
  }
}

/// Strands in their serial order, of a tree of spawns over [lo, hi).
static NOINLINE void tree(int lo, int hi) {
  if (hi - lo == 1) {
    record(lo);
    return;
  }
  cilk_spawn tree(lo, (lo + hi) / 2);
  tree((lo + hi) / 2, hi);
  cilk_sync;
}

BEHAVIOUR(pedigree_unique_ordered, ICP, "Pedigrees", "pedigrees of strands differ, and increase lexicographically in the serial order") {
  tree(0, STRANDS);
  for (int i = 0; i + 1 < STRANDS; ++i)
    CHECK(compare(&strands[i], &strands[i + 1]) < 0);
}

BEHAVIOUR(pedigree_deterministic, ICP, "Pedigrees", "they are the same in each execution") {
  static struct strand first[STRANDS];
  for (int round = 0; round < 3; ++round) {
    cilk_spawn tree(0, STRANDS); // below one term that differs
    cilk_sync;
    for (int i = 0; i < STRANDS; ++i)
      if (round > 0) {
        int place = first[i].length - 1, same = first[i].length == strands[i].length;
        while (same && place > 2)
          same = first[i].terms[place] == strands[i].terms[place], --place;
        CHECK(same);
      }
    memcpy(first, strands, sizeof(first));
  }
}

DEVIATION(pedigree_iterations, ICP, "__cilkrts_get_pedigree", "the pedigree differs in each grain of a cilk_for",
          "it differs in each iteration, whatever the grain, so it does not depend on the grain size") {
#pragma cilk grainsize 8
  cilk_for (int i = 0; i < 16; ++i)
    record(i);
  for (int i = 0; i + 1 < 16; ++i)
    CHECK(compare(&strands[i], &strands[i + 1]) < 0);
}

static uint64_t drawn[2][STRANDS];
static NOINLINE void draw(uint64_t *to, int n) {
  if (n == 1) {
    *to = __cilkrts_get_dprand();
    return;
  }
  cilk_spawn draw(to, n / 2);
  draw(to + n / 2, n - n / 2);
  cilk_sync;
}

BEHAVIOUR(random_differ, OHD, "cilk_api.h", "numbers of __cilkrts_get_dprand differ from strand to strand") {
  __cilkrts_init_dprng();
  draw(drawn[0], STRANDS);
  int different = 1;
  for (int i = 0; i < STRANDS; ++i)
    for (int k = 0; k < i; ++k)
      different = different && drawn[0][i] != drawn[0][k];
  CHECK(different);
}

BEHAVIOUR(random_next, OHD, "cilk_api.h", "a strand that draws again gets another number") {
  const uint64_t a = __cilkrts_get_dprand(), b = __cilkrts_get_dprand();
  CHECK(a != b);
}

BEHAVIOUR(random_seed, OHD, "cilk_api.h", "another seed of __cilkrts_dprand_set_seed means other numbers") {
  __cilkrts_pedigree here = __cilkrts_get_pedigree();
  __cilkrts_dprand_set_seed(1);
  draw(drawn[0], STRANDS);
  __cilkrts_dprand_set_seed(2);
  draw(drawn[1], STRANDS);
  int equal = 0;
  for (int i = 0; i < STRANDS; ++i)
    equal += drawn[0][i] == drawn[1][i];
  CHECK(equal == 0 && __cilkrts_get_pedigree().rank > here.rank);
}
