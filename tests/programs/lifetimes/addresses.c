//===- addresses.c - Addresses that leave tasks ---------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 60
// extra: sanitize debug
// standards: c11 c23
// Only a task names an object of its parent, and gives its address away: the
// object lives as long as in the serial elision.

#include "../Inputs/support.h"

#include <alloca.h>
#include <cilk/cilk.h>
#include <string.h>

struct item {
  struct item *next;
  long number;
  char more[48];
};

/// Writes where objects that ended too early have been.
static NOINLINE void disturb(void) {
  volatile char stack[1024];
  memset((void *)stack, 9, sizeof stack);
  for (unsigned i = 0; i < 64; ++i) {
    char *heap = malloc(16 + i * 8);
    memset(heap, 9, 16 + i * 8);
    free(heap);
  }
}

static NOINLINE void put(struct item *item, long number, struct item **head) {
  meet();
  item->number = number;
  item->next = *head;
  *head = item;
}

static NOINLINE void increment(struct item *item, struct item **head) {
  meet();
  ++item->number;
  item->next = *head;
  *head = item;
}

static NOINLINE struct item *begin(struct item *item, long number) {
  item->number = number;
  return item;
}

static NOINLINE void read_number(const struct item *item, long *number) {
  disturb();
  *number = item->number;
}

static NOINLINE long sum(const struct item *head) {
  disturb();
  long result = 0;
  for (; head; head = head->next)
    result = result * 7 + head->number;
  return result;
}

static NOINLINE long call(void) {
  struct item a, b, *head = NULL;
  cilk_spawn put(&a, 1, &head);
  disturb();
  cilk_sync;
  cilk_spawn put(&b, 2, &head);
  cilk_sync;
  return sum(head);
}

static NOINLINE long block(void) {
  struct item a, *head = NULL;
  long array[8], *into = NULL, one, *at_one = NULL;
  cilk_spawn {
    put(&a, 3, &head);
    array[5] = 4;
    into = array;
    at_one = &one;
    one = 5;
  }
  disturb();
  cilk_sync;
  return sum(head) + into[5] * 100 + *at_one * 1000;
}

static NOINLINE long written_by_parent(void) {
  struct item a, *head = NULL;
  cilk_spawn { head = &a; }
  cilk_sync;
  head->number = 6;
  head->next = NULL;
  return sum(head) + a.number;
}

static NOINLINE long argument(void) {
  struct item a, *head = NULL;
  cilk_spawn increment(begin(&a, 7), &head);
  disturb();
  cilk_sync;
  return sum(head);
}

static NOINLINE long literal(void) {
  struct item *head = NULL;
  int *numbers[2] = {NULL, NULL};
  cilk_spawn increment(&(struct item){.number = 8}, &head);
  cilk_sync;
  cilk_spawn increment(begin(&(struct item){.number = 1}, 9), &(*(struct item **[]){&head})[0]);
  cilk_sync;
  cilk_spawn { numbers[0] = (int[]){1, 2, 3}, numbers[1] = numbers[0]; }
  cilk_sync;
  return sum(head);
}

static NOINLINE void store(int *into, int **where) { *where = into; }

static NOINLINE long literal_array(int n) {
  int *where = NULL;
  cilk_spawn store((int[]){n, n + 1, n + 2}, &where);
  disturb();
  cilk_sync;
  disturb();
  return where[0] + where[1] * 10 + where[2] * 100;
}

static NOINLINE long scope(void) {
  struct item a, b, *head = NULL;
  cilk_spawn disturb();
  cilk_scope {
    cilk_spawn put(&a, 10, &head);
    disturb();
    cilk_sync;
    b.number = 11;
    b.next = head;
    head = &b;
  }
  disturb();
  cilk_sync;
  return sum(head);
}

static NOINLINE long other_task(void) {
  struct item a, *head = NULL;
  long number = 0;
  cilk_spawn put(&a, 12, &head);
  cilk_sync;
  cilk_spawn read_number(head, &number);
  cilk_sync;
  return number + sum(head);
}

static NOINLINE long nested(void) {
  struct item a, b, *head = NULL;
  cilk_spawn {
    cilk_spawn put(&a, 13, &head);
    cilk_sync;
    cilk_spawn { increment(begin(&b, 14), &head); }
    cilk_sync;
    disturb();
    head->number += sum(head);
  }
  cilk_sync;
  return sum(head);
}

/// Each iteration has its own, for as long as that lasts.
static NOINLINE long waits_in_loop(int n) {
  long result = 0;
  for (int i = 0; i < n; ++i) {
    struct item a, b, *head = NULL;
    cilk_spawn put(&a, i, &head);
    cilk_sync;
    cilk_spawn increment(begin(&b, i + 20), &head);
    if (i % 2) {
      cilk_sync;
      cilk_spawn increment(&(struct item){.number = i}, &head);
    }
    cilk_sync;
    result += sum(head);
  }
  return result;
}

