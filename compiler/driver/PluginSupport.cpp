//===- PluginSupport.cpp - Clangs that load plugins -----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PluginSupport.h"
#include "MappedFile.h"

#include <cstring>
#include <elf.h>
#include <optional>

namespace tussah::driver {

namespace {

/// The parts of an executable that say what it shares. Each is empty where the
/// file is not what it says it is.
class Executable {
  std::string_view Text;

  template <class T> std::optional<T> read(size_t Offset) const {
    if (Offset > Text.size() || Text.size() - Offset < sizeof(T))
      return std::nullopt;
    T Result;
    std::memcpy(&Result, Text.data() + Offset, sizeof(T));
    return Result;
  }

public:
  explicit Executable(std::string_view Text) : Text(Text) {}

  std::optional<Elf64_Ehdr> header() const {
    auto Header = read<Elf64_Ehdr>(0);
    if (!Header || std::memcmp(Header->e_ident, ELFMAG, SELFMAG) != 0 ||
        Header->e_ident[EI_CLASS] != ELFCLASS64 ||
        Header->e_shentsize != sizeof(Elf64_Shdr))
      return std::nullopt;
    return Header;
  }

  std::optional<Elf64_Shdr> section(const Elf64_Ehdr &Header,
                                    size_t Number) const {
    return read<Elf64_Shdr>(Header.e_shoff + Number * sizeof(Elf64_Shdr));
  }

  std::string_view content(const Elf64_Shdr &Section) const {
    return Section.sh_offset > Text.size()
               ? std::string_view()
               : Text.substr(Section.sh_offset, Section.sh_size);
  }
};

} // namespace

/// Clang's functions are in a library that is shared with plugins, or are
/// exported by the program.
static bool sharesFunctions(std::string_view Names) {
  return Names.find("libclang-cpp") != Names.npos ||
         Names.find("_ZN5clang17ASTFrontendAction") != Names.npos;
}

bool loadsPlugins(const std::string &Path) {
  MappedFile File(Path);
  Executable Program(File.text());
  std::optional<Elf64_Ehdr> Header = Program.header();
  if (!Header || Header->e_shnum == 0)
    return true;
  for (size_t I = 0; I != Header->e_shnum; ++I) {
    std::optional<Elf64_Shdr> Symbols = Program.section(*Header, I);
    if (!Symbols || Symbols->sh_type != SHT_DYNSYM)
      continue;
    std::optional<Elf64_Shdr> Names =
        Program.section(*Header, Symbols->sh_link);
    return !Names || sharesFunctions(Program.content(*Names));
  }
  return false; // linked statically
}

} // namespace tussah::driver
