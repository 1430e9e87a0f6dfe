// Kaleidoscope: the command line.

#ifndef KALEIDOSCOPE_OPTIONS_H
#define KALEIDOSCOPE_OPTIONS_H

#include "llvm/Passes/OptimizationLevel.h"

#include <functional>
#include <string>
#include <vector>

namespace kaleidoscope {

struct Options {
  llvm::OptimizationLevel Level = llvm::OptimizationLevel::O2;
  std::string File = "-"; ///< `-` is standard input
  bool Interactive = false;
};

/// An option of another language: takes the argument at \p Index, and those
/// behind it that belong to it, and leaves \p Index at the last one. False if
/// it is not one of its options.
using MoreOptions =
    std::function<bool(const std::vector<std::string> &Args, size_t &Index)>;

/// Reads the command line. If something is wrong with it the process ends with
/// exit code 2 and one line that says what, and if it asks for help, with 0
/// and \p Usage on standard output.
Options readOptions(int Count, char **Values, const std::string &Usage,
                    const MoreOptions &More);

/// Ends the process with exit code 2 and the line \p What.
[[noreturn]] void failUsage(const std::string &What);

} // namespace kaleidoscope

#endif
