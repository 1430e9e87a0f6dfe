//===- fft.h - What is transformed, and a check -----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Complex numbers for fft.cpp and for what it is compared with.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_BENCHMARKS_PROGRAMS_FFT_H
#define TUSSAH_BENCHMARKS_PROGRAMS_FFT_H

#include "example.h"

#include <cmath>
#include <vector>

// Without the rules of std::complex for infinities, which cost most of the
// time.
struct Complex {
  double re, im;
};
inline Complex operator+(Complex a, Complex b) {
  return {a.re + b.re, a.im + b.im};
}
inline Complex operator-(Complex a, Complex b) {
  return {a.re - b.re, a.im - b.im};
}
inline Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
inline Complex operator*(double a, Complex b) { return {a * b.re, a * b.im}; }
/// -i times \p a.
inline Complex turn(Complex a) { return {a.im, -a.re}; }

/// exp(-2 pi i k / n).
inline Complex root(long k, long n) {
  double angle = -2 * std::acos(-1.0) * (double)(k % n) / (double)n;
  return {std::cos(angle), std::sin(angle)};
}

using Numbers = std::vector<Complex>;

/// Whole numbers: the first result is their sum, without rounding.
inline Numbers randomNumbers(long n) {
  Numbers x(n);
  uint64_t state = 1;
  for (Complex &number : x) {
    uint64_t bits = example_random(&state);
    number = {(double)(bits & 255) - 128, (double)(bits >> 56) - 128};
  }
  return x;
}

/// Compares the sum over all frequencies with what follows from the input.
inline void check(const Numbers &x, const Numbers &transformed) {
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

/// Checks \p transformed, and prints it.
inline void report(const Numbers &x, const Numbers &transformed) {
  check(x, transformed);
  long n = (long)x.size();
  Complex sum = transformed[0];
  printf("%ld numbers transformed: mean %.9f + %.9f i\n", n, sum.re / (double)n,
         sum.im / (double)n);
  example_checksum(example_mix((uint64_t)std::llround(sum.re)) ^
                   (uint64_t)std::llround(sum.im));
}

#endif // TUSSAH_BENCHMARKS_PROGRAMS_FFT_H
