//===- block.h - Memory of a task: header and closure ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One allocation for what a runtime knows of a task (a header) and the closure
/// that follows it, for runtimes that take memory from malloc.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_ABI_BLOCK_H
#define TUSSAH_RUNTIME_ABI_BLOCK_H

#include "abi.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace {

/// Base of a task's header.
struct BlockHeader {
  /// What malloc returned.
  void *Block;
};

[[noreturn]] inline void outOfMemory(uint64_t Size) noexcept {
  std::fprintf(stderr,
               "tussah: out of memory: a task needs %llu bytes; spawn fewer "
               "tasks between syncs\n",
               static_cast<unsigned long long>(Size));
  std::abort();
}

/// The header of the task whose closure is \p Closure.
template <class Header> Header *headerOf(void *Closure) noexcept {
  return static_cast<Header *>(Closure) - 1;
}

/// Returns memory for a closure, directly after a new \p Header. Terminates if
/// there is none.
template <class Header>
void *allocateBlock(uint64_t Size, uint64_t Align) noexcept {
  constexpr uint64_t Natural = alignof(std::max_align_t);
  static_assert(alignof(Header) <= Natural, "header is aligned as by malloc");
  if (Align < Natural)
    Align = Natural;
  // The closure follows a whole number of alignments, not less than a header.
  uint64_t Lead = (sizeof(Header) + Align - 1) & ~(Align - 1);
  void *Block =
      Align == Natural
          ? std::malloc(Lead + Size)
          : std::aligned_alloc(Align, (Lead + Size + Align - 1) & ~(Align - 1));
  if (!Block)
    outOfMemory(Size);
  void *Closure = static_cast<char *>(Block) + Lead;
  auto *H = new (headerOf<Header>(Closure)) Header();
  H->Block = Block;
  return Closure;
}

/// Frees the closure and its header.
template <class Header> void freeBlock(void *Closure) noexcept {
  std::free(headerOf<Header>(Closure)->Block);
}

} // namespace

/// Defines what abi.h says of the memory of tasks, whose header is \p Header.
#define TUSSAH_DEFINE_TASK(Header)                                             \
  void *tussah_abi_task(void *, uint64_t Size, uint64_t Align) noexcept {      \
    return allocateBlock<Header>(Size, Align);                                 \
  }                                                                            \
  void tussah_abi_discard(void *, void *Closure) noexcept {                    \
    freeBlock<Header>(Closure);                                                \
  }

#endif // TUSSAH_RUNTIME_ABI_BLOCK_H
