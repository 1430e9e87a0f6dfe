//===- state.h - The pedigree of each thread -------------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_RANDOM_STATE_H
#define TUSSAH_RUNTIME_RANDOM_STATE_H

#include "pedigree.h"

/// The pedigree of the strand that the thread executes, if that is in code that
/// was compiled with pedigrees. A thread starts at [0, 0].
extern _Thread_local struct pedigree __tussah_pedigree
    __attribute__((visibility("default"), tls_model("initial-exec")));

/// Its distance from each thread's pointer. For compiled code that a JIT has
/// linked.
extern volatile uintptr_t __tussah_pedigree_offset
    __attribute__((visibility("default")));

/// What the program's seed has become. Set by any thread, without order.
extern uint64_t __tussah_dprng_key __attribute__((visibility("default")));

#endif // TUSSAH_RUNTIME_RANDOM_STATE_H
