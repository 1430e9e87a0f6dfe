//===- RaceHints.cpp - Races that can be seen in the source ---------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceHints.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace tussah {

static bool isOfLocks(llvm::StringRef Name) {
  std::string Lower = Name.lower();
  static constexpr llvm::StringLiteral Parts[] = {
      "lock",    "mutex", "critical", "atomic", "guard",  "acquire",
      "compare", "fetch", "cas",      "sync",   "worker", "xchg"};
  return llvm::any_of(Parts, [&](llvm::StringRef Part) {
    return llvm::StringRef(Lower).contains(Part);
  });
}

bool mayExclude(const Stmt *S) {
  if (!S)
    return false;
  if (isa<AtomicExpr, GCCAsmStmt>(S))
    return true;
  const NamedDecl *Used = nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(S))
    Used = dyn_cast_or_null<NamedDecl>(Call->getCalleeDecl());
  else if (const auto *Construction = dyn_cast<CXXConstructExpr>(S))
    Used = Construction->getConstructor()->getParent();
  if (Used && Used->getDeclName().isIdentifier() && isOfLocks(Used->getName()))
    return true;
  return llvm::any_of(S->children(), mayExclude);
}

const Expr *plain(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  while (const auto *Cleanups = dyn_cast<ExprWithCleanups>(E))
    E = Cleanups->getSubExpr()->IgnoreParenImpCasts();
  return E;
}

} // namespace tussah
