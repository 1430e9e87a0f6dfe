//===- WorkersTest.cpp - How many workers ---------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../support/workers.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sched.h>
#include <string>
#include <thread>
#include <unistd.h>

using namespace tussah::support;
namespace fs = std::filesystem;

namespace {

/// Control groups in a folder, which is removed.
class Workers : public testing::Test {
protected:
  fs::path Root = fs::path(testing::TempDir()) /
                  ("tussah-workers-" + std::to_string(getpid()));
  std::string Groups = (Root / "cgroup").string(), Mount = Root.string();

  void write(const std::string &Name, const std::string &Text) {
    fs::create_directories((Root / Name).parent_path());
    std::ofstream(Root / Name) << Text;
  }
  /// With a quota of so many hundredths of a processor.
  unsigned withQuota(unsigned Hundredths, unsigned Processes) {
    write("cgroup", "0::/job\n");
    write("job/cpu.max", std::to_string(Hundredths) + "000 100000\n");
    return processorsFor(Processes, {Groups.c_str(), Mount.c_str()});
  }
  unsigned withoutQuota(unsigned Processes) {
    return processorsFor(Processes, {"/nonexistent", "/nonexistent"});
  }
  void TearDown() override {
    fs::remove_all(Root);
    unsetenv("CILK_NWORKERS");
  }
};

TEST_F(Workers, QuotaLimitsProcessors) {
  const unsigned All = withoutQuota(1);
  EXPECT_EQ(All, std::max(std::thread::hardware_concurrency(), 1u));
  EXPECT_EQ(withQuota(50, 1), 1u);
  EXPECT_EQ(withQuota(101, 1), std::min(2u, All));
  EXPECT_EQ(withQuota(1000000, 1), All);
}

TEST_F(Workers, ProcessesShare) {
  const unsigned All = withoutQuota(1);
  EXPECT_EQ(withoutQuota(2), std::max(All / 2, 1u));
  EXPECT_EQ(withoutQuota(10000), 1u);
  EXPECT_EQ(withQuota(200, 2), 1u);
}

TEST_F(Workers, AffinityLimitsProcessors) {
  cpu_set_t Before, One;
  ASSERT_EQ(sched_getaffinity(0, sizeof Before, &Before), 0);
  const int Here = sched_getcpu();
  CPU_ZERO(&One);
  CPU_SET(Here, &One);
  ASSERT_EQ(sched_setaffinity(0, sizeof One, &One), 0);
  EXPECT_EQ(withoutQuota(1), 1u);
  ASSERT_EQ(sched_setaffinity(0, sizeof Before, &Before), 0);
}

std::string Warning;
void note(const char *Format, ...) {
  char Text[300];
  va_list Arguments;
  va_start(Arguments, Format);
  std::vsnprintf(Text, sizeof Text, Format, Arguments);
  va_end(Arguments);
  Warning = Text;
}

std::uint64_t asked(const char *Text) {
  Warning.clear();
  return tussah_asked_workers(Text, 7, note);
}

TEST_F(Workers, AskedInEnvironment) {
  for (const char *Unset : {static_cast<const char *>(nullptr), ""}) {
    EXPECT_EQ(asked(Unset), 0u);
    EXPECT_EQ(Warning, "");
  }
  EXPECT_EQ(asked("1"), 1u);
  EXPECT_EQ(asked("2048"), 2048u);
  EXPECT_EQ(Warning, "");
  for (const char *Wrong : {"0", "2049", "-1", "+1", " 1", "1 ", "1x", "x",
                            "18446744073709551617", "1K"}) {
    EXPECT_EQ(asked(Wrong), 0u);
    EXPECT_EQ(Warning, std::string("CILK_NWORKERS is '") + Wrong +
                           "', but must be a number from 1 to 2048; using 7");
  }
}

TEST_F(Workers, Suffixes) {
  std::uint64_t Value = 0;
  EXPECT_TRUE(tussah_parse_number("64k", true, &Value));
  EXPECT_EQ(Value, 65536u);
  EXPECT_TRUE(tussah_parse_number("3G", true, &Value));
  EXPECT_EQ(Value, std::uint64_t(3) << 30);
  for (const char *Wrong : {"", "K", "1KB", "1T", "18446744073709551615K"})
    EXPECT_FALSE(tussah_parse_number(Wrong, true, &Value)) << Wrong;
}

TEST_F(Workers, WarnsOnce) {
  setenv("CILK_NWORKERS", "5", 1);
  EXPECT_EQ(defaultWorkers(1), 5u);
  for (const char *Wrong : {"five", "six"}) {
    setenv("CILK_NWORKERS", Wrong, 1);
    testing::internal::CaptureStderr();
    EXPECT_EQ(defaultWorkers(1), processorsFor(1));
    EXPECT_EQ(defaultWorkers(1), processorsFor(1));
    const std::string Said = testing::internal::GetCapturedStderr();
    EXPECT_EQ(Said.find("tussah: warning: CILK_NWORKERS is '"), 0u) << Said;
    EXPECT_EQ(Said.find('\n'), Said.size() - 1) << Said;
  }
}

} // namespace
