//===- ResponseFile.cpp - Files of command line arguments -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResponseFile.h"
#include "Error.h"

#include "support/read_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace tussah::driver {

std::vector<std::string> splitArguments(const std::string &Text) {
  std::vector<std::string> Result;
  std::string Current;
  char Quote = 0;
  for (size_t I = 0, E = Text.size(); I != E; ++I) {
    char C = Text[I];
    if (C == '\\' && I + 1 != E)
      Current += Text[++I];
    else if (Quote ? C == Quote : C == '"' || C == '\'')
      Quote = Quote ? 0 : C;
    else if (!Quote && std::strchr(" \t\r\n\v\f", C)) {
      if (!Current.empty())
        Result.push_back(std::move(Current));
      Current.clear();
    } else
      Current += C;
  }
  if (!Current.empty())
    Result.push_back(std::move(Current));
  return Result;
}

static bool readFile(const std::string &Path, std::string &Text) {
  if (!support::readFile(Path, Text).empty())
    return false;
  if (Text.compare(0, 3, "\xef\xbb\xbf") == 0)
    Text.erase(0, 3);
  // A NUL: UTF-16, which clang converts.
  return Text.find('\0') == std::string::npos;
}

static bool expand(const std::string &Path, std::vector<std::string> &Open,
                   std::vector<std::string> &Result) {
  std::string Text;
  if (std::find(Open.begin(), Open.end(), Path) != Open.end() ||
      !readFile(Path, Text))
    return false;
  Open.push_back(Path);
  for (std::string &Argument : splitArguments(Text)) {
    if (Argument[0] != '@' || access(&Argument[1], F_OK) != 0)
      Result.push_back(std::move(Argument));
    else if (!expand(Argument.substr(1), Open, Result))
      return false;
  }
  Open.pop_back();
  return true;
}

bool readResponseFile(const std::string &Argument,
                      std::vector<std::string> &Result) {
  std::vector<std::string> Open;
  return expand(Argument.substr(1), Open, Result);
}

static std::string quote(const std::string &Argument) {
  std::string Result;
  for (char C : Argument) {
    if (std::strchr(" \t\r\n\v\f\\\"'", C))
      Result += '\\';
    Result += C;
  }
  return Result;
}

std::string writeResponseFile(const std::vector<std::string> &Arguments) {
  std::string Text;
  for (const std::string &A : Arguments)
    Text += quote(A) + "\n";
  // Without MFD_CLOEXEC: clang reads it after it has replaced this process.
  int File = memfd_create("tussah-arguments", 0);
  const char *Rest = Text.data();
  size_t Size = Text.size();
  while (File >= 0 && Size != 0) {
    ssize_t N = write(File, Rest, Size);
    if (N < 0 && errno != EINTR)
      break;
    Rest += std::max<ssize_t>(N, 0);
    Size -= std::max<ssize_t>(N, 0);
  }
  if (File < 0 || Size != 0)
    throw Error(std::string("cannot pass on a response file: ") +
                std::strerror(errno));
  return "@/proc/self/fd/" + std::to_string(File);
}

} // namespace tussah::driver
