// Cancelled tasks and reducers: what was added before a task stopped is in the
// result, once, and reduce functions are not cancelled.
//
// RUN: %tussah-clang++ -ftussah-target=native -O2 %s -o %t -pthread
// RUN: env CILK_NWORKERS=1 timeout 60 %t
// RUN: env CILK_NWORKERS=4 timeout 60 %t
// RUN: env CILK_NWORKERS=8 TUSSAH_STRESS=always-steal timeout 60 %t steals
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal,delays,signals timeout 60 %t steals
// RUN: %tussah-clang++ -ftussah-target=native -O0 %s -o %t -pthread
// RUN: env CILK_NWORKERS=8 TUSSAH_STRESS=always-steal,delays timeout 60 %t steals
#include <cilk/cilk_api.h>
#include <tussah/cancel.h>

#include <atomic>
#include <cstdio>
#include <new>

static std::atomic<long> visited, reduced, spawned_by_reduce;

/// Reducing is parallel, as for a large object, and would be cut if it were
/// cancelled.
static void add_half(long *left, long right, long share) {
  ++spawned_by_reduce;
  left[share] += right;
}

struct halves {
  long half[2];
};

static void identity(void *view) { ::new (view) halves{{0, 0}}; }

static void reduce(void *left, void *right) {
  halves *l = static_cast<halves *>(left), *r = static_cast<halves *>(right);
  ++reduced;
  if (tussah_cancelled())
    std::puts("a reduce function is cancelled");
  cilk_spawn add_half(l->half, r->half[0], 0);
  add_half(l->half, r->half[1], 1);
  cilk_sync;
}

static halves total;

static void add(int which) {
  ++static_cast<halves *>(
        __cilkrts_reducer_lookup(&total, sizeof total, identity, reduce))
        ->half[which];
}

static void tree(tussah_token *token, int depth) {
  ++visited;
  add(depth % 2);
  if (depth == 0) {
    if (visited > 300)
      tussah_cancel(token);
    return;
  }
  cilk_spawn tree(token, depth - 1);
  cilk_spawn tree(token, depth - 1);
  tree(token, depth - 1);
}

int main(int argc, char **) {
  for (int round = 0; round < 20; ++round) {
    tussah_token token = TUSSAH_TOKEN;
    total = {{0, 0}};
    visited = 0;
    tussah_cancel_scope(&token) { tree(&token, 16); }
    if (total.half[0] + total.half[1] != visited || visited > 30000000) {
      std::printf("%ld + %ld of %ld\n", total.half[0], total.half[1],
                  visited.load());
      return 1;
    }
  }
  if (spawned_by_reduce != 2 * reduced || (argc > 1 && reduced == 0)) {
    std::printf("%ld halves in %ld reductions\n", spawned_by_reduce.load(),
                reduced.load());
    return 1;
  }
}
