//===- memory.h - How much memory graphs may take ---------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_GRAPH_MEMORY_H
#define TUSSAH_GRAPH_MEMORY_H

#include <cstdint>

namespace tussah::graph {

/// The bytes that this process may have: those of the machine, or of its
/// control group, if that has a limit. \p CgroupFile has the format of
/// /proc/self/cgroup, and \p MountDir stands for /sys/fs/cgroup. By one thread
/// at a time.
std::uint64_t memoryOfProcess(const char *CgroupFile, const char *MountDir);

/// Lets the system take large pages for what is in \p Memory, if it wants to.
void adviseLargePages(void *Memory, std::size_t Bytes);

} // namespace tussah::graph

#endif // TUSSAH_GRAPH_MEMORY_H
