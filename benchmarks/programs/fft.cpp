//===- fft.cpp - Fast Fourier transform -----------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The discrete Fourier transform of complex numbers, as many as one likes, by
/// Cooley and Tukey's recursion: for a factor r of the length, r transforms of
/// every r-th number, which are independent, and then transforms of length r
/// across their results, which are independent too. Factors are 4, 2, 3, 5, and
/// other primes if there must be.
///
///     fft [count]
///
/// fft.h has the check: all frequencies together: for a number z whose count-th
/// power is -1, the sum of z^k X_k is that of 2 x_j / (1 - z w^j).
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#define EXAMPLE_NAME "fft"
#define EXAMPLE_USAGE "[count]"
#include "example.h"
#include "fft.h"

#include <new>

namespace {

/// A level of the recursion: transforms of `length` numbers.
struct Level {
  long length;
  int radix;
  /// exp(-2 pi i q j / length) for q from 1 to radix - 1, at (q - 1) m + j,
  /// where j is less than m = length / radix.
  Numbers twiddles;
};

/// Levels from the whole transform down to the last one of length 1.
using Plan = std::vector<Level>;

constexpr int MaxPrime = 64;
/// Transforms and combinations of at most so many numbers have no tasks.
constexpr long Leaf = 4096;

int smallestFactor(long n) {
  for (int factor : {4, 2, 3, 5})
    if (n % factor == 0)
      return factor;
  for (int factor = 7; factor <= MaxPrime; factor += 2)
    if (n % factor == 0)
      return factor;
  return 0;
}

Plan makePlan(long n) {
  Plan plan;
  while (n > 1) {
    int radix = smallestFactor(n);
    if (!radix)
      example_fail(2, "count must not have prime factors above %d", MaxPrime);
    long m = n / radix;
    Level level = {n, radix, Numbers((radix - 1) * m)};
    Complex *twiddles = level.twiddles.data();
    for (int q = 1; q < radix; ++q)
      cilk_for (long j = 0; j < m; ++j)
        twiddles[(q - 1) * m + j] = root(q * j, n);
    plan.push_back(std::move(level));
    n = m;
  }
  return plan;
}

/// The transform of length \p Radix.
template <int Radix> void butterfly(Complex (&x)[Radix]);

template <> void butterfly(Complex (&x)[2]) {
  Complex a = x[0], b = x[1];
  x[0] = a + b;
  x[1] = a - b;
}

template <> void butterfly(Complex (&x)[3]) {
  Complex a = x[0], sum = x[1] + x[2];
  Complex middle = a + -0.5 * sum;
  Complex side = std::sqrt(0.75) * turn(x[1] - x[2]);
  x[0] = a + sum;
  x[1] = middle + side;
  x[2] = middle - side;
}

template <> void butterfly(Complex (&x)[4]) {
  Complex s = x[0] + x[2], t = x[0] - x[2];
  Complex u = x[1] + x[3], v = turn(x[1] - x[3]);
  x[0] = s + u;
  x[1] = t + v;
  x[2] = s - u;
  x[3] = t - v;
}

template <> void butterfly(Complex (&x)[5]) {
  // Cosines and sines of a fifth and of two fifths of a turn.
  constexpr double c1 = 0.30901699437494742, c2 = -0.80901699437494742;
  constexpr double s1 = 0.95105651629515357, s2 = 0.58778525229247313;
  Complex a = x[0], be = x[1] + x[4], cd = x[2] + x[3];
  Complex near = a + c1 * be + c2 * cd, far = a + c2 * be + c1 * cd;
  Complex nearTurn = turn(s1 * (x[1] - x[4]) + s2 * (x[2] - x[3]));
  Complex farTurn = turn(s2 * (x[1] - x[4]) - s1 * (x[2] - x[3]));
  x[0] = a + be + cd;
  x[1] = near + nearTurn;
  x[2] = far + farTurn;
  x[3] = far - farTurn;
  x[4] = near - nearTurn;
}

/// Transforms of length \p Radix across the results of a level.
template <int Radix>
void combineBy(Complex *__restrict x, const Complex *w, long m, long from,
               long to) {
  for (long j = from; j < to; ++j) {
    Complex in[Radix];
    in[0] = x[j];
    for (int q = 1; q < Radix; ++q)
      in[q] = w[(q - 1) * m + j] * x[q * m + j];
    butterfly<Radix>(in);
    for (int q = 0; q < Radix; ++q)
      x[q * m + j] = in[q];
  }
}

/// The same for the last level, whose transforms are of one number.
template <int Radix>
void transformLast(const Complex *in, long stride, Complex *out) {
  Complex x[Radix];
  for (int q = 0; q < Radix; ++q)
    x[q] = in[q * stride];
  butterfly<Radix>(x);
  for (int q = 0; q < Radix; ++q)
    out[q] = x[q];
}

void combineAny(Complex *x, const Complex *w, int radix, long m, long from,
                long to) {
  Complex roots[MaxPrime], in[MaxPrime];
  for (int k = 0; k < radix; ++k)
    roots[k] = root(k, radix);
  for (long j = from; j < to; ++j) {
    in[0] = x[j];
    for (int q = 1; q < radix; ++q)
      in[q] = w[(q - 1) * m + j] * x[q * m + j];
    for (int k = 0; k < radix; ++k) {
      Complex sum = in[0];
      for (int q = 1; q < radix; ++q)
        sum = sum + roots[q * k % radix] * in[q];
      x[k * m + j] = sum;
    }
  }
}

/// The transforms of length `radix` across the results of a level, for the
/// numbers from \p from to \p to of each.
void combine(const Level &level, Complex *x, long from, long to) {
  const Complex *w = level.twiddles.data();
  long m = level.length / level.radix;
  switch (level.radix) {
  case 2:
    return combineBy<2>(x, w, m, from, to);
  case 3:
    return combineBy<3>(x, w, m, from, to);
  case 4:
    return combineBy<4>(x, w, m, from, to);
  case 5:
    return combineBy<5>(x, w, m, from, to);
  default:
    return combineAny(x, w, level.radix, m, from, to);
  }
}

/// Several transforms of one length, whose numbers lie side by side: what is
/// read of one is in the cache for the others. The results of each follow those
/// of the one before at a distance of `apart`.
struct Batch {
  long count, apart;
};

/// The last transforms, of one number or of \p radix.
void transformSmall(const Level *level, long n, const Complex *in, long stride,
                    Complex *out) {
  if (n == 1) {
    *out = *in;
    return;
  }
  int radix = level->radix;
  switch (radix) {
  case 2:
    return transformLast<2>(in, stride, out);
  case 3:
    return transformLast<3>(in, stride, out);
  case 4:
    return transformLast<4>(in, stride, out);
  case 5:
    return transformLast<5>(in, stride, out);
  default:
    for (int q = 0; q < radix; ++q)
      out[q] = in[q * stride];
    return combineAny(out, level->twiddles.data(), radix, 1, 0, 1);
  }
}

/// Transforms every \p stride-th number from \p in on, to \p out.
void transformSerial(const Level *level, long n, const Complex *in, long stride,
                     Complex *out, Batch batch) {
  if (n == 1 || n == level->radix) {
    for (long b = 0; b < batch.count; ++b)
      transformSmall(level, n, in + b, stride, out + b * batch.apart);
    return;
  }
  int radix = level->radix;
  long m = n / radix;
  for (int q = 0; q < radix; ++q)
    transformSerial(level + 1, m, in + q * stride, stride * radix, out + q * m,
                    batch);
  for (long b = 0; b < batch.count; ++b)
    combine(*level, out + b * batch.apart, 0, m);
}

/// combine() for all numbers of each of the \p batch, with tasks.
void combineAll(const Level &level, Complex *x, Batch batch) {
  long m = level.length / level.radix;
  long blocks = (level.length * batch.count + Leaf - 1) / Leaf;
  cilk_for (long block = 0; block < blocks; ++block) {
    // The part from `from` to `to` of all numbers, one of the batch after the
    // other.
    long from = m * batch.count * block / blocks;
    long to = m * batch.count * (block + 1) / blocks;
    for (long b = from / m; b * m < to; ++b)
      combine(level, x + b * batch.apart, std::max(from - b * m, 0L),
              std::min(to - b * m, m));
  }
}

/// transformSerial() with tasks.
void transformBatch(const Level *level, long n, const Complex *in, long stride,
                    Complex *out, Batch batch) {
  if (n * batch.count <= Leaf || n == 1)
    return transformSerial(level, n, in, stride, out, batch);
  int radix = level->radix;
  long m = n / radix;
  for (int q = 0; q < radix; ++q)
    cilk_spawn transformBatch(level + 1, m, in + q * stride, stride * radix,
                              out + q * m, batch);
  cilk_sync;
  combineAll(*level, out, batch);
}

/// Transforms \p n numbers. The transforms of the first level are a batch.
void transform(const Plan &plan, long n, const Complex *in, Complex *out) {
  if (n == 1) {
    *out = *in;
    return;
  }
  int radix = plan[0].radix;
  long m = n / radix;
  transformBatch(plan.data() + 1, m, in, radix, out, {radix, m});
  combineAll(plan[0], out, {1, n});
}

} // namespace

int main(int argc, char **argv) try {
  example_arguments(argc, argv, 1);
  long n = argc > 1 ? example_number("count", argv[1], 1, 1000000000) : 65536;
  Plan plan = makePlan(n);
  Numbers x = randomNumbers(n), transformed(n);

  double start = example_clock();
  transform(plan, n, x.data(), transformed.data());
  example_time(start);

  report(x, transformed);
} catch (const std::bad_alloc &) {
  example_fail(2, "not enough memory for the numbers");
}