static NOINLINE void work(long *buffer, long number, long *result) {
  for (int i = 0; i < 8; ++i)
    buffer[i] = number;
  meet();
  long all = 0;
  for (int i = 0; i < 8; ++i)
    all = all * 3 + buffer[i];
  *result = all;
}

static NOINLINE void take(const struct item *item, long *result) {
  meet();
  *result = item->number;
}

/// The iterations end before their tasks: each has its own even so.
static NOINLINE long loop(int n) {
  long results[3][16];
  for (int i = 0; i < n; ++i) {
    long buffer[8];
    struct item a;
    cilk_spawn work(buffer, i, &results[0][i]);
    cilk_spawn take(&(struct item){.number = i}, &results[1][i]);
    cilk_spawn take(begin(&a, i * 3), &results[2][i]);
  }
  cilk_sync;
  int i = 0;
again:;
  long buffer[8];
  cilk_spawn work(buffer, i, &results[0][i]);
  cilk_spawn take(&(struct item){.number = i}, &results[1][i]);
  if (++i < n / 2)
    goto again;
  cilk_sync;
  long result = 0;
  for (i = 0; i < n; ++i)
    result = result * 5 + results[0][i] + results[1][i] * 2 + results[2][i] * 3;
  return result;
}

/// One variable for all iterations.
static NOINLINE long shared(int n) {
  struct item a, *head = NULL;
  for (int i = 0; i < n; ++i) {
    cilk_spawn {
      a.number = (i ? a.number : 0) + i;
      a.next = NULL;
      head = &a;
    }
    cilk_sync;
  }
  return sum(head);
}

static NOINLINE long parallel_loop(void) {
  struct item items[1], last, *heads[4] = {NULL};
  cilk_for (int i = 0; i < 4; ++i) {
    struct item own, *head = NULL;
    cilk_spawn put(&own, i, &head);
    cilk_sync;
    disturb();
    if (i == 2)
      put(items, head->number, &heads[i]);
    if (i == 3)
      put(&last, head->number, &heads[i]);
  }
  return sum(heads[2]) * 10 + sum(heads[3]);
}

/// What `alloca` gives lives until the function returns.
static NOINLINE long stack_memory(int n) {
  long *all[12], result = 0;
  char *text = NULL;
  cilk_spawn {
    text = alloca(n + 40);
    memset(text, 5, n + 40);
    cilk_spawn {
      long *inner = alloca(sizeof(long));
      *inner = 15;
      all[0] = inner;
    }
    cilk_sync;
    char *kept = alloca(n + 1);
    kept[n] = 3;
    *all[0] += kept[n];
  }
  disturb();
  cilk_sync;
  disturb();
  cilk_for (int i = 1; i < 12; ++i) {
    long *p = (long *)alloca(sizeof(long) * 4);
    p[3] = i;
    all[i] = p;
  }
  disturb();
  for (int i = 1; i < 12; ++i)
    result = result * 3 + all[i][3];
  return result + *all[0] + text[n + 39];
}

static NOINLINE long variable_length(int n) {
  long result = 0, array[n], *into = NULL;
  cilk_spawn {
    long own[n];
    own[n - 1] = 2;
    array[n - 1] = 16 + own[n - 1];
    into = array;
  }
  cilk_sync;
  disturb();
  return result + into[n - 1];
}

static NOINLINE long early(int n) {
  struct item a, *head = NULL;
  for (int i = 0;; ++i) {
    struct item b;
    cilk_spawn increment(begin(&b, i), &head);
    cilk_sync;
    if (i == n) {
      cilk_spawn put(&a, i, &head);
      cilk_sync;
      return sum(head) - head->next->number;
    }
    head = NULL;
  }
}

static NOINLINE long skipped(int n) {
  struct item *head = NULL;
  goto behind;
  struct item value;
behind:
  cilk_spawn put(&value, n, &head);
  cilk_sync;
  return sum(head);
}

int main(void) {
  printf("%ld %ld %ld\n", call(), block(), written_by_parent());
  printf("%ld %ld %ld\n", argument(), literal(), literal_array(3));
  printf("%ld %ld %ld\n", scope(), other_task(), nested());
  printf("%ld %ld %ld\n", waits_in_loop(5), loop(12), shared(4));
  printf("%ld %ld %ld\n", parallel_loop(), stack_memory(9), variable_length(4));
  printf("%ld %ld\n", early(3), skipped(17));
}
