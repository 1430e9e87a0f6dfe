//===- cilk/cilk_api.h - Functions of the native runtime --------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What programs for the target `native` may ask of the runtime. Any thread may
/// call all of these at any time. docs/runtime.md says more; docs/porting.md
/// has the functions of other Cilk runtimes.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_CILK_CILK_API_H
#define TUSSAH_INCLUDE_CILK_CILK_API_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Number of workers that execute a root (a call of parallel code from serial
/// code) which is entered now.
unsigned __cilkrts_get_nworkers(void);

/// Number of the worker that the caller runs on. While one thread is in
/// parallel code it is less than __cilkrts_get_nworkers(); workers of other
/// threads that have entered have larger numbers. 0 outside of parallel code.
unsigned __cilkrts_get_worker_number(void);

/// 1 in parallel code, else 0.
int __cilkrts_running_on_workers(void);

/// Not 0 only if nothing that the calling function has spawned is outstanding
/// on another worker, so that all of it is done: the SYNCHED of Cilk-5. Ask in
/// the function that spawns. 0 says nothing; after a sync, and where nothing
/// was stolen, the target `native` answers 1, and targets with tasks always
/// answer 0.
#ifdef __tussah__
int __cilkrts_synched(void);
#else
static inline int __cilkrts_synched(void) { return 1; }
#endif

/// 1 if the workers have been started, else 0.
int __cilkrts_is_initialized(void);

/// Lets \p function be called when the first root is entered. Returns 0, or 1
/// if the workers have been started already or there are too many functions.
int __cilkrts_atinit(void (*function)(void));

/// Lets \p function be called when the process exits or the runtime is
/// unloaded, before the workers end; the one added last first. Returns 0, or 1
/// if there are too many functions.
int __cilkrts_atexit(void (*function)(void));

/// Sets the parameter \p name to \p value for roots that are entered later. The
/// only one is `nworkers`, a decimal number. Returns 0; 1 if there is no such
/// parameter; or 2 if the value is not allowed, or a root exists.
int __cilkrts_set_param(const char *name, const char *value);

/// Initializes a view of a reducer in uninitialized memory.
typedef void (*__cilk_identity_fn)(void *view);

/// Makes \p left what it and then \p right are together, and ends the lifetime
/// of \p right. Its memory is the runtime's.
typedef void (*__cilk_reduce_fn)(void *left, void *right);

/// The calling strand's view of \p reducer, an object of \p size bytes. Valid
/// until the strand's next spawn or sync; alignment up to 4096 bytes. If
/// \p identity throws, so does this.
void *__cilkrts_reducer_lookup(void *reducer, size_t size,
                               __cilk_identity_fn identity,
                               __cilk_reduce_fn reduce);

/// Makes the object \p reducer, whose lifetime has begun, the calling strand's
/// view of itself. Objects of static storage duration do not need it.
void __cilkrts_reducer_register(void *reducer, size_t size,
                                __cilk_identity_fn identity,
                                __cilk_reduce_fn reduce);

/// To be called before the lifetime of \p reducer ends, when all strands that
/// have used it, but for the calling one, are synced with. Reduces the calling
/// strand's view into it.
void __cilkrts_reducer_unregister(void *reducer);

/// \name Pedigrees and random numbers
/// They need `-ftussah-pedigrees` (or `-lopencilk-pedigrees`) when this file is
/// compiled, and exist for all targets. docs/pedigrees.md explains them.
/// @{
#if defined(__tussah__) && !defined(__cilk_pedigrees__) &&                     \
    defined(__has_attribute)
#if __has_attribute(unavailable)
#define TUSSAH_NEEDS_PEDIGREES                                                 \
  __attribute__((unavailable("compile and link with -ftussah-pedigrees")))
#endif
#endif
#ifndef TUSSAH_NEEDS_PEDIGREES
#define TUSSAH_NEEDS_PEDIGREES
#endif

/// The pedigree of a strand: its last term, and where the others are.
typedef struct __cilkrts_pedigree {
  uint64_t rank;
  const struct __cilkrts_pedigree *parent; ///< null before the first term
} __cilkrts_pedigree;

/// The pedigree of the calling strand. What its parent points to may be read
/// by the task that the caller belongs to, and those that it spawns, until it
/// ends. Takes constant time.
__cilkrts_pedigree __cilkrts_get_pedigree(void) TUSSAH_NEEDS_PEDIGREES;

/// Adds 1 to the last term of the calling strand's pedigree, as a sync does.
/// Returns 0.
int __cilkrts_bump_worker_rank(void) TUSSAH_NEEDS_PEDIGREES;

/// A random number, uniform in 0 to 2^64-1, made of the calling strand's
/// pedigree and the seed; then adds 1 to the last term. Takes constant time.
/// Not for cryptography.
uint64_t __cilkrts_get_dprand(void) TUSSAH_NEEDS_PEDIGREES;

/// Chooses the seed of __cilkrts_get_dprand, for all threads. To be called
/// where no other strand asks for numbers.
void __cilkrts_dprand_set_seed(uint64_t seed) TUSSAH_NEEDS_PEDIGREES;

/// Does nothing; OpenCilk prepares its generator here.
void __cilkrts_init_dprng(void) TUSSAH_NEEDS_PEDIGREES;

#undef TUSSAH_NEEDS_PEDIGREES
/// @}

/// \name Functions of other Cilk runtimes
/// They do not exist here: a call is an error that says what to do instead.
/// @{
#if defined(__has_attribute)
#if __has_attribute(unavailable)
#define TUSSAH_UNAVAILABLE(advice) __attribute__((unavailable(advice)))
#endif
#endif
#ifdef TUSSAH_UNAVAILABLE
void __cilkrts_init(void)
    TUSSAH_UNAVAILABLE("remove the call; the first spawn starts the workers");
void __cilkrts_end_cilk(void)
    TUSSAH_UNAVAILABLE("remove the call; the workers end with the process");
int __cilkrts_get_total_workers(void)
    TUSSAH_UNAVAILABLE("use __cilkrts_get_nworkers");
int __cilkrts_get_force_reduce(void)
    TUSSAH_UNAVAILABLE("set the variable TUSSAH_STRESS=always-steal to test");
int __cilkrts_metacall(unsigned tool, unsigned code, void *data)
    TUSSAH_UNAVAILABLE("use <cilk/cilksan.h> and <cilk/cilkscale.h>");
int __cilkrts_set_seh_callback(void *function)
    TUSSAH_UNAVAILABLE("remove the call; it is for Windows");
#undef TUSSAH_UNAVAILABLE
#endif
/// @}

#ifdef __cplusplus
}
#endif

#endif // TUSSAH_INCLUDE_CILK_CILK_API_H
