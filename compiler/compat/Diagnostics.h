//===- Diagnostics.h - Consumers of messages in each clang ------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_COMPAT_DIAGNOSTICS_H
#define TUSSAH_COMPILER_COMPAT_DIAGNOSTICS_H

#include "clang/Basic/Diagnostic.h"
#include "llvm/Config/llvm-config.h"

namespace tussah::compat {

/// A consumer in front of \p Next, which learns the end of all work, too. Since
/// LLVM 23 no consumer is told. Delete when LLVM 23 is the floor.
class ForwardingConsumer : public clang::DiagnosticConsumer {
protected:
  clang::DiagnosticConsumer &Next;

  explicit ForwardingConsumer(clang::DiagnosticConsumer &Next) : Next(Next) {}
  /// Called when \p Next may have been told something.
  virtual void count() = 0;

#if LLVM_VERSION_MAJOR < 23
public:
  void finish() override {
    Next.finish();
    count();
  }
#endif
};

} // namespace tussah::compat

#endif // TUSSAH_COMPILER_COMPAT_DIAGNOSTICS_H
