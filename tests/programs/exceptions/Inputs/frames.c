// Functions in C that exceptions of C++ pass through.
#include "frames.h"

#include <cilk/cilk.h>

#define CLEANED __attribute__((cleanup(clean)))

long total;

typedef struct {
  long values[9];
} Large;

/// Takes a while, so that who does not wait for it is gone when it ends.
static NOINLINE void child(long *to, long x) {
  meet();
  for (int i = 0; i < 100; ++i)
    let_others_run();
  add_to(to, x);
  add_to(&total, x);
}

static NOINLINE void last_of(Large large, long *to) {
  child(to, large.values[8]);
}

/// What is left of a variable when its scope ends.
static void clean(long *variable) { add_to(&total, 1000 * *variable); }

void plain(int fails) {
  long v = 0, w;
  cilk_spawn child(&v, 1);
  risk(fails & 1);
  cilk_spawn child(&v, 2);
  w = cilk_spawn risk(fails & 2);
  risk(fails & 4);
  cilk_sync;
  add_to(&total, v + w + risk(fails & 8));
}

void cleaned(int fails) {
  long CLEANED v = 10;
  cilk_spawn child(&v, 1);
  risk(fails & 1);
  {
    long CLEANED w = 20;
    child(&w, 2);
    cilk_spawn child(&v, 3);
    risk(fails & 2);
  }
  cilk_spawn risk(fails & 4);
  risk(fails & 8);
}

void block(int fails) {
  long v = 0;
  cilk_spawn {
    long w = 0;
    cilk_spawn child(&w, 1);
    risk(fails & 1);
    cilk_spawn child(&v, 2);
    risk(fails & 2);
  }
  risk(fails & 4);
  cilk_sync;
  risk(fails & 8);
}

void cleaned_block(int fails) {
  long CLEANED v = 10;
  cilk_spawn {
    long CLEANED w = 20;
    cilk_spawn child(&w, 1);
    for (int i = 0; i < 3; ++i) {
      long CLEANED x = i;
      if (i == 2 && fails == 1)
        break;
      risk(i == 1 && (fails & 2));
      cilk_spawn {
        long CLEANED y = 30;
        cilk_spawn child(&y, 2);
        risk(i == 2 && (fails & 4));
      }
    }
    risk(fails & 8);
  }
  risk(fails == 9);
}

void scope(int fails) {
  long CLEANED v = 10;
  cilk_spawn child(&v, 1);
  cilk_scope {
    long CLEANED w = 20;
    cilk_spawn child(&w, 2);
    risk(fails & 1);
    cilk_spawn {
      cilk_spawn child(&w, 3);
      risk(fails & 2);
    }
    risk(fails & 4);
  }
  risk(fails & 8);
}

void loop(int fails) {
  long CLEANED v = 10;
  cilk_for (int i = 0; i < 10; ++i) {
    long CLEANED w = 20;
    cilk_spawn child(&w, i);
    if (i == 4)
      continue;
    // Of the last one, as others may run before it or not.
    risk(i == 9 && (fails & 1));
  }
  cilk_for (int i = 0; i < 10; ++i)
    risk(i == 9 && (fails & 2));
  risk(fails & 4);
}

void arguments(int fails) {
  long CLEANED v = 10;
  Large large = {{0, 1, 2, 3, 4, 5, 6, 7, 8}};
  cilk_spawn last_of(large, risk(fails & 1) ? &total : &v);
  large.values[8] = 100;
  cilk_spawn child(&v, ({
                     long CLEANED w = 20;
                     w + risk(fails & 2);
                   }));
  cilk_spawn {
    cilk_spawn last_of(large, &v);
    cilk_spawn last_of(large, risk(fails & 4) ? &total : &v);
  }
  risk(fails & 8);
}
