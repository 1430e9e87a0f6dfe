//===- main.cpp - Behind tussah predict -----------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program of its own, which `tussah` runs with a recording. Exit code 2: the
/// command line is wrong; 1: a file is.
///
//===----------------------------------------------------------------------===//

#include "recording.h"
#include "report.h"
#include "text.h"

#include "support/option_reader.h"
#include "support/read_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

using namespace tussah::predict;
using tussah::support::OptionReader;

namespace {

constexpr unsigned MostWorkers = 4096;
/// The exit code if --check-looks finds that the recorder took long.
constexpr int LooksMatter = 3;

struct Options {
  std::string Recording, Dag, Output, Costs, Format = "text";
  std::vector<std::string> CostLines;
  double Seconds = 0;
  bool OnlyShortens = false, ChecksOnly = false, ChecksLooks = false;
  Plan What;
};

[[noreturn]] void fail(int code, const std::string &text) {
  std::fprintf(stderr, "tussah: error: %s\n", text.c_str());
  std::exit(code);
}

void failUsage(const std::string &text) { fail(2, text); }

std::string contents(const std::string &path) {
  std::string text;
  if (std::string wrong = tussah::support::readFile(path, text);
      !wrong.empty())
    fail(1, "'" + path + "' " + wrong);
  return text;
}

std::vector<unsigned> numbers(OptionReader &reader, std::string_view list) {
  std::vector<unsigned> result;
  while (true) {
    std::size_t comma = list.find(',');
    result.push_back(static_cast<unsigned>(
        reader.number(list.substr(0, comma), 1, MostWorkers)));
    if (comma == list.npos)
      return result;
    list.remove_prefix(comma + 1);
  }
}

bool readOption(OptionReader &reader, const std::string &name, Options &all) {
  if (name == "--workers")
    all.What.Workers = numbers(reader, reader.value());
  else if (name == "--scheduler")
    all.What.Scheduler =
        reader.oneOf(reader.value(), {"native", "cps", "backtrack", "all"});
  else if (name == "--seeds")
    all.What.Seeds = static_cast<unsigned>(reader.number(1, 1000));
  else if (name == "--seed")
    all.What.Seed = reader.number(0, UINT64_MAX);
  else if (name == "--nodes")
    all.What.Nodes = static_cast<unsigned>(reader.number(1, MostWorkers));
  else if (name == "--cost")
    all.CostLines.emplace_back(
        reader.valueOf("a cost, as in --cost=steal=600"));
  else if (name == "--contention") {
    std::string list(reader.value());
    if (std::string wrong = all.What.Shared.parse(list); !wrong.empty())
      failUsage("--contention: " + wrong);
  } else if (name == "--costs")
    all.Costs = reader.valueOf("a file");
  else if (name == "--format")
    all.Format = reader.oneOf(reader.value(), {"text", "json"});
  else if (name == "--output")
    all.Output = reader.valueOf("a file");
  else if (name == "--serial-seconds")
    all.Seconds = reader.real(1e-9, 1e9);
  else if (name == "--plain-seconds") { // the same, with the process's start
    all.Seconds = reader.real(1e-9, 1e9);
    all.OnlyShortens = true;
  } else if (name == "--check") // of the options
    all.ChecksOnly = true;
  else if (name == "--check-looks")
    all.ChecksLooks = true;
  else if (name == "--recording")
    all.Recording = reader.valueOf("a file");
  else if (name == "--dag")
    all.Dag = reader.valueOf("a file");
  else
    reader.fail("unknown option '" + name + "'; see 'tussah predict --help'");
  return true;
}

/// Where the costs of this machine are, if somebody has written them.
std::string usualCosts() {
  const char *cache = std::getenv("XDG_CACHE_HOME");
  const char *home = std::getenv("HOME");
  std::string folder = cache && *cache ? cache
                       : home          ? std::string(home) + "/.cache"
                                       : "";
  std::string path = folder + "/tussah/costs";
  return !folder.empty() && std::ifstream(path) ? path : "";
}

void readCosts(const Options &all, Plan &to) {
  std::string path = all.Costs.empty() ? usualCosts() : all.Costs;
  to.CostsFrom = path;
  if (!path.empty())
    if (std::string wrong = parseCosts(contents(path), to.Prices);
        !wrong.empty())
      fail(1, "'" + path + "': " + wrong);
  for (std::string line : all.CostLines) {
    if (std::size_t equals = line.find('='); equals != line.npos)
      line.replace(equals, 1, " = ");
    if (std::string wrong = parseCosts(line, to.Prices); !wrong.empty())
      fail(2, "--cost: " + wrong);
  }
}

bool looksMatter(const Recording &about, const Dag &dag) {
  return static_cast<double>(about.Looks) * about.Look > 0.03 * dag.Work;
}

void readDag(const Options &all, Dag &dag, Recording &about) {
  bool isText = !all.Dag.empty();
  const std::string &path = isText ? all.Dag : all.Recording;
  double work = 1e9 * all.Seconds;
  std::string wrong =
      isText ? parseDag(contents(path), dag)
             : readRecording(path, dag, about, all.OnlyShortens ? 0 : work);
  // What takes longer may be the start of the process.
  if (wrong.empty() && all.OnlyShortens &&
      (work < dag.Work || looksMatter(about, dag))) {
    dag = Dag();
    wrong = readRecording(path, dag, about, work);
  }
  if (!wrong.empty())
    fail(1, "'" + path + "' " + wrong);
  if (isText && all.Seconds > 0 && dag.Work > 0)
    dag.scale(all.Seconds * 1e9 / dag.Work);
}

} // namespace

static bool write(const std::string &text, std::FILE *file) {
  return std::fputs(text.c_str(), file) >= 0 && std::fflush(file) == 0;
}

static bool writeFile(const std::string &text, const std::string &path) {
  std::FILE *file = std::fopen(path.c_str(), "we");
  if (!file)
    return false;
  bool written = write(text, file);
  return std::fclose(file) == 0 && written;
}

int main(int argc, char **argv) {
  Options all;
  OptionReader reader(argc, argv, failUsage);
  reader.read([&](const std::string &name) {
    if (name.compare(0, 2, "--") != 0)
      reader.fail("unexpected argument '" + name + "'");
    return readOption(reader, name, all);
  });
  readCosts(all, all.What);
  if (all.ChecksOnly)
    return 0;
  if (all.Recording.empty() == all.Dag.empty())
    failUsage("either --recording or --dag is needed");
  Dag dag;
  Recording about;
  readDag(all, dag, about);
  // The driver then finds out what the program takes without the recorder.
  if (all.ChecksLooks)
    return looksMatter(about, dag) ? LooksMatter : 0;
  std::string text = all.Format == "json" ? reportJson(dag, about, all.What)
                                          : reportText(dag, about, all.What);
  bool written =
      all.Output.empty() ? write(text, stdout) : writeFile(text, all.Output);
  if (!written)
    fail(1, "cannot write '" + all.Output + "': " + std::strerror(errno));
  return 0;
}
