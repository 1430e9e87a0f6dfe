//===- statistics.cpp - The rows of Table 4 ---------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/cps/statistics.hpp>

#include "../support/json.h"

#include <algorithm>
#include <cstdio>

using namespace tussah;
using namespace tussah::cps;

template <class T>
static T sum(const std::vector<worker_statistics> &workers,
             T worker_statistics::*member) {
  T result = {};
  for (const worker_statistics &worker : workers)
    result += worker.*member;
  return result;
}

static double quotient(double a, double b) { return b > 0 ? a / b : 0; }

std::uint64_t statistics::threads() const {
  return sum(workers, &worker_statistics::threads);
}
std::uint64_t statistics::steals() const {
  return sum(workers, &worker_statistics::steals);
}
std::uint64_t statistics::requests() const {
  return sum(workers, &worker_statistics::requests);
}

std::uint64_t statistics::space_per_processor() const {
  std::uint64_t most = 0;
  for (const worker_statistics &worker : workers)
    most = std::max(most, worker.space);
  return most;
}

double statistics::work() const {
  return sum(workers, &worker_statistics::work);
}
double statistics::work_least() const {
  return sum(workers, &worker_statistics::work_least);
}
double statistics::work_most() const {
  return sum(workers, &worker_statistics::work_most);
}
std::uint64_t statistics::replaced() const {
  return sum(workers, &worker_statistics::replaced);
}

double statistics::thread_length() const {
  return quotient(work(), static_cast<double>(threads()));
}
double statistics::parallelism() const {
  return quotient(work(), critical_path);
}
double statistics::parallelism_in_threads() const {
  return quotient(static_cast<double>(threads()),
                  static_cast<double>(critical_path_threads));
}
double statistics::model() const {
  return quotient(work(), static_cast<double>(workers.size())) + critical_path;
}
double statistics::speedup() const { return quotient(work(), elapsed); }
double statistics::parallel_efficiency() const {
  return quotient(speedup(), static_cast<double>(workers.size()));
}

double statistics::remote_steal() const {
  std::vector<double> waits;
  for (const worker_statistics &worker : workers)
    waits.insert(waits.end(), worker.remote_waits.begin(),
                 worker.remote_waits.end());
  if (waits.empty())
    return 0;
  auto middle = waits.begin() + static_cast<std::ptrdiff_t>(waits.size() / 2);
  std::nth_element(waits.begin(), middle, waits.end());
  return *middle;
}

namespace {
/// A row: its name in the paper and in files, and the value as digits; empty if
/// it is not known.
struct Row {
  const char *Paper, *Key;
  std::string Value;
  const char *Unit;
  /// In rows that have some, the bounds of the value.
  bool HasBounds = false;
  // Most rows leave them out, which compilers warn of without this.
  // NOLINTNEXTLINE(readability-redundant-string-init)
  std::string Least = "", Most = "";
};
} // namespace

static std::string digits(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.6g", value);
  return text;
}

static std::vector<Row> rows(const statistics &s) {
  const auto ifMeasured = [&](double value) {
    return s.measured ? digits(value) : std::string();
  };
  const auto each = [&](std::uint64_t total) {
    return digits(quotient(static_cast<double>(total),
                           static_cast<double>(s.workers.size())));
  };
  return {
      {"P", "processors", std::to_string(s.workers.size()), ""},
      {"ranks", "ranks", std::to_string(s.ranks), ""},
      {"T_serial", "t_serial", s.serial ? digits(*s.serial) : "", "s"},
      {"T_1", "t_1", ifMeasured(s.work()), "s", true,
       ifMeasured(s.work_least()), ifMeasured(s.work_most())},
      {"T_serial/T_1", "efficiency",
       s.serial ? ifMeasured(quotient(*s.serial, s.work())) : "", ""},
      {"T_inf", "t_inf", ifMeasured(s.critical_path), "s", true,
       ifMeasured(s.critical_path_least), ifMeasured(s.critical_path_most)},
      {"T_1/T_inf", "parallelism", ifMeasured(s.parallelism()), "", true,
       ifMeasured(quotient(s.work_least(), s.critical_path_most)),
       ifMeasured(quotient(s.work_most(), s.critical_path_least))},
      {"threads", "threads", std::to_string(s.threads()), ""},
      {"T_inf in threads", "t_inf_threads",
       s.measured ? std::to_string(s.critical_path_threads) : "", ""},
      {"threads/T_inf", "parallelism_in_threads",
       ifMeasured(s.parallelism_in_threads()), ""},
      {"disturbed", "disturbed", s.measured ? std::to_string(s.replaced()) : "",
       "parts of threads"},
      {"thread length", "thread_length", ifMeasured(s.thread_length()), "s"},
      {"T_P", "t_p", digits(s.elapsed), "s"},
      {"T_1/P + T_inf", "model", ifMeasured(s.model()), "s"},
      {"T_1/T_P", "speedup", ifMeasured(s.speedup()), ""},
      {"T_1/(P*T_P)", "parallel_efficiency",
       ifMeasured(s.parallel_efficiency()), ""},
      {"space/proc.", "space_per_processor",
       s.measured ? std::to_string(s.space_per_processor()) : "", "closures"},
      {"space", "space", s.measured ? std::to_string(s.space) : "", "closures"},
      {"requests/proc.", "requests_per_processor", each(s.requests()), ""},
      {"steals/proc.", "steals_per_processor", each(s.steals()), ""},
      {"remote steal", "remote_steal",
       s.remote_steal() > 0 ? digits(s.remote_steal()) : "", "s"},
  };
}

std::string statistics::text() const {
  std::string result;
  for (const Row &row : rows(*this)) {
    char line[96];
    std::snprintf(line, sizeof(line), "%-16s %14s %s", row.Paper,
                  row.Value.empty() ? "-" : row.Value.c_str(),
                  row.Value.empty() ? "" : row.Unit);
    result += line;
    result.erase(result.find_last_not_of(' ') + 1);
    if (row.HasBounds && !row.Value.empty())
      result += " (" + row.Least + " to " + row.Most + ")";
    result += '\n';
  }
  return result;
}

std::string statistics::csv() const {
  std::string names, values;
  for (const Row &row : rows(*this)) {
    const char *comma = names.empty() ? "" : ",";
    names += std::string(comma) + row.Key;
    values += comma + row.Value;
    if (row.HasBounds) {
      names += std::string(",") + row.Key + "_least," + row.Key + "_most";
      values += "," + row.Least + "," + row.Most;
    }
  }
  return names + "\n" + values + "\n";
}

std::string statistics::json() const {
  support::JsonWriter json;
  json.object([&] {
    for (const Row &row : rows(*this)) {
      json.key(row.Key).digits(row.Value);
      if (row.HasBounds) {
        json.key(std::string(row.Key) + "_least").digits(row.Least);
        json.key(std::string(row.Key) + "_most").digits(row.Most);
      }
    }
    json.key("workers").array([&] {
      for (const worker_statistics &worker : workers)
        json.object([&] {
          json.key("threads").number(worker.threads);
          json.key("requests").number(worker.requests);
          json.key("steals").number(worker.steals);
          json.key("migrated").number(worker.migrated);
          json.key("space").digits(measured ? std::to_string(worker.space)
                                            : "");
          json.key("work").digits(measured ? digits(worker.work) : "");
        });
    });
  });
  return json.take() + "\n";
}

void statistics::print(const std::string &format) const {
  if (!format.empty())
    std::fputs((format == "csv"    ? csv()
                : format == "json" ? json()
                                   : text())
                   .c_str(),
               stderr);
}
