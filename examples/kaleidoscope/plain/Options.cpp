// Kaleidoscope: the command line.

#include "Options.h"

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

using llvm::OptimizationLevel;

namespace kaleidoscope {

void failUsage(const std::string &What) {
  std::fprintf(stderr, "error: %s\n", What.c_str());
  std::exit(2);
}

Options readOptions(int Count, char **Values, const std::string &Usage,
                    const MoreOptions &More) {
  static const OptimizationLevel Levels[] = {
      OptimizationLevel::O0, OptimizationLevel::O1, OptimizationLevel::O2,
      OptimizationLevel::O3};
  std::vector<std::string> Args(Values + 1, Values + Count);
  Options Result;
  bool HasFile = false;
  for (size_t I = 0; I < Args.size(); ++I) {
    const std::string &Arg = Args[I];
    if (Arg == "--help") {
      std::fputs(Usage.c_str(), stdout);
      std::exit(0);
    }
    if (Arg.size() == 3 && Arg.substr(0, 2) == "-O" && Arg[2] >= '0' &&
        Arg[2] <= '3') {
      Result.Level = Levels[Arg[2] - '0'];
    } else if (Arg == "-i") {
      Result.Interactive = true;
    } else if (More(Args, I)) {
      continue;
    } else if (Arg.size() > 1 && Arg[0] == '-') {
      failUsage("unknown option '" + Arg + "'; see --help");
    } else if (HasFile) {
      failUsage("more than one program: '" + Arg + "'");
    } else {
      Result.File = Arg;
      HasFile = true;
    }
  }
  Result.Interactive |= Result.File == "-" && isatty(STDIN_FILENO);
  return Result;
}

} // namespace kaleidoscope
