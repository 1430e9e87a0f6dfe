#include <cilk/cilk.h>
void outer(int *where);
static int fib(int n) {
  if (n < 2)
    return n;
  int a = cilk_spawn fib(n - 1);
  int b = fib(n - 2);
  cilk_sync;
  return a + b;
}
static void task(int *where) { *where = fib(15); }
int main(void) {
  static int result[100];
  int first;
  cilk_spawn task(&first);
  cilk_sync;
  cilk_for (int i = 0; i < 100; ++i)
    result[i] = i;
  outer(result);
  return first != 610 || result[2] != 5;
}
