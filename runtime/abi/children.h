//===- children.h - What all frames keep of their tasks ---------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of a frame that does not depend on who runs the tasks, for runtimes
/// whose parents go on before their children: it lets exceptions and reducers
/// be those of the serial program.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_ABI_CHILDREN_H
#define TUSSAH_RUNTIME_ABI_CHILDREN_H

#include "abi.h"
#include "count.h"
#include "failure.h"
#include "numbers.h"
#include "scope.h"
#include "views.h"

#include <new>
#include <utility>

namespace {

/// The tasks that a frame has spawned since its last sync. Only run may be
/// called by other threads than the frame's own.
class Children {
  uint64_t Spawned = 0;
  FirstFailure Failed;
  tussah_views_1::Segments Segments;

public:
  uint64_t spawned() const noexcept { return Spawned; }

  /// A task is spawned. Returns its number.
  uint64_t spawn() noexcept {
    countSpawn();
    Segments.spawn(Spawned);
    return Spawned++;
  }

  /// Runs the task that is being spawned, if it must be at once: a reduce
  /// function spawns it. Returns false if not.
  bool runAtOnce(void (*Run)(void *), void *Closure) noexcept {
    if (__builtin_expect(tussah_views_1::Reducing == 0, 1))
      return false;
    countSpawn();
    try {
      Run(Closure);
    } catch (...) {
      Failed.keepCurrent(Spawned);
    }
    ++Spawned;
    return true;
  }

  /// Runs task number \p Index on the calling thread, and keeps its exception.
  // Not instrumented: ThreadSanitizer would see the last use of the frame, and
  // not that the parent waits for it.
  [[clang::disable_sanitizer_instrumentation]] void
  run(uint64_t Index, void (*Run)(void *), void *Closure) noexcept {
    countThread();
    // The thread may be waiting in a scope of cancellation that the task is not
    // in.
    tussah_scope *Scope = leaveScopes();
    auto *Before = std::exchange(tussah_views_1::Current, tussah_views_1::None);
    try {
      Run(Closure);
    } catch (...) {
      Failed.keepCurrent(Index);
    }
    Segments.finish(Index, Before);
    if (!Before)
      tussah_numbers_1::leave();
    returnToScope(Scope);
  }

  /// Called when all tasks, at least one, have finished. Unites the views of
  /// reducers, and makes this as new. Throws the exception of the first spawned
  /// task that failed, in place of \p InFlight, the exception (or null) that
  /// unwinds through the frame's function.
  void join(void *InFlight) {
    // In a reduce function all has been one segment.
    if (tussah_views_1::Reducing == 0)
      Segments.join(Spawned, [&] { Failed.keepCurrent(Spawned); });
    if (!tussah_views_1::Current)
      tussah_numbers_1::leave();
    Spawned = 0;
    Failed.raiseInsteadOf(InFlight);
  }
};

} // namespace

/// Defines what abi.h says of frames, of type \p Frame, and of reducers.
#define TUSSAH_DEFINE_FRAME(Frame)                                             \
  const uint32_t tussah_abi_version = TUSSAH_ABI_VERSION;                      \
  const uint64_t tussah_abi_frame_size = sizeof(Frame);                        \
  const uint64_t tussah_abi_frame_align = alignof(Frame);                      \
  void tussah_abi_enter(void *P) noexcept { new (P) Frame; }                   \
  TUSSAH_DEFINE_VIEWS                                                          \
  TUSSAH_DEFINE_NUMBERS

#endif // TUSSAH_RUNTIME_ABI_CHILDREN_H
