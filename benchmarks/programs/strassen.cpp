//===- strassen.cpp - Strassen's matrix product ---------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Multiplies square matrices with seven products of halves instead of eight,
/// in the form of Winograd with 15 additions. The products are tasks.
///
///     strassen [size]
///
/// The size is 64 times a power of two. The matrices hold small whole numbers,
/// so the result is exact. Checked by Freivalds' method: C r = A (B r) for
/// random vectors r.
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#define EXAMPLE_NAME "strassen"
#define EXAMPLE_USAGE "[size]"
#include "example.h"
#include "matrix.h"

#include <climits>
#include <memory>
#include <new>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

/// Matrices of this size are multiplied in the ordinary way: about where the
/// additions cost what a product less saves.
constexpr long StrassenLeaf = 256;

/// Sizes are this times a power of two.
constexpr long Least = 64;

/// C = A * B in the ordinary way, for square matrices of at most that size,
/// which is that of a copy.
void multiplyPlainly(Block c, Factor a, Factor b) {
  static_assert(StrassenLeaf <= CopyRows, "a sum is made at once");
  for (long j = 0; j < c.columns; j += CopyColumns) {
    long columns = std::min(CopyColumns, c.columns - j);
    multiplyLeaf<Product::set>(c.part(0, j, c.rows, columns), a,
                               b.part(0, j, b.rows, columns));
  }
}

/// A matrix of its own, without zeros in it.
struct Matrix {
  std::unique_ptr<double[]> elements;
  Block block;
  explicit Matrix(long n)
      : elements(new double[n * n]), block{elements.get(), n, n, n} {}
};

/// C = A * B for matrices whose size is a leaf times a power of two; C holds
/// what it likes before. (D. Coppersmith and S. Winograd's variant as in Knuth,
/// volume 2, 4.6.4.)
void multiply(Block c, Block a, Block b) {
  if (c.rows <= StrassenLeaf)
    return multiplyPlainly(c, a, b);
  long n = c.rows / 2;
  Block a11 = a.part(0, 0, n, n), a12 = a.part(0, n, n, n);
  Block a21 = a.part(n, 0, n, n), a22 = a.part(n, n, n, n);
  Block b11 = b.part(0, 0, n, n), b12 = b.part(0, n, n, n);
  Block b21 = b.part(n, 0, n, n), b22 = b.part(n, n, n, n);
  Block c11 = c.part(0, 0, n, n), c12 = c.part(0, n, n, n);
  Block c21 = c.part(n, 0, n, n), c22 = c.part(n, n, n, n);
  Matrix s1(n), s2(n), s3(n), s4(n), t1(n), t2(n), t3(n), t4(n);
  Matrix p1(n), p5(n), p6(n);

  cilk_for (long i = 0; i < n; ++i) {
    const double *x11 = a11.row(i), *x12 = a12.row(i);
    const double *x21 = a21.row(i), *x22 = a22.row(i);
    const double *y11 = b11.row(i), *y12 = b12.row(i);
    const double *y21 = b21.row(i), *y22 = b22.row(i);
    double *u1 = s1.block.row(i), *u2 = s2.block.row(i);
    double *u3 = s3.block.row(i), *u4 = s4.block.row(i);
    double *v1 = t1.block.row(i), *v2 = t2.block.row(i);
    double *v3 = t3.block.row(i), *v4 = t4.block.row(i);
    for (long j = 0; j < n; ++j) {
      u1[j] = x21[j] + x22[j];
      u2[j] = u1[j] - x11[j];
      u3[j] = x11[j] - x21[j];
      u4[j] = x12[j] - u2[j];
      v1[j] = y12[j] - y11[j];
      v2[j] = y22[j] - v1[j];
      v3[j] = y22[j] - y12[j];
      v4[j] = v2[j] - y21[j];
    }
  }

  cilk_spawn multiply(p1.block, a11, b11);
  cilk_spawn multiply(c11, a12, b21);
  cilk_spawn multiply(c12, s4.block, b22);
  cilk_spawn multiply(c21, a22, t4.block);
  cilk_spawn multiply(p5.block, s1.block, t1.block);
  cilk_spawn multiply(p6.block, s2.block, t2.block);
  multiply(c22, s3.block, t3.block);
  cilk_sync;

  cilk_for (long i = 0; i < n; ++i) {
    const double *q1 = p1.block.row(i), *q5 = p5.block.row(i);
    const double *q6 = p6.block.row(i);
    double *z11 = c11.row(i), *z12 = c12.row(i);
    double *z21 = c21.row(i), *z22 = c22.row(i);
    for (long j = 0; j < n; ++j) {
      double u2 = q1[j] + q6[j], u3 = u2 + z22[j], u4 = u2 + q5[j];
      z11[j] += q1[j];
      z12[j] += u4;
      z21[j] = u3 - z21[j];
      z22[j] = u3 + q5[j];
    }
  }
}

/// Lets memory that is freed be used again. By default the C library gives so
/// large pieces back to the system, and the next product has to get its pages
/// one by one, filled with zeros.
void keepMemory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20); // no more is allowed
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
#endif
}

} // namespace

int main(int argc, char **argv) try {
  example_arguments(argc, argv, 1);
  keepMemory();
  long n = argc > 1 ? example_number("size", argv[1], Least, 16384) : 512;
  if (n % Least || (n / Least & (n / Least - 1)))
    example_fail(2, "size must be 64 times a power of two, not '%s'; usage: %s",
                 argv[1], EXAMPLE_NAME " " EXAMPLE_USAGE);
  uint64_t state = 1;
  Vector a = randomNumbers(n * n, 8, state), b = randomNumbers(n * n, 8, state);
  Vector c(n * n);
  Block blockA{a.data(), n, n, n}, blockB{b.data(), n, n, n};
  Block blockC{c.data(), n, n, n};

  double start = example_clock();
  multiply(blockC, blockA, blockB);
  example_time(start);

  checkProduct(blockC, blockA, blockB);
  printf("matrices of size %ld: first element %.0f, last element %.0f\n", n,
         c.front(), c.back());
  example_checksum(hashOf(c));
} catch (const std::bad_alloc &) {
  example_fail(2, "not enough memory for the matrices");
}
