//===- OneCall.h - Tasks that are one call ----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_ONECALL_H
#define TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_ONECALL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace tussah {

/// A task of the form
///
///     ... call callee(...); [store the result]; ret
///
/// in which what comes before the call may as well be done by the parent, since
/// it is done first anyway. A structure may be stored member by member.
struct OneCall {
  llvm::CallInst *Call = nullptr;
  /// Where the result is stored, null if it is not.
  llvm::Value *Place = nullptr;
};

/// Returns the only call of \p Task, if that is all it does and \p IsCallee is
/// true of what it calls (which may be null).
std::optional<OneCall>
asOneCall(llvm::Function &Task,
          llvm::function_ref<bool(llvm::Function *)> IsCallee);

/// Inlines what \p Task only calls, if it is not too large, which saves a call
/// for each spawn. Returns true if so.
bool inlineCall(llvm::Function &Task, const OneCall &One);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_ONECALL_H
