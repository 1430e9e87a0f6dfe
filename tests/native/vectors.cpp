// Vectors of the processor's widest registers, and objects with an alignment
// that the stack does not have, as variables, arguments, results and values that
// live across spawns.
//
// RUN: %clangxx -w -O1 -ffp-contract=off -I %include-dir %s -o %t.serial
// RUN: %t.serial > %t.expected
// DEFINE: %{flags} =
// DEFINE: %{compile} = %tussah-clang++ -ftussah-target=native -w -ffp-contract=off %{flags} %s
// DEFINE: %{run} = %{compile} -o %t && env CILK_NWORKERS=2 timeout 60 %t > %t.out && cmp %t.out %t.expected && env CILK_NWORKERS=3 TUSSAH_STRESS=always-steal timeout 60 %t > %t.out && cmp %t.out %t.expected
// DEFINE: %{code} = %{compile} -S -o %t.s && %python %S/Inputs/check-code.py --atomics --sites 4 %t.s
// REDEFINE: %{flags} = -O0 -march=native
// RUN: %{run} && %{code}
// REDEFINE: %{flags} = -O1 -march=native
// RUN: %{run} && %{code}
// REDEFINE: %{flags} = -O3 -march=native -mprefer-vector-width=512
// RUN: %{run} && %{code}
// REDEFINE: %{flags} = -O2
// RUN: %{run} && %{code}

#include <cilk/cilk.h>
#include <stdint.h>
#include <stdio.h>
#define NOINLINE __attribute__((noinline))
typedef float V8 __attribute__((vector_size(32)));
typedef float V16 __attribute__((vector_size(64)));
struct alignas(64) Big {
  long v[16];
};
static long bad;
static NOINLINE void checkAligned(const void *p, int a) {
  if ((uintptr_t)p % a)
    __atomic_fetch_add(&bad, 1, __ATOMIC_RELAXED);
}
NOINLINE long byValue(Big x, int n, Big y) {
  checkAligned(&x, 64);
  checkAligned(&y, 64);
  if (n == 0)
    return x.v[3] + y.v[15];
  x.v[3] += n;
  long a = cilk_spawn byValue(x, n - 1, y);
  y.v[15] += n;
  long b = byValue(y, n - 1, x);
  cilk_sync;
  return a * 3 + b;
}
NOINLINE float vectors(int n, V8 a, V8 b, V8 c, V8 d, V8 e, V8 f, V8 g, V8 h,
                       V8 i, V8 j, V16 k, V16 l) {
  if (n == 0)
    return a[0] + b[1] + c[2] + d[3] + e[4] + f[5] + g[6] + h[7] + i[0] * 2 +
           j[1] * 3 + k[15] + l[14];
  float x =
      cilk_spawn vectors(n - 1, j, a, b, c, d, e, f, g, h, i + 1, l, k + 1);
  float y = vectors(n - 1, b, a, c, d, e, f, g, h, j, i, k + 2, l);
  cilk_sync;
  return x + y / 2;
}
static NOINLINE V16 result(int n, V16 v) {
  if (n == 0)
    return v;
  V16 a = cilk_spawn result(n - 1, v + 1);
  V16 b = result(n - 1, v * 2);
  cilk_sync;
  return a - b / 2;
}
static NOINLINE Big bigResult(int n) {
  Big r = {{n}};
  checkAligned(&r, 64);
  if (n == 0)
    return r;
  Big a = cilk_spawn bigResult(n - 1);
  Big b = bigResult(n - 1);
  cilk_sync;
  checkAligned(&a, 64);
  for (int i = 0; i < 16; ++i)
    r.v[i] += a.v[i] * 2 + b.v[i] + i;
  return r;
}
int main() {
  Big x = {{1, 2, 3, 4}},
      y = {{5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20}};
  printf("%ld\n", byValue(x, 6, y));
  V8 v = {1, 2, 3, 4, 5, 6, 7, 8};
  V16 w = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  printf("%g\n", vectors(5, v, v + 1, v + 2, v + 3, v + 4, v + 5, v + 6, v + 7,
                         v + 8, v + 9, w, w + 1));
  V16 r = result(5, w);
  printf("%g %g\n", r[0], r[15]);
  printf("%ld\n", bigResult(5).v[7]);
  printf("bad %ld\n", bad);
}
