// Kaleidoscope with parallelism.

#include "../plain/Options.h"
#include "Parallel.h"

#include "llvm/Support/DynamicLibrary.h"

#include <cstdlib>

using namespace kaleidoscope;

static const char Usage[] =
    R"(usage: kaleidoscope [OPTION...] [FILE]

Executes the program in FILE, or in standard input.

  -O0 ... -O3     how much code is optimized; -O2 if nothing is said
  -i              interactive: a prompt, and no end after an error
  --workers N     how many threads execute tasks; one for each processor if
                  nothing is said
  --target NAME   what tasks become: native (if nothing is said), serial, or
                  the path of a bitcode file without thread-local variables
  --load LIBRARY  a shared library with functions for the program or the target
  --tool FILE     the bitcode of a tool, whose hooks are put into the program;
                  its library is preloaded, or loaded by --load
  --keep-spawns   every spawn becomes a task, also where that does not pay
)";

static void setWorkers(const std::string &Number) {
  char *End;
  long Workers = std::strtol(Number.c_str(), &End, 10);
  if (*End || Number.empty() || Workers < 1 || Workers > 2048)
    failUsage("the number of workers is from 1 to 2048, not '" + Number + "'");
  setenv("CILK_NWORKERS", Number.c_str(), /*overwrite=*/1);
}

static void load(const std::string &Library) {
  std::string Problem;
  if (llvm::sys::DynamicLibrary::LoadLibraryPermanently(Library.c_str(),
                                                        &Problem))
    failUsage("cannot load '" + Library + "': " + Problem);
}

int main(int Count, char **Values) {
  tussah::PipelineOptions Lowering;
  Lowering.JustInTime = true;
  Options O =
      readOptions(Count, Values, Usage,
                  [&](const std::vector<std::string> &Args, size_t &Index) {
                    const std::string &Name = Args[Index];
                    if (Name == "--keep-spawns") {
                      Lowering.KeepSpawns = true;
                      return true;
                    }
                    if (Name != "--workers" && Name != "--target" &&
                        Name != "--load" && Name != "--tool")
                      return false;
                    if (++Index == Args.size())
                      failUsage("'" + Name + "' needs an argument; see --help");
                    const std::string &Value = Args[Index];
                    if (Name == "--workers")
                      setWorkers(Value);
                    else if (Name == "--target")
                      Lowering.Target = Value;
                    else if (Name == "--tool")
                      Lowering.Tools.push_back(Value);
                    else
                      load(Value);
                    return true;
                  });
  // The runtime would unwind in signal handlers, and the unwinder takes a lock
  // once a JIT has given it tables (docs/internals/tutorial-front-end.md).
  setenv("TUSSAH_SIGNAL", "0", /*overwrite=*/0);
  return runFile(parallelLanguage(Lowering), O.Level, O.File, O.Interactive);
}
