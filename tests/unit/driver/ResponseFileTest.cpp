//===- ResponseFileTest.cpp - Files of command line arguments -------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResponseFile.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <unistd.h>

using namespace tussah::driver;
using Words = std::vector<std::string>;

namespace {

/// A file that is removed at the end of the test.
class File {
  std::string Path;

public:
  explicit File(const std::string &Text) {
    char Name[] = "response-file-test-XXXXXX";
    close(mkstemp(Name));
    Path = Name;
    write(Text);
  }
  ~File() { std::remove(Path.c_str()); }
  void write(const std::string &Text) {
    std::ofstream(Path, std::ios::binary) << Text;
  }
  std::string argument() const { return "@" + Path; }
};

} // namespace

TEST(SplitArguments, SeparatesAtAnyWhiteSpace) {
  EXPECT_EQ(splitArguments(" -c\ta.c\r\n-o\n\na.o "),
            (Words{"-c", "a.c", "-o", "a.o"}));
  EXPECT_EQ(splitArguments(" \n"), Words{});
}

TEST(SplitArguments, QuotesGroupAnywhereInAWord) {
  EXPECT_EQ(splitArguments(R"("a b" -DX="1 2" 'it"s' a'b c'd)"),
            (Words{"a b", "-DX=1 2", "it\"s", "ab cd"}));
}

TEST(SplitArguments, BackslashEscapesAlsoInsideQuotes) {
  EXPECT_EQ(splitArguments(R"(a\ b "c\"d" 'e\'f' \\)"),
            (Words{"a b", "c\"d", "e'f", "\\"}));
}

TEST(SplitArguments, EmptyQuotesAreNoArgumentAsInClang) {
  EXPECT_EQ(splitArguments(R"(a "" '' b)"), (Words{"a", "b"}));
}

TEST(ReadResponseFile, ExpandsFilesInFilesInPlace) {
  File Inner("-DA '-DB C'");
  File Outer("-c " + Inner.argument() + " x.c");
  Words Result;
  ASSERT_TRUE(readResponseFile(Outer.argument(), Result));
  EXPECT_EQ(Result, (Words{"-c", "-DA", "-DB C", "x.c"}));
}

TEST(ReadResponseFile, SkipsAByteOrderMark) {
  File F("\xef\xbb\xbf-c");
  Words Result;
  ASSERT_TRUE(readResponseFile(F.argument(), Result));
  EXPECT_EQ(Result, Words{"-c"});
}

TEST(ReadResponseFile, LeavesToClangWhatClangRefuses) {
  Words Result;
  EXPECT_FALSE(readResponseFile("@no-such-file", Result));
  File Self("-c");
  Self.write(Self.argument());
  EXPECT_FALSE(readResponseFile(Self.argument(), Result));
  File Utf16(std::string("\xff\xfe-\0c\0", 6));
  EXPECT_FALSE(readResponseFile(Utf16.argument(), Result));
}

TEST(WriteResponseFile, ReadsBackAsTheSameArguments) {
  Words Arguments = {"-c",
                     "a b.c",
                     "-DX=\"q\"",
                     "it's",
                     "back\\slash",
                     "\n\t",
                     std::string(1 << 20, 'x')};
  Words Result;
  ASSERT_TRUE(readResponseFile(writeResponseFile(Arguments), Result));
  EXPECT_EQ(Result, Arguments);
}
