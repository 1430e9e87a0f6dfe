//===- backtrack_example.h - What the backtracking examples share ---------===//
///
/// \file
/// Runs an example in one of two ways: with workers that make tasks on demand,
/// or (--serial) by an ordinary C++ function that computes the same.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_EXAMPLES_BACKTRACK_BACKTRACK_EXAMPLE_H
#define TUSSAH_EXAMPLES_BACKTRACK_BACKTRACK_EXAMPLE_H

/// The usage of the options that all have.
#define BACKTRACK_USAGE                                                        \
  "[--serial] [--workers N] [--stats[=text|json]] [--trace FILE]"
#define BACKTRACK_RANKS_USAGE                                                  \
  BACKTRACK_USAGE " [--checkpoint FOLDER [--every TIME]]"

#include "../example.h"

#include <tussah/backtrack.hpp>

namespace bt = tussah::backtrack;

/// The options of all examples.
class Example {
public:
  /// Takes them out of the arguments. \p join is bt::ranks where tasks run on
  /// other ranks: the time to find these is not that of the run.
  Example(int &argc, char **argv, unsigned (*join)() = nullptr)
      : Serial(example_flag(&argc, argv, "--serial")), Line(argc, argv) {
    if (!Serial && join)
      join();
  }

  /// Returns what \p serial() or \p parallel(options) does, and says how long
  /// it took and, on one line, how many tasks were made.
  template <class S, class P> auto run(S serial, P parallel) {
    double start = example_clock();
    if (Serial) {
      auto result = serial();
      example_time(start);
      return result;
    }
    bt::statistics measured;
    Line.run.result = &measured;
    auto result = parallel(Line.run);
    example_time(start);
    bt::worker_statistics all = measured.total();
    fprintf(stderr, "tasks %" PRIu64 " copies %" PRIu64 "\n",
            all.splits + all.forced, all.copies);
    Line.report(measured);
    // Nobody asks for one, unless a test or a checkpoint does, or a rank that
    // has died has done so.
    if (measured.workers.size() == 1 && measured.ranks.empty() &&
        all.forced == 0 && (all.splits || all.copies || all.allocations))
      example_fail(1, "one worker has made tasks or copies");
    return result;
  }

private:
  bool Serial;
  bt::command_line Line;
};

/// Calls `program`, and turns its exceptions into a line and an exit code.
template <class Program> int runExample(Program program) {
  try {
    program();
    return 0;
  } catch (const bt::error &e) {
    example_fail(2, "%s", e.what());
  } catch (const std::exception &e) {
    example_fail(1, "%s", e.what());
  }
}

#endif // TUSSAH_EXAMPLES_BACKTRACK_BACKTRACK_EXAMPLE_H
