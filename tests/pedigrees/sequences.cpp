// Whole sequences of numbers of both generators, from a tree of spawns and a
// loop, with several seeds: the same everywhere, without repetitions, and other
// ones for another seed.
//
// RUN: %replay %s -- %tussah-clang++ > %t.txt
// RUN: tail -n 1 %t.txt | %FileCheck %s
// CHECK: 6 sequences of 4096 numbers, 24576 different ones

#include <cilk/cilk.h>
#include <cilkpub/dotmix.h>

#include <cinttypes>
#include <cstdio>
#include <set>

static const long Count = 4096;
static std::set<uint64_t> all;
static int sequences;

template <class Draw>
static void tree(const Draw &draw, uint64_t *numbers, long count) {
  if (count == 1) {
    *numbers = draw();
    return;
  }
  cilk_spawn tree(draw, numbers, count / 2);
  tree(draw, numbers + count / 2, count / 2);
}

static void print(const uint64_t *numbers) {
  for (long k = 0; k < Count; ++k)
    std::printf("%016" PRIx64 "\n", numbers[k]);
  all.insert(numbers, numbers + Count);
  ++sequences;
}

template <class Draw> static void sequence(const Draw &draw) {
  static uint64_t numbers[Count];
  tree(draw, numbers, Count / 2);
#pragma cilk grainsize 7
  cilk_for (long k = Count / 2; k < Count; ++k)
    numbers[k] = draw();
  print(numbers);
}

int main() {
  const uint64_t Default = UINT64_C(0x8c679c168e6bf733);
  auto built_in = [] { return __cilkrts_get_dprand(); };
  sequence(built_in);
  __cilkrts_dprand_set_seed(1);
  sequence(built_in);
  __cilkrts_dprand_set_seed(2);
  __cilkrts_init_dprng();
  sequence(built_in);
  for (uint64_t seed : {Default, UINT64_C(0xfedcba9876543210)}) {
    cilkpub::DotMix generator(seed);
    sequence([&] { return generator.get(); });
  }
  cilkpub::ForwardDotMixPrime generator;
  sequence([&] { return generator.get(); });
  std::printf("%d sequences of %ld numbers, %zu different ones\n", sequences,
              Count, all.size());
}
