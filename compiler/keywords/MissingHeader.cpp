//===- MissingHeader.cpp - Keywords without their header ------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MissingHeader.h"

#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace tussah {

/// Whether the source names \p Keyword, which means nothing in it.
static bool isUnknown(llvm::StringRef Keyword, CompilerInstance &CI) {
  IdentifierTable &Names = CI.getPreprocessor().getIdentifierTable();
  auto Found = Names.find(Keyword);
  // Only what has been lexed is in the table.
  if (Found == Names.end())
    return false;
  IdentifierInfo *Name = Found->second;
  return !Name->hadMacroDefinition() &&
         CI.getASTContext().getTranslationUnitDecl()->lookup(Name).empty();
}

void noteMissingHeader(CompilerInstance &CI) {
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  if (!Diags.hasErrorOccurred())
    return;
  for (const char *Keyword :
       {"cilk_spawn", "cilk_sync", "cilk_for", "cilk_scope", "cilk_reducer"}) {
    if (!isUnknown(Keyword, CI))
      continue;
    Diags.Report(Diags.getCustomDiagID(
        DiagnosticsEngine::Note, "for '%0', include <cilk/cilk.h>, or use "
                                 "-fopencilk, which includes it"))
        << Keyword;
    return;
  }
}

} // namespace tussah
