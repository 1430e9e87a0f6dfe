//===- TranslatorOutput.cpp - From threads to C ---------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the words of <tussah/cilk1.h> become: declarations and statement
/// expressions, with the functions of that header. The parser checks the types
/// of arguments, as it does for initializers.
///
//===----------------------------------------------------------------------===//

#include "Translator.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include <optional>

using namespace clang;

namespace tussah::cilk1 {

/// Takes the group that \p From begins with, and returns what is between its
/// parentheses; nothing if there is none.
static std::optional<llvm::ArrayRef<Token>>
takeGroup(llvm::ArrayRef<Token> &From) {
  if (From.empty() || From.front().isNot(tok::l_paren))
    return std::nullopt;
  unsigned Depth = 0;
  for (size_t I = 0; I < From.size(); ++I) {
    if (From[I].isOneOf(tok::l_paren, tok::l_brace, tok::l_square))
      ++Depth;
    else if (From[I].isOneOf(tok::r_paren, tok::r_brace, tok::r_square))
      --Depth;
    if (Depth == 0) {
      llvm::ArrayRef<Token> Inside = From.slice(1, I - 1);
      From = From.drop_front(I + 1);
      return Inside;
    }
  }
  return std::nullopt;
}

/// Splits at commas that are in no parentheses. Gives one empty part for none.
static llvm::SmallVector<llvm::ArrayRef<Token>, 8>
split(llvm::ArrayRef<Token> From) {
  llvm::SmallVector<llvm::ArrayRef<Token>, 8> Parts;
  unsigned Depth = 0;
  size_t Begin = 0;
  for (size_t I = 0; I < From.size(); ++I) {
    if (From[I].isOneOf(tok::l_paren, tok::l_brace, tok::l_square))
      ++Depth;
    else if (From[I].isOneOf(tok::r_paren, tok::r_brace, tok::r_square))
      --Depth;
    else if (Depth == 0 && From[I].is(tok::comma)) {
      Parts.push_back(From.slice(Begin, I - Begin));
      Begin = I + 1;
    }
  }
  Parts.push_back(From.drop_front(Begin));
  return Parts;
}

static bool sameTokens(llvm::ArrayRef<Token> A, llvm::ArrayRef<Token> B,
                       const Preprocessor &PP) {
  if (A.size() != B.size())
    return false;
  for (size_t I = 0; I < A.size(); ++I)
    if (A[I].getKind() != B[I].getKind() ||
        PP.getSpelling(A[I]) != PP.getSpelling(B[I]))
      return false;
  return true;
}

std::string Translator::typeName(llvm::StringRef Thread, unsigned Index,
                                 const ThreadParameter &P) {
  std::string Argument =
      "argument " + std::to_string(Index + 1) + " of thread " + Thread.str();
  return P.IsArray ? "element of " + Argument : Argument;
}

void Translator::rewrite(Tokens From, TokenWriter &To, Scope *S) {
  while (!From.empty()) {
    Word W = wordOf(From.front());
    if (W == Word::Cont) {
      rewriteCont(From, To, S);
    } else if (W == Word::Send) {
      rewriteSend(From, To, S);
    } else if (namesThread(W)) {
      rewriteSpawn(From, To, S);
    } else if (W == Word::Thread) {
      error(From.front().getLocation(), "a thread is declared at file scope");
      From = From.drop_front();
    } else {
      To.add(From.front());
      From = From.drop_front();
    }
  }
}

void Translator::rewriteCont(Tokens &From, TokenWriter &To, Scope *S) {
  SourceLocation Loc = From.front().getLocation();
  From = From.drop_front();
  size_t Length = 0;
  while (Length < From.size() &&
         (wordOf(From[Length]) == Word::Cont ||
          ThreadTypes::continuesType(From.take_front(Length), From[Length])))
    ++Length;
  QualType T = Types.parse(From.take_front(Length), S, Loc);
  From = From.drop_front(Length);
  TokenWriter Type(CI.getPreprocessor(), Loc);
  if (T.isNull())
    Type.addCode("int");
  else
    Type.addIdentifier(Types.continuationName(T));
  To.add(Type.tokens());
}

/// `send_argument (k, value)`: only the parser knows the type of k. It has
/// members without storage that tell what can be sent.
void Translator::rewriteSend(Tokens &From, TokenWriter &To, Scope *S) {
  SourceLocation Loc = From.front().getLocation();
  From = From.drop_front();
  TokenWriter C(CI.getPreprocessor(), Loc);
  auto Inside = takeGroup(From);
  if (!Inside || split(*Inside).size() < 2) {
    error(Loc, "expected '(continuation, value)' after 'send_argument'");
    return To.add(tok::semi);
  }
  Tokens K = split(*Inside).front();
  C.addCode("__extension__ ({ __typeof__(");
  rewrite(K, C, S);
  C.addCode(") __tussah_to = (");
  rewrite(K, C, S);
  C.addCode("); __typeof__(**__tussah_to.__continuation) __tussah_value = (");
  rewrite(Inside->drop_front(K.size() + 1), C, S);
  C.addCode(");");
  writeSite(Loc, "", C);
  C.addCode("tussah_cps_send(&__tussah_to, &__tussah_value, "
            "sizeof(__tussah_value), "
            "sizeof(**__tussah_to.__mask) - 1, &__tussah_site); })");
  C.startLine();
  To.add(C.tokens());
}

/// Reads `word [(place)] name (arguments)`. Returns false after an error.
bool Translator::parseSpawn(Tokens &From, Spawn &To) {
  To.W = wordOf(From.front());
  To.Loc = From.front().getLocation();
  From = From.drop_front();
  auto Fail = [&](const char *Expected) {
    error(To.Loc, llvm::Twine("expected ") + Expected + " after '" +
                      nameOf(To.W).Spelling + "'");
    // What follows would only give more errors.
    while (!From.empty() && From.front().isNot(tok::semi))
      From = From.drop_front();
    return false;
  };
  if (To.W == Word::SpawnOn || To.W == Word::SpawnNextOn) {
    auto Place = takeGroup(From);
    if (!Place || Place->empty())
      return Fail("the number of a worker in parentheses");
    To.Place = *Place;
  }
  if (From.empty() || From.front().isNot(tok::identifier))
    return Fail("the name of a thread");
  To.Name = From.front().getIdentifierInfo();
  From = From.drop_front();
  auto Inside = takeGroup(From);
  if (!Inside)
    return Fail("the name of a thread and arguments in parentheses");
  if (!Inside->empty())
    To.Arguments = split(*Inside);
  for (Tokens Argument : To.Arguments)
    if (Argument.empty() ||
        (Argument.size() == 1 && Argument.front().is(tok::question)))
      return Fail("a name and arguments, none of them empty,");
  return true;
}

/// Whether the number of arguments is right, and missing ones are where they
/// can be.
bool Translator::fits(const Spawn &Given, const ThreadLayout &Wanted) {
  llvm::StringRef Name = Given.Name->getName();
  const auto &Parameters = Wanted.Parameters;
  if (Given.Arguments.size() != Parameters.size()) {
    error(Given.Loc, "the thread '" + Name + "' has " +
                         llvm::Twine(Parameters.size()) + " arguments, not " +
                         llvm::Twine(Given.Arguments.size()));
    return false;
  }
  for (unsigned I = 0; I < Parameters.size(); ++I) {
    SourceLocation Loc = Given.Arguments[I].front().getLocation();
    const ThreadParameter &P = Parameters[I];
    auto Fail = [&](const llvm::Twine &What) {
      error(Loc, "argument " + llvm::Twine(I + 1) + " of the thread '" + Name +
                     "' cannot be missing: " + What);
      return false;
    };
    if (P.CountedBy && Given.isMissing(*P.CountedBy)) {
      Loc = Given.Arguments[*P.CountedBy].front().getLocation();
      error(Loc, "argument " + llvm::Twine(*P.CountedBy + 1) +
                     " of the thread '" + Name +
                     "' cannot be missing: it is the length of an array");
      return false;
    }
    if (!Given.isMissing(I))
      continue;
    if (Given.W == Word::Call || Given.W == Word::Run)
      return Fail(llvm::Twine("'") + nameOf(Given.W).Spelling +
                  "' needs all of them");
    if (P.IsArray)
      return Fail("it is an array");
    if (P.Offset / 8 >= 32)
      return Fail("it is not in the first 256 bytes of its closure");
    for (unsigned J = 0; J < I; ++J)
      if (sameTokens(Given.Arguments[I], Given.Arguments[J],
                     CI.getPreprocessor())) {
        error(Loc, "this continuation stands for argument " +
                       llvm::Twine(J + 1) + " already");
        return false;
      }
  }
  return true;
}

void Translator::rewriteSpawn(Tokens &From, TokenWriter &To, Scope *S) {
  Spawn Given;
  TokenWriter C(CI.getPreprocessor(), From.front().getLocation());
  if (parseSpawn(From, Given)) {
    auto Found = All.find(Given.Name);
    if (Found == All.end() || !Found->second.Function) {
      error(Given.Loc, "there is no thread '" + Given.Name->getName() +
                           "'; declare it above");
    } else if (const auto &Wanted = Found->second.Layout;
               Wanted && fits(Given, *Wanted)) {
      Found->second.IsSpawned = true;
      writeSpawn(Given, *Wanted, C, S);
      C.startLine();
      return To.add(C.tokens());
    }
  }
  // After an error.
  C.addCode("(void)0");
  To.add(C.tokens());
}

/// Writes declarations: __tussah_<Index> is the value, a pointer to the
/// continuation, or the first element.
void Translator::writeArgument(const Spawn &Given, const ThreadLayout &Wanted,
                               unsigned Index, TokenWriter &To, Scope *S) {
  const ThreadParameter &P = Wanted.Parameters[Index];
  llvm::StringRef Name = Given.Name->getName();
  Tokens Argument = Given.Arguments[Index];
  std::string Variable = "__tussah_" + std::to_string(Index);
  std::string Type = typeName(Name, Index, P);
  if (Given.isMissing(Index)) {
    Argument = Argument.drop_front();
    std::string Continuation = Types.continuationName(P.Type).str();
    To.addCode("_Static_assert(__builtin_types_compatible_p(__typeof__(");
    rewrite(Argument, To, S);
    To.addCode("),");
    To.addIdentifier(Continuation);
    To.addCode("),");
    To.addString("argument " + std::to_string(Index + 1) + " of the thread '" +
                 Name.str() + "' needs a '" + Continuation + "' behind '?'");
    To.addCode("); void *const " + Variable + " = &(");
    rewrite(Argument, To, S);
    return To.addCode(");");
  }
  bool IsResult = Given.W == Word::Run && Index == 0;
  if (IsResult) {
    std::string Result = "result of thread " + Name.str();
    Types.declare(Result, Types.sentTo(P.Type));
    Type = Result;
  }
  if (P.IsArray)
    To.addCode("const");
  To.addIdentifier(Type);
  if (P.IsArray || IsResult)
    To.addCode("*const");
  To.addCode(Variable + " = (");
  rewrite(Argument, To, S);
  To.addCode(");");
  if (P.CountedBy)
    To.addCode("const struct tussah_cps_elements __tussah_array_" +
               std::to_string(Index) + " = {" + Variable + ", __tussah_" +
               std::to_string(*P.CountedBy) + "};");
}

/// Declares __tussah_site: a place in the source, in the function \p In or, if
/// that is empty, the one around.
void Translator::writeSite(SourceLocation Loc, llvm::StringRef In,
                           TokenWriter &To) {
  const SourceManager &SM = CI.getSourceManager();
  PresumedLoc Place = SM.getPresumedLoc(SM.getExpansionLoc(Loc));
  To.addCode("static const struct tussah_cps_site __tussah_site = {");
  To.addString(Place.isValid() ? Place.getFilename() : "");
  To.addCode(",");
  if (In.empty())
    To.addCode("__extension__ __func__");
  else
    To.addString(In);
  To.addCode("," + std::to_string(Place.isValid() ? Place.getLine() : 0) + "," +
             std::to_string(Place.isValid() ? Place.getColumn() : 0) + "};");
}

void Translator::writeSpawn(const Spawn &Given, const ThreadLayout &Wanted,
                            TokenWriter &To, Scope *S) {
  const auto &Parameters = Wanted.Parameters;
  llvm::StringRef Name = Given.Name->getName();
  if (Given.W == Word::Run &&
      (Parameters.empty() || Types.sentTo(Parameters[0].Type).isNull() ||
       Parameters[0].IsArray)) {
    error(Given.Loc, "'cilk_run' needs a thread whose first argument is a "
                     "continuation, for the result");
    return To.addCode("(void)0");
  }
  To.addCode("__extension__ ({");
  if (!Given.Place.empty()) {
    To.addCode("const long __tussah_place = (");
    rewrite(Given.Place, To, S);
    To.addCode(");");
  }
  uint64_t Missing = 0;
  std::string Pointers;
  for (unsigned I = 0; I < Parameters.size(); ++I) {
    writeArgument(Given, Wanted, I, To, S);
    std::string Number = std::to_string(I);
    bool IsPointer = Given.isMissing(I) || Parameters[I].hasFixedLength() ||
                     (Given.W == Word::Run && I == 0);
    Pointers += Parameters[I].CountedBy ? "&__tussah_array_" + Number
                : IsPointer             ? "__tussah_" + Number
                                        : "&__tussah_" + Number;
    Pointers += ",";
    Missing |= uint64_t(Given.isMissing(I)) << I;
  }
  To.addCode("const void *const __tussah_arguments[] = {" + Pointers + "0};");
  std::string Description = "&__tussah_thread_" + Name.str();
  if (Given.W == Word::Run) {
    // The thread that gets the result.
    To.addCode("static const struct tussah_cps_parameter __tussah_result = {"
               "sizeof(uint64_t), sizeof(*__tussah_0), 1, 0, sizeof(**((");
    To.addIdentifier(Types.continuationName(Types.sentTo(Parameters[0].Type)));
    To.addCode(" *)0)->__mask) - 1};"
               "static const struct tussah_cps_thread __tussah_last = {");
    To.addString("the caller of cilk_run");
    return To.addCode(", tussah_cps_take_result,"
                      "sizeof(uint64_t) + sizeof(*__tussah_0), 1,"
                      "&__tussah_result, 1};"
                      "tussah_cps_run(" +
                      Description +
                      ", &__tussah_last, __tussah_arguments); })");
  }
  writeSite(Given.Loc, Name, To);
  const char *How = Given.W == Word::Call ? "tussah_cps_tail"
                    : Given.W == Word::Spawn || Given.W == Word::SpawnOn
                        ? "tussah_cps_child"
                        : "tussah_cps_successor";
  To.addCode("tussah_cps_spawn(" + Description + "," + How + "," +
             (Given.Place.empty() ? "-1" : "__tussah_place") +
             ", __tussah_arguments, " + std::to_string(Missing) +
             "ul, &__tussah_site); })");
}

/// The function that takes the arguments out of a closure.
void Translator::writeCaller(llvm::StringRef Name, const ThreadLayout &Layout,
                             TokenWriter &To) {
  To.addCode("static void");
  To.addIdentifier(("__tussah_call_" + Name).str());
  To.addCode("(char *__tussah_from) { (void)__tussah_from;");
  To.addIdentifier(Name);
  To.addCode("(");
  for (unsigned I = 0; I < Layout.Parameters.size(); ++I) {
    const ThreadParameter &P = Layout.Parameters[I];
    std::string Slot = "(void *)(__tussah_from + " + std::to_string(P.Offset);
    To.addCode(I == 0 ? "" : ",");
    To.addCode(P.IsArray ? "(" : "*(");
    To.addIdentifier(typeName(Name, I, P));
    To.addCode("*)");
    if (P.CountedBy)
      To.addCode("*(void **)" + Slot + ")");
    else
      To.addCode(Slot + ")");
  }
  To.addCode("); }");
}

void Translator::writeDescription(llvm::StringRef Name, bool IsStatic,
                                  const ThreadLayout &Layout, TokenWriter &To) {
  if (IsStatic)
    To.addCode("static");
  To.addCode("const struct tussah_cps_thread");
  To.addIdentifier(("__tussah_thread_" + Name).str());
  To.addCode("= {");
  To.addString(Name);
  To.addCode(",");
  To.addIdentifier(("__tussah_call_" + Name).str());
  std::string Rest = "," + std::to_string(Layout.Bytes) + "," +
                     std::to_string(Layout.Parameters.size()) +
                     ", (const struct tussah_cps_parameter[]){";
  for (const ThreadParameter &P : Layout.Parameters) {
    uint64_t Elements = P.CountedBy ? 0 : P.IsArray ? P.Elements : 1;
    Rest += "{" + std::to_string(P.Offset) + "," + std::to_string(P.Size) +
            "," + std::to_string(Elements) + "," +
            std::to_string(P.CountedBy ? 1 : 0) + "," +
            std::to_string(P.Continuations) + "ul},";
  }
  const auto Variable = llvm::find_if(
      Layout.Parameters, [](const ThreadParameter &P) { return P.CountedBy; });
  To.addCode(Rest + "{0}}," +
             std::to_string(Variable - Layout.Parameters.begin()) + "};");
}

void Translator::writeDefinition(const Definition &D, Thread &T,
                                 TokenWriter &To) {
  if (!T.Function)
    return;
  TokenWriter C(CI.getPreprocessor(), D.Loc);
  Scope *S = CI.getSema().TUScope;
  C.addCode("void");
  C.addIdentifier(D.Name->getName());
  if (D.Parameters.size() == 2)
    C.addCode("(void)");
  else
    rewrite(D.Parameters, C, S);
  rewrite(D.Body, C, S);
  // Of a second body, the parser reports the function.
  if (T.Layout && !T.HasBody) {
    writeCaller(D.Name->getName(), *T.Layout, C);
    writeDescription(D.Name->getName(), T.IsStatic, *T.Layout, C);
  }
  T.HasBody = true;
  To.add(C.tokens());
}

} // namespace tussah::cilk1
