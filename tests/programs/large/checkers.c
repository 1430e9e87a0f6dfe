//===- checkers.c - A game tree of checkers, and what is done with it -----===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Many constructs in one C program, as in those that come with Cilks: recursion
// that allocates, spawns into fields, a knapsack by branch and bound, bucket
// sort with nested parallel loops, LU decomposition with scopes.
//
// RUN: %matrix %s
// tasks: 3000
// flags: -Wno-unknown-pragmas
// extra: sanitize thinlto
// standards: c11 c23

#include "../Inputs/support.h"

#include <cilk/cilk.h>

#include <math.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Checkers on a board of 6 x 6: the value of a position by exhaustive search
//===----------------------------------------------------------------------===//

enum { SIZE = 6, SQUARES = SIZE * SIZE / 2, MOST_MOVES = 24 };
enum { EMPTY, MAN, KING };

struct board {
  // What stands on each dark square, and whose it is: bit 2.
  unsigned char at[SQUARES];
};

struct moves {
  int count;
  struct board after[MOST_MOVES];
};

struct value {
  int best;
  long positions;
  uint64_t hash;
};

static int row_of(int square) { return square / (SIZE / 2); }
static int column_of(int square) {
  return square % (SIZE / 2) * 2 + (row_of(square) & 1);
}
static int square_at(int row, int column) {
  if (row < 0 || row >= SIZE || column < 0 || column >= SIZE ||
      ((row + column) & 1))
    return -1;
  return row * (SIZE / 2) + column / 2;
}

static struct board start_position(int rows) {
  struct board b;
  memset(&b, EMPTY, sizeof b);
  for (int s = 0; s < SQUARES; ++s) {
    if (row_of(s) < rows)
      b.at[s] = MAN;
    else if (row_of(s) >= SIZE - rows)
      b.at[s] = MAN | 4;
  }
  return b;
}

static void add_move(struct moves *m, const struct board *b, int from, int over,
                     int to) {
  struct board *n = &m->after[m->count];
  if (m->count == MOST_MOVES)
    return;
  *n = *b;
  n->at[to] = n->at[from];
  n->at[from] = EMPTY;
  if (over >= 0)
    n->at[over] = EMPTY;
  if (n->at[to] == MAN && row_of(to) == SIZE - 1)
    n->at[to] = KING;
  else if (n->at[to] == (MAN | 4) && row_of(to) == 0)
    n->at[to] = KING | 4;
  ++m->count;
}

/// All jumps of \p side, or if there are none, all steps.
static void generate(const struct board *b, int side, struct moves *m) {
  static const int directions[4][2] = {{1, -1}, {1, 1}, {-1, -1}, {-1, 1}};
  m->count = 0;
  for (int jumps = 1; jumps >= 0 && m->count == 0; --jumps)
    for (int s = 0; s < SQUARES; ++s) {
      int piece = b->at[s];
      if ((piece & 3) == EMPTY || (piece >> 2) != side)
        continue;
      for (int d = 0; d < 4; ++d) {
        int dr = directions[d][0], dc = directions[d][1];
        if ((piece & 3) == MAN && (dr > 0) == (side == 1))
          continue;
        int r = row_of(s), c = column_of(s);
        int next = square_at(r + dr, c + dc);
        if (next < 0)
          continue;
        if (!jumps && (b->at[next] & 3) == EMPTY) {
          add_move(m, b, s, -1, next);
        } else if (jumps && (b->at[next] & 3) != EMPTY &&
                   (b->at[next] >> 2) != side) {
          int behind = square_at(r + 2 * dr, c + 2 * dc);
          if (behind >= 0 && (b->at[behind] & 3) == EMPTY)
            add_move(m, b, s, next, behind);
        }
      }
    }
}

static int material(const struct board *b, int side) {
  int sum = 0;
  for (int s = 0; s < SQUARES; ++s) {
    int worth = (b->at[s] & 3) == KING ? 5 : (b->at[s] & 3) == MAN ? 2 : 0;
    sum += (b->at[s] >> 2) == side ? worth : -worth;
  }
  return sum;
}

static NOINLINE struct value search(const struct board *b, int side,
                                    int depth) {
  struct value result = {-1000, 1, 0};
  struct moves *m;
  struct value *values;
  meet();
  if (depth == 0) {
    result.best = material(b, side);
    for (int s = 0; s < SQUARES; ++s)
      result.hash = mix(result.hash * 8 + b->at[s]);
    return result;
  }
  m = malloc(sizeof *m);
  generate(b, side, m);
  if (m->count == 0) {
    free(m);
    return result;
  }
  values = calloc((size_t)m->count, sizeof *values);
  for (int i = 0; i < m->count; ++i)
    values[i] = cilk_spawn search(&m->after[i], !side, depth - 1);
  cilk_sync;
  for (int i = 0; i < m->count; ++i) {
    if (-values[i].best > result.best)
      result.best = -values[i].best;
    result.positions += values[i].positions;
    result.hash = mix(result.hash ^ (values[i].hash + (uint64_t)i));
  }
  free(values);
  free(m);
  return result;
}

