//===- Unchecked.cpp - What the program wants not to be checked -----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Unchecked.h"

#include "compiler/targets/lowering/Diagnostics.h"

#include "llvm/IR/Assumptions.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/SpecialCaseList.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;

namespace tussah {

/// What keywords/Unsanitized.cpp writes for the attribute of the source, in the
/// only attribute of clang's that reaches a function with a text.
static constexpr StringLiteral SourceMark = "tussah_no_sanitize_cilk";
/// What ignore lists name.
static constexpr StringLiteral ListMark = "tussah-ignored";

/// As in clang: what is listed is ignored, unless a later line says
/// `=sanitize`.
static bool isListed(const SpecialCaseList &List, StringRef Kind,
                     StringRef Name) {
  auto Ignored = List.inSectionBlame("cilk", Kind, Name);
  return Ignored != decltype(Ignored)() &&
         Ignored > List.inSectionBlame("cilk", Kind, Name, "sanitize");
}

/// The function of the source that \p F is, or was outlined from.
static StringRef sourceSymbol(const Function &F) {
  StringRef Symbol = F.getName();
  for (StringRef Suffix : {".task", ".body", ".scope"})
    Symbol = Symbol.split(Suffix).first;
  return Symbol;
}

Error markIgnored(Module &M, const std::vector<std::string> &Lists) {
  if (Lists.empty())
    return Error::success();
  std::string Problem;
  std::unique_ptr<SpecialCaseList> List =
      SpecialCaseList::create(Lists, *vfs::getRealFileSystem(), Problem);
  if (!List)
    return makeError("-fsanitize-ignorelist: " + Problem);
  bool IsAll = isListed(*List, "mainfile", M.getSourceFileName()) ||
               isListed(*List, "src", M.getSourceFileName());
  for (Function &F : M) {
    const DISubprogram *SP = F.getSubprogram();
    if (IsAll || isListed(*List, "fun", sourceSymbol(F)) ||
        (SP && isListed(*List, "src", SP->getFilename())))
      F.addFnAttr(ListMark);
  }
  return Error::success();
}

bool isUnchecked(const Function &F) {
  return F.hasFnAttribute(ListMark) || F.getFnAttribute(AssumptionAttrKey)
                                           .getValueAsString()
                                           .contains(SourceMark);
}

} // namespace tussah
