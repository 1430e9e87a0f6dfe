//===- OutOfLine.cpp - Functions that are not inlined ---------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutOfLine.h"

using namespace llvm;

namespace tussah {

/// Marks functions that only keepOutOfLine keeps from being inlined.
static constexpr StringLiteral KeptAttr = "tussah-kept";

void keepOutOfLine(Function &F) {
  F.setPresplitCoroutine();
  // Its callers would become roots. LLVM 22 knows that by the attribute above,
  // but LLVM 19 inlines a function when CoroSplit has removed that.
  if (!F.hasFnAttribute(Attribute::AlwaysInline) &&
      !F.hasFnAttribute(Attribute::NoInline)) {
    F.addFnAttr(Attribute::NoInline);
    F.addFnAttr(KeptAttr);
  }
}

void makeOrdinary(Function &F) {
  F.removeFnAttr(Attribute::PresplitCoroutine);
  if (F.hasFnAttribute(KeptAttr)) {
    F.removeFnAttr(Attribute::NoInline);
    F.removeFnAttr(KeptAttr);
  }
}

} // namespace tussah
