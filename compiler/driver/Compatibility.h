//===- Compatibility.h - Flags of other Cilk compilers ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the flags of OpenCilk and Cilk Plus mean here. docs/guides/porting.md
/// has the list.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_COMPATIBILITY_H
#define TUSSAH_COMPILER_DRIVER_COMPATIBILITY_H

#include <optional>
#include <string>
#include <vector>

namespace tussah::driver {

inline constexpr const char *TapirFlag = "-ftapir=";

/// The library of OpenCilk that switches pedigrees on.
inline constexpr const char *PedigreeLibrary = "opencilk-pedigrees";

/// The target that `-ftapir=` with the value \p Name means. That of "lambda"
/// is \p AbiFile. Names that are not OpenCilk's stay as they are. Throws Error
/// if OpenCilk has a target of this name, but Tussah has not.
std::string tapirTarget(const std::string &Name,
                        const std::optional<std::string> &AbiFile);

/// Whether \p Value, that of `-mllvm`, is for OpenCilk's own passes, so that
/// clang would not know it. Sets \p AbiFile if it gives that, and \p
/// KeepsSpawns if it asks for that. Throws Error if nothing here does what it
/// asks for.
bool readOpenCilkOption(const std::string &Value,
                        std::optional<std::string> &AbiFile, bool &KeepsSpawns);

/// Throws Error if \p Value, that of the linker's `-mllvm`, is for OpenCilk's
/// own passes.
void refuseOpenCilkLinkerOption(const std::string &Value);

/// Throws Error if \p Flag is one of another Cilk's that asks for something
/// that does not exist here.
void refuseUnavailableFlag(const std::string &Flag);

/// Throws Error if \p Path is a source in the language of Cilk-5.
void refuseInput(const std::string &Path);

/// Arguments that make the keywords known without <cilk/cilk.h>.
std::vector<std::string> keywordArguments();

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_COMPATIBILITY_H
