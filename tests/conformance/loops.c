// cilk_for in C: its forms, which iterations there are, grain sizes.
// RUN: %tussah-clang -O1 -Wno-tussah-race %s -o %t
// RUN: env CILK_NWORKERS=1 %t
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal %t

#include "Inputs/behaviour.h"

#include <cilk/cilk.h>
#include <cilk/cilk_api.h>
#include <limits.h>
#include <stdint.h>

/// Which numbers iterations had, and how often.
static int seen[64], others;
static void begin(void) {
  memset(seen, 0, sizeof(seen));
  others = 0;
}
static NOINLINE void see(long number) {
  if (number >= 0 && number < 64)
    __atomic_fetch_add(&seen[number], 1, __ATOMIC_RELAXED);
  else
    __atomic_fetch_add(&others, 1, __ATOMIC_RELAXED);
}
/// Whether exactly first, first + stride, ... below limit were seen, once each.
static int exactly(int first, int limit, int stride) {
  for (int i = 0; i < 64; ++i)
    if (seen[i] != (i >= first && i < limit && (i - first) % stride == 0))
      return 0;
  return others == 0;
}

BEHAVIOUR(for_less, OLS, "cilk_for Loops, Syntactic constraints", "var < limit, ++var") {
  begin();
  cilk_for (int i = 3; i < 20; ++i)
    see(i);
  CHECK(exactly(3, 20, 1));
}

BEHAVIOUR(for_less_equal, OLS, "cilk_for Loops, Syntactic constraints", "var <= limit, var++") {
  begin();
  cilk_for (int i = 3; i <= 20; i++)
    see(i);
  CHECK(exactly(3, 21, 1));
}

BEHAVIOUR(for_greater, OLS, "cilk_for Loops, Syntactic constraints", "var > limit, --var") {
  begin();
  cilk_for (int i = 20; i > 3; --i)
    see(i);
  CHECK(exactly(4, 21, 1));
}

BEHAVIOUR(for_greater_equal, OLS, "cilk_for Loops, Syntactic constraints", "var >= limit, var--") {
  begin();
  cilk_for (int i = 20; i >= 0; i--)
    see(i);
  CHECK(exactly(0, 21, 1));
}

BEHAVIOUR(for_not_equal, OLS, "cilk_for Loops, Syntactic constraints", "var != limit, in both directions") {
  begin();
  cilk_for (int i = 0; i != 9; ++i)
    see(i);
  CHECK(exactly(0, 9, 1));
  begin();
  cilk_for (int i = 9; i != 0; --i)
    see(i);
  CHECK(exactly(1, 10, 1));
}

BEHAVIOUR(for_exchanged, OLS, "cilk_for Loops, Syntactic constraints",
          "the control variable may be on either side of the comparison") {
  begin();
  cilk_for (int i = 0; 12 > i; ++i)
    see(i);
  CHECK(exactly(0, 12, 1));
  begin();
  cilk_for (int i = 12; 2 <= i; --i)
    see(i);
  CHECK(exactly(2, 13, 1));
}

BEHAVIOUR(for_parentheses, OLS, "cilk_for Loops, Syntactic constraints", "parentheses around operands are allowed") {
  begin();
  cilk_for (int i = (1); ((i) < (8)); (i) += (2))
    see(i);
  CHECK(exactly(1, 8, 2));
}

BEHAVIOUR(for_stride, OLS, "cilk_for Loops, Requirements on types and operators",
          "var += stride: (limit - var - 1) / stride + 1 iterations") {
  begin();
  cilk_for (int i = 1; i < 30; i += 7)
    see(i);
  CHECK(exactly(1, 30, 7));
}

BEHAVIOUR(for_stride_minus, OLS, "cilk_for Loops, Requirements on types and operators",
          "var -= stride: (var - limit - 1) / stride + 1 iterations") {
  begin();
  cilk_for (int i = 29; i > 0; i -= 4)
    see(i);
  CHECK(exactly(1, 30, 4));
}

BEHAVIOUR(for_stride_inclusive, OLS, "cilk_for Loops, Requirements on types and operators",
          "with <= and >= the limit is reached if the stride hits it") {
  begin();
  cilk_for (int i = 2; i <= 12; i += 5)
    see(i);
  CHECK(exactly(2, 13, 5));
  begin();
  cilk_for (int i = 12; i >= 2; i -= 5)
    see(i);
  CHECK(exactly(2, 13, 5));
}

