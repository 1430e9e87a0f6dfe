//===- Unit.h - What functions of a translation unit share ------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_SHARED_UNIT_H
#define TUSSAH_COMPILER_KEYWORDS_SHARED_UNIT_H

#include "KeywordLog.h"
#include "MarkerDecls.h"
#include "Reporter.h"

namespace tussah {

/// What all functions of a translation unit share.
struct Unit {
  clang::Sema &S;
  KeywordLog &Log;
  MarkerDecls Markers;
  Reporter Errors;

  Unit(clang::Sema &S, KeywordLog &Log, bool CountsCode)
      : S(S), Log(Log), Markers(S, CountsCode), Errors(S, &Log.switches()) {}
  const clang::SourceManager &sources() const { return S.getSourceManager(); }
};

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_SHARED_UNIT_H
