//===- Pragmas.cpp - From `#pragma cilk` to tokens ------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pragmas.h"
#include "compiler/keywords/reducers/ReducerTypes.h"
#include "compiler/keywords/shared/KeywordLog.h"
#include "compiler/keywords/shared/TokenWriter.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace tussah {
namespace {

/// The tokens that replace one pragma.
class Replacement : public TokenWriter {
public:
  using TokenWriter::TokenWriter;

  void addAttribute(Keyword K);
  /// Adds `if (condition) ; else`, where the next statement becomes a part of
  /// this one.
  void addIfElse(llvm::function_ref<void()> AddCondition);
  void addReducer(llvm::ArrayRef<Token> Arguments, bool HasFunctions);

private:
  void addUnevaluated(llvm::ArrayRef<Token> Arguments);
  void beginAttribute(llvm::StringRef Name, llvm::StringRef Text);
};

} // namespace

void Replacement::beginAttribute(llvm::StringRef Name, llvm::StringRef Text) {
  add(tok::l_square);
  add(tok::l_square);
  addIdentifier("clang");
  add(tok::coloncolon);
  addIdentifier(Name);
  add(tok::l_paren);
  addString(Text);
}

/// Adds the attribute with \p Arguments; \p HasFunctions if these are
/// functions, otherwise nothing or an object with functions. Arguments of
/// attributes are constants, which neither pointers to functions nor the
/// address of an object need be: so they stand where nobody evaluates them.
void Replacement::addReducer(llvm::ArrayRef<Token> Arguments,
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
void Replacement::addUnevaluated(llvm::ArrayRef<Token> Arguments) {
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

void Replacement::addAttribute(Keyword K) {
  beginAttribute("suppress", attributeText(K));
  add(tok::r_paren);
  add(tok::r_square);
  add(tok::r_square);
}

void Replacement::addIfElse(llvm::function_ref<void()> AddCondition) {
  addIdentifier("if", tok::kw_if);
  add(tok::l_paren);
  AddCondition();
  add(tok::r_paren);
  add(tok::semi);
  addIdentifier("else", tok::kw_else);
}

template <unsigned N>
static DiagnosticBuilder error(Preprocessor &PP, SourceLocation L,
                               const char (&Text)[N]) {
  unsigned ID =
      PP.getDiagnostics().getCustomDiagID(DiagnosticsEngine::Error, Text);
  return PP.Diag(userLocation(L, PP.getSourceManager()), ID);
}

/// Reads the `((void)0)` that <cilk/cilk.h> writes behind the pragma of a sync,
/// from its second token on; the first is \p Next, and becomes the one behind
/// it. If other tokens are found, \p Next does not change, and they are read
/// again.
static void skipNoOperation(Preprocessor &PP, Token &Next) {
  static constexpr tok::TokenKind Kinds[] = {
      tok::l_paren, tok::kw_void, tok::r_paren, tok::numeric_constant,
      tok::r_paren};
  llvm::SmallVector<Token, 8> Read;
  for (tok::TokenKind Kind : Kinds) {
    PP.Lex(Read.emplace_back());
    if (Read.back().is(Kind))
      continue;
    auto Again = std::make_unique<Token[]>(Read.size());
    std::copy(Read.begin(), Read.end(), Again.get());
    PP.EnterTokenStream(std::move(Again), Read.size(),
                        /*DisableMacroExpansion=*/true, /*IsReinject=*/true);
    return;
  }
  PP.Lex(Next);
}

namespace {

/// Handles the pragma of one keyword.
class KeywordHandler : public PragmaHandler {
public:
  KeywordHandler(llvm::StringRef Name, Keyword K, KeywordLog &Log)
      : PragmaHandler(Name), K(K), Log(Log) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                    Token &First) override;

private:
  bool fits(Preprocessor &PP, SourceLocation Pragma, const Token &Next) const;
  /// Whether \p Next begins the statement of the keyword before this one.
  bool isLoopOrScope(const Token &Next) const {
    return Next.is(tok::l_square) &&
           isKeywordToken(Next.getLocation(), Log.sources()) &&
           (Log.last() == Keyword::For || Log.last() == Keyword::Grain ||
            Log.last() == Keyword::Scope);
  }

  Keyword K;
  KeywordLog &Log;
};

/// Handles `#pragma cilk grainsize`, and `#pragma cilk_grainsize` of Cilk++.
class GrainHandler : public PragmaHandler {
public:
  /// \p Pragma is the whole of the name.
  GrainHandler(llvm::StringRef Pragma, KeywordLog &Log)
      : PragmaHandler(Pragma.substr(Pragma.find(' ') + 1)), Pragma(Pragma),
        Log(Log) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                    Token &First) override;

private:
  llvm::SmallVector<Token, 8> readGrain(Preprocessor &PP) const;

  llvm::StringRef Pragma;
  KeywordLog &Log;
};

/// Handles `#pragma cilk parallel(tokens)` of <cilk/views.h>: the tokens take
/// the place of the pragma. Without the plugin nothing does.
class ParallelHandler : public PragmaHandler {
public:
  ParallelHandler() : PragmaHandler("parallel") {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                    Token &First) override;
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

/// Handles every other `#pragma cilk`.
class UnknownHandler : public PragmaHandler {
public:
  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                    Token &First) override {
    bool Named = First.getIdentifierInfo() != nullptr;
    error(PP, Introducer.Loc,
          "unknown '#pragma cilk%0'; expected 'spawn', 'sync', 'for', "
          "'scope', 'grainsize' or 'reducer'")
        << (Named ? " " + PP.getSpelling(First) : std::string());
    while (First.isNot(tok::eod))
      PP.LexUnexpandedToken(First);
  }
};

} // namespace

