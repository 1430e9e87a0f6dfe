// What a steal costs the native runtime, on two workers. Prints costs as
// `tussah predict --costs` reads them, in nanoseconds, medians of many steals.
//
// A task runs until its continuation, which only a thief can execute, has
// begun. The longest gap between two looks of the task at the clock is what the
// victim did for the thief, which begins at about the same time.

#include <cilk/cilk.h>

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/// A thief that has stolen strands as long as STOLEN does not rest. It searches
/// for longer than all else takes (search.c), but not for ASLEEP.
enum { ROUNDS = 301, STOLEN_NS = 20000, SHORT_NS = 5000, ASLEEP_NS = 2000000 };

struct steal {
  /// Before the spawn, and before and after the longest gap.
  uint64_t spawned, asked, answered;
  /// In the thief; where the task, which arrives last, ends; behind the sync.
  uint64_t stolen, ended, joined;
};

static _Atomic uint64_t stolen;
static double ticks_per_ns;

static uint64_t nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/// In ticks.
static inline uint64_t now(void) {
#ifdef __x86_64__
  return __builtin_ia32_rdtsc();
#else
  return nanoseconds();
#endif
}

static void compare_clocks(void) {
  enum { ENOUGH_NS = 20000000 };
  uint64_t ns = nanoseconds(), ticks = now();
  while (nanoseconds() - ns < ENOUGH_NS)
    ;
  ticks_per_ns = (double)(now() - ticks) / (double)(nanoseconds() - ns);
}

static void pass(uint64_t ns) {
  uint64_t ticks = (uint64_t)(ticks_per_ns * (double)ns);
  for (uint64_t begin = now(); now() - begin < ticks;)
    ;
}

__attribute__((noinline)) static void nothing(void) { __asm__ volatile(""); }

static void task(struct steal *of) {
  uint64_t last = of->spawned, longest = 0;
  while (!atomic_load(&stolen)) {
    cilk_spawn nothing(); // here it polls
    cilk_sync;
    uint64_t time = now();
    if (time - last > longest) {
      longest = time - last;
      of->asked = last;
      of->answered = time;
    }
    last = time;
  }
  pass(STOLEN_NS + SHORT_NS); // the thief is at the sync by then
  of->ended = now();
}

static void once(struct steal *of, uint64_t before) {
  pass(before);
  atomic_store(&stolen, 0);
  of->spawned = now();
  cilk_spawn task(of);
  atomic_store(&stolen, now());
  pass(STOLEN_NS);
  cilk_sync;
  of->joined = now();
  of->stolen = atomic_load(&stolen);
}

/// In ticks: what the victim does, when the thief begins, what the join takes.
struct costs {
  uint64_t answer, start, join;
};

static int compare(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static uint64_t median(uint64_t *samples) {
  qsort(samples, ROUNDS, sizeof *samples, compare);
  return samples[ROUNDS / 2];
}

static struct costs measure(uint64_t before) {
  static uint64_t answer[ROUNDS], start[ROUNDS], join[ROUNDS];
  for (int i = 0; i < ROUNDS; ++i) {
    struct steal of = {0};
    once(&of, before);
    answer[i] = of.answered - of.asked;
    start[i] = of.stolen - of.asked;
    join[i] = of.joined - of.ended;
  }
  return (struct costs){median(answer), median(start), median(join)};
}

static void print(const char *name, uint64_t ticks, uint64_t off) {
  printf("%s = %.0f\n", name,
         ticks > off ? (double)(ticks - off) / ticks_per_ns : 0.0);
}

int main(void) {
  compare_clocks();
  measure(SHORT_NS); // the first ones make fibers
  struct costs awake = measure(SHORT_NS), asleep = measure(ASLEEP_NS);
  print("promote", awake.answer, 0);
  print("steal", awake.start, awake.answer);
  print("join", awake.join, 0);
  print("wake", asleep.start, awake.start);
  return 0;
}
