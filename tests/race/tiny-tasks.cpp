// Two tasks of one instruction each. They hardly ever run at the same time.
// RUN: %race %s -- %tussah-clang++
#include <cilk/cilk.h>

static int g, h;

static void a() { g = 1; } // race, always
#ifdef SAFE
static void b() { h = 2; }
#else
static void b() { g = 2; } // race, always
#endif

int main() {
  cilk_spawn a();
  b();
  cilk_sync;
  return g + h == 0;
}
