/* What goes wrong when a program in the C of the paper runs: the argument names it. */
#include <tussah/cilk1.h>
#include <string.h>

enum { twice, never, large, negative, place, tails, loops };

thread add(cont int k, int x, int y) { send_argument(k, x + y); }
thread many(cont int k, long n, char values[n]) { send_argument(k, values[0]); }

thread wrong(cont int k, int what) {
  static char bytes[1];
  cont int x, y;
  if (what == twice || what == never || what == loops) {
    spawn_next add(k, ?x, ?y);
    send_argument(x, 1);
  }
  switch (what) {
  case twice:
    send_argument(x, 2);
    send_argument(y, 2);
    break;
  case loops:
    send_argument(x, 2);
    for (volatile int i = 0;; i = !i)
      ;
  case large:
    spawn many(k, __LONG_MAX__, bytes);
    break;
  case negative:
    spawn many(k, -1, bytes);
    break;
  case place:
    spawn_on(-7) add(k, 1, 2);
    break;
  case tails:
    call add(k, 1, 2);
    call add(k, 1, 2);
    break;
  }
}

int main(int argc, char **argv) {
  static const char *const names[] = {"twice", "never", "large", "negative",
                                      "place", "tails", "loops"};
  int result = 0;
  cont int none = {0};
  cilk_options(&argc, argv);
  if (argc > 1 && !strcmp(argv[1], "outside"))
    spawn add(none, 1, 2);
  for (int i = 0; i < 7; ++i)
    if (argc > 1 && !strcmp(argv[1], names[i]))
      cilk_run wrong(&result, i);
  return result == 0 ? 0 : 3;
}
