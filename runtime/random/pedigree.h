//===- pedigree.h - Pedigrees of strands ----------------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What compiled code (pedigree.c, as bitcode) and the runtime (state.c) share.
/// docs/guides/pedigrees.md says what pedigrees are.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_RANDOM_PEDIGREE_H
#define TUSSAH_RUNTIME_RANDOM_PEDIGREE_H

#include <stdint.h>

/// A term of a pedigree but the last. It lies in the stack frame of a task, an
/// iteration or a loop, and does not change while anything below it runs. It
/// begins as the __cilkrts_pedigree of <cilk/cilk_api.h> does.
struct pedigree_node {
  uint64_t rank;
  const struct pedigree_node *parent;
  uint64_t hash; ///< of the pedigree that ends here
};

/// The pedigree of the current strand: its last term, and the others.
struct pedigree {
  uint64_t rank;
  const struct pedigree_node *parent;
};

/// \name Arithmetic of the built-in generator
/// The draws of a strand are SplitMix64 (Steele, Lea and Flood, Fast Splittable
/// Pseudorandom Number Generators, OOPSLA 2014), begun at the hash of the
/// strand's parent: one addition and one mixing function for each. All steps
/// are bijections, so draws of one strand, and hashes of siblings, differ.
/// @{
#define PEDIGREE_GAMMA UINT64_C(0x9e3779b97f4a7c15)

/// Mixing function 13 of D. Stafford (Better Bit Mixing, 2011).
static inline uint64_t pedigree_mix(uint64_t x) {
  x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
  return x ^ (x >> 31);
}

/// The hash of a pedigree that ends with \p rank, and is \p hash before. Every
/// spawn pays for it, so it does no more than is needed before pedigree_mix.
static inline uint64_t pedigree_extend(uint64_t hash, uint64_t rank) {
  uint64_t x = hash + (rank + 1) * PEDIGREE_GAMMA;
  x *= UINT64_C(0xd6e8feb86659fd93);
  return x ^ (x >> 32);
}

/// The seed of OpenCilk's generator, used until the program chooses another.
#define PEDIGREE_DEFAULT_SEED UINT64_C(0x8c679c168e6bf733)
/// pedigree_mix(PEDIGREE_DEFAULT_SEED)
#define PEDIGREE_DEFAULT_KEY UINT64_C(0x63b9b511ccb9f907)
/// @}

#endif // TUSSAH_RUNTIME_RANDOM_PEDIGREE_H
