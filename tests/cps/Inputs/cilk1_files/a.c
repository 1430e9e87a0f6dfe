/* Threads of another file, macros, and continuations that are global or have other
 * names. */
#include "sum.h"
#include <stdio.h>
#define IF(c, x, y) do { if (c) x; else y; } while (0)
#define GO(f, k, n) spawn f (k, n)
cont int saved;
thread nothing () { }
thread fib (result_t k, int n)
{
  cont int x, y;
  IF (n < 2, helper (k, n), spawn_next sum (k, ?x, ?y));
  if (n >= 2) {
    GO (fib, x, n - 1);
    IF (1, GO (fib, y, n - 2), (void)0);
    for (int i = 0; i < 2; ++i) spawn nothing ();
  }
}
int main (void) { int r; cilk_run fib (&r, 15); printf ("%d %d\n", r, (int) sizeof (cont long)); }
