//===- MissingHeader.h - Keywords without their header ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_MISSINGHEADER_H
#define TUSSAH_COMPILER_KEYWORDS_MISSINGHEADER_H

namespace clang {
class CompilerInstance;
}

namespace tussah {

/// If the translation unit, which has been parsed, has errors, and one of the
/// keywords in it is neither a macro nor declared, adds a note on what to
/// include. Without it clang knows only an undeclared identifier.
void noteMissingHeader(clang::CompilerInstance &CI);

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_MISSINGHEADER_H
