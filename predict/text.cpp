//===- text.cpp - Dags that are written by hand ---------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "text.h"

#include <cstdlib>
#include <map>
#include <sstream>

namespace tussah::predict {

namespace {

class Line {
  std::istringstream Words;
  const std::map<std::string, std::uint32_t> &Known;
  Dag &To;
  std::vector<Step> Steps;
  double Strand = 0;
  unsigned Scopes = 0;

  void step(Step::Kind what, std::uint32_t target) {
    Steps.push_back({Strand, what, target});
    Strand = 0;
  }

  static bool isTime(const std::string &word, double &time) {
    char *end;
    time = std::strtod(word.c_str(), &end);
    return !word.empty() && !*end && time >= 0 && time <= 1e15;
  }

  std::string loop() {
    double iterations, time;
    std::string first, second;
    if (!(Words >> first >> second) || !isTime(first, iterations) ||
        !isTime(second, time) || iterations < 1)
      return "'loop' needs a number of iterations and nanoseconds";
    Loop loop;
    loop.add(static_cast<std::uint64_t>(iterations), time);
    To.Loops.push_back(std::move(loop));
    step(Step::Loop, static_cast<std::uint32_t>(To.Loops.size() - 1));
    return "";
  }

  std::string word(const std::string &text) {
    double time;
    if (isTime(text, time)) {
      Strand += time;
    } else if (text == "{") {
      ++Scopes;
      step(Step::Open, 0);
    } else if (text == "}") {
      if (!Scopes--)
        return "'}' without '{'";
      step(Step::Sync, 0);
    } else if (text == "loop") {
      return loop();
    } else if (auto task = Known.find(text); task == Known.end()) {
      return "unknown task '" + text + "'; name it in an earlier line";
    } else if (!Scopes) {
      return "'" + text + "' is spawned outside of '{' and '}'";
    } else {
      step(Step::Spawn, task->second);
    }
    return "";
  }

public:
  Line(const std::string &text,
       const std::map<std::string, std::uint32_t> &known, Dag &to)
      : Words(text), Known(known), To(to) {}

  std::string parse(std::uint32_t &body) {
    for (std::string text; Words >> text;)
      if (std::string wrong = word(text); !wrong.empty())
        return wrong;
    if (Scopes)
      return "'{' without '}'";
    step(Step::End, 0);
    body = To.add(Steps);
    return "";
  }
};

} // namespace

std::string parseDag(const std::string &text, Dag &to) {
  std::map<std::string, std::uint32_t> known;
  std::istringstream lines(text);
  std::uint32_t body = 0;
  unsigned number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    line.resize(std::min(line.size(), line.find('#')));
    std::istringstream words(line);
    std::string name, equals, rest;
    if (!(words >> name))
      continue;
    words >> equals;
    std::getline(words, rest);
    std::string wrong = equals == "=" ? Line(rest, known, to).parse(body)
                                      : "'=' must follow the name of a task";
    if (!wrong.empty())
      return "line " + std::to_string(number) + ": " + wrong;
    known[name] = body;
  }
  if (known.empty())
    return "has no task";
  to.finish(body);
  return "";
}

} // namespace tussah::predict
