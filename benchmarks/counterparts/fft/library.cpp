//===- library.cpp - FFTW -------------------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What fft.cpp does, by FFTW. Its plan is not timed, as fft.cpp's is not.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "library"
#define EXAMPLE_USAGE ""
#include "../../programs/fft.h"

#include <fftw3.h>

int main(int, char **argv) {
  long n = atol(argv[1]);
  Numbers x = randomNumbers(n), transformed(n);
  fftw_plan plan = fftw_plan_dft_1d((int)n, (fftw_complex *)x.data(),
                                    (fftw_complex *)transformed.data(),
                                    FFTW_FORWARD, FFTW_ESTIMATE);
  double start = example_clock();
  fftw_execute(plan);
  example_time(start);
  report(x, transformed);
  fftw_destroy_plan(plan);
}
