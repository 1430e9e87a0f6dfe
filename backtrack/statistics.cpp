//===- statistics.cpp - What a run did, as text -----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/backtrack/statistics.hpp>

#include <algorithm>
#include <cstdio>

using namespace tussah::backtrack;

namespace {
struct Row {
  const char *Name;
  std::uint64_t worker_statistics::*Member;
};
} // namespace

/// All members. `deepest` is a maximum, the others are sums.
static constexpr Row Rows[] = {
    {"requests", &worker_statistics::requests},
    {"requests_back", &worker_statistics::requests_back},
    {"tasks", &worker_statistics::tasks},
    {"tasks_back", &worker_statistics::tasks_back},
    {"splits", &worker_statistics::splits},
    {"forced", &worker_statistics::forced},
    {"declined", &worker_statistics::declined},
    {"depth", &worker_statistics::depth},
    {"deepest", &worker_statistics::deepest},
    {"allocations", &worker_statistics::allocations},
    {"copies", &worker_statistics::copies},
};

worker_statistics statistics::total() const {
  worker_statistics result;
  for (const worker_statistics &worker : workers)
    for (const Row &row : Rows) {
      std::uint64_t &sum = result.*row.Member;
      std::uint64_t value = worker.*row.Member;
      sum = row.Member == &worker_statistics::deepest ? std::max(sum, value)
                                                      : sum + value;
    }
  return result;
}

std::string statistics::text() const {
  char line[64];
  std::snprintf(line, sizeof(line), "%-14s %14zu\n%-14s %14.6f s\n", "workers",
                workers.size(), "elapsed", elapsed);
  std::string result = line;
  worker_statistics all = total();
  for (const Row &row : Rows) {
    std::snprintf(line, sizeof(line), "%-14s %14llu\n", row.Name,
                  static_cast<unsigned long long>(all.*row.Member));
    result += line;
  }
  return result;
}

static std::string json(const worker_statistics &worker) {
  std::string result;
  for (const Row &row : Rows)
    result += std::string(result.empty() ? "{" : ", ") + '"' + row.Name +
              "\": " + std::to_string(worker.*row.Member);
  return result + "}";
}

std::string statistics::json() const {
  std::string result = "{\"elapsed\": " + std::to_string(elapsed) +
                       ", \"total\": " + ::json(total()) + ", \"workers\": [";
  const char *comma = "";
  for (const worker_statistics &worker : workers) {
    result += comma + ::json(worker);
    comma = ", ";
  }
  return result + "]}\n";
}
