//===- kernels.cpp - Loops that are measured ------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled with -DNAMESPACE=serial -DFOR=for and with -DNAMESPACE=parallel
/// -DFOR=cilk_for.
///
//===----------------------------------------------------------------------===//

#include "kernels.h"

#include <cilk/cilk.h>

void NAMESPACE::axpy(double a, const double *x, double *y, long n) {
  FOR (long i = 0; i < n; ++i)
    y[i] += a * x[i];
}

void NAMESPACE::stencil(const double *in, double *out, long rows,
                        long columns) {
  FOR (long r = 1; r < rows - 1; ++r) {
    const double *above = in + (r - 1) * columns;
    const double *here = in + r * columns;
    const double *below = in + (r + 1) * columns;
    for (long c = 1; c < columns - 1; ++c)
      out[r * columns + c] =
          0.2 * (above[c] + here[c - 1] + here[c] + here[c + 1] + below[c]);
  }
}

void NAMESPACE::advance(Particles &p) {
  FOR (std::size_t i = 0; i < p.position.size(); ++i) {
    p.velocity[i] += p.step * p.force[i] / p.mass[i];
    p.position[i] += p.step * p.velocity[i];
  }
}
