/* Figure 3 of Blumofe et al. (PPoPP 1995), as printed but for the semicolon
 * after the first send_argument. */
#include <tussah/cilk1.h>

/* clang-format off */
thread fib (cont int k, int n)
{
    if (n<2)
        send_argument (k,n);
    else
    {
        cont int x, y;
            spawn_next sum (k, ?x, ?y);
        spawn fib (x, n-1);
        spawn fib (y, n-2);
    }
}
thread sum (cont int k, int x, int y)
{
    send_argument (k, x+y);
}
/* clang-format on */

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int result;
  cilk_options(&argc, argv);
  cilk_run fib(&result, atoi(argv[1]));
  printf("fib = %d\n", result);
}
