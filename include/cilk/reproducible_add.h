//===- cilk/reproducible_add.h - Sums that do not depend on order *- C++ -*-==//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cilk::reproducible_add<T>, a sum of numbers of type float or double, which
/// is the same bit by bit for every order of the additions: every number of
/// workers, schedule, target, compiler and option, and the serial program.
///
///     cilk::reproducible_add<double> sum;
///     cilk_for (int i = 0; i < n; ++i)
///       sum += a[i];
///     use(sum.get_value());
///
/// The result is the exact sum, rounded once, to nearest and ties to even,
/// whatever the rounding mode is: the error is at most half a unit in the last
/// place. Partial sums do not overflow. A sum of nothing and one that cancels
/// are +0. If a summand is not a number, or there are infinities of both signs,
/// the result is not a number.
///
/// The sum is kept as an integer of about 2,200 bits, in chunks of 32 bits with
/// room for carries, as described by R. M. Neal, "Fast exact summation using
/// small and large superaccumulators", arXiv:1505.05571, section 2. A view
/// takes 560 bytes, an addition about five integer operations more than those
/// that take the number apart, and the result some 200 ns. Calculation with
/// integers only makes it immune to -ffast-math and fused operations.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILK_REPRODUCIBLE_ADD_H
#define TUSSAH_CILK_REPRODUCIBLE_ADD_H

#include <cilk/reducer.h>

#ifdef __cplusplus

#include <cstdint>
#include <cstring>
#include <limits>

namespace cilk {
namespace internal {

/// The exact sum of numbers of type float or double.
class exact_sum {
  // Bit 0 of chunk 0 is worth 2^-1074. The largest number ends in chunk 65;
  // the last one has room for 2^63 of it.
  enum { Chunks = 67, ChunkBits = 32 };
  // A summand adds less than 2^53 to a chunk, which keeps 2^32 of its own.
  enum { AddsPerCarry = 1023 };

  std::int64_t Chunk[Chunks];
  int Left = AddsPerCarry;
  bool NaN = false, PlusInfinity = false, MinusInfinity = false;

  /// Leaves 32 bits in each chunk, and the sign in the last.
  void carry() {
    for (int I = 0; I + 1 < Chunks; ++I) {
      Chunk[I + 1] += Chunk[I] >> ChunkBits;
      Chunk[I] &= 0xffffffff;
    }
    Left = AddsPerCarry;
  }

  void addSpecial(bool IsNaN, bool IsNegative) {
    if (IsNaN)
      NaN = true;
    else if (IsNegative)
      MinusInfinity = true;
    else
      PlusInfinity = true;
  }

  /// Whether a bit below \p End is set.
  bool anyBelow(int End) const {
    for (int I = 0; I < End / ChunkBits; ++I)
      if (Chunk[I])
        return true;
    return Chunk[End / ChunkBits] &
           ((std::int64_t(1) << (End % ChunkBits)) - 1);
  }

  bool bit(int Place) const {
    return Chunk[Place / ChunkBits] >> (Place % ChunkBits) & 1;
  }

  /// The place behind the highest bit that is set.
  int length() const {
    int I = Chunks - 1;
    while (I > 0 && !Chunk[I])
      --I;
    int Length = I * ChunkBits;
    for (std::uint64_t Rest = std::uint64_t(Chunk[I]); Rest; Rest >>= 1)
      ++Length;
    return Length;
  }

  /// The sum, which is not negative, has been carried, and is \p Length bits
  /// long, rounded to the format of T.
  template <class T, class Bits> Bits round(int Length) const {
    typedef std::numeric_limits<T> limits;
    constexpr int Digits = limits::digits;
    // The place of the last bit of T's smallest number.
    constexpr int Lowest = 1075 - Digits + limits::min_exponent - 1;
    constexpr Bits Infinity = Bits(2 * limits::max_exponent - 1)
                              << (Digits - 1);
    int Last = Length - Digits > Lowest ? Length - Digits : Lowest;
    if (Last - Lowest >= 2 * limits::max_exponent)
      return Infinity;
    Bits Mantissa = 0;
    for (int Place = Length - 1; Place >= Last; --Place)
      Mantissa = Mantissa << 1 | bit(Place);
    if (Last > 0 && bit(Last - 1) && (anyBelow(Last - 1) || (Mantissa & 1)))
      ++Mantissa;
    // The exponent's field follows the mantissa, so carries go where they
    // should. The highest bit of the mantissa is one in the exponent.
    Bits All = (Bits(Last - Lowest) << (Digits - 1)) + Mantissa;
    return All < Infinity ? All : Infinity;
  }

  /// The result in the format of T. No constants of that type: compilers may
  /// be told that there is no infinity.
  template <class T, class Bits> Bits rounded() const {
    constexpr int Digits = std::numeric_limits<T>::digits;
    constexpr Bits Sign = Bits(1) << (8 * sizeof(T) - 1);
    constexpr Bits Infinity = Bits(2 * std::numeric_limits<T>::max_exponent - 1)
                              << (Digits - 1);
    if (NaN || (PlusInfinity && MinusInfinity))
      return Infinity | Bits(1) << (Digits - 2);
    if (PlusInfinity || MinusInfinity)
      return PlusInfinity ? Infinity : Sign | Infinity;
    exact_sum Copy(*this);
    Copy.carry();
    bool Negative = Copy.Chunk[Chunks - 1] < 0;
    if (Negative) {
      for (std::int64_t &C : Copy.Chunk)
        C = -C;
      Copy.carry();
    }
    Bits Absolute = Copy.round<T, Bits>(Copy.length());
    return Negative ? Sign | Absolute : Absolute;
  }

public:
  exact_sum() { std::memset(Chunk, 0, sizeof(Chunk)); }

