// Row E7: reducers. Right uses are silent, with views as if every continuation had been stolen; a read before the
// sync is a race, and so is what a reduce function or a use of the reducer's own memory does.
// RUN: %race --levels 0 %s -- %tussah-clang++
#include <cilk/cilk.h>
#include <cilk/holder.h>
#include <cilk/reducer_list.h>
#include <cilk/reducer_max.h>
#include <cilk/reducer_opadd.h>
#include <cstdlib>
#include <string>

static int made, united;
static void zero(void *view) {
  *(long *)view = 0;
  ++made; // race
}
static void plus(void *left, void *right) {
  *(long *)left += *(long *)right;
  ++united;
}
static void quiet_zero(void *view) { *(long *)view = 0; }
static void quiet_plus(void *left, void *right) { *(long *)left += *(long *)right; }
static void least(void *view) { *(long *)view = -1; }
static void larger(void *left, void *right) {
  if (*(long *)right > *(long *)left)
    *(long *)left = *(long *)right;
}
static void nothing(void *, void *) {}

static long cilk_reducer(quiet_zero, quiet_plus) sum;
static long cilk_reducer(least, larger) most;
static long cilk_reducer(quiet_zero, nothing) scratch;

static void add(long n) {
  sum += n; // race
  if (n > most)
    most = n;
}

static int twice() { return scratch * 2; }

static long nested(int depth) {
  if (!depth)
    return 1;
  long cilk_reducer(quiet_zero, quiet_plus) here = 0;
  cilk_spawn [&here, depth] { here += nested(depth - 1); }();
  here += nested(depth - 1);
  cilk_sync;
  return here;
}

int main() {
  cilk_spawn add(1);
  cilk_spawn add(2);
#ifndef SAFE
  if (sum == 7) // race always
    return 1;
#endif
  cilk_sync;
  if (sum != 3 || most != 2 || nested(6) != 64)
    abort();

  cilk::reducer_list_append<int> list;
  cilk::reducer<cilk::op_add<long>> total;
  cilk::holder<std::string> text;
  cilk_for (int i = 0; i < 3000; ++i) {
    list.push_back(i);
    *total += i;
    text() = "some text that is longer than a short one";
    scratch = i;
    if (twice() != 2 * i)
      abort();
  }
  int expected = 0;
  for (int i : list.get_value())
    if (i != expected++)
      abort();
  if (total.get_value() != 3000 * 2999 / 2)
    abort();

  // Identity functions run on each worker.
#ifndef SAFE
  long cilk_reducer(zero, plus) other = 0;
  cilk_for (int i = 0; i < 4; ++i)
    other += i;
  if (other != 6)
    abort();
#endif
}
