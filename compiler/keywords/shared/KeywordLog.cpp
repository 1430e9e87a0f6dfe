//===- KeywordLog.cpp - Where keywords were read --------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeywordLog.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;

namespace tussah {

SourceLocation KeywordLog::makeTokenLocation(SourceLocation Pragma) {
  if (StartOfBuffer.isInvalid())
    StartOfBuffer = SM.getLocForStartOfFile(
        SM.createFileID(llvm::MemoryBuffer::getMemBuffer("cilk\n", TokenBuffer),
                        SrcMgr::C_System));
  return SM.createMacroArgExpansionLoc(Pragma, StartOfBuffer, /*Length=*/1);
}

void KeywordLog::add(Keyword K, SourceLocation Token) {
  Uses.push_back({K, Token});
  if (K == Keyword::Reducer) {
    HasReducers = true;
    markSeen(Token); // clang reports attributes that it does not accept
  }
  SourceLocation L = SM.getExpansionLoc(SM.getImmediateSpellingLoc(Token));
  while (L.isValid() && Points.insert(L).second) {
    L = SM.getIncludeLoc(SM.getFileID(L));
    if (L.isValid())
      L = SM.getExpansionLoc(L);
  }
}

bool KeywordLog::mayContain(SourceRange Range) const {
  if (Range.isInvalid())
    return !Uses.empty();
  if (SM.isLoadedSourceLocation(Range.getBegin()))
    return true;
  if (Points.empty())
    return false;
  SourceLocation Begin = SM.getExpansionLoc(Range.getBegin());
  SourceLocation End = SM.getExpansionRange(Range.getEnd()).getEnd();
  if (SM.getFileID(Begin) != SM.getFileID(End))
    return true;
  auto First = Points.lower_bound(Begin);
  return First != Points.end() && *First <= End;
}

std::vector<KeywordLog::Use> KeywordLog::unseen() const {
  std::vector<Use> Result;
  for (const Use &U : Uses)
    if (!Seen.count(U.Token))
      Result.push_back(U);
  return Result;
}

} // namespace tussah
