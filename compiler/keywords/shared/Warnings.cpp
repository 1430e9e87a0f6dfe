//===- Warnings.cpp - The plugin's own warnings ---------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Warnings.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/LexDiagnostic.h"
#include "clang/Lex/LiteralSupport.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tussah {

static constexpr llvm::StringLiteral Group = "tussah";

/// In the order of Warning, and of the alphabet.
static constexpr llvm::StringLiteral Names[] = {
    "tussah-first-view", "tussah-grainsize",      "tussah-race",
    "tussah-return",     "tussah-shared-counter", "tussah-stale-view"};

llvm::StringRef Warnings::nameOf(Warning W) { return Names[unsigned(W)]; }

llvm::StringRef Warnings::nearestName(llvm::StringRef Name) {
  llvm::StringRef Best;
  // As clang's own: at most a third of the name is wrong.
  unsigned Distance = Name.size() / 3 + 1;
  for (llvm::StringRef Candidate : Names)
    if (unsigned D = Candidate.edit_distance(Name, true, Distance);
        D < Distance) {
      Best = Candidate;
      Distance = D;
    }
  return Best;
}

bool Warnings::change(Settings &S, llvm::StringRef Name,
                      llvm::function_ref<void(Setting &)> Change) {
  bool Found = false;
  for (auto [Candidate, Each] : llvm::zip_equal(Names, S))
    if (Name == Group || Name == Candidate) {
      Change(Each);
      Found = true;
    }
  return Found;
}

void Warnings::reportUnknown(llvm::StringRef Option, llvm::StringRef Prefix,
                             llvm::StringRef Name, SourceLocation L,
                             DiagnosticsEngine &Diags) {
  llvm::StringRef Nearest = nearestName(Name);
  Diags.Report(L, diag::warn_unknown_diag_option)
      << /*remark=*/0 << Option << !Nearest.empty() << (Prefix + Nearest).str();
}

bool Warnings::readOption(llvm::StringRef Option, DiagnosticsEngine &Diags) {
  llvm::StringRef Name = Option;
  if (!Name.consume_front("W"))
    return false;
  bool IsOn = !Name.consume_front("no-");
  bool IsError = Name.consume_front("error=");
  llvm::StringRef Prefix = Option.drop_back(Name.size());
  if (Name != Group && !Name.starts_with("tussah-"))
    return false;
  bool IsKnown = change(Initial, Name, [&](Setting &S) {
    if (!IsError) {
      S.IsOn = IsOn;
    } else {
      S.IsOn |= IsOn;
      S.IsError = IsOn;
    }
  });
  if (!IsKnown)
    reportUnknown(("-" + Option).str(), ("-" + Prefix).str(), Name,
                  SourceLocation(), Diags);
  return true;
}

const Warnings::Settings &Warnings::settingsAt(SourceLocation L,
                                               const SourceManager &SM) const {
  const Settings *Result = &Initial;
  if (L.isInvalid())
    return *Result;
  L = SM.getExpansionLoc(L);
  for (const auto &[From, S] : Changes) {
    if (!SM.isBeforeInTranslationUnit(From, L))
      break;
    Result = &S;
  }
  return *Result;
}

void Warnings::report(Warning W, SourceLocation L, llvm::StringRef Text,
                      DiagnosticsEngine &Diags,
                      llvm::function_ref<void(unsigned)> Emit) const {
  const SourceManager &SM = Diags.getSourceManager();
  const Setting &S = settingsAt(L, SM)[unsigned(W)];
  bool IsError = S.IsError.value_or(Diags.getWarningsAsErrors());
  bool IsQuiet = (Diags.getIgnoreAllWarnings() && !S.IsError.value_or(false)) ||
                 (Diags.getSuppressSystemWarnings() && L.isValid() &&
                  SM.isInSystemHeader(SM.getExpansionLoc(L)));
  if (!S.IsOn || IsQuiet)
    return;
  std::string Format = Text.str();
  if (Diags.getDiagnosticOptions().ShowOptionNames)
    Format += (IsError ? " [-Werror,-W" : " [-W") + nameOf(W).str() + "]";
  // Newer clangs would do again what has been done here.
  bool All = Diags.getWarningsAsErrors();
  Diags.setWarningsAsErrors(false);
  Emit(Diags.getDiagnosticIDs()->getCustomDiagID(
      IsError ? DiagnosticIDs::Level::Error : DiagnosticIDs::Level::Warning,
      Format));
  Diags.setWarningsAsErrors(All);
}

