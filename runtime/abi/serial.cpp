//===- serial.cpp - Each task runs where it is spawned --------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The smallest runtime that implements abi.h, and the model for a new one. The
/// target `serial` does not need it (compiler/targets/lowering/SerialTarget.cpp
/// calls the tasks directly); it is used by its path.
///
//===----------------------------------------------------------------------===//

#include "abi.h"
#include "block.h"
#include "count.h"

namespace {

struct Task : BlockHeader {};

/// Frees a task's memory when its run ends, normally or by an exception.
struct Releaser {
  void *Closure;
  ~Releaser() { freeBlock<Task>(Closure); }
};

} // namespace

extern "C" {

const uint32_t tussah_abi_version = TUSSAH_ABI_VERSION;
// A frame has no state, but an object needs a size.
const uint64_t tussah_abi_frame_size = 1;
const uint64_t tussah_abi_frame_align = 1;

void tussah_abi_enter(void *) noexcept {}

TUSSAH_DEFINE_TASK(Task)

void tussah_abi_spawn(void *, void *Closure, void (*Run)(void *)) {
  countSpawn();
  Releaser Release{Closure};
  Run(Closure);
}

void tussah_abi_sync(void *) {}

void tussah_abi_sync_unwind(void *, void *) {}

uint64_t tussah_abi_grain(uint64_t Iterations, uint64_t) noexcept {
  return Iterations;
}

void *tussah_abi_view(void *Reducer, uint64_t, void (*)(void *),
                      void (*)(void *, void *)) {
  return Reducer;
}

void tussah_abi_reducer_begin(void *, uint64_t, uint64_t, uint64_t,
                              void (*)(void *),
                              void (*)(void *, void *)) noexcept {}

void tussah_abi_reducer_end(void *, uint64_t, uint64_t) {}

} // extern "C"
