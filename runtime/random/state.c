//===- state.c - The pedigree of each thread -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "state.h"

// As in Cilk Plus, the pedigree of a thread's serial code has two terms.
static const struct pedigree_node beginning = {0, 0, PEDIGREE_GAMMA};

_Thread_local struct pedigree __tussah_pedigree = {0, &beginning};

volatile uintptr_t __tussah_pedigree_offset;

__attribute__((constructor)) static void find_pedigree_offset(void) {
  __tussah_pedigree_offset =
      (uintptr_t)&__tussah_pedigree - (uintptr_t)__builtin_thread_pointer();
}

uint64_t __tussah_dprng_key = PEDIGREE_DEFAULT_KEY;
