//===- CommandLineTest.cpp - What the driver reads from arguments ---------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"

#include <gtest/gtest.h>

using namespace tussah::driver;
using Words = std::vector<std::string>;

static CommandLine parse(Words Arguments) {
  return parseCommandLine(Arguments);
}

TEST(CommandLine, RemovesItsOwnFlagsAndNothingElse) {
  CommandLine L = parse({"-O2", "-ftussah-target=serial", "-fopencilk", "a.c",
                         "-fcilkplus", "--tussah-clang=clang-19", "-o", "a"});
  EXPECT_EQ(L.Arguments, (Words{"-O2", "a.c", "-o", "a"}));
  EXPECT_EQ(L.Target, "serial");
  EXPECT_EQ(L.Clang, "clang-19");
}

TEST(CommandLine, RemovesOptionsOfOpenCilkWithTheirValues) {
  CommandLine L = parse({"-mllvm", "-tapir-runtime-bc-path=a.bc", "-mllvm",
                         "-inline-threshold=1", "a.c",
                         "-mllvm=-tapir-runtime-bc-path=b.bc"});
  EXPECT_EQ(L.Arguments, (Words{"-mllvm", "-inline-threshold=1", "a.c"}));
  EXPECT_EQ(L.TapirAbi, "b.bc");
  // The value of another option.
  EXPECT_EQ(parse({"-o", "-mllvm", "a.c"}).Arguments,
            (Words{"-o", "-mllvm", "a.c"}));
}

TEST(CommandLine, TakesCilksanOutOfListsOfSanitizers) {
  EXPECT_EQ(parse({"-fsanitize=address,cilk,undefined"}).Arguments,
            (Words{"-fsanitize=address,undefined"}));
  EXPECT_EQ(parse({"-fno-sanitize=cilk"}).Arguments, Words{});
  EXPECT_EQ(parse({"-fsanitize="}).Arguments, (Words{"-fsanitize="}));
  EXPECT_TRUE(parse({"-fsanitize=cilk"}).UsesCilksan);
  EXPECT_FALSE(parse({"-fsanitize=cilk", "-fno-sanitize=all"}).UsesCilksan);
}

TEST(CommandLine, PedigreesHaveTheNameOfALibraryToo) {
  for (Words W :
       {Words{"-ftussah-pedigrees", "a.c"},
        Words{"a.c", "-lopencilk-pedigrees"},
        Words{"-l", "opencilk-pedigrees", "a.c"},
        Words{"-fno-tussah-pedigrees", "a.c", "-ftussah-pedigrees"}}) {
    CommandLine L = parse(W);
    EXPECT_TRUE(L.HasPedigrees);
    EXPECT_EQ(L.Arguments, (Words{"a.c"}));
  }
  CommandLine Off = parse({"-lopencilk-pedigrees", "-fno-tussah-pedigrees"});
  EXPECT_FALSE(Off.HasPedigrees);
  EXPECT_FALSE(parse({"-o", "-lopencilk-pedigrees"}).HasPedigrees);
  EXPECT_FALSE(parse({"-l", "opencilk"}).HasPedigrees);
}

TEST(CommandLine, OnlyTapirTargetsHaveTapirNames) {
  EXPECT_TRUE(parse({"-ftussah-target=a", "-ftapir=b"}).IsTapirTarget);
  EXPECT_FALSE(parse({"-ftapir=b", "-ftussah-target=a"}).IsTapirTarget);
}

TEST(CommandLine, LastTargetWinsUnderEitherName) {
  EXPECT_EQ(parse({"-ftussah-target=a", "-ftapir=b"}).Target, "b");
  EXPECT_EQ(parse({"-ftapir=b", "-ftussah-target=a"}).Target, "a");
  EXPECT_EQ(parse({"-O2"}).Target, std::nullopt);
}

TEST(CommandLine, ValuesOfOptionsAreNotFlags) {
  CommandLine L = parse(
      {"-o", "-c", "-Xclang", "-ftapir=x", "-D", "-S", "-MF", "-E", "a.c"});
  EXPECT_TRUE(L.Links);
  EXPECT_EQ(L.Target, std::nullopt);
  EXPECT_EQ(L.Arguments, (Words{"-o", "-c", "-Xclang", "-ftapir=x", "-D", "-S",
                                "-MF", "-E", "a.c"}));
}

