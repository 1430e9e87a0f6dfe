// Kaleidoscope, the plain language, which is serial.

#include "Options.h"
#include "Session.h"

using namespace kaleidoscope;

static const char Usage[] =
    R"(usage: kaleidoscope-plain [-O0|-O1|-O2|-O3] [-i] [FILE]

Executes the program in FILE, or in standard input.

  -O0 ... -O3     how much code is optimized; -O2 if nothing is said
  -i              interactive: a prompt, and no end after an error
)";

int main(int Count, char **Values) {
  Options O = readOptions(
      Count, Values, Usage,
      [](const std::vector<std::string> &, size_t &) { return false; });
  Language L;
  L.Optimize = optimize;
  return runFile(L, O.Level, O.File, O.Interactive);
}
