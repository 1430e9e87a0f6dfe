//===- cps_example.h - What the continuation-passing examples share -------===//
///
/// \file
/// Runs an example in one of two ways: with threads, or (--serial) by an
/// ordinary C++ function that computes the same, which is what the paper
/// compares with.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_EXAMPLES_CPS_CPS_EXAMPLE_H
#define TUSSAH_EXAMPLES_CPS_CPS_EXAMPLE_H

/// The usage of the options that all have, and of those that most have.
#define CPS_COMMON_USAGE                                                       \
  "[--serial] [--workers N] [--stats[=text|csv|json]] [--dag FILE]"
#define CPS_USAGE CPS_COMMON_USAGE " [--checkpoint FOLDER [--every TIME]]"

#include "../example.h"

#include <tussah/cps.hpp>

#include <optional>

namespace cps = tussah::cps;

/// The options of all examples.
class Example {
public:
  /// Takes them out of the arguments.
  Example(int &argc, char **argv)
      : Serial(example_flag(&argc, argv, "--serial")), Line(argc, argv) {
    // The time to find the other processes of a job is not that of the run.
    if (!Serial)
      cps::ranks();
  }

  /// What --workers says, or 0.
  unsigned workers() const { return Line.run.workers; }

  /// Whether --checkpoint was there.
  bool wantsCheckpoints() const { return !Line.run.checkpoint.empty(); }

  /// Returns what \p serial or \p parallel(options) does, and says how long it
  /// took and, on one line, how many threads there were. With --stats it does
  /// the former first, too, for T_serial.
  template <class S, class P> auto run(S serial, P parallel) {
    if (Serial) {
      double start = example_clock();
      auto result = serial();
      example_time(start);
      return result;
    }
    std::optional<double> serialTime;
    if (Line.run.measure && cps::rank() == 0) {
      double start = example_clock();
      auto result = serial();
      // Else the compiler leaves out what nobody looks at.
      asm volatile("" : : "r"(&result) : "memory");
      serialTime = example_clock() - start;
    }
    cps::statistics measured;
    Line.run.result = &measured;
    double start = example_clock();
    auto result = parallel(Line.run);
    example_time(start);
    measured.serial = serialTime;
    fprintf(stderr, "threads %" PRIu64 "\n", measured.threads());
    Line.report(measured);
    return result;
  }

private:
  bool Serial;
  cps::command_line Line;
};

/// Calls `program`, and turns its exceptions into a line and an exit code.
template <class Program> int runExample(Program program) {
  try {
    program();
    return 0;
  } catch (const cps::error &e) {
    bool input = e.why() == cps::error::wrong_option;
    example_fail(input ? 2 : 1, "%s", e.what());
  } catch (const std::exception &e) {
    example_fail(1, "%s", e.what());
  }
}

#endif // TUSSAH_EXAMPLES_CPS_CPS_EXAMPLE_H
