// Scopes that jumps leave, also out of an inner one into an outer one, in
// functions with labels whose addresses are taken, which are an error on the
// native target, and with alloca and __cilkrts_synched().
//
// RUN: %tussah-clang -ftussah-target=native -O1 %s -o %t
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal %t
// RUN: %tussah-clang -ftussah-target=reverse -O1 -DLABELS %s -o %t && %t
// RUN: %not %tussah-clang -ftussah-target=native -DLABELS %s -o %t 2>&1 | %FileCheck %s --implicit-check-not=error:
// CHECK: left-scopes.c:[[@LINE+33]]:{{[0-9]+}}: error: function 'labels' spawns and takes the address of a label, which the target 'native' does not support; choose another one with -ftussah-target=
#include <alloca.h>
#include <cilk/cilk.h>
#include <cilk/cilk_api.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define NOINLINE __attribute__((noinline))
#ifdef LABELS
#define LABEL(...) (__VA_ARGS__)
#else
#define LABEL(...) NULL
#endif

static NOINLINE void store(volatile int *to, int value) {
  const struct timespec moment = {0, 300000};
  nanosleep(&moment, NULL);
  *to = value;
}

static int wrong;
static NOINLINE void check(int holds, int line, int how) {
  if (!holds) {
    printf("line %d, jump %d: not so\n", line, how);
    wrong = 1;
  }
}
#define CHECK(X) check((X), __LINE__, how)

/// How a scope is left.
enum { FALL, GOTO, BREAK, CONTINUE, RETURN, BACK, OUTER, HOWS };

static NOINLINE int labels(int how, const void **place, volatile int *a,
                           volatile int *b) {
  int rounds = 0;
  *place = LABEL(how ? &&after : &&again);
  cilk_spawn store(a, how + 1);
again:
  for (int i = 0; i < 2; ++i) {
    *b = 0;
    cilk_scope {
      cilk_spawn store(b, i + 1);
      switch (how) {
      case GOTO:
        goto after;
      case BACK:
        if (++rounds < 3)
          goto again;
        break;
      case RETURN:
        return 1;
      }
      if (how == BREAK)
        break;
      if (how == CONTINUE)
        continue;
    }
    CHECK(*b == i + 1);
  }
after:
  CHECK(*b > 0);
  cilk_sync;
  CHECK(*a == how + 1);
  return 0;
}

static NOINLINE void fill(char *p, char c, int n) {
  const struct timespec moment = {0, 300000};
  nanosleep(&moment, NULL);
  memset(p, c, n);
}

/// Memory of a scope's alloca lives as long as the function.
static NOINLINE int dynamic(int how, int n, volatile int *b) {
  char *kept[8] = {0};
  int count = 0, rounds = 0;
  char *first = alloca(n);
  cilk_spawn fill(first, 'f', n);
again:
  for (int i = 0; i < 2; ++i) {
    cilk_scope {
      char *p = alloca(n);
      kept[count++] = p;
      cilk_spawn fill(p, 'a' + count, n);
      cilk_scope {
        *b = 0;
        cilk_spawn store(b, i + 1);
        switch (how) {
        case GOTO:
          goto after;
        case BACK:
          if (++rounds < 3)
            goto again;
          break;
        case RETURN:
          return 1;
        case OUTER:
          goto inner;
        }
        if (how == BREAK)
          break;
        if (how == CONTINUE)
          continue;
      }
    inner:
      CHECK(*b == i + 1);
    }
    CHECK(*b == i + 1);
    CHECK(kept[count - 1][n - 1] == 'a' + count);
  }
after:
  CHECK(*b > 0);
  for (int k = 0; k < count; ++k)
    for (int j = 0; j < n; ++j)
      CHECK(kept[k][j] == 'a' + k + 1);
  cilk_sync;
  for (int j = 0; j < n; ++j)
    CHECK(first[j] == 'f');
  return count;
}

static NOINLINE int all(int how, const void **place, int n, volatile int *a,
                        volatile int *b) {
  int rounds = 0;
  char *p = NULL;
  *place = LABEL(&&after);
  cilk_spawn store(a, how + 1);
again:
  for (int i = 0; i < 2; ++i) {
    *b = 0;
    cilk_scope {
      p = alloca(n);
      cilk_spawn store(b, i + 1);
      cilk_spawn fill(p, 'p', n);
      if (__cilkrts_synched())
        CHECK(*b == i + 1);
      switch (how) {
      case GOTO:
        goto after;
      case BACK:
        if (++rounds < 3)
          goto again;
        break;
      case RETURN:
        return 1;
      }
      if (how == BREAK)
        break;
      if (how == CONTINUE)
        continue;
    }
    CHECK(*b == i + 1);
  }
after:
  CHECK(*b > 0 && p[0] == 'p' && p[n - 1] == 'p');
  cilk_sync;
  CHECK(*a == how + 1);
  return 0;
}

int main(void) {
  for (int round = 0; round < 3; ++round)
    for (int how = FALL; how < HOWS; ++how) {
      volatile int a = 0, b = 0;
      const void *place;
      labels(how, &place, &a, &b);
      check(a == how + 1 && b > 0, __LINE__, how);
      a = b = 0;
      dynamic(how, 100, &b);
      check(b > 0, __LINE__, how);
      a = b = 0;
      all(how, &place, 200, &a, &b);
      check(a == how + 1 && b > 0, __LINE__, how);
    }
  puts(wrong ? "wrong" : "right");
  return wrong;
}
