//===- order.h - What ThreadSanitizer cannot see ----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A library that is not compiled with -fsanitize=thread orders its threads by
/// means that ThreadSanitizer does not see. These calls tell it; in programs
/// without it they test a null pointer.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_ABI_ORDER_H
#define TUSSAH_RUNTIME_ABI_ORDER_H

extern "C" {
[[gnu::weak]] void __tsan_acquire(void *Object);
[[gnu::weak]] void __tsan_release(void *Object);
}

namespace {

/// What the calling thread did is visible to those that call isAfter with the
/// same \p Object from now on. For TSan only: it orders nothing by itself.
inline void isBefore(void *Object) noexcept {
  if (__builtin_expect(__tsan_release != nullptr, 0))
    __tsan_release(Object);
}

inline void isAfter(void *Object) noexcept {
  if (__builtin_expect(__tsan_acquire != nullptr, 0))
    __tsan_acquire(Object);
}

} // namespace

#endif // TUSSAH_RUNTIME_ABI_ORDER_H
