//===- ReducerPragma.cpp - The pragma of reducers -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReducerPragma.h"
#include "ReducerTypes.h"
#include "compiler/keywords/shared/KeywordLog.h"
#include "compiler/keywords/shared/KeywordTokens.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Pragma.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace tussah {

namespace {

/// The tokens that replace the pragma of a reducer.
class ReducerTokens : public KeywordTokens {
public:
  using KeywordTokens::KeywordTokens;

  void addReducer(llvm::ArrayRef<Token> Arguments, bool HasFunctions);

private:
  void addUnevaluated(llvm::ArrayRef<Token> Arguments);
};

/// Handles `#pragma cilk reducer(arguments)`.
class ReducerHandler : public PragmaHandler {
public:
  ReducerHandler(CompilerInstance &CI, KeywordLog &Log)
      : PragmaHandler("reducer"), CI(CI), Log(Log) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                    Token &First) override;

private:
  CompilerInstance &CI;
  KeywordLog &Log;
};

/// Lets the macro `cilk_reducer` of <cilk/cilk.h> be used without parentheses.
/// In the header it has a parameter, as nothing of `cilk_reducer(a, b)` may
/// remain without the plugin.
class ReducerMacro : public PPCallbacks {
public:
  explicit ReducerMacro(Preprocessor &PP) : PP(PP) {}

  void MacroDefined(const Token &Name,
                    const MacroDirective *Definition) override;

private:
  Preprocessor &PP;
};

} // namespace

/// Adds the attribute with \p Arguments; \p HasFunctions if these are
/// functions, otherwise nothing or an object with functions. Arguments of
/// attributes are constants, which neither pointers to functions nor the
/// address of an object need be: so they stand where nobody evaluates them.
void ReducerTokens::addReducer(llvm::ArrayRef<Token> Arguments,
                               bool HasFunctions) {
  beginAttribute("annotate_type", attributeText(Keyword::Reducer));
  if (!PP.getLangOpts().CPlusPlus) {
    addUnevaluated(Arguments);
  } else if (Arguments.empty()) {
    add(tok::comma);
    addNumber("0");
  } else {
    // true ? nullptr : &static_cast<const ::__reducer_callbacks &>(object)
    llvm::StringRef Class = HasFunctions ? ReducerFunctions : ReducerCallbacks;
    add(tok::comma);
    addIdentifier("true", tok::kw_true);
    add(tok::question);
    addIdentifier("nullptr", tok::kw_nullptr);
    add(tok::colon);
    add(tok::amp);
    addIdentifier("static_cast", tok::kw_static_cast);
    add(tok::less);
    addIdentifier("const", tok::kw_const);
    add(tok::coloncolon);
    addIdentifier(Class);
    add(tok::amp);
    add(tok::greater);
    add(tok::l_paren);
    if (HasFunctions) {
      add(tok::coloncolon);
      addIdentifier(Class);
      add(tok::l_brace);
    }
    add(Arguments);
    if (HasFunctions)
      add(tok::r_brace);
    add(tok::r_paren);
  }
  add(tok::r_paren);
  add(tok::r_square);
  add(tok::r_square);
}

/// Adds `, 1 ? 0 : (argument)` for each of \p Arguments, of C.
void ReducerTokens::addUnevaluated(llvm::ArrayRef<Token> Arguments) {
  unsigned Depth = 0;
  bool IsFirst = true;
  for (const Token &T : Arguments) {
    bool Ends = T.is(tok::comma) && Depth == 0;
    if (Ends)
      add(tok::r_paren);
    if (Ends || IsFirst) {
      add(tok::comma);
      addNumber("1");
      add(tok::question);
      addNumber("0");
      add(tok::colon);
      add(tok::l_paren);
    }
    IsFirst = false;
    Depth += T.isOneOf(tok::l_paren, tok::l_square, tok::l_brace);
    Depth -= T.isOneOf(tok::r_paren, tok::r_square, tok::r_brace);
    if (!Ends)
      add(T);
  }
  if (!IsFirst)
    add(tok::r_paren);
}

/// Whether there is a comma between \p Arguments. What looks like template
/// arguments is taken to be some, as nobody compares functions.
static bool areSeveral(llvm::ArrayRef<Token> Arguments) {
  llvm::SmallVector<tok::TokenKind, 8> Open;
  for (const Token &T : Arguments) {
    if (T.is(tok::comma) && Open.empty())
      return true;
    if (T.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) {
      Open.push_back(T.getKind());
    } else if (T.isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) {
      // A `<` in parentheses may have been an operator.
      while (!Open.empty() && Open.back() == tok::less)
        Open.pop_back();
      if (!Open.empty())
        Open.pop_back();
    } else if (T.is(tok::less)) {
      Open.push_back(tok::less);
    } else if (T.isOneOf(tok::greater, tok::greatergreater)) {
      for (int I = T.is(tok::greater) ? 1 : 2; I && !Open.empty(); --I)
        if (Open.back() == tok::less)
          Open.pop_back();
    }
  }
  return false;
}

