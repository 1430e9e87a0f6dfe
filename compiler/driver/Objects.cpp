//===- Objects.cpp - Objects that are linked ------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Objects.h"
#include "Error.h"
#include "MappedFile.h"
#include "TargetLibrary.h"
#include "support/abi/object_mark.h"

#include <cctype>
#include <cstring>
#include <filesystem>
#include <string_view>

namespace tussah::driver {

namespace {

/// What an object says it was compiled for: `<number>.<target>.`.
struct Mark {
  std::string File, Number, Target;
};

} // namespace

/// Reads the mark that begins at \p Text, behind TUSSAH_OBJECT_MARK. Returns
/// false if there is none.
static bool readMark(std::string_view Text, Mark &Result) {
  size_t Dot = Text.find_first_not_of("0123456789");
  if (Dot == 0 || Dot == Text.npos || Text[Dot] != '.')
    return false;
  Result.Number = Text.substr(0, Dot);
  Text.remove_prefix(Dot + 1);
  size_t End = 0;
  while (End < Text.size() &&
         (std::isalnum(static_cast<unsigned char>(Text[End])) ||
          std::strchr("-_+", Text[End])) &&
         Text[End] != 0)
    ++End;
  Result.Target = Text.substr(0, End);
  return End != 0 && End < Text.size() && Text[End] == '.';
}

/// Throws Error if \p Next is not what \p First is.
static void checkPair(const Mark &First, const Mark &Next) {
  if (First.Target == Next.Target)
    return;
  if (First.File == Next.File)
    throw Error("'" + First.File + "' has objects for target '" + First.Target +
                "' and for '" + Next.Target +
                "'; compile all with the same -ftussah-target=");
  throw Error("'" + First.File + "' is compiled for target '" + First.Target +
              "', but '" + Next.File + "' for '" + Next.Target +
              "'; compile all files with the same -ftussah-target=");
}

void checkObjects(const CommandLine &Line, const std::string &Target) {
  static const std::string_view Prefix = TUSSAH_OBJECT_MARK;
  Mark First;
  for (const std::string &Path : Line.Objects) {
    MappedFile File(Path);
    std::string_view Text = File.text();
    // Also in archives, and in the bitcode that is linked with -flto: symbols'
    // names are plain text in all of them.
    for (size_t At = 0; (At = Text.find(Prefix, At)) != Text.npos;) {
      At += Prefix.size();
      Mark Next;
      Next.File = Path;
      if (!readMark(Text.substr(At), Next))
        continue;
      if (Next.Number != std::to_string(TUSSAH_OBJECT_NUMBER))
        throw Error("'" + Path +
                    "' is compiled by a Tussah with another "
                    "runtime than this one; compile it again");
      if (First.File.empty())
        First = Next;
      checkPair(First, Next);
    }
  }
  if (First.File.empty())
    return;
  std::string Wanted = std::filesystem::path(Target).stem().string();
  static const std::string Counted = "-counted";
  if (Wanted.size() > Counted.size() &&
      Wanted.compare(Wanted.size() - Counted.size(), Counted.size(), Counted) ==
          0)
    Wanted.resize(Wanted.size() - Counted.size());
  if (First.Target == Wanted)
    return;
  // Only what has a library is missing something. What is compiled in the same
  // step gets the target of this step.
  if (Line.HasSources || findTargetLibrary(First.Target))
    throw Error("'" + First.File + "' is compiled for target '" + First.Target +
                "', but this is for '" + Wanted + "'; add -ftussah-target=" +
                First.Target + ", or compile it again");
}

} // namespace tussah::driver
