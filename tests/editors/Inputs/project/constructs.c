// Every construct that C has, with the header. clangd reports nothing but what
// the comments say.
#include <cilk/cilk.h>
#include <cilk/cilk_api.h>
#include <cilk/cilksan.h>
#include <cilk/cilkscale.h>
#include <stdio.h>
#include <stdlib.h>

#if __cilk < 300
#error not compiled as a Cilk program
#endif

struct node {
  long value;
  unsigned bits : 5;
  struct node *child[2];
};

static int twice(int x) { return 2 * x; }

static void store(int *p, int x) { *p = x; }

static int spawns(struct node *n, int (*f)(int), int i) {
  int a[4] = {0}, *p = a;
  int x = cilk_spawn twice(i);
  //                  ^ definition: static int twice(int x)
  const long y = cilk_spawn f(i), z = 3;
  cilk_spawn store(&a[0], 1);
  //          ^ hover: store
  a[1] = cilk_spawn twice(1);
  *p += cilk_spawn twice(2);
  n->value = cilk_spawn twice(3);
  n->bits = cilk_spawn f(4);
  n->child[0]->value |= cilk_spawn twice(5);
  (void)cilk_spawn twice(6);
  if (i)
    cilk_spawn store(&a[2], 2);
  else
    cilk_spawn store(&a[2], 3);
  for (int k = 0; k < i; ++k)
    cilk_spawn store(&a[3], k);
  switch (i) {
  case 1:
    cilk_spawn store(&a[3], 4);
    break;
  default:
    cilk_sync;
  }
  cilk_spawn {
    int local = twice(7);
    store(&a[0], local);
    cilk_spawn twice(local);
    cilk_sync;
  }
  if (i > 5)
    cilk_sync;
  goto end;
end:
  cilk_spawn twice(8);
  cilk_sync;
  return x + (int)(y + z);
}

static long loops(const int *data, long *out, long n) {
  cilk_for (long i = 0; i < n; ++i) {
    if (data[i] < 0)
      continue;
    out[i] = data[i];
  }
  cilk_for (long i = n; i > 0; i -= 2)
    out[i - 1] *= 2;
  cilk_for (const int *p = data; p != data + n; p++)
    out[p - data] += *p;
#pragma cilk grainsize 4
  cilk_for (long i = 0; i < n; ++i)
    out[i] += 1;
#pragma cilk grainsize(n / 8 + 1)
  cilk_for (long i = 0; i < n; ++i)
    out[i] += 2;
#pragma cilk grainsize = 16
  cilk_for (unsigned i = 0; i < 100; i += 3) {
#pragma cilk grainsize 1
    cilk_for (unsigned j = i; j < 100; ++j)
      out[j] += i;
  }
  return out[0];
}

static int scopes(int n) {
  int a = 0, b = 0;
  cilk_scope {
    a = cilk_spawn twice(n);
    cilk_scope { b = cilk_spawn twice(n + 1); }
  }
  return a + b;
}

static void zero(void *view) { *(long *)view = 0; }
static void plus(void *left, void *right) { *(long *)left += *(long *)right; }

static long reducers(long n) {
  static long total;
  cilk_for (long i = 0; i < n; ++i)
    *(long *)__cilkrts_reducer_lookup(&total, sizeof total, zero, plus) += i;
  long local = 0;
  __cilkrts_reducer_register(&local, sizeof local, zero, plus);
  __cilkrts_reducer_unregister(&local);
  long cilk_reducer(zero, plus) sum = 0;
  long _Hyperobject(zero, plus) bins[2] = {0, 0};
  //   ^ hover: _Hyperobject
  cilk_for (long i = 0; i < n; ++i) {
    sum += i;
    // ^ definition: long cilk_reducer(zero, plus) sum = 0;
    bins[i % 2] += i;
  }
  long *view = &sum;
  long cilk_reducer(zero, plus) *whole = __builtin_addressof(sum);
  *whole += bins[0] + bins[1];
  return total + local + *view;
}

static void functions(void) {
  wsp_t start = wsp_getworkspan();
  printf("%u %u %d\n", __cilkrts_get_nworkers(), __cilkrts_get_worker_number(),
         __cilkrts_running_on_workers());
  wsp_dump(wsp_sub(wsp_getworkspan(), start), "functions");
  __cilksan_disable_checking();
  __cilksan_enable_checking();
}

static int wrong(void) {
  int x = cilk_spawn twice("text"); // expect: ncompatible pointer to integer
  cilk_sync;
  return x + undeclared; // expect: ndeclared
}

int main(void) {
  struct node leaf = {0, 0, {0, 0}}, root = {1, 0, {&leaf, &leaf}};
  int data[100] = {0};
  long *out = calloc(100, sizeof *out);
  if (!out)
    return 1;
  int result = spawns(&root, twice, 3) + scopes(2) + wrong();
  result += (int)(loops(data, out, 100) + reducers(10));
  functions();
  free(out);
  return result;
}
