//===- options.cpp - The command line of tussah graph ---------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "options.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

namespace tussah::graph {

std::uint64_t parseNumber(const std::string &What, const std::string &Text,
                          std::uint64_t Least, std::uint64_t Most) {
  bool Digits = !Text.empty() && Text.size() <= 18 &&
                Text.find_first_not_of("0123456789") == std::string::npos;
  std::uint64_t Value = Digits ? std::stoull(Text) : 0;
  if (!Digits || Value < Least || Value > Most)
    throw ToolError(What + " must be a number from " + std::to_string(Least) +
                    " to " + std::to_string(Most) + ", not '" + Text + "'");
  return Value;
}

static double parseReal(const std::string &What, const std::string &Text,
                        double Least, double Most) {
  char *End;
  errno = 0;
  double Value = std::strtod(Text.c_str(), &End);
  // Not `Value < Least`: that is false for what is no number.
  if (Text.empty() || *End || errno || !(Value >= Least && Value <= Most))
    throw ToolError(What + " must be a number from " + std::to_string(Least) +
                    " to " + std::to_string(Most) + ", not '" + Text + "'");
  return Value;
}

static void setOption(Options &O, const std::string &Name,
                      const std::string &Value) {
  if (Name == "-o") {
    if (Value.empty())
      throw ToolError("'-o' needs the name of a file");
    O.Output = Value;
  } else if (Name == "--source")
    O.Sources.push_back(parseNumber(Name, Value, 0, most_vertices));
  else if (Name == "--seed")
    O.Seed = parseNumber(Name, Value, 0, 999999999999999999);
  else if (Name == "--damping")
    O.Damping = parseReal(Name, Value, 0, 0.999999);
  else if (Name == "--tolerance")
    O.Tolerance = parseReal(Name, Value, 0, 1);
  else if (Name == "--memory")
    O.Read.most_bytes = parseNumber(Name, Value, 1, 1 << 30) << 20;
  else if (Name == "--repeat")
    O.Repeat = parseNumber(Name, Value, 1, 1000000);
  else
    O.Workers = std::to_string(parseNumber(Name, Value, 1, 2048));
}

/// \p Allowed, and the options of all commands.
static std::vector<std::string> known(std::vector<std::string> Allowed) {
  Allowed.insert(Allowed.end(),
                 {"--workers", "--memory", "--undirected", "--progress"});
  return Allowed;
}

static bool contains(const std::vector<std::string> &Names,
                     const std::string &One) {
  return std::find(Names.begin(), Names.end(), One) != Names.end();
}

void printOptions(const std::vector<std::string> &Allowed) {
  static constexpr struct {
    const char *Name, *Value;
    // Lines, of which the last is followed by a null pointer.
    const char *Text[5];
  } All[] = {
      {"-o",
       "FILE",
       {"where the result goes: a line for each vertex, its number and",
        "what the command says of it; - is the standard output. Of",
        "convert and generate, the graph"}},
      {"--source",
       "V",
       {"a vertex, where the search begins; reach takes several"}},
      {"--damping",
       "D",
       {"the probability of following an arc, 0.85 otherwise"}},
      {"--tolerance",
       "T",
       {"stop when an iteration changes the ranks by no more than T in",
        "sum, 1e-9 otherwise"}},
      {"--seed", "S", {"for what is chosen at random, 1 otherwise"}},
      {"--simple",
       "",
       {"make the graph undirected, without loops and repeated edges"}},
      {"--repeat",
       "N",
       {"compute the result N times, and say how long each took"}},
      {"--undirected", "", {"the lines of an edge list are edges, not arcs"}},
      {"--workers",
       "N",
       {"how many processors to use; otherwise CILK_NWORKERS, or all"}},
      {"--memory",
       "MIB",
       {"refuse to load or to generate what needs more; otherwise half",
        "of what the machine, or the process's control group, has. What",
        "is then computed may take nearly as much again"}},
      {"--progress",
       "",
       {"say how far loading is, however short, terminal or not"}},
      {"--help", "", {"explain the command"}}};
  std::vector<std::string> Known = known(Allowed);
  Known.push_back("--help");
  for (const auto &One : All) {
    if (!contains(Known, One.Name))
      continue;
    std::string Left = std::string(One.Name) + " " + One.Value;
    for (const char *const *Line = One.Text; *Line; ++Line) {
      std::printf("  %-14s %s\n", Left.c_str(), *Line);
      Left.clear();
    }
  }
}

Options parseOptions(const std::string &Command,
                     const std::vector<std::string> &Allowed,
                     const std::vector<std::string> &Arguments) {
  std::vector<std::string> Known = known(Allowed);
  Options O;
  for (std::size_t I = 0; I != Arguments.size(); ++I) {
    const std::string &One = Arguments[I];
    if (One.size() < 2 || One[0] != '-') {
      O.Arguments.push_back(One);
      continue;
    }
    // A value may follow as an argument of its own, or behind =.
    std::size_t Equals = One[1] == '-' ? One.find('=') : std::string::npos;
    std::string Name = One.substr(0, Equals);
    if (!contains(Known, Name))
      throw ToolError("'" + Command + "' has no option '" + Name +
                      "'; see 'tussah graph --help'");
    if (Name == "--undirected" || Name == "--simple" || Name == "--progress") {
      if (Equals != std::string::npos)
        throw ToolError("'" + Name + "' takes no value");
      if (Name == "--simple")
        O.Simple = true;
      else if (Name == "--progress")
        O.Progress = true;
      else
        O.Read.edges = direction::undirected;
      continue;
    }
    if (Equals == std::string::npos && ++I == Arguments.size())
      throw ToolError("'" + Name + "' needs a value");
    setOption(O, Name,
              Equals == std::string::npos ? Arguments[I]
                                          : One.substr(Equals + 1));
  }
  return O;
}

format requireFormat(const std::string &Path) {
  if (std::optional<format> F = format_of(Path))
    return *F;
  throw ToolError("cannot tell the format of '" + Path +
                  "'; its name must end in .el (edge list), .mtx (Matrix "
                  "Market), .graph (METIS) or .sg (GAP)");
}

std::uint64_t firstNumber(format F) {
  return F == format::matrix_market || F == format::metis;
}

} // namespace tussah::graph