/// Whether \p Next may follow the keyword. Reports an error if not.
bool KeywordHandler::fits(Preprocessor &PP, SourceLocation Pragma,
                          const Token &Next) const {
  const SourceManager &SM = PP.getSourceManager();
  switch (K) {
  case Keyword::Spawn:
    if (!Next.isOneOf(tok::semi, tok::comma, tok::r_paren, tok::r_square,
                      tok::r_brace, tok::eof, tok::kw_return, tok::kw_else,
                      tok::kw_case, tok::kw_default, tok::kw_break,
                      tok::kw_continue, tok::kw_goto, tok::kw_throw) &&
        (!isKeywordToken(Next.getLocation(), SM) || isLoopOrScope(Next)))
      return true;
    error(PP, Pragma,
          "expected a call or a compound statement after 'cilk_spawn'");
    return false;
  case Keyword::Sync:
    if (Next.is(tok::semi))
      return true;
    error(PP, Pragma, "expected ';' after 'cilk_sync'");
    return false;
  case Keyword::For:
    if (Next.is(tok::kw_for))
      return true;
    error(PP, Pragma, "expected a for loop after '#pragma cilk for'");
    return false;
  case Keyword::Scope:
    if (!Next.isOneOf(tok::r_paren, tok::r_square, tok::r_brace, tok::eof))
      return true;
    error(PP, Pragma, "expected a statement after 'cilk_scope'");
    return false;
  case Keyword::Grain:
  case Keyword::Reducer:
    break;
  }
  llvm_unreachable("has a handler of its own");
}

void KeywordHandler::HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                                  Token &) {
  Token T;
  PP.LexUnexpandedToken(T);
  if (T.isNot(tok::eod)) {
    error(PP, Introducer.Loc, "unexpected text after '#pragma cilk %0'")
        << getName();
    while (T.isNot(tok::eod))
      PP.LexUnexpandedToken(T);
  }

  // The token after the pragma decides. Lookahead would not process a pragma
  // that follows.
  Token Next;
  PP.Lex(Next);
  if (K == Keyword::Sync && Next.is(tok::l_paren))
    skipNoOperation(PP, Next);
  Replacement R(PP, Log.makeTokenLocation(Introducer.Loc));
  if (fits(PP, Introducer.Loc, Next)) {
    bool BeginsStatement =
        Next.isOneOf(tok::l_brace, tok::kw_if, tok::kw_for, tok::kw_while,
                     tok::kw_do, tok::kw_switch, tok::kw_try) ||
        isLoopOrScope(Next);
    Log.add(K, R.location());
    if (K == Keyword::Spawn && !BeginsStatement)
      R.addIdentifier("__extension__", tok::kw___extension__);
    else
      R.addAttribute(K);
    // The next statement may have attributes of its own.
    if (K == Keyword::Scope ? Next.isNot(tok::l_brace)
                            : Next.is(tok::l_square) && BeginsStatement)
      R.addIfElse([&] { R.addNumber("0"); });
  }
  R.add(Next);
  R.enter();
}

