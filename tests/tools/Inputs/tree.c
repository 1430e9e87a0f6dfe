#include <cilk/cilk.h>
static int a[16384];
static int leaf(int n) { return n; }
static long sum(int n) {
  long s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i];
  return s;
}
static int fib(int n) {
  if (n < 2)
    return leaf(n);
  int x = cilk_spawn fib(n - 1);
  int y = fib(n - 2);
  cilk_sync;
  return x + y;
}
int main() {
  long s = cilk_spawn sum(16384);
  int f = fib(3);
  cilk_for (int i = 0; i < 10; ++i)
    leaf(i);
  cilk_sync;
  return s + f != 2;
}