//===----------------------------------------------------------------------===//
// The pragma
//===----------------------------------------------------------------------===//

/// Handles `#pragma tussah diagnostic`.
class DiagnosticHandler : public PragmaHandler {
public:
  explicit DiagnosticHandler(Warnings &W) : PragmaHandler("diagnostic"), W(W) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                    Token &First) override;

private:
  void handle(Preprocessor &PP, SourceLocation L, llvm::StringRef Action);
  bool handleStack(Preprocessor &PP, SourceLocation L, llvm::StringRef Action);

  Warnings &W;
  llvm::SmallVector<Warnings::Settings, 4> Stack;
};

static void reportPragma(Preprocessor &PP, SourceLocation L,
                         llvm::StringRef Text) {
  PP.Diag(L, PP.getDiagnostics().getDiagnosticIDs()->getCustomDiagID(
                 DiagnosticIDs::Level::Error, Text));
}

/// Handles `push` and `pop`. Returns false if \p Action is another word.
bool DiagnosticHandler::handleStack(Preprocessor &PP, SourceLocation L,
                                    llvm::StringRef Action) {
  const Warnings::Settings &Now =
      W.Changes.empty() ? W.Initial : W.Changes.back().second;
  if (Action == "push") {
    Stack.push_back(Now);
  } else if (Action != "pop") {
    return false;
  } else if (Stack.empty()) {
    reportPragma(PP, L,
                 "'#pragma tussah diagnostic pop' without a 'push' "
                 "before it");
  } else {
    W.set(Stack.pop_back_val(), L);
  }
  return true;
}

void DiagnosticHandler::handle(Preprocessor &PP, SourceLocation L,
                               llvm::StringRef Action) {
  Token Next;
  PP.LexUnexpandedToken(Next);
  std::string Option;
  if (Next.isNot(tok::string_literal) ||
      !PP.FinishLexStringLiteral(Next, Option, "pragma tussah diagnostic",
                                 /*AllowMacroExpansion=*/false))
    return reportPragma(PP, L,
                        "expected a name as \"-Wtussah-return\" after "
                        "'#pragma tussah diagnostic'");
  llvm::StringRef Name = Option;
  Name.consume_front("-W");
  Warnings::Settings S =
      W.Changes.empty() ? W.Initial : W.Changes.back().second;
  bool IsKnown = Warnings::change(S, Name, [&](Warnings::Setting &Each) {
    Each.IsOn = Action != "ignored";
    Each.IsError.reset();
    if (Action == "error")
      Each.IsError = true;
  });
  if (IsKnown)
    W.set(S, L);
  else
    Warnings::reportUnknown(Option, "-W", Name, L, PP.getDiagnostics());
}

void DiagnosticHandler::HandlePragma(Preprocessor &PP, PragmaIntroducer,
                                     Token &First) {
  SourceLocation L = First.getLocation();
  Token Word;
  PP.LexUnexpandedToken(Word);
  std::string Action =
      Word.is(tok::identifier) ? PP.getSpelling(Word) : std::string();
  if (handleStack(PP, L, Action))
    return;
  if (Action == "ignored" || Action == "warning" || Action == "error")
    return handle(PP, L, Action);
  reportPragma(PP, L,
               "expected 'push', 'pop', 'ignored', 'warning' or 'error' after "
               "'#pragma tussah diagnostic'");
}

void Warnings::registerPragma(Preprocessor &PP) {
  PP.AddPragmaHandler(Group, new DiagnosticHandler(*this));
}

} // namespace tussah
