// Random series-parallel programs, one for each seed. What a seed does depends on nothing else.
#include <cilk/cilk.h>
#include <cstdlib>

extern "C" void region_begin(), region_end(unsigned long seed);

static unsigned next(unsigned long &state) {
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return static_cast<unsigned>(state >> 33);
}

static long sink;

static void serial(unsigned count) {
  long sum = 0;
  for (unsigned i = 0; i < count; ++i)
    sum += i % 3 ? i : 2 * i;
  __atomic_fetch_add(&sink, sum, __ATOMIC_RELAXED);
}

static void run(unsigned long seed, unsigned depth);

static void loops(unsigned long seed, unsigned count, unsigned depth) {
  cilk_for (unsigned i = 0; i < count; ++i) {
    serial(i * 7 % 11);
    run(seed + i, depth / 2);
  }
}

static void grained(unsigned long seed, unsigned count, unsigned depth) {
#pragma cilk grainsize 3
  cilk_for (unsigned i = 0; i < count; ++i)
    run(seed ^ i, depth / 2);
}

static void few(unsigned count) {
  cilk_for (int i = 0; i < 4; ++i)
    serial(count + i);
}

static void scopes(unsigned long seed, unsigned depth) {
  cilk_scope {
    cilk_spawn run(seed, depth);
    serial(5);
    cilk_spawn serial(seed % 40);
  }
  serial(1);
}

static void run(unsigned long seed, unsigned depth) {
  serial(next(seed) % 4);
  if (depth == 0)
    return;
  unsigned steps = next(seed) % 6;
  for (unsigned i = 0; i < steps; ++i) {
    unsigned long other = next(seed);
    switch (next(seed) % 9) {
    case 0:
      serial(other % 50);
      break;
    case 1:
    case 2:
      cilk_spawn run(other, depth - 1);
      break;
    case 3:
      run(other, depth - 1);
      break;
    case 4:
      cilk_sync;
      break;
    case 5:
      loops(other, other % 9, depth - 1);
      break;
    case 6:
      grained(other, other % 13, depth - 1);
      break;
    case 7:
      few(other % 20);
      break;
    default:
      scopes(other, depth - 1);
    }
  }
}

int main(int argc, char **argv) {
  unsigned long seeds = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1;
  for (unsigned long seed = 1; seed <= seeds; ++seed) {
    region_begin();
    run(seed, 6);
    region_end(seed);
  }
}