/// Reads the tokens of the expression, up to the end of the line.
llvm::SmallVector<Token, 8> GrainHandler::readGrain(Preprocessor &PP) const {
  llvm::SmallVector<Token, 8> Grain;
  Token T;
  PP.Lex(T);
  if (T.is(tok::equal))
    PP.Lex(T);
  while (T.isNot(tok::eod)) {
    Grain.push_back(T);
    PP.Lex(T);
  }
  if (!Grain.empty() && Grain.back().is(tok::semi)) {
    SourceLocation L = Grain.back().getLocation();
    Log.switches().report(
        Warning::Grainsize, L, "';' at the end of '#pragma %0' is ignored",
        PP.getDiagnostics(), [&](unsigned ID) { PP.Diag(L, ID) << Pragma; });
    Grain.pop_back();
  }
  return Grain;
}

/// Makes `[[keyword]] if ((tokens) < 1) ; else` before the loop, which the
/// parser checks and instantiates like any statement.
void GrainHandler::HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                                Token &) {
  llvm::SmallVector<Token, 8> Grain = readGrain(PP);
  Token Next;
  PP.Lex(Next);
  Replacement R(PP, Log.makeTokenLocation(Introducer.Loc));
  bool IsLoop = Next.is(tok::l_square) &&
                isKeywordToken(Next.getLocation(), PP.getSourceManager()) &&
                Log.last() == Keyword::For;
  if (Grain.empty()) {
    error(PP, Introducer.Loc, "expected an expression after '#pragma %0'")
        << Pragma;
  } else if (!IsLoop) {
    error(PP, Introducer.Loc, "expected a 'cilk_for' loop after '#pragma %0'")
        << Pragma;
  } else {
    Log.add(Keyword::Grain, R.location());
    R.addAttribute(Keyword::Grain);
    R.addIfElse([&] {
      R.add(tok::l_paren);
      for (const Token &G : Grain)
        R.add(G);
      R.add(tok::r_paren);
      R.add(tok::less);
      R.addNumber("1");
    });
  }
  R.add(Next);
  R.enter();
}

void ParallelHandler::HandlePragma(Preprocessor &PP,
                                   PragmaIntroducer Introducer, Token &) {
  llvm::SmallVector<Token, 16> Tokens;
  Token T;
  PP.LexUnexpandedToken(T);
  bool Opened = T.is(tok::l_paren);
  while (T.isNot(tok::eod)) {
    PP.LexUnexpandedToken(T);
    Tokens.push_back(T);
  }
  // The parenthesis that closes is the last token before the end.
  if (!Opened || Tokens.size() < 2 ||
      Tokens[Tokens.size() - 2].isNot(tok::r_paren)) {
    error(PP, Introducer.Loc,
          "expected '(tokens)' after '#pragma cilk "
          "parallel'");
    return;
  }
  Replacement R(PP, Introducer.Loc);
  for (const Token &Content : llvm::ArrayRef(Tokens).drop_back(2))
    R.add(Content);
  R.enter();
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
  Replacement R(PP, Log.makeTokenLocation(Introducer.Loc));
  if ((IsOnLine && !HasParentheses) ||
      (HasParentheses && !readArguments(PP, T, Arguments))) {
    error(PP, Introducer.Loc,
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
    error(PP, Introducer.Loc,
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

namespace {

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

void registerPragmas(CompilerInstance &CI, KeywordLog &Log) {
  Preprocessor &PP = CI.getPreprocessor();
  PP.AddPragmaHandler("cilk", new KeywordHandler("spawn", Keyword::Spawn, Log));
  PP.AddPragmaHandler("cilk", new KeywordHandler("sync", Keyword::Sync, Log));
  PP.AddPragmaHandler("cilk", new KeywordHandler("for", Keyword::For, Log));
  PP.AddPragmaHandler("cilk", new KeywordHandler("scope", Keyword::Scope, Log));
  PP.AddPragmaHandler("cilk", new GrainHandler("cilk grainsize", Log));
  PP.AddPragmaHandler(new GrainHandler("cilk_grainsize", Log));
  PP.AddPragmaHandler("cilk", new ParallelHandler());
  PP.AddPragmaHandler("cilk", new ReducerHandler(CI, Log));
  PP.addPPCallbacks(std::make_unique<ReducerMacro>(PP));
  PP.AddPragmaHandler("cilk", new UnknownHandler());
  Log.switches().registerPragma(PP);
}

} // namespace tussah
