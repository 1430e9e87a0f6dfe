// The variants of DotMix compute what the paper and Cilkpub define, in scopes
// too; and pedigrees are values that can be compared.
//
// RUN: %replay %s -- %tussah-clang++ > %t.txt
// RUN: %python %S/Inputs/check-dotmix.py %t.txt
//
// Pedigrees that are too long, and scopes that are left, are errors.
// RUN: %tussah-clang++ -O2 -ftussah-target=serial -ftussah-pedigrees %s -o %t
// RUN: %not --crash %t deep 2>&1 | %FileCheck %s --check-prefix=DEEP
// RUN: %not --crash %t left 2>&1 | %FileCheck %s --check-prefix=LEFT
// DEEP: cilkpub: error: a pedigree is too long
// LEFT: cilkpub: error: a pedigree scope is used outside of its task

#include <cilk/cilk.h>
#include <cilkpub/dotmix.h>

#include <cinttypes>
#include <cstdio>
#include <cstring>

using namespace cilkpub;

static const uint64_t Seed = 0x123456789abcdef;

static DotMix dotmix;
static DotMixPrime prime(Seed);
static ForwardDotMix forward(Seed);
static ForwardDotMixPrime forward_prime(Seed);
static DotMixGeneric<DotMixRNGType::DMIX, 2> two_rounds(Seed);

/// What a strand has drawn: its pedigree, and a number of each generator, each
/// of which increases the last term.
struct Draws {
  pedigree first;
  uint64_t numbers[5], buffer[3];

  void draw() {
    first = pedigree::current();
    numbers[0] = dotmix.get();
    numbers[1] = prime.get();
    numbers[2] = forward.get();
    numbers[3] = forward_prime.get();
    numbers[4] = two_rounds.get();
    prime.fill_buffer(buffer, 3);
  }

  void print() const {
    first.fprint(stdout, "draws");
    for (uint64_t number : numbers)
      std::printf("%016" PRIx64 "\n", number);
    for (uint64_t number : buffer)
      std::printf("%016" PRIx64 "\n", number);
  }
};

static Draws draws[40];

static void tree(int node) {
  if (node >= 15)
    return;
  cilk_spawn tree(2 * node + 1);
  for (int k = 0; k < node; ++k)
    __cilkrts_bump_worker_rank();
  draws[node].draw();
  tree(2 * node + 2);
}

/// What a function draws in a scope of its own is the same wherever it is
/// called.
static uint64_t in_scope(int depth) {
  if (depth > 0) {
    uint64_t result = cilk_spawn in_scope(depth - 1);
    cilk_sync;
    return result;
  }
  pedigree_scope scope = pedigree_scope::current();
  DotMix mine(Seed);
  mine.init_scope(scope);
  uint64_t sums[4] = {};
  cilk_for (int k = 0; k < 4; ++k)
    sums[k] = mine.get() + pedigree::current(scope)[1];
  if (!pedigree_scope::current_is_in_scope(scope))
    return 0;
  return sums[0] ^ sums[1] * 3 ^ sums[2] * 5 ^ sums[3] * 7;
}

static uint64_t deep(int depth) {
  if (depth == 0)
    return dotmix.get();
  uint64_t result = cilk_spawn deep(depth - 1);
  cilk_sync;
  return result;
}

static void compare() {
  const uint64_t terms[] = {1, 4, 2}, reversed[] = {2, 4, 1};
  pedigree a(terms, 3, false), b(reversed, 3, true), c(terms, 2, false);
  const uint64_t other[] = {1, 5};
  pedigree d(other, 2, false);
  uint64_t copy[3];
  bool good = a == b && c < a && a < d && d > c && a != c && c <= a && d >= d &&
              c.is_prefix_of(a) && !a.is_prefix_of(c) && a.in_scope_of(c) &&
              d.in_scope_of(c) && !c.in_scope_of(d) && a[2] == 2 &&
              a.common_prefix_length(d) == 1 && *a.begin() == 1 &&
              *a.rbegin() == 2 && a.copy_to_array(copy, 2) == 2 &&
              copy[1] == 4 && a.copy_reverse_to_array(copy, 5) == 3 &&
              copy[0] == 2 && pedigree().length() == 0 &&
              pedigree::get_current_reverse_pedigree(copy, 3) == 2 &&
              pedigree::get_current_reverse_pedigree(copy, 1) == 2;
  std::puts(good ? "comparisons ok" : "comparisons wrong");
}

static void leave(pedigree_scope &scope) { scope = pedigree_scope::current(); }

int main(int argc, char **argv) {
  if (argc > 1 && !std::strcmp(argv[1], "deep"))
    return deep(1030) == 0;
  if (argc > 1) {
    pedigree_scope scope;
    cilk_spawn leave(scope);
    cilk_sync;
    dotmix.init_scope(scope);
    return dotmix.get() == 0;
  }
  forward.init(Seed, pedigree_scope());
  compare();
  tree(0);
  cilk_for (int k = 15; k < 40; ++k)
    draws[k].draw();
  for (const Draws &d : draws)
    d.print();
  uint64_t first = in_scope(0), second = in_scope(5);
  std::puts(first == second && first ? "scopes ok" : "scopes wrong");
}
