// Row E5: an initialiser that throws lets another strand try, which is behind it. Who has not passed since is not.
// RUN: %race --levels 02 --targets native %s -- %tussah-clang++ -DONCE=0
// RUN: %race --levels 1 %s -- %tussah-clang++ -DONCE=3
// RUN: %if libcxx && newest-llvm %{ %race --levels 2 --targets native %s -- %tussah-clang++ -DONCE=3 -stdlib=libc++ %}
#include "Inputs/guarded.h"
#include <cilk/cilk.h>
#include <stdexcept>

/// An attempt that throws comes before the next one.
static int attempts, thrown;
static void make_thrown() {
  thrown = ++attempts; // race, always
  if (attempts < 3)
    throw std::runtime_error("again");
}
GUARDED(pass_thrown, make_thrown)
static bool try_thrown() {
  try {
    pass_thrown();
    return true;
  } catch (const std::runtime_error &) {
    return false;
  }
}
static void read_thrown() {
  while (!try_thrown())
    ;
  use(thrown);
}
static void try_first() {
  if (try_thrown())
    use(thrown);
  else
    // The next attempt is in parallel: what is written behind an attempt is not in it.
    while (!try_thrown())
      ;
}
static void attempt_all() {
  cilk_spawn read_thrown();
  cilk_spawn try_first();
  read_thrown();
  cilk_spawn read_thrown();
  cilk_sync;
}
static void attempt_unpassed() {
  cilk_spawn read_thrown();
  if (safe)
    read_thrown();
  use(thrown); // race, always
}

int main() {
  cilk_spawn attempt_all();
  attempt_unpassed();
}
