//===- stream.cpp - Random numbers for statistical tests ------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes random numbers to the standard output until nobody reads them, in the
/// order of the serial program.
///
///     stream GENERATOR SHAPE SEED
///
/// GENERATOR is builtin, dotmix, dotmix-prime, or control: the pedigree without
/// mixing, which no test should accept. SHAPE says which strands draw: tree,
/// one number at each leaf of a tree of spawns; loop, one in each iteration of
/// parallel loops; strand, all in one.
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>
#include <cilkpub/dotmix.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

struct BuiltIn {
  explicit BuiltIn(uint64_t seed) { __cilkrts_dprand_set_seed(seed); }
  uint64_t get() { return __cilkrts_get_dprand(); }
};

struct Control {
  explicit Control(uint64_t) {}
  uint64_t get() {
    __cilkrts_pedigree leaf = __cilkrts_get_pedigree();
    uint64_t sum = 0;
    for (const __cilkrts_pedigree *p = &leaf; p; p = p->parent)
      sum = sum * 3 + p->rank;
    __cilkrts_bump_worker_rank();
    return sum;
  }
};

/// Numbers that are drawn before they are written.
const long Count = 1 << 15;

template <class Generator>
void tree(Generator &generator, uint64_t *numbers, long count) {
  if (count == 1) {
    *numbers = generator.get();
    return;
  }
  cilk_spawn tree(generator, numbers, count / 2);
  tree(generator, numbers + count / 2, count - count / 2);
}

template <class Generator> void loop(Generator &generator, uint64_t *numbers) {
  cilk_for (long k = 0; k < Count; ++k)
    numbers[k] = generator.get();
}

template <class Generator>
[[noreturn]] void write(const std::string &shape, Generator generator) {
  std::vector<uint64_t> numbers(Count);
  for (;;) {
    if (shape == "tree")
      tree(generator, numbers.data(), Count);
    else if (shape == "loop")
      loop(generator, numbers.data());
    else
      for (uint64_t &number : numbers)
        number = generator.get();
    if (std::fwrite(numbers.data(), sizeof(uint64_t), Count, stdout) != Count)
      std::exit(0);
  }
}

[[noreturn]] void fail() {
  std::fputs("usage: stream builtin|dotmix|dotmix-prime|control "
             "tree|loop|strand SEED\n",
             stderr);
  std::exit(2);
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 4)
    fail();
  std::string generator = argv[1], shape = argv[2];
  uint64_t seed = std::strtoull(argv[3], nullptr, 0);
  if (shape != "tree" && shape != "loop" && shape != "strand")
    fail();
  if (generator == "builtin")
    write(shape, BuiltIn(seed));
  if (generator == "dotmix")
    write(shape, cilkpub::DotMix(seed));
  if (generator == "dotmix-prime")
    write(shape, cilkpub::DotMixPrime(seed));
  if (generator == "control")
    write(shape, Control(seed));
  fail();
}
