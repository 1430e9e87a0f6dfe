//===- library.cpp - FFTW -------------------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What fft.cpp does, by FFTW. Its plan is not timed, as fft.cpp's is not. It
/// is the fastest of those that FFTW has tried, which takes long; so it is left
/// in the folder BENCHMARK_GRAPHS, if that is set, for later runs.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "library"
#define EXAMPLE_USAGE ""
#include "../../programs/fft.h"

#include <algorithm>
#include <fftw3.h>
#include <string>

int main(int, char **argv) {
  long n = atol(argv[1]);
  Numbers x(n), transformed(n);
  const char *folder = getenv("BENCHMARK_GRAPHS");
  std::string kept =
      folder ? std::string(folder) + "/fft-" + argv[1] + ".plan" : "";
  if (folder)
    fftw_import_wisdom_from_filename(kept.c_str());
  fftw_plan plan = fftw_plan_dft_1d((int)n, (fftw_complex *)x.data(),
                                    (fftw_complex *)transformed.data(),
                                    FFTW_FORWARD, FFTW_MEASURE);
  if (folder)
    fftw_export_wisdom_to_filename(kept.c_str());
  // Only now, as trying writes to them.
  Numbers input = randomNumbers(n);
  std::copy(input.begin(), input.end(), x.begin());
  double start = example_clock();
  fftw_execute(plan);
  example_time(start);
  report(x, transformed);
  fftw_destroy_plan(plan);
}