BEHAVIOUR(for_stride_negative, OLS, "cilk_for Loops, Requirements on types and operators",
          "a negative stride of += counts down, one of -= counts up") {
  int minus = -workers() / workers();
  begin();
  cilk_for (int i = 10; i > 2; i += minus)
    see(i);
  CHECK(exactly(3, 11, 1));
  begin();
  cilk_for (int i = 2; i < 10; i -= minus)
    see(i);
  CHECK(exactly(2, 10, 1));
  begin();
  cilk_for (int i = 10; i != 4; i += 2 * minus)
    see(i);
  CHECK(exactly(6, 11, 2));
}

BEHAVIOUR(for_stride_unsigned, OLS, "cilk_for Loops, Requirements on types and operators",
          "the stride of -= may be unsigned") {
  const unsigned stride = 3;
  begin();
  cilk_for (int i = 9; i > 0; i -= stride)
    see(i);
  CHECK(exactly(3, 10, 3));
}

BEHAVIOUR(for_empty, OLS, "cilk_for Loops", "a condition that is false at the beginning means no iteration") {
  const int none = workers() - workers();
  begin();
  cilk_for (int i = 0; i < none; ++i)
    see(i);
  cilk_for (unsigned i = 5; i < 2; ++i)
    see(i);
  cilk_for (int i = 0; i > none; --i)
    see(i);
  CHECK(exactly(0, 0, 1));
}

BEHAVIOUR(for_types, OLS, "cilk_for Loops, Requirements on types and operators",
          "the control variable may have any integer type") {
  begin();
  cilk_for (signed char i = 0; i < 5; ++i)
    see(i);
  cilk_for (unsigned short i = 5; i < 10; ++i)
    see(i);
  cilk_for (long i = 10; i < 15; ++i)
    see(i);
  cilk_for (unsigned long long i = 15; i < 20; ++i)
    see((long)i);
  cilk_for (char i = 0; i < 1; ++i)
    see(20 + i);
  CHECK(exactly(0, 21, 1));
}

BEHAVIOUR(for_types_mixed, OLS, "cilk_for Loops, Requirements on types and operators",
          "the loop count is computed in infinite precision, whatever the types of variable and limit") {
  begin();
  cilk_for (int64_t i = INT64_MAX - 3; i < INT64_MAX; ++i)
    see((long)(i - (INT64_MAX - 3)));
  cilk_for (uint64_t i = UINT64_MAX - 1; i > UINT64_MAX - 4; --i)
    see((long)(i - (UINT64_MAX - 3)) + 3);
  cilk_for (unsigned char i = 6; i < 10LL; ++i)
    see(i);
  CHECK(exactly(0, 10, 1));
  long count = 0;
  cilk_for (int i = INT_MIN; i < INT_MAX - 5; i += 1 << 30)
    __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
  CHECK(count == 4);
}

BEHAVIOUR(for_pointer, OLR, "Grammar, For", "the control variable may be a pointer to a complete type") {
  int numbers[30];
  begin();
  cilk_for (int *p = numbers; p < numbers + 30; ++p)
    see(p - numbers);
  CHECK(exactly(0, 30, 1));
  begin();
  cilk_for (int *p = numbers + 29; p != numbers - 1; p -= 3)
    see(p - numbers);
  CHECK(exactly(2, 30, 3));
}

BEHAVIOUR(for_declared_before, OLS, "cilk_for Loops, Syntactic constraints",
          "in C the control variable may have been declared before") {
  int i;
  begin();
  cilk_for (i = 4; i < 10; i += 2)
    see(i);
  CHECK(exactly(4, 10, 2));
}

BEHAVIOUR(for_final_value, OLS, "cilk_for Loops", "then it has the value of the serialization behind the loop") {
  int i;
  cilk_for (i = 0; i < 10; i += 3)
    see(i);
  CHECK(i == 12);
  cilk_for (i = 5; i < 2; ++i)
    see(i);
  CHECK(i == 5);
}

BEHAVIOUR(for_own_variable, OLS, "cilk_for Loops", "each iteration has a control variable of its own") {
  int values[20], apart = 1;
  const int *addresses[20];
#pragma cilk grainsize 1
  cilk_for (int i = 0; i < 20; ++i) {
    addresses[i] = &i;
    dawdle();
    values[i] = *addresses[i];
  }
  for (int k = 0; k < 20; ++k)
    apart = apart && values[k] == k;
  CHECK(apart);
}

