//===- Translator.h - The language of the first Cilk ------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The C of Blumofe et al., "Cilk: An Efficient Multithreaded Runtime System"
/// (PPoPP 1995), sections 2 and 3, which <tussah/cilk1.h> turns on: `thread`,
/// `cont`, `spawn` and so on become ordinary C that calls libtussah-cps.
///
/// A thread may be spawned above its declaration, and what a spawn becomes
/// depends on the types of the thread's parameters. So a thread is declared
/// where it is, as a function, and its body waits until all threads that it
/// names are declared.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_CILK1_TRANSLATOR_H
#define TUSSAH_COMPILER_KEYWORDS_CILK1_TRANSLATOR_H

#include "ThreadTypes.h"
#include "Words.h"
#include "compiler/keywords/shared/TokenWriter.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/MapVector.h"
#include <vector>

namespace tussah::cilk1 {

/// The threads of one file, and what becomes of the words around them.
class Translator {
public:
  explicit Translator(clang::CompilerInstance &CI) : CI(CI), Types(CI) {}

  /// Makes the preprocessor handle the pragmas of <tussah/cilk1.h>. This must
  /// outlive it.
  void registerPragmas();

  /// At the end of the file: reports the threads that are missing.
  void finish();

  // For the handlers of pragmas, which have read them.
  /// \p W is at \p Loc.
  void handleWord(Word W, clang::SourceLocation Loc);
  /// What was declared is known to the parser: lets it read what waited.
  void handleDeclared();

private:
  using Tokens = llvm::ArrayRef<clang::Token>;
  using TokenList = llvm::SmallVector<clang::Token, 16>;

  struct Thread {
    clang::SourceLocation Loc;
    const clang::FunctionDecl *Function = nullptr;
    /// Nothing after an error.
    std::optional<ThreadLayout> Layout;
    bool IsStatic = false;
    bool HasBody = false, IsSpawned = false;
  };

  /// A thread whose body has been read.
  struct Definition {
    clang::IdentifierInfo *Name;
    clang::SourceLocation Loc;
    /// The parameters, in parentheses, and the body, in braces.
    std::vector<clang::Token> Parameters, Body;
  };

  /// `spawn T (args ...)`.
  struct Spawn {
    Word W;
    clang::SourceLocation Loc;
    clang::IdentifierInfo *Name;
    Tokens Place;
    llvm::SmallVector<Tokens, 8> Arguments;

    bool isMissing(unsigned Index) const {
      return Arguments[Index].front().is(clang::tok::question);
    }
  };

  void error(clang::SourceLocation L, const llvm::Twine &Text);

  // Reading, in Translator.cpp.
  void readThread(clang::SourceLocation Loc);
  bool readGroup(TokenList &To);
  void readWord(Word W, TokenList &To);
  const clang::Token *unknownThread(Tokens Body) const;
  void declareThread(clang::IdentifierInfo *Name, TokenWriter &To);
  void checkContinuations(const Definition &D);
  /// Reports threads that are used as functions.
  void checkUses();

  // Writing C, in TranslatorOutput.cpp.
  void rewrite(Tokens From, TokenWriter &To, clang::Scope *S);
  void rewriteCont(Tokens &From, TokenWriter &To, clang::Scope *S);
  void rewriteSpawn(Tokens &From, TokenWriter &To, clang::Scope *S);
  void rewriteSend(Tokens &From, TokenWriter &To, clang::Scope *S);
  bool parseSpawn(Tokens &From, Spawn &To);
  bool fits(const Spawn &Given, const ThreadLayout &Wanted);
  void writeArgument(const Spawn &Given, const ThreadLayout &Wanted,
                     unsigned Index, TokenWriter &To, clang::Scope *S);
  void writeSite(clang::SourceLocation Loc, llvm::StringRef In,
                 TokenWriter &To);
  void writeSpawn(const Spawn &Given, const ThreadLayout &Wanted,
                  TokenWriter &To, clang::Scope *S);
  void writeDefinition(const Definition &D, Thread &T, TokenWriter &To);
  void writeCaller(llvm::StringRef Name, const ThreadLayout &Layout,
                   TokenWriter &To);
  void writeDescription(llvm::StringRef Name, bool IsStatic,
                        const ThreadLayout &Layout, TokenWriter &To);
  /// The name, which no program can write, of the type of a parameter.
  static std::string typeName(llvm::StringRef Thread, unsigned Index,
                              const ThreadParameter &P);

  clang::CompilerInstance &CI;
  ThreadTypes Types;
  llvm::MapVector<clang::IdentifierInfo *, Thread> All;
  /// Declared since the parser was last asked, and read but not yet parsed.
  std::vector<clang::IdentifierInfo *> Declared;
  std::vector<Definition> Waiting;
  /// The pragma that the preprocessor reads after a declaration.
  clang::FileID AfterDeclaration;
  /// A word in what is being read stays one, to be handled with the rest.
  unsigned Reading = 0;
};

} // namespace tussah::cilk1

#endif // TUSSAH_COMPILER_KEYWORDS_CILK1_TRANSLATOR_H
