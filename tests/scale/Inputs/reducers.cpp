// Views whose functions take long: a reducer with a monoid, one by keyword, and one that lives in a
// task, where another thread ends it.

#include <cilk/cilk.h>
#include <cilk/reducer.h>

#include <cstdlib>

struct table {
  long sums[64];
};

struct monoid : cilk::monoid_base<table> {
  static void identity(table *view) {
    for (long &sum : view->sums)
      sum = 0;
  }
  static void reduce(table *left, table *right) {
    for (int i = 0; i != 64; ++i)
      left->sums[i] += right->sums[i];
  }
};

static void zero(void *view) { *static_cast<long *>(view) = 0; }
static void add(void *left, void *right) { *static_cast<long *>(left) += *static_cast<long *>(right); }

static cilk::reducer<monoid> sums;
static long cilk_reducer(zero, add) total = 0;

static void fill(int depth) {
  if (depth == 0) {
    sums->sums[0] += 1;
    total += 1;
    return;
  }
  cilk_spawn fill(depth - 1);
  long cilk_reducer(zero, add) own = 0;
  cilk_spawn fill(depth - 1);
  own += 1;
  cilk_for (int i = 0; i < 4; ++i)
    own += i;
  cilk_sync;
  sums->sums[1] += own;
}

int main() {
  for (int round = 0; round != 5; ++round)
    fill(6);
  return sums.get_value().sums[0] == 5 * 64 && sums.get_value().sums[1] == 5 * 63 * 7 && total == 5 * 64 ? 0 : EXIT_FAILURE;
}
