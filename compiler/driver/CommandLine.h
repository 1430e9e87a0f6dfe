//===- CommandLine.h - A command line of clang's driver ---------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_COMMANDLINE_H
#define TUSSAH_COMPILER_DRIVER_COMMANDLINE_H

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tussah::driver {

/// Returns true if clang's option \p Option, written without `=`, takes the
/// next argument as its value.
bool takesSeparateValue(const std::string &Option);

/// Returns true if clang takes \p Argument as an input rather than an option,
/// in a place where no value is expected.
bool isInput(const std::string &Argument);

enum class Language { C, Cxx };

/// What the driver must know about the arguments that a user wrote. Response
/// files are looked into. Flags of which the last one counts for clang are
/// read in the same way.
struct CommandLine {
  /// The arguments for clang: the user's, in order, without the flags of
  /// Tussah. Without `--` too, so that more can be added; inputs after it that
  /// look like options get a "./". Response files stay what they are unless
  /// one of these changes must be made in them.
  std::vector<std::string> Arguments;

  /// Value of the last `-ftussah-target=` or `-ftapir=`.
  std::optional<std::string> Target;
  /// It was `-ftapir=`: the value may be one of OpenCilk's names.
  bool IsTapirTarget = false;
  /// Value of the last `-mllvm -tapir-runtime-bc-path=`.
  std::optional<std::string> TapirAbi;
  /// Values of all `-fcilktool=`, each once.
  std::vector<std::string> Tools;
  /// The machine to compile for: value of the last `--target` or `-target`.
  std::optional<std::string> Triple;
  /// `--sysroot`: where the machine's C library is.
  bool HasSysroot = false;
  /// Value of the last `--tussah-clang=`.
  std::optional<std::string> Clang;

  /// `-ftussah-pedigrees`, or the name of OpenCilk's library of them.
  bool HasPedigrees = false;
  /// `-ftussah-keep-spawns`, or one of OpenCilk's options for it.
  bool KeepsSpawns = false;
  /// `-W[no-][error=]tussah[-NAME]`, without the dash, in order.
  std::vector<std::string> Warnings;
  /// `-fopencilk` or `-fcilkplus`.
  bool HasKeywords = false;
  /// The arguments start with `-cc1` or the like: they are not for the driver.
  bool IsInternalTool = false;
  /// Some input is not a header, and no flag ends the work before linking.
  bool Links = false;
  /// Inputs that are objects, archives or bitcode, as their names say.
  std::vector<std::string> Objects;
  /// Some input is compiled.
  bool HasSources = false;
  /// `-r`: the output is an object file.
  bool IsRelocatable = false;
  /// `-static` or `-static-pie`.
  bool IsStatic = false;
  bool IsStaticPie = false;
  /// `-shared`: the output is a shared library.
  bool IsShared = false;
  /// `-nostdlib` or `-nodefaultlibs`.
  bool WithoutLibraries = false;
  /// `-ltussah`, by a build system that names all libraries itself.
  bool NamesRuntime = false;
  /// `-stdlib=libc++`.
  bool UsesLibcxx = false;
  /// `-nostdlib++`.
  bool WithoutCxxLibrary = false;
  /// `-static-libstdc++`.
  bool HasStaticCxxLibrary = false;
  /// `-save-temps` and the like: clang runs one job that writes unoptimized
  /// bitcode, and another that optimizes it.
  bool SplitsCompilation = false;
  bool UsesLTO = false;
  /// Value of the last `-fuse-ld=` or `--ld-path=`.
  std::optional<std::string> Linker;
  /// Which of `-fsanitize=NAME`, with one name, and of other flags that code
  /// without a stack of its own may not work with, are in force.
  std::set<std::string> Instrumentation;
  /// `-fsanitize=cilk`.
  bool UsesCilksan = false;
  /// Files of -fsanitize-ignorelist, which clang reads, too.
  std::vector<std::string> IgnoreLists;
  /// `-static-libtussah`: the native runtime becomes a part of the program.
  bool HasStaticRuntime = false;
  /// `--print-flags`: what a clang needs to do the same by itself; `=config`:
  /// as a file for `clang --config`, which may be moved with the installation.
  bool PrintsFlags = false, PrintsConfiguration = false;
  /// `--help`, `--version`.
  bool AsksForHelp = false, AsksForVersion = false;
};

/// Reads the arguments after the program's name.
CommandLine parseCommandLine(const std::vector<std::string> &Arguments);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_COMMANDLINE_H
