//===- costs.cpp - What schedulers cost on a machine ----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "costs.h"

#include <cstdlib>
#include <sstream>

namespace tussah::predict {

const std::vector<CostName> &costNames() {
  static const std::vector<CostName> names = {
      {"promote", &Costs::Promote}, {"steal", &Costs::Steal},
      {"wake", &Costs::Wake},       {"join", &Costs::Join},
      {"search", &Costs::Search},   {"patience", &Costs::Patience},
      {"signal", &Costs::Signal},   {"thread", &Costs::Thread},
      {"request", &Costs::Request}, {"answer", &Costs::Answer},
      {"migrate", &Costs::Migrate}, {"send", &Costs::Send},
      {"undo", &Costs::Undo},       {"split", &Costs::Split},
      {"ask", &Costs::Ask},         {"reply", &Costs::Reply},
      {"remote", &Costs::Remote}};
  return names;
}

static std::string setCost(const std::string &name, const std::string &value,
                           Costs &to) {
  char *end;
  double number = std::strtod(value.c_str(), &end);
  // Not `number < 0`: that is false for what is no number.
  if (value.empty() || *end || !(number >= 0 && number <= 1e12))
    return "'" + name + "' must be nanoseconds from 0 to 1e12, not '" + value +
           "'";
  for (const CostName &cost : costNames())
    if (name == cost.Name) {
      to.*cost.Member = number;
      return "";
    }
  std::string all;
  for (const CostName &cost : costNames())
    all += std::string(all.empty() ? "" : ", ") + cost.Name;
  return "unknown cost '" + name + "'; known are " + all;
}

std::string parseCosts(const std::string &text, Costs &to) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string name, equals, value, more;
    if (!(words >> name))
      continue;
    if (!(words >> equals >> value) || equals != "=" || words >> more)
      return "'" + line + "' is no line such as 'steal = 600'";
    if (std::string wrong = setCost(name, value, to); !wrong.empty())
      return wrong;
  }
  return "";
}

} // namespace tussah::predict
