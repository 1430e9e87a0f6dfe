//===- failure.h - Exceptions of tasks, kept for the sync ------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Of all tasks of a frame that fail, the program sees the exception of the
/// one that was spawned first, because that is the one that the serial program
/// would have thrown. The names are in an unnamed namespace because the layout
/// is private to the bitcode file that includes this header.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_ABI_FAILURE_H
#define TUSSAH_RUNTIME_ABI_FAILURE_H

#include <atomic>
#include <cstdint>
#include <cxxabi.h>
#include <exception>
#include <unwind.h>

namespace {

/// The exception of the earliest failed task of a frame. Trivial to construct
/// (one null pointer), owns memory only after a failure.
class FirstFailure {
  struct Entry {
    std::exception_ptr Exception;
    uint64_t Index;
  };
  std::atomic<Entry *> First{nullptr};

public:
  /// Called in a handler, by any thread: keeps the exception being handled if
  /// \p Index, the number of its task, is the lowest so far.
  void keepCurrent(uint64_t Index) noexcept {
    Entry *Mine = new Entry{std::current_exception(), Index};
    Entry *Old = First.load(std::memory_order_acquire);
    while (!Old || Index < Old->Index)
      if (First.compare_exchange_weak(Old, Mine, std::memory_order_acq_rel)) {
        delete Old;
        return;
      }
    delete Mine;
  }

  /// Returns the exception and forgets it; null if no task has failed. Called
  /// by the frame's owner when no task is left.
  std::exception_ptr take() noexcept {
    Entry *E = First.load(std::memory_order_acquire);
    if (!E)
      return nullptr;
    std::exception_ptr Exception = std::move(E->Exception);
    delete E;
    First.store(nullptr, std::memory_order_relaxed);
    return Exception;
  }
};

/// True if \p Exception must not be destroyed by us: it belongs to another
/// language, or is the forced unwinding of a thread that is being cancelled.
inline bool isForeignOrForced(const _Unwind_Exception *Exception) noexcept {
  // "GNUCC++\0", or "GNUCC++\1" for one made by std::rethrow_exception.
  constexpr uint64_t GnuCxx = 0x474e5543432b2b00;
  // The unwinder keeps the stop function of a forced unwinding here.
  return (Exception->exception_class & ~UINT64_C(1)) != GnuCxx ||
         Exception->private_1 != 0;
}

/// Throws \p Failure, if there is one, in place of \p InFlight, the exception
/// (or null) that a landing pad has received. Returns if there is none, or if
/// \p InFlight must not be replaced.
inline void replaceInFlight(std::exception_ptr Failure, void *InFlight) {
  if (!Failure)
    return;
  if (InFlight) {
    if (isForeignOrForced(static_cast<_Unwind_Exception *>(InFlight)))
      return;
    abi::__cxa_begin_catch(InFlight);
    abi::__cxa_end_catch();
  }
  std::rethrow_exception(std::move(Failure));
}

} // namespace

#endif // TUSSAH_RUNTIME_ABI_FAILURE_H
