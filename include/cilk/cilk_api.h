//===- cilk/cilk_api.h - Functions of the native runtime --------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What programs for the target `native` may ask of the runtime. Any thread may
/// call all of these at any time. docs/reference/runtime.md says more;
/// docs/guides/porting.md has the functions of other Cilk runtimes.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_CILK_CILK_API_H
#define TUSSAH_INCLUDE_CILK_CILK_API_H

#include <cilk/detail/elision.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TUSSAH_CILK_CILK_STUB_H

/* TUSSAH_API(type, name, parameters, arguments) declares a function. Other
 * compilers than tussah-clang see the serial elision, which may have to do
 * without the runtime: there the function is inline, and asks the runtime if
 * the program has one. It refers to it weakly, and defines nothing that others
 * see; for assemblers the two have names of their own. */
#ifdef __tussah__
#define TUSSAH_API(type, name, parameters, arguments)                          \
  type __cilkrts_##name parameters;
#define TUSSAH_API_VOID(name, parameters, arguments)                           \
  void __cilkrts_##name parameters;
#else
#define TUSSAH_RUNTIMES(type, name, parameters)                                \
  type __tussah_runtimes_##name parameters __asm__("__cilkrts_" #name)         \
      __attribute__((weak));                                                   \
  static __inline__ type __cilkrts_##name parameters __asm__(                  \
      "__tussah_asks_" #name);
#define TUSSAH_API(type, name, parameters, arguments)                          \
  TUSSAH_RUNTIMES(type, name, parameters)                                      \
  static __inline__ type __cilkrts_##name parameters {                         \
    return __tussah_runtimes_##name ? __tussah_runtimes_##name arguments       \
                                    : __tussah_serial_##name arguments;        \
  }
#define TUSSAH_API_VOID(name, parameters, arguments)                           \
  TUSSAH_RUNTIMES(void, name, parameters)                                      \
  static __inline__ void __cilkrts_##name parameters {                         \
    if (__tussah_runtimes_##name)                                              \
      __tussah_runtimes_##name arguments;                                      \
    else                                                                       \
      __tussah_serial_##name arguments;                                        \
  }
#endif

/// Number of workers that execute a root (a call of parallel code from serial
/// code) which is entered now.
TUSSAH_API(unsigned, get_nworkers, (void), ())

/// Number of the worker that the caller runs on. No two that are in parallel
/// code have the same number. While one thread is in parallel code it is less
/// than __cilkrts_get_nworkers(); workers of other threads that have entered
/// have larger numbers. 0 outside of parallel code.
TUSSAH_API(unsigned, get_worker_number, (void), ())

/// 1 in parallel code, else 0.
TUSSAH_API(int, running_on_workers, (void), ())

/// Not 0 only if nothing that the calling function has spawned is outstanding
/// on another worker, so that all of it is done: the SYNCHED of Cilk-5. Ask in
/// the function that spawns. 0 says nothing; after a sync, and where nothing
/// was stolen, the target `native` answers 1, and targets with tasks always
/// answer 0. Code of other compilers spawns nothing.
#ifdef __tussah__
int __cilkrts_synched(void);
#else
static __inline__ int __cilkrts_synched(void) {
  return __tussah_serial_synched();
}
#endif

/// 1 if the workers have been started, else 0.
TUSSAH_API(int, is_initialized, (void), ())

/// Lets \p function be called when the first root is entered. Returns 0, or 1
/// if the workers have been started already or there are too many functions.
TUSSAH_API(int, atinit, (void (*function)(void)), (function))

/// Lets \p function be called when the process exits or the runtime is
/// unloaded, before the workers end; the one added last first. Returns 0, or 1
/// if there are too many functions.
TUSSAH_API(int, atexit, (void (*function)(void)), (function))

/// Sets the parameter \p name to \p value. The only one is `nworkers`, a
/// decimal number; 0 is what the user or the machine says. It holds for roots
/// that are entered later. If the caller is in the only root, and has nothing
/// outstanding, it holds for that too, and the caller goes on with the thread
/// that has entered the root, as it may do behind a sync; otherwise while roots
/// exist the result is __CILKRTS_SET_PARAM_LATE.
TUSSAH_API(int, set_param, (const char *name, const char *value), (name, value))

/// Starts the workers, which the first root does too.
TUSSAH_API_VOID(init, (void), ())

/// Ends the workers, if no root exists; the next one starts them again. Else
/// does nothing.
TUSSAH_API_VOID(end_cilk, (void), ())

/// Number of workers that exist, those of other threads in roots too; at least
/// __cilkrts_get_nworkers().
TUSSAH_API(int, get_total_workers, (void), ())

/// 1 if TUSSAH_STRESS=always-steal asks for as many views of reducers as there
/// can be, else 0.
TUSSAH_API(int, get_force_reduce, (void), ())

/// Size of the stacks of parallel code.
TUSSAH_API(size_t, get_stack_size, (void), ())

/// Writes to standard error what TUSSAH_STATS=1 writes at exit.
TUSSAH_API_VOID(dump_stats, (void), ())

/// The calling strand's view of \p reducer, an object of \p size bytes. Valid
/// until the strand's next spawn or sync; alignment up to 4096 bytes. If
/// \p identity throws, so does this.
TUSSAH_API(void *, reducer_lookup,
           (void *reducer, size_t size, __cilk_identity_fn identity,
            __cilk_reduce_fn reduce),
           (reducer, size, identity, reduce))

