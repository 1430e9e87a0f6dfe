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
/// Checked at all frequencies together: for a number z whose count-th power is
/// -1, the sum of z^k X_k is that of 2 x_j / (1 - z w^j).
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#define EXAMPLE_NAME "fft"
#define EXAMPLE_USAGE "[count]"
#include "example.h"

#include <cmath>
#include <new>
#include <vector>

namespace {

// Without the rules of std::complex for infinities, which cost most of the
// time.
struct Complex {
  double re, im;
};
Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
Complex operator*(double a, Complex b) { return {a * b.re, a * b.im}; }
/// -i times \p a.
Complex turn(Complex a) { return {a.im, -a.re}; }

/// exp(-2 pi i k / n).
Complex root(long k, long n) {
  double angle = -2 * std::acos(-1.0) * (double)(k % n) / (double)n;
  return {std::cos(angle), std::sin(angle)};
}

using Numbers = std::vector<Complex>;

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

void combine2(Complex *x, const Complex *w, long m, long from, long to) {
  for (long j = from; j < to; ++j) {
    Complex a = x[j], b = w[j] * x[m + j];
    x[j] = a + b;
    x[m + j] = a - b;
  }
}

void combine4(Complex *x, const Complex *w, long m, long from, long to) {
  for (long j = from; j < to; ++j) {
    Complex a = x[j], b = w[j] * x[m + j];
    Complex c = w[m + j] * x[2 * m + j], d = w[2 * m + j] * x[3 * m + j];
    Complex s = a + c, t = a - c, u = b + d, v = turn(b - d);
    x[j] = s + u;
    x[m + j] = t + v;
    x[2 * m + j] = s - u;
    x[3 * m + j] = t - v;
  }
}

void combine5(Complex *x, const Complex *w, long m, long from, long to) {
  const double c1 = std::cos(0.4 * std::acos(-1.0));
  const double c2 = std::cos(0.8 * std::acos(-1.0));
  const double s1 = std::sin(0.4 * std::acos(-1.0));
  const double s2 = std::sin(0.8 * std::acos(-1.0));
  for (long j = from; j < to; ++j) {
    Complex a = x[j], b = w[j] * x[m + j], c = w[m + j] * x[2 * m + j];
    Complex d = w[2 * m + j] * x[3 * m + j], e = w[3 * m + j] * x[4 * m + j];
    Complex be = b + e, cd = c + d;
    Complex near = a + c1 * be + c2 * cd, far = a + c2 * be + c1 * cd;
    Complex nearTurn = turn(s1 * (b - e) + s2 * (c - d));
    Complex farTurn = turn(s2 * (b - e) - s1 * (c - d));
    x[j] = a + be + cd;
    x[m + j] = near + nearTurn;
    x[2 * m + j] = far + farTurn;
    x[3 * m + j] = far - farTurn;
    x[4 * m + j] = near - nearTurn;
  }
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
    return combine2(x, w, m, from, to);
  case 4:
    return combine4(x, w, m, from, to);
  case 5:
    return combine5(x, w, m, from, to);
  default:
    return combineAny(x, w, level.radix, m, from, to);
  }
}

/// Transforms every \p stride-th number from \p in on, to \p out.
void transformSerial(const Level *level, long n, const Complex *in, long stride,
                     Complex *out) {
  if (n == 1) {
    *out = *in;
    return;
  }
  int radix = level->radix;
  long m = n / radix;
  if (m == 1)
    for (int q = 0; q < radix; ++q)
      out[q] = in[q * stride];
  else
    for (int q = 0; q < radix; ++q)
      transformSerial(level + 1, m, in + q * stride, stride * radix,
                      out + q * m);
  combine(*level, out, 0, m);
}

/// The same with tasks.
void transform(const Level *level, long n, const Complex *in, long stride,
               Complex *out) {
  if (n <= Leaf)
    return transformSerial(level, n, in, stride, out);
  int radix = level->radix;
  long m = n / radix;
  for (int q = 0; q < radix; ++q)
    cilk_spawn transform(level + 1, m, in + q * stride, stride * radix,
                         out + q * m);
  cilk_sync;
  long blocks = (n + Leaf - 1) / Leaf;
  cilk_for (long block = 0; block < blocks; ++block)
    combine(*level, out, m * block / blocks, m * (block + 1) / blocks);
}

/// Compares the sum over all frequencies with what follows from the input.
void check(const Numbers &x, const Numbers &transformed) {
  long n = (long)x.size();
  Complex result = {0, 0}, expected = {0, 0};
  double size = 0;
  for (long k = 0; k < n; ++k) {
    // z = exp(-pi i / n), and 2 / (1 - exp(-2 i t)) = 1 - i cot t.
    result = result + root(k, 2 * n) * transformed[k];
    // The period of cot is pi; its poles are at 0.
    double steps = (double)(2 * k + 1 > n ? 2 * k + 1 - 2 * n : 2 * k + 1);
    double t = std::acos(-1.0) * steps / (double)(2 * n);
    Complex factor = {1, -1 / std::tan(t)};
    expected = expected + factor * x[k];
    size += std::hypot(factor.re, factor.im);
  }
  Complex difference = result - expected;
  if (!(std::hypot(difference.re, difference.im) <= 1e-12 * size))
    example_fail(1,
                 "wrong result: a sum over all frequencies is %.9g + %.9g i, "
                 "not %.9g + %.9g i",
                 result.re, result.im, expected.re, expected.im);
}

} // namespace

int main(int argc, char **argv) try {
  example_arguments(argc, argv, 1);
  long n = argc > 1 ? example_number("count", argv[1], 1, 1000000000) : 65536;
  Plan plan = makePlan(n);
  Numbers x(n), transformed(n);
  uint64_t state = 1;
  // Whole numbers: the first result is their sum, without rounding.
  for (Complex &number : x) {
    uint64_t bits = example_random(&state);
    number = {(double)(bits & 255) - 128, (double)(bits >> 56) - 128};
  }

  double start = example_clock();
  transform(plan.data(), n, x.data(), 1, transformed.data());
  example_time(start);

  check(x, transformed);
  printf("%ld numbers transformed: mean %.9f + %.9f i\n", n,
         transformed[0].re / (double)n, transformed[0].im / (double)n);
  example_checksum(example_mix((uint64_t)std::llround(transformed[0].re)) ^
                   (uint64_t)std::llround(transformed[0].im));
} catch (const std::bad_alloc &) {
  example_fail(2, "not enough memory for the numbers");
}