//===----------------------------------------------------------------------===//
// Knapsack: branch and bound over a shared best value
//===----------------------------------------------------------------------===//

struct item {
  int value, weight;
};

static int best_so_far;

static int compare_items(const void *a, const void *b) {
  const struct item *x = a, *y = b;
  int order = y->value * x->weight - x->value * y->weight;
  return order ? order : x->weight - y->weight;
}

static void improve(int value) {
  int best = __atomic_load_n(&best_so_far, __ATOMIC_RELAXED);
  while (value > best &&
         !__atomic_compare_exchange_n(&best_so_far, &best, value, 1,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}

/// How much can be packed: the result does not depend on what was cut off.
static NOINLINE int knapsack(const struct item *items, int count, int capacity,
                             int value) {
  int with, without;
  if (capacity < 0)
    return -1;
  if (count == 0 || capacity == 0) {
    improve(value);
    return value;
  }
  double bound = value + (double)capacity * items->value / items->weight;
  if (bound < __atomic_load_n(&best_so_far, __ATOMIC_RELAXED))
    return -1;
  without = cilk_spawn knapsack(items + 1, count - 1, capacity, value);
  with = knapsack(items + 1, count - 1, capacity - items->weight,
                  value + items->value);
  cilk_sync;
  return with > without ? with : without;
}

//===----------------------------------------------------------------------===//
// Bucket sort: count, prefix sums, scatter, sort the buckets
//===----------------------------------------------------------------------===//

enum { BUCKETS = 32, BLOCKS = 16 };

static void insertion_sort(uint32_t *a, int n) {
  for (int i = 1; i < n; ++i) {
    uint32_t x = a[i];
    int j = i;
    for (; j > 0 && a[j - 1] > x; --j)
      a[j] = a[j - 1];
    a[j] = x;
  }
}

static void quick_sort(uint32_t *a, int n) {
  if (n < 12) {
    insertion_sort(a, n);
    return;
  }
  uint32_t pivot = a[n / 2];
  int i = -1, j = n;
  for (;;) {
    do
      ++i;
    while (a[i] < pivot);
    do
      --j;
    while (a[j] > pivot);
    if (i >= j)
      break;
    uint32_t t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
  cilk_spawn quick_sort(a, j + 1);
  quick_sort(a + j + 1, n - j - 1);
}

static NOINLINE void bucket_sort(uint32_t *a, uint32_t *out, int n) {
  int(*counts)[BUCKETS] = calloc(BLOCKS, sizeof *counts);
  int begin[BUCKETS + 1] = {0};
  int block = (n + BLOCKS - 1) / BLOCKS;
#pragma cilk grainsize 1
  cilk_for (int b = 0; b < BLOCKS; ++b) {
    int end = (b + 1) * block < n ? (b + 1) * block : n;
    for (int i = b * block; i < end; ++i)
      ++counts[b][a[i] >> 27];
  }
  for (int k = 0; k < BUCKETS; ++k) {
    int at = begin[k];
    for (int b = 0; b < BLOCKS; ++b) {
      int size = counts[b][k];
      counts[b][k] = at;
      at += size;
    }
    begin[k + 1] = at;
  }
#pragma cilk grainsize(1)
  cilk_for (int b = 0; b < BLOCKS; ++b) {
    int end = (b + 1) * block < n ? (b + 1) * block : n;
    for (int i = b * block; i < end; ++i)
      out[counts[b][a[i] >> 27]++] = a[i];
  }
#pragma cilk grainsize = 2
  cilk_for (int k = 0; k < BUCKETS; ++k) {
    if (begin[k + 1] == begin[k])
      continue;
    quick_sort(out + begin[k], begin[k + 1] - begin[k]);
  }
  free(counts);
}

//===----------------------------------------------------------------------===//
// LU decomposition of a matrix in blocks, without pivoting
//===----------------------------------------------------------------------===//

enum { BLOCK = 8, BLOCKS_IN_ROW = 6, N = BLOCK * BLOCKS_IN_ROW };

static double *block_at(double *m, int i, int j) {
  return m + (size_t)(i * BLOCKS_IN_ROW + j) * BLOCK * BLOCK;
}

static void decompose(double *a) {
  for (int k = 0; k < BLOCK; ++k)
    for (int i = k + 1; i < BLOCK; ++i) {
      a[i * BLOCK + k] /= a[k * BLOCK + k];
      for (int j = k + 1; j < BLOCK; ++j)
        a[i * BLOCK + j] -= a[i * BLOCK + k] * a[k * BLOCK + j];
    }
}

static void solve_lower(const double *l, double *x) {
  for (int k = 0; k < BLOCK; ++k)
    for (int i = k + 1; i < BLOCK; ++i)
      for (int j = 0; j < BLOCK; ++j)
        x[i * BLOCK + j] -= l[i * BLOCK + k] * x[k * BLOCK + j];
}

static void solve_upper(const double *u, double *x) {
  for (int k = 0; k < BLOCK; ++k)
    for (int i = 0; i < BLOCK; ++i) {
      x[i * BLOCK + k] /= u[k * BLOCK + k];
      for (int j = k + 1; j < BLOCK; ++j)
        x[i * BLOCK + j] -= x[i * BLOCK + k] * u[k * BLOCK + j];
    }
}

static void subtract_product(const double *a, const double *b, double *c) {
  for (int i = 0; i < BLOCK; ++i)
    for (int k = 0; k < BLOCK; ++k)
      for (int j = 0; j < BLOCK; ++j)
        c[i * BLOCK + j] -= a[i * BLOCK + k] * b[k * BLOCK + j];
}

static NOINLINE void lu(double *m) {
  int done = 0;
  for (int k = 0; k < BLOCKS_IN_ROW; ++k) {
    decompose(block_at(m, k, k));
    // The row and the column at once; neither needs the other.
    cilk_scope {
      cilk_spawn {
        cilk_for (int j = k + 1; j < BLOCKS_IN_ROW; ++j)
          solve_lower(block_at(m, k, k), block_at(m, k, j));
      }
      for (int i = k + 1; i < BLOCKS_IN_ROW; ++i)
        cilk_spawn solve_upper(block_at(m, k, k), block_at(m, i, k));
    }
    cilk_spawn { __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED); }
    cilk_scope cilk_for (int i = k + 1; i < BLOCKS_IN_ROW; ++i)
        cilk_for (int j = k + 1; j < BLOCKS_IN_ROW; ++j)
          subtract_product(block_at(m, i, k), block_at(m, k, j),
                           block_at(m, i, j));
  }
  cilk_sync;
  if (done != BLOCKS_IN_ROW)
    printf("a step is missing\n");
}

//===----------------------------------------------------------------------===//

static void play(void) {
  struct board b = start_position(2);
  struct value v;
  for (int depth = 1; depth < 7; ++depth) {
    cilk_scope v = cilk_spawn search(&b, 0, depth);
    printf("depth %d: value %d of %ld positions, %016lx\n", depth, v.best,
           v.positions, (unsigned long)v.hash);
  }
}

static void pack(void) {
  struct item items[20];
  int total = 0;
  for (int i = 0; i < 20; ++i) {
    items[i].value = 5 + (int)(mix((uint64_t)i) % 60);
    items[i].weight = 3 + (int)(mix((uint64_t)i + 100) % 40);
    total += items[i].weight;
  }
  qsort(items, 20, sizeof *items, compare_items);
  best_so_far = 0;
  knapsack(items, 20, total / 3, 0);
  printf("knapsack %d\n", best_so_far);
}

static void sort(void) {
  int n = 20000;
  uint32_t *a = malloc((size_t)n * sizeof *a), *out = calloc(n, sizeof *out);
  uint64_t before = 0, after = 0;
  for (int i = 0; i < n; ++i) {
    a[i] = (uint32_t)mix((uint64_t)i);
    before += mix(a[i]);
  }
  bucket_sort(a, out, n);
  for (int i = 0; i < n; ++i) {
    after += mix(out[i]);
    if (i && out[i - 1] > out[i])
      printf("not sorted at %d\n", i);
  }
  printf("sort %d, %08x %08x\n", before == after, out[0], out[n - 1]);
  free(out);
  free(a);
}

static void factorize(void) {
  double *m = malloc(sizeof(double) * N * N), trace = 0, sum = 0;
  cilk_for (int i = 0; i < N; ++i)
    cilk_for (int j = 0; j < N; ++j)
      block_at(m, i / BLOCK, j / BLOCK)[i % BLOCK * BLOCK + j % BLOCK] =
          i == j ? 2.0 * N : (double)(mix((uint64_t)(i * N + j)) % 1000) / 1000;
  lu(m);
  for (int i = 0; i < N; ++i) {
    trace += log(block_at(m, i / BLOCK, i / BLOCK)[i % BLOCK * (BLOCK + 1)]);
    sum += m[i * N + (i * 7) % N];
  }
  printf("lu %.10f %.10f\n", trace, sum);
  free(m);
}

int main(void) {
  cilk_spawn meet();
  play();
  pack();
  sort();
  factorize();
  cilk_sync;
  return 0;
}
