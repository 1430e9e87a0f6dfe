/* What goes wrong when a program in the C of the paper runs: the argument names it. */
#include <tussah/cilk1.h>
#include <string.h>

enum { twice, never, large, negative, place, tails, loops, huge };

thread add(cont int k, int x, int y) { send_argument(k, x + y); }
thread many(cont int k, long n, char values[n]) { send_argument(k, values[0]); }

/* No fault: the elements lie beside the closure. */
thread both(cont int k, long n, char a[n], long m, int b[m]) {
  int sum = 0;
  for (long i = 0; i < n; ++i)
    sum += a[i];
  for (long i = 0; i < m; ++i)
    sum += b[i];
  send_argument(k, sum);
}

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
  case huge: {
    static char ones[1000000];
    static int twos[30001];
    memset(ones, 1, sizeof(ones));
    for (int i = 0; i < 30001; ++i)
      twos[i] = 2;
    spawn_on(cilk_processors() - 1) both(k, 1000000, ones, 30001, twos);
    break;
  }
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
                                      "place", "tails", "loops",    "huge"};
  int result = 0;
  cont int none = {0};
  cilk_options(&argc, argv);
  if (argc > 1 && !strcmp(argv[1], "outside"))
    spawn add(none, 1, 2);
  for (int i = 0; i < 8; ++i)
    if (argc > 1 && !strcmp(argv[1], names[i]))
      cilk_run wrong(&result, i);
  return result == 0 ? 0 : result == 1060002 ? 4 : 3;
}
