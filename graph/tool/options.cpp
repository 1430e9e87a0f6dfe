//===- options.cpp - The command line of tussah graph ---------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "options.h"

#include "../../support/option_reader.h"
#include "../../support/spelling.h"

#include <algorithm>

namespace tussah::graph {

using support::OptionReader;

[[noreturn]] static void refuse(const std::string &Text) {
  throw ToolUsageError(Text);
}

std::uint64_t parseNumber(const std::string &What, const std::string &Text,
                          std::uint64_t Least, std::uint64_t Most) {
  return support::numberOf(What, Text, Least, Most, refuse);
}

/// The format that files have whose names end in a dot and \p Name.
static format formatOfName(const std::string &Name) {
  std::optional<format> F = format_of("a." + Name);
  if (!F || Name.find('.') != std::string::npos)
    refuse("--format must be el, wel, txt, mtx, graph, sg, wsg or adj, not '" +
           Name + "'");
  return *F;
}

/// Reads the value of the option \p Name, if it has one.
static void setOption(Options &O, const std::string &Name,
                      OptionReader &Reader) {
  for (const char *Flag :
       {"--undirected", "--directed", "--simple", "--unweighted", "--progress"})
    if (Name == Flag)
      Reader.noValue();
  if (Name == "--undirected")
    O.Read.edges = direction::undirected;
  else if (Name == "--directed")
    O.Read.edges = direction::directed;
  else if (Name == "--json")
    O.Json = true;
  else if (Name == "--unweighted")
    O.Unweighted = true;
  else if (Name == "--format")
    O.Format =
        formatOfName(std::string(Reader.valueOf("the name of a format")));
  else if (Name == "--simple")
    O.Simple = true;
  else if (Name == "--progress")
    O.Progress = true;
  else if (Name == "-o")
    O.Output = Reader.valueOf("the name of a file");
  else if (Name == "--source")
    O.Sources.push_back(Reader.number(0, most_vertices));
  else if (Name == "--seed")
    O.Seed = Reader.number(0, 999999999999999999);
  else if (Name == "--damping")
    O.Damping = Reader.real(0, 0.999999);
  else if (Name == "--tolerance")
    O.Tolerance = Reader.real(0, 1);
  else if (Name == "--delta")
    O.Delta = Reader.real(0, 1e300);
  else if (Name == "--samples")
    O.Samples = Reader.number(1, most_vertices);
  else if (Name == "--length")
    O.Length = Reader.number(1, 1000000000);
  else if (Name == "--walks")
    O.Walks = Reader.number(1, 1000000);
  else if (Name == "--memory")
    O.Read.most_bytes = Reader.number(1, 1 << 30) << 20;
  else if (Name == "--repeat")
    O.Repeat = Reader.number(1, 1000000);
  else
    O.Workers = std::to_string(Reader.number(1, 2048));
}

/// \p Allowed, and the options of all commands.
static std::vector<std::string> known(std::vector<std::string> Allowed) {
  Allowed.insert(Allowed.end(), {"--workers", "--memory", "--undirected",
                                 "--directed", "--format", "--progress"});
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
       {"write the result there, a line for each vertex (convert and",
        "generate: the graph); - is the standard output"}},
      {"--source",
       "V",
       {"a vertex, where the search begins; reach and walks take several"}},
      {"--damping",
       "D",
       {"the probability of following an arc, 0.85 otherwise"}},
      {"--tolerance",
       "T",
       {"stop when the ranks change by at most T in sum, 1e-9 otherwise"}},
      {"--delta",
       "D",
       {"distances that one step covers, the average weight otherwise"}},
      {"--samples",
       "N",
       {"estimate by paths from N random vertices, instead of all"}},
      {"--length", "L", {"arcs of each walk, 10 otherwise"}},
      {"--walks", "N", {"walks from each vertex, 1 otherwise"}},
      {"--seed", "S", {"for what is chosen at random, 1 otherwise"}},
      {"--simple",
       "",
       {"make the graph undirected, without loops and repeated edges"}},
      {"--repeat",
       "N",
       {"compute the result N times, and say how long each took"}},
      {"--json", "", {"the summary is an object of JSON, in a line"}},
      {"--unweighted", "", {"leave out the weights"}},
      {"--undirected",
       "",
       {"the lines of an edge list are edges, whatever it says"}},
      {"--directed",
       "",
       {"the lines of an edge list are arcs, whatever it says"}},
      {"--format",
       "F",
       {"how to read FILE: el, wel, txt, mtx, graph, sg, wsg or adj"}},
      {"--workers",
       "N",
       {"how many processors to use; otherwise CILK_NWORKERS, or all"}},
      {"--memory",
       "MIB",
       {"refuse to load or make what needs more; otherwise half of what",
        "there is. What is then computed may take nearly as much again"}},
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
  std::vector<std::string> Known = known(Allowed), Given = Arguments;
  // As those of main: before them is the name of the program.
  std::vector<char *> Pointers = {nullptr};
  for (std::string &One : Given)
    Pointers.push_back(One.data());
  int Count = static_cast<int>(Pointers.size());
  Pointers.push_back(nullptr);
  Options O;
  O.Command = Command;
  OptionReader Reader(Count, Pointers.data(), refuse);
  Reader.read([&](const std::string &Name) {
    // A negative number is a wrong value, not an option.
    bool Number = Name.size() > 1 && Name[1] >= '0' && Name[1] <= '9';
    if (Name.size() < 2 || Name[0] != '-' || Number)
      return false;
    if (!contains(Known, Name))
      refuse("'" + Command + "' has no option '" + Name + "'" +
             support::didYouMean(
                 Name, Known, "; see 'tussah graph " + Command + " --help'"));
    setOption(O, Name, Reader);
    return true;
  });
  O.Arguments.assign(Pointers.begin() + 1, Pointers.begin() + Count);
  return O;
}

format requireFormat(const std::string &Path) {
  if (std::optional<format> F = format_of(Path))
    return *F;
  throw ToolUsageError(
      "cannot tell the format of '" + Path +
      "'; its name must end in .el, .wel or .txt (edge list), .mtx (Matrix "
      "Market), .graph (METIS), .sg or .wsg (GAP) or .adj (Ligra), or --format "
      "must say it");
}

format requireOutputFormat(const std::string &Path) {
  std::size_t Dot = Path.rfind('.');
  std::string End = Dot == Path.npos ? "" : Path.substr(Dot);
  if (End == ".gz" || End == ".zst")
    throw ToolUsageError("graphs are not written compressed; write '" +
                         Path.substr(0, Dot) + "', and compress it");
  return requireFormat(Path);
}

std::uint64_t firstNumber(format F) {
  return F == format::matrix_market || F == format::metis;
}

} // namespace tussah::graph
