//===- forms.c - Every form of spawn that C has ---------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 54
// extra: sanitize debug
// standards: c11 c17 c23

#include "../Inputs/support.h"

#include <cilk/cilk.h>

static NOINLINE int twice(int x) {
  meet();
  return 2 * x;
}

static NOINLINE void store(int *p, int x) {
  meet();
  *p = x;
}

static int next_index(int *i) { return (*i)++; }

struct bits {
  unsigned low : 3, middle : 7;
  int high : 12;
};

struct tree {
  int value;
  struct tree *child[2];
};

static void statements(void) {
  int a[4] = {0};
  cilk_spawn store(&a[0], 1);
  if (a[3] == 0)
    cilk_spawn store(&a[1], 2);
  else
    cilk_spawn store(&a[1], 3);
  cilk_spawn(store)(&a[2], 4);
  goto label;
label:
  cilk_spawn store(&a[3], 5);
  cilk_sync;
  printf("statements %d %d %d %d\n", a[0], a[1], a[2], a[3]);
}

static void assignments(void) {
  int x, *p = &x, array[8] = {0}, i = 0;
  struct tree leaf = {0, {0, 0}}, root = {0, {&leaf, &leaf}}, *t = &root;
  x = cilk_spawn twice(1);
  cilk_sync;
  int first = x;
  *p = cilk_spawn twice(2);

  // The element is chosen when the task is spawned, not when it has finished.
  array[i] = cilk_spawn twice(10);
  i = 1;
  array[i] = cilk_spawn twice(11);
  i = 2;
  array[next_index(&i)] = cilk_spawn twice(12);
  array[next_index(&i)] = cilk_spawn twice(13);
  int *q = array + 4;
  *q = cilk_spawn twice(14);
  q = array + 5;
  *q = cilk_spawn twice(15);
  t->value = cilk_spawn twice(16);
  t = t->child[1];
  t->value = cilk_spawn twice(17);
  t = 0;
  cilk_sync;
  printf("assignments %d %d |", first, x);
  for (int k = 0; k < 8; ++k)
    printf(" %d", array[k]);
  printf(" | %d %d %d\n", root.value, leaf.value, i);
}

static void compound_assignments(void) {
  int x[10] = {100, 100, 100, 100, 100, 100, 100, 100, 100, 100}, i = 0;
  x[i] += cilk_spawn twice(3);
  ++i;
  x[i] -= cilk_spawn twice(3);
  ++i;
  x[i] *= cilk_spawn twice(3);
  ++i;
  x[i] /= cilk_spawn twice(3);
  ++i;
  x[i] %= cilk_spawn twice(3);
  ++i;
  x[i] &= cilk_spawn twice(3);
  ++i;
  x[i] |= cilk_spawn twice(3);
  ++i;
  x[i] ^= cilk_spawn twice(3);
  ++i;
  x[i] <<= cilk_spawn twice(3);
  ++i;
  x[i] >>= cilk_spawn twice(1);
  double d = 0.5;
  d *= cilk_spawn twice(3);
  unsigned char c = 250;
  c += cilk_spawn twice(4);
  char text[4] = "abc", *p = text;
  p += cilk_spawn twice(1);
  _Bool b = 0;
  b |= cilk_spawn twice(1);
  cilk_sync;
  printf("compound");
  for (int k = 0; k < 10; ++k)
    printf(" %d", x[k]);
  printf(" | %.2f %d %s %d\n", d, c, p, b);
}

static void bit_fields(void) {
  struct bits a = {1, 2, 3}, b = {1, 2, 3}, c = {1, 2, 3}, *p = &a;
  p->low = cilk_spawn twice(3);
  p = &b;
  // Not behind the spawn: bit-fields side by side are one place in memory.
  p->high += 1;
  p->middle = cilk_spawn twice(50);
  p = &c;
  p->high -= cilk_spawn twice(200);
  p = 0;
  cilk_sync;
  printf("bit-fields %d %d %d, %d %d, %d %d %d\n", a.low, a.middle, a.high,
         b.low, b.middle, c.low, c.middle, c.high);
}

static void initializers(void) {
  int a = cilk_spawn twice(1);
  int b = cilk_spawn twice(2), c = 7, d = cilk_spawn twice(3);
  const long e = cilk_spawn twice(4);
  double f = cilk_spawn twice(5);
  char g = cilk_spawn twice(300);
  _Bool h = cilk_spawn twice(8), *ph = &h;
  unsigned i = cilk_spawn twice(-1), j = c;
  volatile int k = cilk_spawn twice(6);
  cilk_sync;
  printf("initializers %d %d %d %d %ld %.1f %d %d %u %u %d\n", a, b, c, d, e, f,
         g, *ph, i, j, k);
}

static void blocks(void) {
  int x = 0, y = 0, z[3] = {1, 2, 3}, w = 0;
  cilk_spawn { x = twice(5); }
  cilk_spawn {
    int local = 3;
    for (int i = 0; i < 3; ++i) {
      if (z[i] == 2)
        continue;
      local += z[i];
      if (i == 2)
        break;
    }
    switch (local) {
    case 7:
      goto inside;
    default:
      break;
    }
    local = -1;
  inside:
    y = local;
  }
  cilk_spawn {}
  cilk_spawn {
    // A sync scope of its own.
    int inner = cilk_spawn twice(21);
    int other = twice(4);
    cilk_sync;
    w = inner + other;
  }
  cilk_sync;
  printf("blocks %d %d %d\n", x, y, w);
}

static NOINLINE int add(int a, int b) { return a + b; }
static NOINLINE int subtract(int a, int b) { return a - b; }
typedef int (*operation)(int, int);
struct operations {
  operation of[2];
  operation (*choose)(int);
};
static NOINLINE operation choose(int i) { return i ? subtract : add; }

static void function_pointers(void) {
  operation f = add, *pf = &f;
  struct operations table = {{add, subtract}, choose}, *t = &table;
  int x[8], i = 0;
  x[0] = cilk_spawn f(5, 1);
  f = subtract;
  x[1] = cilk_spawn(*f)(5, 1);
  x[2] = cilk_spawn(*pf)(6, 1);
  x[3] = cilk_spawn t->of[i](7, 1);
  i = 1;
  x[4] = cilk_spawn t->of[i](8, 1);
  // The inner call finds out what to spawn, so it belongs to the parent.
  x[5] = cilk_spawn t->choose(i)(9, 1);
  i = 0;
  x[6] = cilk_spawn choose(i)(10, 1);
  x[7] = cilk_spawn(i ? add : subtract)(11, 1);
  cilk_sync;
  printf("function pointers");
  for (int k = 0; k < 8; ++k)
    printf(" %d", x[k]);
  printf("\n");
}

int main(void) {
  statements();
  assignments();
  compound_assignments();
  bit_fields();
  initializers();
  blocks();
  function_pointers();
  int x = cilk_spawn twice(1);
  cilk_sync;
  printf("main %d\n", x);
}
