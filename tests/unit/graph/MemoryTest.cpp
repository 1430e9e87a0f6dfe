//===- MemoryTest.cpp - How much memory graphs may take -------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../graph/memory.h"

#include <tussah/graph/io.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

using namespace tussah::graph;
namespace fs = std::filesystem;

namespace {

/// Control groups in a folder, which is removed.
class Memory : public testing::Test {
protected:
  // The tests of several builds may run at once.
  fs::path Root = fs::path(testing::TempDir()) /
                  ("tussah-memory-" + std::to_string(getpid()));
  std::uint64_t All = memoryOfProcess("/nonexistent", "/nonexistent");

  void write(const std::string &Name, const std::string &Text) {
    fs::create_directories((Root / Name).parent_path());
    std::ofstream(Root / Name) << Text;
  }
  std::uint64_t limit(const std::string &Groups) {
    write("cgroup", Groups);
    return memoryOfProcess((Root / "cgroup").c_str(), Root.c_str());
  }
  void TearDown() override { fs::remove_all(Root); }
};

TEST_F(Memory, IsTheMachinesWithoutGroups) {
  EXPECT_EQ(All, std::uint64_t(sysconf(_SC_PHYS_PAGES)) *
                     std::uint64_t(sysconf(_SC_PAGESIZE)));
  EXPECT_EQ(limit(""), All);
  EXPECT_EQ(limit("0::/missing\n"), All);
}

TEST_F(Memory, IsTheGroups) {
  write("a/memory.max", "67108864\n");
  write("a/b/memory.max", "max\n");
  write("a/c/memory.max", "1048576\n");
  EXPECT_EQ(limit("0::/a\n"), 67108864u);
  EXPECT_EQ(limit("0::/a/b\n"), 67108864u);
  EXPECT_EQ(limit("0::/a/c\n"), 1048576u);
}

TEST_F(Memory, IsTheGroupsOfVersion1) {
  write("memory/x/memory.limit_in_bytes", "33554432\n");
  // What there is where nobody has set a limit.
  write("memory/y/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(limit("4:memory:/x\n2:cpu,cpuacct:/z\n0::/\n"), 33554432u);
  EXPECT_EQ(limit("4:memory:/y\n"), All);
  EXPECT_EQ(limit("2:cpu:/x\n"), All);
}

TEST_F(Memory, OfWhichReadersTakeHalf) {
  EXPECT_EQ(memory_limit(5), 5u);
  EXPECT_EQ(memory_limit(0),
            memoryOfProcess("/proc/self/cgroup", "/sys/fs/cgroup") / 2);
}

} // namespace