/// Reads the arguments of \p Name up to the parenthesis that closes them, from
/// \p T on, which opens them. Returns false if there is none.
static bool readArguments(Preprocessor &PP, Token &T,
                          llvm::SmallVectorImpl<Token> &Arguments) {
  unsigned Depth = 1;
  while (true) {
    PP.Lex(T);
    if (T.isOneOf(tok::eof, tok::eod, tok::annot_module_end))
      return false;
    Depth += T.is(tok::l_paren);
    Depth -= T.is(tok::r_paren);
    if (Depth == 0)
      return true;
    Arguments.push_back(T);
  }
}

/// Makes the attribute with the arguments as they are: only the parser knows
/// which commas are in template arguments. They are in the pragma, or behind
/// it, where there may be none.
void ReducerHandler::HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                                  Token &) {
  llvm::SmallVector<Token, 16> Arguments;
  Token T;
  PP.Lex(T);
  bool IsOnLine = T.isNot(tok::eod);
  if (!IsOnLine)
    PP.Lex(T);
  bool HasParentheses = T.is(tok::l_paren);
  ReducerTokens R(PP, Log.makeTokenLocation(Introducer.Loc));
  if ((IsOnLine && !HasParentheses) ||
      (HasParentheses && !readArguments(PP, T, Arguments))) {
    pragmaError(PP, Introducer.Loc,
                "expected '(identity, reduce)' after "
                "'cilk_reducer'");
    while (IsOnLine && T.isNot(tok::eod))
      PP.Lex(T);
    if (!IsOnLine)
      R.add(T);
    R.enter();
    return;
  }
  if (IsOnLine)
    for (PP.Lex(T); T.isNot(tok::eod);)
      PP.Lex(T);
  bool HasFunctions = areSeveral(Arguments);
  if (PP.getLangOpts().CPlusPlus && HasFunctions)
    declareReducerFunctions(CI.getASTContext());
  if (PP.getLangOpts().CPlusPlus && !HasFunctions &&
      !hasReducerForms(CI.getASTContext())) {
    pragmaError(PP, Introducer.Loc,
                "'cilk_reducer' with less than two arguments needs "
                "'#include <cilk/reducer>'");
  } else {
    Log.add(Keyword::Reducer, R.location());
    R.addReducer(Arguments, HasFunctions);
  }
  if (!HasParentheses)
    R.add(T);
  R.enter();
}

void ReducerMacro::MacroDefined(const Token &Name,
                                const MacroDirective *Definition) {
  const MacroInfo *Old = Definition->getMacroInfo();
  const IdentifierInfo *Maker =
      Old->isFunctionLike() && Old->getNumTokens()
          ? Old->getReplacementToken(0).getIdentifierInfo()
          : nullptr;
  if (!Maker || Maker->getName() != "TUSSAH_PRAGMA" ||
      !llvm::is_contained({"cilk_reducer", "_Hyperobject"},
                          Name.getIdentifierInfo()->getName()))
    return;
  MacroInfo *New = PP.AllocateMacroInfo(Old->getDefinitionLoc());
  New->setDefinitionEndLoc(Old->getDefinitionEndLoc());
  // The header may repeat what the command line has said.
  New->setIsAllowRedefinitionsWithoutWarning(true);
  llvm::SmallVector<Token, 4> Tokens;
  auto Add = [&](tok::TokenKind Kind, llvm::StringRef Text) {
    Token &T = Tokens.emplace_back();
    T.startToken();
    T.setKind(Kind);
    PP.CreateString(Text, T);
  };
  Add(tok::identifier, "_Pragma");
  Tokens.back().setIdentifierInfo(PP.getIdentifierInfo("_Pragma"));
  Add(tok::l_paren, "(");
  Add(tok::string_literal, "\"cilk reducer\"");
  Add(tok::r_paren, ")");
  New->setTokens(Tokens, PP.getPreprocessorAllocator());
  PP.appendDefMacroDirective(
      PP.getIdentifierInfo(Name.getIdentifierInfo()->getName()), New);
}

void registerReducerPragma(CompilerInstance &CI, KeywordLog &Log) {
  Preprocessor &PP = CI.getPreprocessor();
  PP.AddPragmaHandler("cilk", new ReducerHandler(CI, Log));
  PP.addPPCallbacks(std::make_unique<ReducerMacro>(PP));
}

} // namespace tussah
