//===- memory.cpp - How much memory graphs may take -----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memory.h"

#include "../support/os/cgroup.h"

#include <tussah/graph/io.hpp>

#include <algorithm>
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

namespace tussah::graph {

/// What a file with a number says; 0 for "max", or if it is not there.
static unsigned long long limitIn(const char *Dir, const char *Name) {
  char Text[64];
  if (!tussah_cgroup_read(Dir, Name, Text, sizeof Text))
    return 0;
  return std::strtoull(Text, nullptr, 10);
}

std::uint64_t memoryOfProcess(const char *CgroupFile, const char *MountDir) {
  long Pages = sysconf(_SC_PHYS_PAGES), Size = sysconf(_SC_PAGESIZE);
  std::uint64_t Most = std::uint64_t(1) << 33;
  if (Pages > 0 && Size > 0)
    Most = static_cast<std::uint64_t>(Pages) * static_cast<std::uint64_t>(Size);
  std::uint64_t Limit = tussah_cgroup_least(
      CgroupFile, MountDir, "memory",
      [](const char *Dir) { return limitIn(Dir, "memory.max"); },
      [](const char *Dir) { return limitIn(Dir, "memory.limit_in_bytes"); });
  return Limit ? std::min(Limit, Most) : Most;
}

std::uint64_t memory_limit(std::uint64_t MostBytes) {
  static const std::uint64_t Half =
      memoryOfProcess("/proc/self/cgroup", "/sys/fs/cgroup") / 2;
  return MostBytes ? MostBytes : Half;
}

void adviseLargePages(void *Memory, std::size_t Bytes) {
#if defined(MADV_HUGEPAGE)
  constexpr std::uintptr_t Page = std::uintptr_t(2) << 20;
  auto Begin = reinterpret_cast<std::uintptr_t>(Memory);
  std::uintptr_t First = (Begin + Page - 1) / Page * Page;
  std::uintptr_t Last = (Begin + Bytes) / Page * Page;
  if (First < Last)
    (void)madvise(reinterpret_cast<void *>(First), Last - First, MADV_HUGEPAGE);
#else
  (void)Memory, (void)Bytes;
#endif
}

} // namespace tussah::graph