TEST(CommandLine, LinksUnlessAFlagStopsBefore) {
  for (const char *Flag : {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only",
                           "--precompile", "--analyze"})
    EXPECT_FALSE(parse({"a.c", Flag}).Links) << Flag;
  for (const char *Flag : {"-MD", "-MMD", "-shared", "-v", "-###", "-g"})
    EXPECT_TRUE(parse({"a.c", Flag}).Links) << Flag;
}

TEST(CommandLine, HeadersAreNotLinked) {
  EXPECT_FALSE(parse({"a.h"}).Links);
  EXPECT_FALSE(parse({"-x", "c++-header", "a.cpp"}).Links);
  EXPECT_FALSE(parse({"-xc-header", "a.c"}).Links);
  EXPECT_TRUE(parse({"-xc", "a.h"}).Links);
  EXPECT_TRUE(parse({"-x", "c++-header", "-x", "none", "a.cpp"}).Links);
  EXPECT_TRUE(parse({"dir.h/a"}).Links);
}

TEST(CommandLine, WithoutInputsThereIsNothingToLink) {
  EXPECT_FALSE(parse({}).Links);
  EXPECT_FALSE(parse({"-v"}).Links);
  EXPECT_FALSE(parse({"-x", "c"}).Links);
  EXPECT_FALSE(parse({"--version"}).Links);
  EXPECT_TRUE(parse({"-x", "c", "-"}).Links);
}

TEST(CommandLine, DoubleDashIsResolved) {
  CommandLine L = parse({"-O2", "--", "-c", "-ftapir=x", "a.c", "-"});
  EXPECT_EQ(L.Arguments, (Words{"-O2", "./-c", "./-ftapir=x", "a.c", "-"}));
  EXPECT_TRUE(L.Links);
  EXPECT_EQ(L.Target, std::nullopt);
  EXPECT_EQ(parse({"-o", "--", "a.c"}).Arguments, (Words{"-o", "--", "a.c"}));
}

TEST(CommandLine, KindsOfLinking) {
  EXPECT_TRUE(parse({"-r", "a.o"}).IsRelocatable);
  EXPECT_TRUE(parse({"-Wl,-r", "a.o"}).IsRelocatable);
  EXPECT_TRUE(parse({"-Xlinker", "-r", "a.o"}).IsRelocatable);
  EXPECT_TRUE(parse({"-static", "a.o"}).IsStatic);
  EXPECT_TRUE(parse({"-shared", "a.o"}).IsShared);
  EXPECT_FALSE(parse({"a.o"}).IsShared);
  EXPECT_TRUE(parse({"-nostdlib", "a.o"}).WithoutLibraries);
  EXPECT_TRUE(parse({"-nodefaultlibs", "a.o"}).WithoutLibraries);
  EXPECT_TRUE(parse({"-nostdlib++", "a.o"}).WithoutCxxLibrary);
  EXPECT_FALSE(parse({"-shared", "a.o"}).IsRelocatable);
}

TEST(CommandLine, LastLTOFlagWins) {
  EXPECT_TRUE(parse({"-flto", "a.o"}).UsesLTO);
  EXPECT_TRUE(parse({"-fno-lto", "-flto=thin", "a.o"}).UsesLTO);
  EXPECT_FALSE(parse({"-flto=thin", "-fno-lto", "a.o"}).UsesLTO);
  EXPECT_EQ(parse({"-fuse-ld=gold", "a.o"}).Linker, "gold");
  EXPECT_EQ(parse({"--ld-path=/x/ld", "a.o"}).Linker, "/x/ld");
}

TEST(CommandLine, FlagsThatSplitACompilation) {
  for (const char *Flag : {"-save-temps", "-save-temps=obj", "--save-temps",
                           "-fembed-bitcode", "-fembed-bitcode=all"})
    EXPECT_TRUE(parse({"-c", "a.c", Flag}).SplitsCompilation) << Flag;
  EXPECT_FALSE(parse({"-c", "a.c"}).SplitsCompilation);
}

TEST(CommandLine, InternalToolsGetTheirArgumentsUnchanged) {
  Words Arguments = {"-cc1", "-ftapir=x", "--", "a.c"};
  CommandLine L = parse(Arguments);
  EXPECT_TRUE(L.IsInternalTool);
  EXPECT_EQ(L.Arguments, Arguments);
  L = parse({"--tussah-clang=clang-19", "-cc1as", "a.s"});
  EXPECT_EQ(L.Arguments, (Words{"-cc1as", "a.s"}));
  EXPECT_EQ(L.Clang, "clang-19");
  EXPECT_FALSE(parse({"-O2", "-cc1"}).IsInternalTool);
}
