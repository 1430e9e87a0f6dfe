//===- statistics.cpp - What a run did, as text -----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/backtrack/statistics.hpp>

#include "../support/json.h"

#include <algorithm>
#include <cstdio>

using namespace tussah::backtrack;
using tussah::support::JsonWriter;

namespace {
template <class T> struct Row {
  const char *Name;
  std::uint64_t T::*Member;
};
} // namespace

/// All members. `deepest` is a maximum, the others are sums.
static constexpr Row<worker_statistics> Rows[] = {
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
/// The same, of ranks.
static constexpr Row<rank_statistics> RankRows[] = {
    {"requests", &rank_statistics::requests},
    {"requests_back", &rank_statistics::requests_back},
    {"given", &rank_statistics::given},
    {"declined", &rank_statistics::declined},
    {"messages", &rank_statistics::messages},
    {"bytes", &rank_statistics::bytes},
    {"broadcasts", &rank_statistics::broadcasts},
    {"passed", &rank_statistics::passed},
    {"outside", &rank_statistics::outside},
};

worker_statistics statistics::total() const {
  worker_statistics result;
  for (const worker_statistics &worker : workers)
    for (const auto &row : Rows) {
      std::uint64_t &sum = result.*row.Member;
      std::uint64_t value = worker.*row.Member;
      sum = row.Member == &worker_statistics::deepest ? std::max(sum, value)
                                                      : sum + value;
    }
  return result;
}

rank_statistics statistics::total_of_ranks() const {
  rank_statistics result;
  for (const rank_statistics &rank : ranks)
    for (const auto &row : RankRows)
      result.*row.Member += rank.*row.Member;
  return result;
}

static std::string line(const std::string &name, std::uint64_t value) {
  char text[64];
  std::snprintf(text, sizeof(text), "%-18s %14llu\n", name.c_str(),
                static_cast<unsigned long long>(value));
  return text;
}

std::string statistics::text() const {
  char time[64];
  std::snprintf(time, sizeof(time), "%-18s %14.6f s\n", "elapsed", elapsed);
  std::string result = line("workers", workers.size()) + time;
  worker_statistics all = total();
  for (const auto &row : Rows)
    result += line(row.Name, all.*row.Member);
  if (ranks.empty())
    return result;
  result += line("ranks", ranks.size());
  rank_statistics between = total_of_ranks();
  for (const auto &row : RankRows)
    result += line(std::string("rank_") + row.Name, between.*row.Member);
  return result;
}

template <class T, std::size_t N>
static void write(JsonWriter &json, const T &what, const Row<T> (&rows)[N]) {
  json.object([&] {
    for (const Row<T> &row : rows)
      json.key(row.Name).number(what.*row.Member);
  });
}

template <class T, std::size_t N>
static void write(JsonWriter &json, const std::vector<T> &all,
                  const Row<T> (&rows)[N]) {
  json.array([&] {
    for (const T &one : all)
      write(json, one, rows);
  });
}

std::string statistics::json() const {
  JsonWriter json;
  json.object([&] {
    json.key("elapsed").digits(std::to_string(elapsed));
    write(json.key("total"), total(), Rows);
    write(json.key("workers"), workers, Rows);
    write(json.key("ranks"), ranks, RankRows);
  });
  return json.take() + "\n";
}

void statistics::print(const std::string &format) const {
  if (!format.empty())
    std::fputs((format == "json" ? json() : text()).c_str(), stderr);
}
