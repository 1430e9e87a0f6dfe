//===- recording.h - Reads what tools/predict has recorded ------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_PREDICT_RECORDING_H
#define TUSSAH_PREDICT_RECORDING_H

#include "dag.h"

#include <string>

namespace tussah::predict {

/// What a recording says of itself.
struct Recording {
  std::uint64_t Tasks = 0, Loops = 0, Leaves = 0, Looks = 0, Bytes = 0;
  /// In nanoseconds.
  double Threshold = 0, Look = 0;
  bool HasOtherThreads = false, IsCut = false;
};

/// Reads a file. Returns what is wrong with it, or nothing. If \p Work is not
/// 0, the program takes so many nanoseconds without the recorder, and what that
/// has cost more or less than it knew is taken off where it was.
std::string readRecording(const std::string &Path, Dag &To, Recording &About,
                          double Work = 0);
/// The same of a file's bytes.
std::string parseRecording(const std::string &Bytes, Dag &To, Recording &About,
                           double Work = 0);

} // namespace tussah::predict

#endif // TUSSAH_PREDICT_RECORDING_H
