//===- KeywordTokens.cpp - Tokens that a keyword becomes ------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeywordTokens.h"

using namespace clang;

namespace tussah {

void KeywordTokens::beginAttribute(llvm::StringRef Name, llvm::StringRef Text) {
  add(tok::l_square);
  add(tok::l_square);
  addIdentifier("clang");
  add(tok::coloncolon);
  addIdentifier(Name);
  add(tok::l_paren);
  addString(Text);
}

void KeywordTokens::addAttribute(Keyword K) {
  beginAttribute("suppress", attributeText(K));
  add(tok::r_paren);
  add(tok::r_square);
  add(tok::r_square);
}

void KeywordTokens::addIfElse(llvm::function_ref<void()> AddCondition) {
  addIdentifier("if", tok::kw_if);
  add(tok::l_paren);
  AddCondition();
  add(tok::r_paren);
  add(tok::semi);
  addIdentifier("else", tok::kw_else);
}

} // namespace tussah
