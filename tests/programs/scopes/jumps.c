//===- jumps.c - Scopes that a jump leaves --------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In functions with alloca, arrays of variable size and __cilkrts_synched,
// which cannot be divided into several: their scopes are left another way. A
// computed goto is an error in a function with keywords.
// RUN: %matrix %s
// tasks: 40
#include <cilk/cilk.h>
#include <cilk/cilk_api.h>
#include <alloca.h>
#include <stdio.h>
#include <time.h>
#include <string.h>
/// So that what does not wait is behind.
static void nap(void) { struct timespec t = {0, 300000}; nanosleep(&t, 0); }
__attribute__((noinline)) static void set(int *p, int v) { nap(); *p = v; }
/// Out of a scope and back to before it: the child is done behind it.
__attribute__((noinline)) static int again_and_out(int n) {
  int x = 0, y = 0, i = 0;
again:
  cilk_scope {
    cilk_spawn set(&x, n + i);
    ++i;
    if (i < 3)
      goto again;
    goto out;
  }
out:
  y = x;
  return y * 10 + i;
}
__attribute__((noinline)) static int plain(int n) {
  int x = 0, i = 0;
  for (;;) {
    cilk_scope {
      cilk_spawn set(&x, n + i);
      if (++i == 4) goto out;
      if (i & 1) continue;
    }
    x += 100;
  }
out:
  return x;
}
__attribute__((noinline)) static int with_alloca(int n) {
  int *sum = (int*)alloca(n * sizeof(int));
  memset(sum, 0, n * sizeof(int));
  for (int i = 0; i < n; ++i) {
    int *mine = (int*)alloca(64 * (i + 1));
    cilk_scope {
      cilk_spawn set(&mine[i], i);
      if (i == n / 2) goto out;
      if (i & 1) continue;
    }
    sum[i] = mine[i];
    continue;
  out:
    sum[0] += mine[i];
    break;
  }
  int r = 0;
  for (int i = 0; i < n; ++i) r = r * 3 + sum[i];
  return r;
}
__attribute__((noinline)) static int synched(int n) {
  int x = 0, r = 0;
  cilk_scope {
    cilk_spawn set(&x, n);
    r = __cilkrts_synched() ? 0 : n - n;
    if (n & 1) goto out;
    r += 1;
  }
  r += 10 * x;
  return r;
out:
  return -x;
}
__attribute__((noinline)) static int vla(int n) {
  int total = 0, k = 0;
next:;
  {
    int a[n + k];
    memset(a, 0, sizeof a);
    cilk_scope {
      for (int i = 0; i < n; ++i) cilk_spawn set(&a[i], i + k);
      int b[k + 1];
      cilk_spawn set(&b[k], 7);
      ++k;
      if (k == 2) goto mid;
    }
    total += a[n - 1];
    if (k < 4)
      goto next;
    goto end;
  mid:
    total += a[0] + a[n-1];
    goto next;
  }
end:
  return total;
}
int main(void) {
  for (int i = 0; i < 4; ++i)
    printf("%d %d %d %d %d\n", again_and_out(i), plain(i), with_alloca(4 + i), synched(i), vla(3 + i));
}
