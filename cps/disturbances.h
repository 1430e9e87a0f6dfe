//===- disturbances.h - When something else had the processor ---*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CPS_DISTURBANCES_H
#define TUSSAH_CPS_DISTURBANCES_H

#include <cstdint>

namespace tussah::cps::detail {

/// Whether a thread of the system was interrupted, and how long it did not run.
/// All functions are for that thread.
///
/// A processor has no instruction that tells whether there was an interrupt,
/// but x86-64 has a trace of it. The return to a program clears segment
/// registers whose selector is null but not 0. Programs in 64 bits do not use
/// ES, so a 1 in it lasts until the next interrupt or fault. A look takes a
/// nanosecond. The system keeps it when it switches to another thread, and then
/// returns by the same instruction. Where this does not work, as under Valgrind
/// or with FRED, watch() finds out, and seen() is always false.
///
/// What the host of a virtual machine does in some microseconds is not seen.
class Disturbances {
public:
  /// Begins to look.
  void watch();
  /// Ends it: the thread goes on with something else.
  void leave();

  /// Whether there was an interrupt or a fault since the last call.
  bool seen() const;

  /// What the system knows.
  struct Away {
    /// The nanoseconds in which the thread did not run: another one had the
    /// processor, or another virtual machine where the system knows that.
    std::uint64_t Nanoseconds = 0;
    /// The thread has waited itself, for instance for a file.
    bool Waited = false;
  };
  /// Asks the system, about the time since mark() or the last call. Takes a
  /// microsecond.
  Away ask();
  void mark() { ask(); }

private:
  /// Whether seen() works on this thread.
  bool Traced = false;
  std::uint64_t Time = 0, OwnTime = 0;
  long Waits = 0;
};

} // namespace tussah::cps::detail

#endif // TUSSAH_CPS_DISTURBANCES_H