static int calls_of_limit;
static NOINLINE int limit(int value) {
  __atomic_fetch_add(&calls_of_limit, 1, __ATOMIC_RELAXED);
  return value;
}

BEHAVIOUR(for_limit_once, OLR, "Loops", "the limit may be evaluated fewer times than in the serial program") {
  begin();
  calls_of_limit = 0;
  cilk_for (int i = 0; i < limit(15); ++i)
    see(i);
  CHECK(exactly(0, 15, 1) && calls_of_limit >= 1 && calls_of_limit <= 16);
}

BEHAVIOUR(for_condition_first, OLR, "Grammar, For", "the condition is evaluated before any iteration") {
  begin();
  calls_of_limit = 0;
  cilk_for (int i = 0; i < limit(6); ++i) {
    CHECK(__atomic_load_n(&calls_of_limit, __ATOMIC_RELAXED) >= 1);
    see(i);
  }
  CHECK(exactly(0, 6, 1));
}

BEHAVIOUR(for_waits, OLS, "Task blocks", "the loop ends when all iterations have ended") {
  int done[40] = {0}, sum = 0;
  cilk_for (int i = 0; i < 40; ++i) {
    if (i % 8 == 0)
      dawdle();
    done[i] = 1;
  }
  for (int k = 0; k < 40; ++k)
    sum += done[k];
  CHECK(sum == 40);
}

static int freed;
static NOINLINE void needs_release(int *done) {
  CHECK(wait_for(&freed));
  *done = 1;
}

BEHAVIOUR(for_ignores_others, ICG, "cilk_sync", "a loop and syncs in it do not wait for what was spawned before it") {
  int done = 0;
  freed = workers() == 1;
  cilk_spawn needs_release(&done);
  cilk_for (int i = 0; i < 4; ++i) {
    cilk_spawn see(i);
    cilk_sync;
  }
  set(&freed);
  cilk_sync;
  CHECK(done == 1);
}

BEHAVIOUR(for_body_syncs, OLR, "Implicit syncs", "each iteration syncs with what it has spawned") {
  int x[10] = {0}, good = 0;
  cilk_for (int i = 0; i < 10; ++i) {
    cilk_scope {}
    cilk_spawn { dawdle(); x[i] = i; }
    cilk_sync;
    if (x[i] == i)
      __atomic_fetch_add(&good, 1, __ATOMIC_RELAXED);
    cilk_spawn { dawdle(); x[i] = i + 1; }
  }
  for (int i = 0; i < 10; ++i)
    good += x[i] == i + 1;
  CHECK(good == 20);
}

BEHAVIOUR(for_nested, OKW, "Parallel loops", "loops can be nested: a product of matrices") {
  enum { N = 12 };
  double a[N][N], b[N][N], c[N][N] = {{0}};
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      a[i][j] = i + j, b[i][j] = i == j ? 2 : 0;
  cilk_for (int i = 0; i < N; ++i)
    cilk_for (int j = 0; j < N; ++j)
      for (int k = 0; k < N; ++k)
        c[i][j] += a[i][k] * b[k][j];
  int equal = 1;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      equal = equal && c[i][j] == 2 * a[i][j];
  CHECK(equal);
}

BEHAVIOUR(for_parallel, OKW, "Parallel loops", "iterations may be executed at the same time, and in any order") {
  int here[16] = {0};
  if (workers() == 1)
    set(&here[15]);
#pragma cilk grainsize 1
  cilk_for (int i = 0; i < 16; ++i) {
    set(&here[i]);
    if (i == 0)
      CHECK(wait_for(&here[15]));
  }
}

BEHAVIOUR(for_continue, OLS, "cilk_for Loops", "continue ends the iteration, as in the serialization") {
  begin();
  cilk_for (int i = 0; i < 20; ++i) {
    if (i % 2)
      continue;
    see(i);
  }
  CHECK(exactly(0, 20, 2));
}

BEHAVIOUR(for_jumps_inside, OLS, "cilk_for Loops, Syntactic constraints",
          "jumps that stay in the body are allowed") {
  begin();
  cilk_for (int i = 0; i < 10; ++i) {
    for (int j = 0;; ++j)
      if (j == i)
        break;
    switch (i % 2) {
    case 0:
      break;
    default:
      goto next;
    }
    see(i);
  next:;
  }
  CHECK(exactly(0, 10, 2));
}

