// The keywords without a header, as -fopencilk allows.
#if __cilk < 301
#error not compiled with -fopencilk
#endif

static int twice(int x) { return 2 * x; }

static int use(int *a, int n) {
  int x = _Cilk_spawn twice(1);
  _Cilk_spawn { a[0] = twice(2); }
  _Cilk_sync;
  _Cilk_for (int i = 0; i < n; ++i)
    a[i] += x;
#pragma cilk grainsize 2
  cilk_for (int i = 0; i < n; ++i)
    a[i] += i;
  _Cilk_scope { a[1] = cilk_spawn twice(3); }
  cilk_scope { a[2] = _Cilk_spawn twice(4); }
  cilk_sync;
  return a[undeclared]; // expect: ndeclared
}

int main(void) {
  int a[4] = {0};
  return use(a, 4);
}
