//===- Installation.h - Where the parts of Tussah are -----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_INSTALLATION_H
#define TUSSAH_COMPILER_DRIVER_INSTALLATION_H

#include <string>
#include <vector>

namespace tussah::driver {

/// The target whose tasks the native runtime runs. It has no ABI file.
inline constexpr const char *NativeTarget = "native";

/// The target of programs whose command line does not choose one.
inline constexpr const char *DefaultTarget = NativeTarget;

/// The folder that holds `bin`, `include` and `lib/tussah`: an installation's
/// prefix, or the build tree.
class Installation {
  std::string Root;
  /// Of what depends on the machine that programs are compiled for.
  std::string MachineDir;

public:
  /// The installation that the running program, through symbolic links, is in.
  /// Throws Error if the system does not say where that is.
  static Installation ofThisProgram();

  explicit Installation(std::string Root)
      : Root(std::move(Root)), MachineDir(this->Root + "/lib/tussah") {}

  /// The same for programs of the machine \p Triple, as clang is given it.
  Installation forMachine(const std::string &Triple) const;

  /// True if programs of another machine than this one are compiled.
  bool isCross() const { return MachineDir != Root + "/lib/tussah"; }
  /// True if there is a runtime for that machine.
  bool hasMachine() const;

  const std::string &root() const { return Root; }
  std::string program(const std::string &Name) const;
  /// Folder of <cilk/cilk.h>, with symbolic links resolved if it exists.
  std::string includeDir() const;
  std::string keywordsPlugin(unsigned Clang) const;
  std::string passPlugin(unsigned Clang) const;
  /// What `.clangd` of a project is made from.
  std::string editorConfiguration() const;
  /// The program behind `tussah bench`, in Python.
  std::string benchmarkSuite() const;
  /// The program behind `tussah scale --measure`, in Python.
  std::string scaleScript(const std::string &Name) const;
  /// Folder of the native runtime.
  std::string runtimeDir() const;
  /// The runtime's library for programs that are linked dynamically, or not.
  std::string runtimeLibrary(bool IsStatic) const;
  /// Folder of the targets' bitcode.
  std::string abiDir(unsigned Clang) const;
  std::string abiFile(unsigned Clang, const std::string &Target) const;
  /// The bitcode that code with pedigrees calls.
  std::string pedigreeFile(unsigned Clang) const;
  /// The hooks of the race detector.
  std::string raceHooks(unsigned Clang) const;
  /// The hooks of the tool \p Name.
  std::string toolFile(unsigned Clang, const std::string &Name) const;
  /// The library of a tool: "race" for the race detector.
  std::string toolLibrary(const std::string &Name) const;

  /// What to do about a missing file that Debian's package \p Package has.
  /// Packages install into /usr; others build and install the whole.
  std::string remedy(const std::string &Package) const {
    return Root == "/usr" ? "install the package " + Package
                          : "build or install Tussah again";
  }

  /// The same for what belongs to \p Clang.
  std::string compilerRemedy(unsigned Clang) const {
    return remedy("tussah-compiler-" + std::to_string(Clang));
  }

  /// Major versions of clang that plugins are installed for, ascending.
  std::vector<unsigned> clangVersions() const;
  /// Names of the installed targets for users, and of the tools, sorted.
  std::vector<std::string> targets(unsigned Clang) const;
  std::vector<std::string> tools(unsigned Clang) const;
};

/// The arguments with which clang finds the installed headers.
std::vector<std::string> headerArguments(const Installation &I);

bool fileExists(const std::string &Path);

/// "a, b, c".
std::string join(const std::vector<std::string> &Words);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_INSTALLATION_H
