//===- Words.h - The words of <tussah/cilk1.h> ------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_CILK1_WORDS_H
#define TUSSAH_COMPILER_KEYWORDS_CILK1_WORDS_H

#include "clang/Basic/IdentifierTable.h"
#include "clang/Lex/Token.h"
#include "llvm/Support/ErrorHandling.h"

namespace tussah::cilk1 {

/// The keywords of the first Cilk.
enum class Word {
  None,
  Thread,
  Cont,
  Spawn,
  SpawnNext,
  SpawnOn,
  SpawnNextOn,
  Call,
  Send,
  Run
};

struct WordName {
  Word W;
  /// As it is written, and as the identifier that stands for it among the
  /// tokens of a thread that have been read and not yet parsed. No program can
  /// write that one.
  const char *Spelling, *Marker;
};

inline constexpr WordName WordNames[] = {
    {Word::Thread, "thread", "keyword thread"},
    {Word::Cont, "cont", "keyword cont"},
    {Word::Spawn, "spawn", "keyword spawn"},
    {Word::SpawnNext, "spawn_next", "keyword spawn_next"},
    {Word::SpawnOn, "spawn_on", "keyword spawn_on"},
    {Word::SpawnNextOn, "spawn_next_on", "keyword spawn_next_on"},
    {Word::Call, "call", "keyword call"},
    {Word::Send, "send_argument", "keyword send_argument"},
    {Word::Run, "cilk_run", "keyword cilk_run"}};

/// The keyword that \p T stands for.
inline Word wordOf(const clang::Token &T) {
  if (T.is(clang::tok::identifier))
    for (const WordName &Name : WordNames)
      if (T.getIdentifierInfo()->getName() == Name.Marker)
        return Name.W;
  return Word::None;
}

inline const WordName &nameOf(Word W) {
  for (const WordName &Name : WordNames)
    if (Name.W == W)
      return Name;
  llvm_unreachable("no keyword");
}

/// Whether \p W is followed by the name of a thread and its arguments.
inline bool namesThread(Word W) { return W >= Word::Spawn && W != Word::Send; }

} // namespace tussah::cilk1

#endif // TUSSAH_COMPILER_KEYWORDS_CILK1_WORDS_H
