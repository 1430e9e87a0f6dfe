//===- Unsanitized.cpp - no_sanitize("cilk") ------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Unsanitized.h"

#include "compiler/compat/Diagnostics.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace tussah {
namespace {

constexpr llvm::StringLiteral Name = "cilk";

/// Passes on all but one warning. That must not have become an error before it
/// comes here, so -Werror is done for the others here.
class UnknownSanitizers : public compat::ForwardingConsumer {
public:
  explicit UnknownSanitizers(DiagnosticsEngine &Diags)
      : ForwardingConsumer(*Diags.getClient()),
        IsError(Diags.getDiagnosticLevel(diag::warn_unknown_sanitizer_ignored,
                                         SourceLocation()) >=
                DiagnosticsEngine::Error),
        Owned(Diags.ownsClient() ? Diags.takeClient() : nullptr) {
    Diags.setDiagnosticGroupWarningAsError("unknown-sanitizers", false);
    count();
  }

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    IsDropped = false;
    if (Info.getID() == diag::warn_unknown_sanitizer_ignored) {
      IsDropped = Info.getArgKind(0) == DiagnosticsEngine::ak_std_string &&
                  Info.getArgStdStr(0) == Name;
      if (IsError && Level == DiagnosticsEngine::Warning)
        Level = DiagnosticsEngine::Error;
    }
    if (!IsDropped)
      Next.HandleDiagnostic(Level, Info);
    count();
  }

  bool IncludeInDiagnosticCounts() const override {
    return !IsDropped && Next.IncludeInDiagnosticCounts();
  }

  void BeginSourceFile(const LangOptions &Options,
                       const Preprocessor *PP) override {
    Next.BeginSourceFile(Options, PP);
  }

  void EndSourceFile() override {
    Next.EndSourceFile();
    count();
  }

  void clear() override {
    Next.clear();
    count();
  }

private:
  /// Clang asks here how many there were.
  void count() override {
    NumWarnings = Next.getNumWarnings();
    NumErrors = Next.getNumErrors();
  }

  const bool IsError;
  bool IsDropped = false;
  std::unique_ptr<DiagnosticConsumer> Owned;
};

class Marker : public RecursiveASTVisitor<Marker> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  bool VisitFunctionDecl(FunctionDecl *F) {
    for (const auto *A : F->specific_attrs<NoSanitizeAttr>())
      if (llvm::is_contained(A->sanitizers(), Name) &&
          !F->hasAttr<OMPAssumeAttr>())
        F->addAttr(OMPAssumeAttr::CreateImplicit(F->getASTContext(),
                                                 "tussah_no_sanitize_cilk"));
    return true;
  }
};

} // namespace

void acceptCilkSanitizer(CompilerInstance &CI) {
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  Diags.setClient(new UnknownSanitizers(Diags), /*ShouldOwnClient=*/true);
}

void markUnsanitized(Decl *D, Preprocessor &PP) {
  // Most programs do not have the word.
  IdentifierTable &Words = PP.getIdentifierTable();
  if (Words.find("no_sanitize") != Words.end() ||
      Words.find("__no_sanitize__") != Words.end() ||
      Words.getExternalIdentifierLookup())
    Marker().TraverseDecl(D);
}

} // namespace tussah