  /// Adds a number in the format of T. Bits is an integer of its size. Nothing
  /// is calculated with X, as that could depend on modes of the processor.
  template <class T, class Bits> void add(T X) {
    static_assert(sizeof(T) == sizeof(Bits), "not the format that is known");
    constexpr int MantissaBits = std::numeric_limits<T>::digits - 1;
    constexpr unsigned Special = 2 * std::numeric_limits<T>::max_exponent - 1;
    // The place of the last bit of a number whose exponent is 0.
    constexpr unsigned Origin = 1074 - MantissaBits - (Special / 2);
    Bits All;
    std::memcpy(&All, &X, sizeof(T));
    unsigned Exponent = unsigned(All >> MantissaBits) & Special;
    std::int64_t Mantissa = std::int64_t(All & ((Bits(1) << MantissaBits) - 1));
    bool IsNegative = All >> (8 * sizeof(T) - 1);
    if (Exponent == 0)
      Exponent = 1; // no hidden bit, but the same place
    else if (Exponent == Special)
      return addSpecial(Mantissa != 0, IsNegative);
    else
      Mantissa |= std::int64_t(1) << MantissaBits;
    unsigned Place = Exponent + Origin;
    unsigned Shift = Place % ChunkBits;
    std::int64_t *C = &Chunk[Place / ChunkBits];
    std::int64_t Low =
        std::int64_t(std::uint64_t(Mantissa) << Shift & 0xffffffff);
    std::int64_t High = Mantissa >> (ChunkBits - Shift);
    // All ones if it is negative: -x is ~x + 1.
    std::int64_t Sign = -std::int64_t(IsNegative);
    C[0] += (Low ^ Sign) - Sign;
    C[1] += (High ^ Sign) - Sign;
    if (--Left == 0)
      carry();
  }

  void add(exact_sum &Other) {
    carry();
    Other.carry();
    for (int I = 0; I < Chunks; ++I)
      Chunk[I] += Other.Chunk[I];
    --Left;
    NaN |= Other.NaN;
    PlusInfinity |= Other.PlusInfinity;
    MinusInfinity |= Other.MinusInfinity;
  }

  /// The sum, as a float (with uint32_t) or double (uint64_t).
  template <class T, class Bits> T result() const {
    Bits Result = rounded<T, Bits>();
    T X;
    std::memcpy(&X, &Result, sizeof(T));
    return X;
  }
};

} // namespace internal

/// A view of a reproducible sum.
template <class T> class op_reproducible_add_view {
  static_assert(std::is_same<T, float>::value || std::is_same<T, double>::value,
                "the summands must be of type float or double");
  static_assert(std::numeric_limits<T>::is_iec559, "an unknown format");
  typedef typename std::conditional<std::is_same<T, float>::value,
                                    std::uint32_t, std::uint64_t>::type bits;

  internal::exact_sum Sum;

public:
  typedef T value_type;

  op_reproducible_add_view() {}
  explicit op_reproducible_add_view(T X) { *this += X; }
  explicit op_reproducible_add_view(move_in_wrapper<T> X) {
    *this += X.value();
  }

  op_reproducible_add_view &operator+=(T X) {
    Sum.template add<T, bits>(X);
    return *this;
  }
  op_reproducible_add_view &operator-=(T X) { return *this += -X; }

  /// Adds \p Count numbers, with one access to the view if it is called on a
  /// reducer.
  op_reproducible_add_view &add(const T *First, std::size_t Count) {
    for (std::size_t I = 0; I < Count; ++I)
      *this += First[I];
    return *this;
  }

  void reduce(op_reproducible_add_view *Right) { Sum.add(Right->Sum); }

  /// The sum, rounded.
  T view_get_value() const { return Sum.template result<T, bits>(); }
  void view_set_value(T X) { *this = op_reproducible_add_view(X); }
  void view_move_in(T &X) { view_set_value(X); }
  void view_move_out(T &X) { X = view_get_value(); }
};

template <class T>
using op_reproducible_add = monoid_with_view<op_reproducible_add_view<T>>;

template <class T>
class TUSSAH_REDUCER reproducible_add : public reducer<op_reproducible_add<T>> {
  typedef reducer<op_reproducible_add<T>> base;

public:
  reproducible_add() {}
  reproducible_add(T X) : base(X) {}
  /// The exact sum of the calling strand's view.
  reproducible_add(const reproducible_add &Other) : base(Other.view()) {}

  reproducible_add &operator=(const reproducible_add &Other) {
    this->view() = Other.view();
    return *this;
  }
  reproducible_add &operator=(T X) {
    this->set_value(X);
    return *this;
  }
  reproducible_add &operator+=(T X) {
    this->view() += X;
    return *this;
  }
  reproducible_add &operator-=(T X) {
    this->view() -= X;
    return *this;
  }
  reproducible_add &add(const T *First, std::size_t Count) {
    this->view().add(First, Count);
    return *this;
  }
  operator T() const { return this->get_value(); }
};

} // namespace cilk

#endif // __cplusplus

#endif // TUSSAH_CILK_REPRODUCIBLE_ADD_H
