/*===- elision.h - The runtime of a serial program ----------------*- C -*-===*\
|*                                                                        *|
|* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.    *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                *|
|*                                                                        *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * What the functions of <cilk/cilk_api.h> do where there is no runtime: all of
 * it is true of a program with one worker. <cilk/cilk_stub.h> and
 * <cilk/cilk_api.h> include this; programs need not.
 */

#ifndef TUSSAH_CILK_DETAIL_ELISION_H
#define TUSSAH_CILK_DETAIL_ELISION_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Initializes a view of a reducer in uninitialized memory. */
typedef void (*__cilk_identity_fn)(void *view);

/** Makes \p left what it and then \p right are together, and ends the lifetime
 * of \p right. Its memory is the runtime's. */
typedef void (*__cilk_reduce_fn)(void *left, void *right);

/** What __cilkrts_set_param returns; the names and numbers of Cilk Plus. */
enum __cilkrts_set_param_status {
  __CILKRTS_SET_PARAM_SUCCESS = 0,
  __CILKRTS_SET_PARAM_UNIMP = 1,   /**< there is no such parameter */
  __CILKRTS_SET_PARAM_XRANGE = 2,  /**< the value is out of range */
  __CILKRTS_SET_PARAM_INVALID = 3, /**< the value is none of that kind */
  __CILKRTS_SET_PARAM_LATE = 4     /**< parallel code is running */
};

/** The pedigree of a strand: its last term, and where the others are. */
typedef struct __cilkrts_pedigree {
  uint64_t rank;
  const struct __cilkrts_pedigree *parent; /**< null before the first term */
} __cilkrts_pedigree;

static __inline__ unsigned __tussah_serial_get_nworkers(void) { return 1; }

static __inline__ unsigned __tussah_serial_get_worker_number(void) { return 0; }

static __inline__ int __tussah_serial_running_on_workers(void) { return 0; }

static __inline__ int __tussah_serial_synched(void) { return 1; }

static __inline__ int __tussah_serial_is_initialized(void) { return 0; }

/** There are no workers, so the function is never called. */
static __inline__ int __tussah_serial_atinit(void (*function)(void)) {
  (void)function;
  return 0;
}

static __inline__ int __tussah_serial_atexit(void (*function)(void)) {
  return atexit(function) != 0;
}

/** Other numbers of workers are no mistake, but there is one all the same. */
static __inline__ int __tussah_serial_set_param(const char *name,
                                                const char *value) {
  char *end;
  long workers;
  if (!name || !value)
    return __CILKRTS_SET_PARAM_INVALID;
  if (strcmp(name, "nworkers") != 0)
    return __CILKRTS_SET_PARAM_UNIMP;
  workers = strtol(value, &end, 10);
  if (end == value || *end)
    return __CILKRTS_SET_PARAM_INVALID;
  return workers < 0 ? __CILKRTS_SET_PARAM_XRANGE : __CILKRTS_SET_PARAM_SUCCESS;
}

static __inline__ void __tussah_serial_init(void) {}

static __inline__ void __tussah_serial_end_cilk(void) {}

static __inline__ int __tussah_serial_get_total_workers(void) { return 1; }

static __inline__ int __tussah_serial_get_force_reduce(void) { return 0; }

/** There are no stacks but the process's own. */
static __inline__ size_t __tussah_serial_get_stack_size(void) { return 0; }

static __inline__ void __tussah_serial_dump_stats(void) {}

/** A serial program has one view, the object itself. */
static __inline__ void *
__tussah_serial_reducer_lookup(void *reducer, size_t size,
                               __cilk_identity_fn identity,
                               __cilk_reduce_fn reduce) {
  (void)size, (void)identity, (void)reduce;
  return reducer;
}

static __inline__ void
__tussah_serial_reducer_register(void *reducer, size_t size,
                                 __cilk_identity_fn identity,
                                 __cilk_reduce_fn reduce) {
  (void)reducer, (void)size, (void)identity, (void)reduce;
}

static __inline__ void __tussah_serial_reducer_unregister(void *reducer) {
  (void)reducer;
}

/** Nobody keeps pedigrees here, so each thread and file has one term, which is
 * counted by those who add to it. The numbers made of it are not those of the
 * parallel program. */
static __inline__ uint64_t *__tussah_serial_rank(void) {
  static __thread uint64_t rank;
  return &rank;
}

static __inline__ uint64_t *__tussah_serial_seed(void) {
  static uint64_t seed;
  return &seed;
}

static __inline__ __cilkrts_pedigree __tussah_serial_get_pedigree(void) {
  __cilkrts_pedigree pedigree;
  pedigree.rank = *__tussah_serial_rank();
  pedigree.parent = NULL;
  return pedigree;
}

static __inline__ int __tussah_serial_bump_worker_rank(void) {
  ++*__tussah_serial_rank();
  return 0;
}

/** The generator "splitmix64". */
static __inline__ uint64_t __tussah_serial_get_dprand(void) {
  uint64_t x = *__tussah_serial_seed() +
               ++*__tussah_serial_rank() * UINT64_C(0x9e3779b97f4a7c15);
  x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
  return x ^ (x >> 31);
}

static __inline__ void __tussah_serial_dprand_set_seed(uint64_t seed) {
  *__tussah_serial_seed() = seed;
}

static __inline__ void __tussah_serial_init_dprng(void) {}

#ifdef __cplusplus
}
#endif

#endif /* TUSSAH_CILK_DETAIL_ELISION_H */
