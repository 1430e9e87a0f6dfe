//===- pedigree.c - What compiled code does about pedigrees -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled to bitcode. Code that is compiled with pedigrees calls these
/// functions where docs/internals/ir.md says, and they are inlined there. How
/// pedigrees are kept, and random numbers made of them, can so be changed here
/// alone.
///
/// The rules are those of Cilk Plus: a spawned task goes on from [..., r] with
/// [..., r, 0], what follows the spawn with [..., r + 1], and what follows a
/// sync with one more. They are from Leiserson, Schardl and Sukha,
/// Deterministic Parallel Random-Number Generation for Dynamic-Multithreading
/// Platforms (PPoPP 2012), section 3.
///
//===----------------------------------------------------------------------===//

#include "pedigree.h"

#include "compiled.h"

extern uint64_t __tussah_dprng_key;

#ifdef TUSSAH_JUST_IN_TIME
extern volatile uintptr_t __tussah_pedigree_offset;
#endif

typedef OF_THREAD struct pedigree current_pedigree;

/// The pedigree of the current strand. This is not the address of a
/// thread-local variable, which LLVM might keep while the strand goes on in
/// another thread, but its offset, the same for all threads.
static inline current_pedigree *current(void) {
#ifdef TUSSAH_JUST_IN_TIME
  uintptr_t offset = __tussah_pedigree_offset;
#else
  uintptr_t offset;
  LOAD_THREAD_OFFSET(__asm__ volatile, __tussah_pedigree, offset);
#endif
  return (current_pedigree *)(thread_base() + offset);
}

/// Size in bytes, and alignment, of a node that the compiler makes room for.
const uint64_t tussah_pedigree_node_size = sizeof(struct pedigree_node);
const uint64_t tussah_pedigree_node_align = _Alignof(struct pedigree_node);

/// Returns the pedigree of the current strand.
struct pedigree tussah_pedigree_get(void) {
  current_pedigree *strand = current();
  struct pedigree result = {strand->rank, strand->parent};
  return result;
}

/// The strand goes on behind a spawn, sync or loop that it reached as (\p rank,
/// \p parent).
void tussah_pedigree_next(uint64_t rank, const struct pedigree_node *parent) {
  current_pedigree *strand = current();
  strand->rank = rank + 1;
  strand->parent = parent;
}

/// The strand goes on with the exception of a task, or one that it waited with,
/// in a sync scope that it entered as (\p rank, \p parent). It depends on the
/// schedule how far the scope has come, so its spawns and syncs, less than
/// 2^32, do not count.
void tussah_pedigree_catch(uint64_t rank, const struct pedigree_node *parent) {
  current_pedigree *strand = current();
  strand->rank = rank + (UINT64_C(1) << 32);
  strand->parent = parent;
}

/// Makes \p node, whose memory is not initialized, the term \p rank that
/// follows \p parent.
void tussah_pedigree_term(struct pedigree_node *node, uint64_t rank,
                          const struct pedigree_node *parent) {
  node->rank = rank;
  node->parent = parent;
  node->hash = pedigree_extend(parent->hash, rank);
}

/// A task or iteration begins, whose pedigree is that of \p node and 0.
void tussah_pedigree_enter(const struct pedigree_node *node) {
  current_pedigree *strand = current();
  strand->rank = 0;
  strand->parent = node;
}

//===----------------------------------------------------------------------===//
// <cilk/cilk_api.h>
//===----------------------------------------------------------------------===//

struct pedigree __cilkrts_get_pedigree(void) { return tussah_pedigree_get(); }

int __cilkrts_bump_worker_rank(void) {
  ++current()->rank;
  return 0;
}

uint64_t __cilkrts_get_dprand(void) {
  current_pedigree *strand = current();
  uint64_t rank = ++strand->rank;
  uint64_t key = __atomic_load_n(&__tussah_dprng_key, __ATOMIC_RELAXED);
  return pedigree_mix((strand->parent->hash + rank * PEDIGREE_GAMMA) ^ key);
}

void __cilkrts_dprand_set_seed(uint64_t seed) {
  __atomic_store_n(&__tussah_dprng_key, pedigree_mix(seed), __ATOMIC_RELAXED);
}

/// OpenCilk computes tables here.
void __cilkrts_init_dprng(void) {}