/// Makes the object \p reducer, whose lifetime has begun, the calling strand's
/// view of itself. Objects of static storage duration do not need it.
TUSSAH_API_VOID(reducer_register,
                (void *reducer, size_t size, __cilk_identity_fn identity,
                 __cilk_reduce_fn reduce),
                (reducer, size, identity, reduce))

/// To be called before the lifetime of \p reducer ends, when all strands that
/// have used it, but for the calling one, are synced with. Reduces the calling
/// strand's view into it.
TUSSAH_API_VOID(reducer_unregister, (void *reducer), (reducer))

/// \name Pedigrees and random numbers
/// They need `-ftussah-pedigrees` (or `-lopencilk-pedigrees`) when this file is
/// compiled, and exist for all targets. docs/guides/pedigrees.md explains them.
/// In the serial elision each file has numbers of its own.
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
#ifdef __tussah__
#define TUSSAH_PEDIGREES(type, name, parameters, body)                         \
  type __cilkrts_##name parameters TUSSAH_NEEDS_PEDIGREES;
#else
#define TUSSAH_PEDIGREES(type, name, parameters, body)                         \
  static __inline__ type __cilkrts_##name parameters { body }
#endif

/// The pedigree of the calling strand. What its parent points to may be read
/// by the task that the caller belongs to, and those that it spawns, until it
/// ends. Takes constant time.
TUSSAH_PEDIGREES(__cilkrts_pedigree, get_pedigree, (void),
                 return __tussah_serial_get_pedigree();)

/// Adds 1 to the last term of the calling strand's pedigree, as a sync does.
/// Returns 0.
TUSSAH_PEDIGREES(int, bump_worker_rank, (void),
                 return __tussah_serial_bump_worker_rank();)

/// A random number, uniform in 0 to 2^64-1, made of the calling strand's
/// pedigree and the seed; then adds 1 to the last term. Takes constant time.
/// Not for cryptography.
TUSSAH_PEDIGREES(uint64_t, get_dprand, (void),
                 return __tussah_serial_get_dprand();)

/// Chooses the seed of __cilkrts_get_dprand, for all threads. To be called
/// where no other strand asks for numbers.
TUSSAH_PEDIGREES(void, dprand_set_seed, (uint64_t seed),
                 __tussah_serial_dprand_set_seed(seed);)

/// Does nothing; OpenCilk prepares its generator here.
TUSSAH_PEDIGREES(void, init_dprng, (void), )

#undef TUSSAH_PEDIGREES
#undef TUSSAH_RUNTIMES
#undef TUSSAH_API
#undef TUSSAH_API_VOID

#endif // TUSSAH_CILK_CILK_STUB_H

#ifndef TUSSAH_NEEDS_PEDIGREES
#define TUSSAH_NEEDS_PEDIGREES
#endif

/// The last term of the calling strand's pedigree, in \p *rank. Returns 0.
static __inline__ int
__cilkrts_get_worker_rank(uint64_t *rank) TUSSAH_NEEDS_PEDIGREES;
static __inline__ int __cilkrts_get_worker_rank(uint64_t *rank) {
  *rank = __cilkrts_get_pedigree().rank;
  return 0;
}

/// A loop's pedigrees need no help of the program. Returns 0.
static __inline__ int __cilkrts_bump_loop_rank(void) { return 0; }

/// Where a walk over the terms of a pedigree is. Begins as
/// {sizeof(__cilkrts_pedigree_context_t), {0}}.
typedef struct {
  size_t size;
  void *data[3];
} __cilkrts_pedigree_context_t;

/// The next term of the calling strand's pedigree but the last one, from right
/// to left, in \p *birthrank. Returns 0; 1 behind the first term; or -3 if
/// the context is of another size.
static __inline__ int
__cilkrts_get_pedigree_info(__cilkrts_pedigree_context_t *context,
                            uint64_t *birthrank) TUSSAH_NEEDS_PEDIGREES;
static __inline__ int
__cilkrts_get_pedigree_info(__cilkrts_pedigree_context_t *context,
                            uint64_t *birthrank) {
  const __cilkrts_pedigree *term;
  if (context->size != sizeof(*context))
    return -3;
  // The second word says that the walk is over.
  if (context->data[1])
    return 1;
  term = context->data[0]
             ? ((const __cilkrts_pedigree *)context->data[0])->parent
             : __cilkrts_get_pedigree().parent;
  context->data[0] = (void *)term;
  context->data[1] = term ? NULL : (void *)context;
  if (term)
    *birthrank = term->rank;
  return !term;
}

#undef TUSSAH_NEEDS_PEDIGREES
/// @}

/// Asks a tool that watches the program, of which there is none.
static __inline__ void __cilkrts_metacall(unsigned tool, unsigned code,
                                          void *data) {
  (void)tool, (void)code, (void)data;
}

/// Writes \p text to the log of Cilkscreen, which does not exist.
static __inline__ void __cilkrts_cilkscreen_puts(const char *text) {
  (void)text;
}

/// \name For Windows only
/// A call is an error that says so.
/// @{
#if defined(__has_attribute)
#if __has_attribute(unavailable)
int __cilkrts_set_seh_callback(void *function)
    __attribute__((unavailable("remove the call; it is for Windows")));
#endif
#endif
/// @}

#ifdef __cplusplus
}
#endif

#endif // TUSSAH_INCLUDE_CILK_CILK_API_H
