//===- count.h - Counts tasks and threads for tests ------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// With TUSSAH_ABI_COUNT, a program prints, when it exits, how many tasks it
/// has spawned and how many threads took part in them (ran a task, or spawned
/// one):
///
///     tussah-count: tasks=N threads=M
///
/// to stderr, or to the file that the environment variable TUSSAH_COUNT names.
/// A program that spawns nothing prints nothing. Without TUSSAH_ABI_COUNT all
/// of this is empty.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_ABI_COUNT_H
#define TUSSAH_RUNTIME_ABI_COUNT_H

#ifdef TUSSAH_ABI_COUNT

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace tussah_count_1 {

// One instance for the whole program: inline, hence linkonce_odr. The number in
// the namespace changes with the meaning of what is shared.
inline std::atomic<uint64_t> Tasks{0};
inline std::atomic<uint64_t> Threads{0};
inline __thread bool ThreadIsCounted;

inline void print() noexcept {
  const char *Path = secure_getenv("TUSSAH_COUNT");
  std::FILE *File = Path && *Path ? std::fopen(Path, "w") : stderr;
  if (!File) {
    std::fprintf(stderr, "tussah: cannot write the file '%s' (TUSSAH_COUNT)\n",
                 Path);
    return;
  }
  std::fprintf(
      File, "tussah-count: tasks=%llu threads=%llu\n",
      static_cast<unsigned long long>(Tasks.load(std::memory_order_relaxed)),
      static_cast<unsigned long long>(Threads.load(std::memory_order_relaxed)));
  if (File != stderr)
    std::fclose(File);
}

} // namespace tussah_count_1

namespace {

/// Notes that the calling thread takes part.
inline void countThread() noexcept {
  using namespace tussah_count_1;
  if (ThreadIsCounted)
    return;
  ThreadIsCounted = true;
  if (Threads.fetch_add(1, std::memory_order_relaxed) == 0)
    std::atexit(print);
}

/// Notes that the calling thread spawns a task.
inline void countSpawn() noexcept {
  countThread();
  tussah_count_1::Tasks.fetch_add(1, std::memory_order_relaxed);
}

/// True once a thread other than the first one took part.
inline bool twoThreadsTookPart() noexcept {
  return tussah_count_1::Threads.load(std::memory_order_relaxed) > 1;
}

} // namespace

#else

namespace {
inline void countThread() noexcept {}
inline void countSpawn() noexcept {}
} // namespace

#endif // TUSSAH_ABI_COUNT

#endif // TUSSAH_RUNTIME_ABI_COUNT_H
