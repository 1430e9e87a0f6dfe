//===- ThreadTypes.h - Types of threads and continuations -------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What <tussah/cilk1.h> needs to know of types: the type `cont T`, and how the
/// arguments of a thread lie in its closure (docs/guides/cps.md).
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_CILK1_THREADTYPES_H
#define TUSSAH_COMPILER_KEYWORDS_CILK1_THREADTYPES_H

#include "clang/AST/Type.h"
#include "clang/AST/TypeOrdering.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
class FunctionDecl;
class RecordDecl;
class Scope;
} // namespace clang

namespace tussah::cilk1 {

/// One parameter of a thread.
struct ThreadParameter {
  /// Of the value; of an array, of an element.
  clang::QualType Type;
  uint64_t Offset = 0, Size = 0;
  /// One bit for each word of the value, or element, where a continuation
  /// begins.
  uint64_t Continuations = 0;
  bool IsArray = false;
  /// Of an array: its number of elements, or the index of the parameter that
  /// has it.
  uint64_t Elements = 0;
  std::optional<unsigned> CountedBy;

  bool hasFixedLength() const { return IsArray && !CountedBy; }
};

struct ThreadLayout {
  std::vector<ThreadParameter> Parameters;
  uint64_t Bytes = 0;
};

class ThreadTypes {
public:
  explicit ThreadTypes(clang::CompilerInstance &CI) : CI(CI) {}

  /// Whether \p T may be a part of the name of a type behind `cont`; \p Before
  /// are the tokens in between.
  static bool continuesType(llvm::ArrayRef<clang::Token> Before,
                            const clang::Token &T);

  /// The type that \p Tokens name in \p S, or a null type after an error at
  /// \p Loc.
  clang::QualType parse(llvm::ArrayRef<clang::Token> Tokens, clang::Scope *S,
                        clang::SourceLocation Loc);

  /// The name, which no program can write, of the type `cont T`.
  llvm::StringRef continuationName(clang::QualType T);

  /// Whether \p T is `cont X` for some X; the name of that, or nothing.
  clang::QualType sentTo(clang::QualType T) const;

  /// Declares \p Name for \p T in the whole file.
  void declare(llvm::StringRef Name, clang::QualType T);

  /// How the closures of \p Thread look, or nothing after errors.
  std::optional<ThreadLayout> layOut(const clang::FunctionDecl *Thread);

private:
  /// The type `cont T`, which is made when it is first asked for.
  clang::QualType continuation(clang::QualType T);

  /// What is in a type, for messages and closures.
  struct Contents {
    uint64_t Continuations = 0;
    bool HasPointer = false;
    /// A continuation is in a union, or beyond the words of a mask.
    bool HasHidden = false;
  };
  void look(clang::QualType T, uint64_t Offset, Contents &Found) const;
  bool check(const clang::FunctionDecl *Thread, unsigned Index,
             ThreadParameter &P) const;

  clang::CompilerInstance &CI;
  struct Continuation {
    std::string Name;
    clang::QualType Sent;
  };
  /// By the canonical type of what is sent, and by the type `cont T`.
  llvm::DenseMap<clang::QualType, clang::RecordDecl *> Records;
  llvm::DenseMap<const clang::RecordDecl *, Continuation> Continuations;
  llvm::DenseSet<const clang::IdentifierInfo *> Declared;
};

} // namespace tussah::cilk1

#endif // TUSSAH_COMPILER_KEYWORDS_CILK1_THREADTYPES_H
