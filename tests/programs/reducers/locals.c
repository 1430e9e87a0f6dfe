//===- locals.c - Local reducers ------------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 100
// cells: all
// extra: sanitize
// flags: -Wno-unused-but-set-variable
// Local reducers, and arrays and structures of them, in serial code and in
// strands of all kinds; in C.
#include <cilk/cilk.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A list of numbers, which shows in which order views are reduced.
typedef struct node {
  int value;
  struct node *next;
} node;
typedef struct {
  node *first, *last;
} list;

void list_identity(void *view) { memset(view, 0, sizeof(list)); }

void list_reduce(void *left, void *right) {
  list *l = left, *r = right;
  if (!r->first)
    return;
  if (l->last)
    l->last->next = r->first;
  else
    l->first = r->first;
  l->last = r->last;
}

void zero(void *view) { *(long *)view = 0; }
void plus(void *left, void *right) { *(long *)left += *(long *)right; }

typedef list cilk_reducer(list_identity, list_reduce) list_reducer;

struct counts {
  int plain;
  long cilk_reducer(zero, plus) one, many[3];
  list_reducer all;
};

static void append(list_reducer *to, int value) {
  node *new = malloc(sizeof *new);
  new->value = value;
  new->next = NULL;
  if (to->last)
    to->last->next = new;
  else
    to->first = new;
  to->last = new;
}

/// Empties a list; returns a number that depends on the order.
static unsigned long take(list *l) {
  unsigned long hash = 7;
  for (node *n = l->first, *next; n; n = next) {
    hash = hash * 31 + (unsigned)n->value;
    next = n->next;
    free(n);
  }
  l->first = l->last = NULL;
  return hash;
}

static void fill(list_reducer *to, int begin, int end) {
  if (end - begin == 1) {
    append(to, begin);
    return;
  }
  int middle = begin + (end - begin) / 2;
  cilk_spawn fill(to, begin, middle);
  fill(to, middle, end);
  cilk_sync;
}

static unsigned long in_variable(int n) {
  list_reducer l = {NULL, NULL};
  append(__builtin_addressof(l), -1);
  fill(__builtin_addressof(l), 0, n);
  append(__builtin_addressof(l), -2);
  return take(&l);
}

/// The reducers end while children use them; nobody says cilk_sync.
static void without_sync(list_reducer *result, int n) {
  list_reducer l = {NULL, NULL};
  cilk_spawn fill(__builtin_addressof(l), 0, n);
  append(__builtin_addressof(l), n);
  cilk_sync;
  append(result, (int)(take(&l) % 1000));
  for (int i = 0; i < 3; ++i) {
    long cilk_reducer(zero, plus) sum = i;
    cilk_spawn fill(result, 10 * i, 10 * i + 5);
    sum += 2;
    if (i == 1)
      continue;
    cilk_spawn fill(result, 10 * i + 5, 10 * i + 9);
  }
}

static void count(struct counts *c, int i) {
  c->one += i;
  c->many[i % 3] += 1;
  c->many[(i + 1) % 3]--;
  append(__builtin_addressof(c->all), i);
}

static unsigned long in_structure(int n) {
  struct counts c = {.one = 5, .plain = 3}, both[2] = {{.plain = 1}, {.one = 2}};
  cilk_for (int i = 0; i < n; ++i) {
    count(&c, i);
    count(&both[i % 2], i);
  }
  unsigned long result = (unsigned long)c.one * 3 + (unsigned long)c.many[1];
  result = result * 31 + take(&c.all);
  for (int i = 0; i < 2; ++i)
    result = result * 31 + take(&both[i].all) + (unsigned long)both[i].one;
  return result + (unsigned long)c.plain;
}

static long in_array(int n) {
  long cilk_reducer(zero, plus) fixed[2][3] = {{1}}, variable[n];
  for (int i = 0; i < n; ++i)
    variable[i] = i;
  cilk_for (int i = 0; i < 100; ++i) {
    fixed[i % 2][i % 3] += i;
    variable[i % n] += i;
    *(fixed[1] + i % 3) += 1;
  }
  long result = 0;
  for (int i = 0; i < 6; ++i)
    result = result * 3 + fixed[i / 3][i % 3];
  for (int i = 0; i < n; ++i)
    result = result * 3 + variable[i];
  return result;
}

static long parameter(long cilk_reducer(zero, plus) sum, int n) {
  cilk_for (int i = 0; i < n; ++i)
    sum += i;
  return sum;
}

static long jumps(int n) {
  long result = 0;
  for (long cilk_reducer(zero, plus) sum = 0; sum < n; sum += 10) {
    if (sum > 50)
      goto out;
    cilk_for (int i = 0; i < 10; ++i)
      sum += i;
    result += sum;
  }
out:
  return result;
}

/// All of them, in strands to the right of steals too.
static void everywhere(long *results, int depth) {
  if (depth > 0) {
    cilk_spawn everywhere(results, depth - 1);
    everywhere(results + (1 << (depth - 1)), depth - 1);
    return;
  }
  list_reducer l = {NULL, NULL};
  without_sync(__builtin_addressof(l), 4);
  *results = (long)(in_variable(20) + in_structure(20) % 100000) +
             in_array(7) % 1000 + parameter(3, 30) + jumps(100) +
             (long)take(&l);
}

int main(void) {
  printf("%lu %lu\n", in_variable(200), in_structure(100));
  printf("%ld %ld %ld\n", in_array(5), parameter(100, 10), jumps(1000));
  long results[16] = {0};
  everywhere(results, 4);
  for (int i = 0; i < 16; ++i)
    printf("%ld\n", results[i]);
}
