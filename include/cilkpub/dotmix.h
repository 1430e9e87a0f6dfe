//===- dotmix.h - Random numbers from pedigrees ---------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The generator DotMix, with the interface and the numbers of Intel's Cilkpub
/// library. Compile with -ftussah-pedigrees.
///
/// A number is a dot product of the pedigree's terms with a table of random
/// numbers, mixed as in the block cipher RC6: Leiserson, Schardl and Sukha,
/// Deterministic Parallel Random-Number Generation for Dynamic-Multithreading
/// Platforms (PPoPP 2012), section 4. Not for cryptography.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_CILKPUB_DOTMIX_H
#define TUSSAH_INCLUDE_CILKPUB_DOTMIX_H

#include <cilkpub/pedigrees.h>

#include <cstdint>
#include <vector>

namespace cilkpub {

/// The variants: of the pedigree from the strand on, or from the root on
/// (`F_`), computing modulo 2^64 or the prime 2^64 - 59 (`_PRIME`).
class DotMixRNGType {
public:
  enum { DMIX, DMIX_PRIME, F_DMIX, F_DMIX_PRIME };
};

/// The arithmetic. It needs no pedigrees.
class DotMixUtil {
public:
  static const uint64_t PRIME = UINT64_C(0) - 59;

  static uint64_t swap_halves(uint64_t x) { return x >> 32 | x << 32; }

  /// \p Rounds rounds of RC6's mixing. A bijection.
  template <int Rounds> static uint64_t mix(uint64_t x) {
    for (int round = 0; round < Rounds; ++round)
      x = swap_halves(x * (2 * x + 1));
    return x;
  }

  /// The same, reduced modulo PRIME.
  template <int Rounds> static uint64_t mix_mod_p(uint64_t x) {
    x = mix<Rounds>(x);
    return x >= PRIME ? x - PRIME : x;
  }

  /// \p a + \p b modulo PRIME, of which both are less.
  static uint64_t sum_mod_p(uint64_t a, uint64_t b) {
    uint64_t sum = a + b;
    return sum < a || sum >= PRIME ? sum - PRIME : sum;
  }

  /// \p a * \p b modulo PRIME.
  static uint64_t product_mod_p(uint64_t a, uint64_t b) {
    // 2^64 is 59 modulo PRIME, so the upper half counts 59 times; once more for
    // what that leaves there.
    __extension__ typedef unsigned __int128 wide;
    wide product = static_cast<wide>(a) * b;
    product = (product >> 64) * 59 + static_cast<uint64_t>(product);
    product = (product >> 64) * 59 + static_cast<uint64_t>(product);
    return static_cast<uint64_t>(product % PRIME);
  }
};

/// A generator of the variant \p Variant, with \p Rounds rounds of mixing. Any
/// strand may use one at any time, as long as none seeds it. The destructor
/// and copies are those of its table, 8 KiB.
template <int Variant, int Rounds = 4> class DotMixGeneric {
public:
  /// Seeds the generator with \p seed, for pedigrees of the whole program.
  explicit DotMixGeneric(uint64_t seed = UINT64_C(0x8c679c168e6bf733)) {
    init_seed(seed);
  }

  void init(uint64_t seed, const pedigree_scope &scope) {
    init_seed(seed);
    init_scope(scope);
  }

  /// Begins again with \p seed. The scope stays.
  void init_seed(uint64_t seed) {
    table.resize(TableLength);
    for (int k = 0; k < TableLength; ++k)
      table[k] = mix_entry(seed + k);
    offset = mix_entry(seed + TableLength);
  }

  /// Makes the numbers depend on the pedigree in \p scope only.
  void init_scope(const pedigree_scope &scope) { stop = scope.get_stop_node(); }

  /// The number of the calling strand's pedigree, whose last term it then
  /// increases. Takes time in proportion to the length of the pedigree. Ends
  /// the process, with a message, if that is more than 1024, or the strand is
  /// not in the scope.
  uint64_t get() {
    int length;
    return DotMixUtil::mix<Rounds>(compress(length));
  }

  /// Stores \p n numbers to \p buffer, which all belong to the current
  /// pedigree, and then increases that once.
  void fill_buffer(uint64_t *buffer, int n) {
    int length;
    uint64_t prefix = compress(length);
    if (length == TableLength) {
      std::fprintf(stderr, "cilkpub: error: a pedigree is too long\n");
      std::abort();
    }
    for (int k = 0; k < n; ++k) {
      uint64_t term = static_cast<uint64_t>(k) + 1;
      buffer[k] =
          DotMixUtil::mix<Rounds>(prefix + product(term, table[length]));
    }
  }

private:
  static const int TableLength = 1024;
  static const bool IsForward = Variant == DotMixRNGType::F_DMIX ||
                                Variant == DotMixRNGType::F_DMIX_PRIME;
  static const bool IsPrime = Variant == DotMixRNGType::DMIX_PRIME ||
                              Variant == DotMixRNGType::F_DMIX_PRIME;

  static uint64_t mix_entry(uint64_t x) {
    return IsPrime ? DotMixUtil::mix_mod_p<Rounds>(x)
                   : DotMixUtil::mix<Rounds>(x);
  }

  static uint64_t product(uint64_t term, uint64_t entry) {
    return IsPrime ? DotMixUtil::product_mod_p(term, entry) : term * entry;
  }

  /// The dot product of the current pedigree, whose \p length it sets and whose
  /// last term it increases.
  uint64_t compress(int &length) const {
    int last = 0;
    if (IsForward)
      last =
          internal::walk_pedigree(stop, TableLength, [](int, uint64_t) {}) - 1;
    uint64_t sum = 0;
    length = internal::walk_pedigree(
        stop, TableLength, [&](int depth, uint64_t term) {
          uint64_t more =
              product(term + 1, table[IsForward ? last - depth : depth]);
          sum = IsPrime ? DotMixUtil::sum_mod_p(sum, more) : sum + more;
        });
    __cilkrts_bump_worker_rank();
    return offset + sum;
  }

  std::vector<uint64_t> table;
  uint64_t offset;
  __cilkrts_pedigree stop = pedigree_scope().get_stop_node();
};

typedef DotMixGeneric<DotMixRNGType::DMIX> DotMix;
typedef DotMixGeneric<DotMixRNGType::DMIX_PRIME> DotMixPrime;
typedef DotMixGeneric<DotMixRNGType::F_DMIX> ForwardDotMix;
typedef DotMixGeneric<DotMixRNGType::F_DMIX_PRIME> ForwardDotMixPrime;

} // namespace cilkpub

#endif // TUSSAH_INCLUDE_CILKPUB_DOTMIX_H
