//===- contention.cpp - How workers slow each other down ------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "contention.h"

#include <sstream>

namespace tussah::predict {

double Contention::factor(unsigned workers) const {
  for (std::size_t i = 1; i < Points.size(); ++i) {
    auto [fewer, low] = Points[i - 1];
    auto [more, high] = Points[i];
    if (workers < more)
      return workers <= fewer
                 ? low
                 : low + (high - low) * (workers - fewer) / (more - fewer);
  }
  return Points.back().second;
}

std::string Contention::parse(const std::string &list) {
  std::istringstream parts(list);
  for (std::string part; std::getline(parts, part, ',');) {
    std::istringstream words(part);
    // Not unsigned: that would take -1.
    long workers;
    double factor;
    char colon, more;
    if (!(words >> workers >> colon >> factor) || colon != ':' || words >> more)
      return "'" + part + "' is not as in 2:1.1, workers and a factor";
    if (workers <= static_cast<long>(Points.back().first) || workers > 4096)
      return "numbers of workers must rise from 2 to 4096";
    if (!(factor >= 0.5 && factor <= 1000))
      return "a factor must be from 0.5 to 1000";
    Points.emplace_back(static_cast<unsigned>(workers), factor);
  }
  return isKnown() ? "" : "a list such as 2:1.1,4:1.3 is needed";
}

Clock::Clock(const Contention &contention, unsigned workers) : Runs(workers) {
  for (unsigned running = 0; running <= workers; ++running)
    Factors.push_back(contention.factor(running));
}

} // namespace tussah::predict