BEHAVIOUR(for_body_statement, OLS, "Keywords for Tasking, Grammar", "the body may be any statement") {
  int x[5] = {0};
  cilk_for (int i = 0; i < 5; ++i)
    if (i > 2)
      x[i] = i;
    else
      cilk_scope x[i] = -i;
  CHECK(x[0] == 0 && x[2] == -2 && x[4] == 4);
}

BEHAVIOUR(for_saxpy, OKW, "Parallel loops", "the loop of the guide, y = ax + y, computes what the serial one does") {
  double x[100], y[100], right = 1;
  for (int i = 0; i < 100; ++i)
    x[i] = i, y[i] = 1;
  cilk_for (int64_t i = 0; i < 100; ++i)
    y[i] = 0.5 * x[i] + y[i];
  for (int i = 0; i < 100; ++i)
    right = right && y[i] == 0.5 * i + 1;
  CHECK(right);
}

// Grain sizes

BEHAVIOUR(grain_equals, OLS, "Grainsize pragma", "#pragma cilk grainsize = expression") {
  begin();
#pragma cilk grainsize = 4
  cilk_for (int i = 0; i < 30; ++i)
    see(i);
  CHECK(exactly(0, 30, 1));
}

BEHAVIOUR(grain_opencilk, OLR, "Grain size", "#pragma cilk grainsize expression") {
  begin();
#pragma cilk grainsize 128
  cilk_for (int i = 0; i < 60; ++i)
    see(i);
  CHECK(exactly(0, 60, 1));
}

BEHAVIOUR(grain_run_time, ICG, "cilk grainsize", "the expression is evaluated at run time") {
  int grain = workers() + 2;
  begin();
#pragma cilk grainsize = grain * 2
  cilk_for (int i = 0; i < 30; ++i)
    see(i);
  CHECK(exactly(0, 30, 1));
}

BEHAVIOUR(grain_zero, ICG, "cilk grainsize", "a grain size of 0 means the system's default") {
  begin();
#pragma cilk grainsize = 0
  cilk_for (int i = 0; i < 30; ++i)
    see(i);
  CHECK(exactly(0, 30, 1));
}

BEHAVIOUR(grain_huge, OLR, "Grain size", "constants from 1 to 2^31 - 1 are allowed") {
  begin();
#pragma cilk grainsize 2147483647
  cilk_for (int i = 0; i < 30; ++i)
    see(i);
  CHECK(exactly(0, 30, 1));
}

BEHAVIOUR(grain_chunk_is_serial, ICG, "cilk grainsize",
          "each grain is executed serially: a whole loop of one grain is the serial loop") {
  int last = -1, ordered = 1;
#pragma cilk grainsize 100
  cilk_for (int i = 0; i < 50; ++i) {
    ordered = ordered && last == i - 1;
    last = i;
  }
  CHECK(ordered && last == 49);
}

BEHAVIOUR(grain_is_limit, ICG, "cilk grainsize", "a grain has no more iterations than the grain size") {
  int here[16] = {0};
  if (workers() == 1)
    set(&here[2]);
#pragma cilk grainsize 2
  cilk_for (int i = 0; i < 16; ++i) {
    set(&here[i]);
    if (i == 0)
      CHECK(wait_for(&here[2])); // the next grain
  }
}

BEHAVIOUR(grain_next_loop_only, OLS, "Grainsize pragma", "the pragma applies to the loop behind it only") {
  int here[16] = {0}, sum = 0;
  if (workers() == 1)
    set(&here[15]);
#pragma cilk grainsize 1000
  cilk_for (int i = 0; i < 3; ++i)
    sum += i;
  CHECK(sum == 3);
  cilk_for (int i = 0; i < 16; ++i) {
    set(&here[i]);
    if (i == 0)
      CHECK(wait_for(&here[15]));
  }
}

BEHAVIOUR(grain_with_other_pragmas, OLS, "Grainsize pragma", "other pragmas may be between it and the loop") {
  begin();
#pragma cilk grainsize = 3
#pragma simd
  cilk_for (int i = 0; i < 10; ++i)
    see(i);
  CHECK(exactly(0, 10, 1));
}
