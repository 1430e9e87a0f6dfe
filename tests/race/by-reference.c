// A local variable that a task has the address of is changed before the sync. Arguments by value are the parent's.
// RUN: %race %s -- %tussah-clang
#include <cilk/cilk.h>

struct pair {
  long a, b, c;
};

static long result;

static void use(const struct pair *p) { result = p->a + p->b; } // race, always
static void take(struct pair p) { result = p.a + p.b; }

int main(void) {
  struct pair p = {1, 2, 3};
#ifdef SAFE
  cilk_spawn take(p);
#else
  cilk_spawn use(&p);
#endif
  p.b = 5; // race, always
  p.c = 6;
  (void)use, (void)take;
  cilk_sync;
  return result == 0;
}
