//===- report.h - What predictions look like --------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_PREDICT_REPORT_H
#define TUSSAH_PREDICT_REPORT_H

#include "recording.h"
#include "simulate.h"

namespace tussah::predict {

/// What to simulate.
struct Plan {
  std::vector<unsigned> Workers = {1, 2, 4, 8, 16, 32, 64, 128, 256};
  /// "native", "cps", "backtrack", or "all".
  std::string Scheduler = "native";
  unsigned Seeds = 3, Nodes = 1;
  /// The first one.
  std::uint64_t Seed = 1;
  Costs Prices;
  Contention Shared;
  /// A file, or nothing.
  std::string CostsFrom;
};

std::string reportText(const Dag &D, const Recording &About, const Plan &What);
std::string reportJson(const Dag &D, const Recording &About, const Plan &What);

} // namespace tussah::predict

#endif // TUSSAH_PREDICT_REPORT_H
