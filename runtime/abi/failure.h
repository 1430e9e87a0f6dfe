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
#include <utility>

namespace {

/// An exception outside of its handler. At most one of the members is set.
struct Failure {
  std::exception_ptr Exception;
  _Unwind_Exception *Foreign = nullptr; ///< of another language; owned

  [[noreturn]] void raise() && {
    if (!Foreign)
      std::rethrow_exception(std::move(Exception));
    _Unwind_RaiseException(Foreign);
    std::terminate();
  }

  /// Destroys an exception that the program does not see.
  void discard() && noexcept {
    if (Foreign)
      _Unwind_DeleteException(Foreign);
    Exception = nullptr;
  }
};

/// The exception of another language that is being handled, taken from the
/// handler; null if there is none. It is the only one that the thread handles:
/// libstdc++ has no lists of them. A forced unwinding stays where it is.
inline _Unwind_Exception *takeForeign() noexcept {
  // As the C++ ABI defines it: the header of a C++ exception, of which a
  // foreign one has only the end.
  struct Globals {
    char *Caught;
    unsigned Uncaught;
  };
  constexpr int UnwindHeaderOffset = 80;
  auto *G = reinterpret_cast<Globals *>(abi::__cxa_get_globals());
  if (!G->Caught)
    return nullptr;
  auto *Header =
      reinterpret_cast<_Unwind_Exception *>(G->Caught + UnwindHeaderOffset);
  if (Header->private_1 != 0)
    return nullptr;
  G->Caught = nullptr;
  return Header;
}

/// The exception of the earliest failed task of a frame. Trivial to construct
/// (one null pointer), owns memory only after a failure.
class FirstFailure {
  struct Entry {
    Failure What;
    uint64_t Index;
  };
  std::atomic<Entry *> First{nullptr};

  static void drop(Entry *E) noexcept {
    std::move(E->What).discard();
    delete E;
  }

public:
  /// Called in a handler, by any thread: keeps the exception being handled if
  /// \p Index, the number of its task, is the lowest so far.
  void keepCurrent(uint64_t Index) noexcept {
    Entry *Mine = new Entry{{std::current_exception()}, Index};
    if (!Mine->What.Exception)
      Mine->What.Foreign = takeForeign();
    // Acquire: pairs with the release below, of the thread that has kept Old.
    Entry *Old = First.load(std::memory_order_acquire);
    // Release: pairs with the acquires above and here, of threads that read
    // Mine, and in raiseInsteadOf. Acquire: pairs with the release here, for
    // what is Old next, which is read and may be dropped.
    while (!Old || Index < Old->Index)
      if (First.compare_exchange_weak(Old, Mine, std::memory_order_acq_rel)) {
        if (Old)
          drop(Old);
        return;
      }
    drop(Mine);
  }

  /// Throws the exception that was kept, if there is one, in place of \p
  /// InFlight, the exception (or null) that a landing pad has received, and
  /// forgets it. Returns if there is none, or if \p InFlight is the forced
  /// unwinding of a thread that is being cancelled. Called by the frame's owner
  /// when no task is left.
  void raiseInsteadOf(void *InFlight);
};

/// Destroys \p Exception, which a landing pad has received.
inline void destroyInFlight(_Unwind_Exception *Exception) noexcept {
  // "GNUCC++\0", or "GNUCC++\1" for one made by std::rethrow_exception.
  constexpr uint64_t GnuCxx = 0x474e5543432b2b00;
  if ((Exception->exception_class & ~UINT64_C(1)) != GnuCxx)
    return _Unwind_DeleteException(Exception);
  abi::__cxa_begin_catch(Exception);
  abi::__cxa_end_catch();
}

inline void FirstFailure::raiseInsteadOf(void *InFlight) {
  // Acquire: pairs with the release in keepCurrent.
  Entry *E = First.load(std::memory_order_acquire);
  if (!E)
    return;
  First.store(nullptr, std::memory_order_relaxed);
  Failure What = std::move(E->What);
  delete E;
  if (auto *Exception = static_cast<_Unwind_Exception *>(InFlight)) {
    // The unwinder keeps the stop function of a forced unwinding here.
    if (Exception->private_1 != 0)
      return std::move(What).discard();
    destroyInFlight(Exception);
  }
  std::move(What).raise();
}

} // namespace

#endif // TUSSAH_RUNTIME_ABI_FAILURE_H
