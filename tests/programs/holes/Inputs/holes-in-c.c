//===- holes-in-c.c - Memory and control flow of tasks --------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../Inputs/support.h"
#include "holes.h"

#include <cilk/cilk.h>

#include <alloca.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Loads and stores: a task may have changed what its parent has stored
//===----------------------------------------------------------------------===//

static NOINLINE int promoted(void) {
  int x = 1;
  cilk_spawn { x = 2; }
  cilk_sync;
  return x;
}

static void promotion_of_local(FILE *out) { fprintf(out, "%d\n", promoted()); }

static int g, h;

static NOINLINE int eliminated(void) {
  g = 1;
  int before = g;
  cilk_spawn { g = 2; }
  cilk_sync;
  h = g;
  (void)h; // for clang 23, which warns
  return g + before - 1;
}

static void load_elimination(FILE *out) { fprintf(out, "%d\n", eliminated()); }

static NOINLINE int forwarded_global(void) {
  g = 1;
  cilk_spawn { g = 2; }
  cilk_sync;
  return g;
}

static void store_forwarding_global(FILE *out) {
  fprintf(out, "%d\n", forwarded_global());
}

static NOINLINE int forwarded_malloc(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  cilk_spawn { *p = 2; }
  cilk_sync;
  int result = *p;
  free(p);
  return result;
}

static void store_forwarding_malloc(FILE *out) {
  fprintf(out, "%d\n", forwarded_malloc());
}

static NOINLINE int forwarded_restrict(int *restrict p) {
  *p = 1;
  cilk_spawn { *p = 2; }
  cilk_sync;
  return *p;
}

static void store_forwarding_restrict(FILE *out) {
  int x;
  fprintf(out, "%d\n", forwarded_restrict(&x));
}

static int once = 1;

static NOINLINE int sunk(int *p, int k) {
  int i = 0;
  do {
    *p = 0;
    cilk_spawn { *p = 2; }
  } while (++i < k);
  cilk_sync;
  return *p;
}

static void store_sinking(FILE *out) {
  int x;
  fprintf(out, "%d\n", sunk(&x, once));
}

struct block {
  long a[32];
};

static NOINLINE void use(struct block b, int *out) { *out = (int)b.a[0]; }

/// The task must have its own copy, not read p->a.
static NOINLINE int copied(struct block *restrict p, int *out) {
  struct block copy = *p;
  cilk_spawn use(copy, out);
  p->a[0] = 99;
  cilk_sync;
  return *out;
}

static void copy_forwarding(FILE *out) {
  struct block b = {{2}};
  int x;
  fprintf(out, "%d\n", copied(&b, &x));
}

//===----------------------------------------------------------------------===//
// Memory of the stack: a task has its own
//===----------------------------------------------------------------------===//

static NOINLINE void fill(int *buffer, int n, int start) {
  for (int i = 0; i < n; ++i)
    buffer[i] = start + i;
}

/// Inlined: its array moves to the entry of the function that it is inlined
/// into, which must be the task.
static int work(int k) {
  int buffer[64];
  fill(buffer, 64, k);
  int sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += buffer[i];
  return sum;
}

static long allocated(int n) {
  int *results = __builtin_alloca((size_t)n * sizeof *results);
  for (int i = 0; i < n; ++i) {
    int *box = __builtin_alloca((size_t)(16 * (i % 4 + 1)));
    box[0] = i;
    results[i] = cilk_spawn work(box[0]);
  }
  cilk_sync;
  long sum = 0;
  for (int i = 0; i < n; ++i)
    sum += results[i];
  return sum;
}

static void alloca_in_loop(FILE *out) {
  for (int i = 0; i < 2; ++i)
    fprintf(out, "%ld\n", allocated(50));
}

static int is_free(int n, const char *board) {
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      int p = board[i], q = board[j];
      if (q == p || q == p - (j - i) || q == p + (j - i))
        return 0;
    }
  return 1;
}

static int nqueens(int n, int row, char *above) {
  if (n == row)
    return 1;
  int *count = alloca((size_t)n * sizeof *count);
  memset(count, 0, (size_t)n * sizeof *count);
  for (int i = 0; i < n; ++i) {
    char *board = alloca((size_t)row + 1);
    if (row)
      memcpy(board, above, (size_t)row);
    board[row] = (char)i;
    if (is_free(row + 1, board))
      count[i] = cilk_spawn nqueens(n, row + 1, board);
  }
  cilk_sync;
  int solutions = 0;
  for (int i = 0; i < n; ++i)
    solutions += count[i];
  return solutions;
}

static void alloca_in_recursion(FILE *out) {
  fprintf(out, "%d\n", nqueens(6, 0, NULL));
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

static long count;

static NOINLINE void bump(void) {
  add_to(&count, 1);
  __asm__ volatile("");
}

/// Not called with 0. Then the task would end the program.
static NOINLINE void stop(int *p) {
  cilk_spawn {
    bump();
    if (!*p) {
      exit(3);
      __builtin_unreachable();
    }
  }
  bump();
  cilk_sync;
}

static NOINLINE int known(void) {
  int result = 0;
  cilk_spawn {
    bump();
    result = 1;
  }
  bump();
  cilk_sync;
  return result;
}

/// What task and continuation have in common must not be done once for both,
/// also if the task never returns.
static void hoisting_common_calls(FILE *out) {
  int one = 1;
  count = 0;
  stop(&one);
  fprintf(out, "%d ", known());
  fprintf(out, "%ld\n", count);
}

static long fib(int n) {
  if (n < 2)
    return n;
  long x, y;
  x = cilk_spawn fib(n - 1);
  y = fib(n - 2);
  cilk_sync;
  return x + y;
}

static void recursive_inlining(FILE *out) { fprintf(out, "%ld\n", fib(12)); }

static NOINLINE void leave(int *p) {
  cilk_spawn {
    if (!*p)
      _Exit(3);
    __builtin_unreachable();
  }
  cilk_sync;
}

static void unreachable_after_task(FILE *out) {
  (void)out;
  int zero = 0;
  puts("before");
  fflush(stdout);
  leave(&zero);
  puts("not reached");
}

const struct hole holes_in_c[] = {
    {"promotion-of-local", 50, promotion_of_local, 0},
    {"load-elimination", 50, load_elimination, 0},
    {"store-forwarding-global", 50, store_forwarding_global, 0},
    {"store-forwarding-malloc", 50, store_forwarding_malloc, 0},
    {"store-forwarding-restrict", 50, store_forwarding_restrict, 0},
    {"store-sinking", 50, store_sinking, 0},
    {"copy-forwarding", 50, copy_forwarding, 0},
    {"alloca-in-loop", 1, alloca_in_loop, 0},
    {"alloca-in-recursion", 1, alloca_in_recursion, 0},
    {"hoisting-common-calls", 50, hoisting_common_calls, 0},
    {"recursive-inlining", 1, recursive_inlining, 0},
    {"unreachable-after-task", 1, unreachable_after_task, 1},
    {NULL, 0, NULL, 0},
};
