//===- scope.h - Tasks of code that knows no cancellation ------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A task of a module that includes <tussah/cancel.h> sets the scope that it
/// was spawned in. Tasks of other modules must begin in no scope, because
/// functions that they call may ask. In programs without cancellation these
/// calls test a null pointer.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_ABI_SCOPE_H
#define TUSSAH_RUNTIME_ABI_SCOPE_H

struct tussah_scope;

extern "C" [[gnu::weak]] tussah_scope *__tussah_scope_swap(tussah_scope *Scope);

namespace {

/// Leaves all scopes of the thread. Returns the innermost.
inline tussah_scope *leaveScopes() noexcept {
  return __builtin_expect(__tussah_scope_swap != nullptr, 0)
             ? __tussah_scope_swap(nullptr)
             : nullptr;
}

/// Lets \p Scope be the innermost again.
inline void returnToScope(tussah_scope *Scope) noexcept {
  if (Scope)
    __tussah_scope_swap(Scope);
}

} // namespace

#endif // TUSSAH_RUNTIME_ABI_SCOPE_H
