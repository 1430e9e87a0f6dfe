/*===- cilk_stub.h - The serial elision -------------------------*- C -*-===*\
|*                                                                        *|
|* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.    *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                *|
|*                                                                        *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * Makes a Cilk program serial, whatever the compiler: the keywords do nothing,
 * and the functions of <cilk/cilk_api.h> that have a meaning in a serial
 * program are inline here, so that no runtime is needed. A sync is an
 * expression, so that nobody warns about an empty body of an if. Use it in
 * place of <cilk/cilk.h>, or with `-include cilk/cilk_stub.h`.
 */

#ifndef TUSSAH_CILK_CILK_STUB_H
#define TUSSAH_CILK_CILK_STUB_H

/* Included later, it must not bring the keywords back. */
#define TUSSAH_CILK_CILK_H

#undef cilk_spawn
#undef cilk_sync
#undef cilk_scope
#undef cilk_for
#undef _Cilk_spawn
#undef _Cilk_sync
#undef _Cilk_scope
#undef _Cilk_for
#undef cilk_reducer
#undef _Hyperobject

#define cilk_spawn
#define cilk_sync ((void)0)
#define cilk_scope
#define cilk_for for
#define _Cilk_spawn
#define _Cilk_sync ((void)0)
#define _Cilk_scope
#define _Cilk_for for
#define cilk_reducer(...)
#define _Hyperobject(...)

/* The address of a reducer. Compilers other than clang have it in C++ only. */
#if !defined(__cplusplus) && !defined(__clang__)
#undef __builtin_addressof
#define __builtin_addressof(object) (&(object))
#endif

/* Macros, so that it does not matter which header comes first. */
#define __cilkrts_get_nworkers __tussah_serial_get_nworkers
#define __cilkrts_get_worker_number __tussah_serial_get_worker_number
#define __cilkrts_running_on_workers __tussah_serial_running_on_workers
#define __cilkrts_is_initialized __tussah_serial_is_initialized
#define __cilkrts_atinit __tussah_serial_atinit
#define __cilkrts_atexit __tussah_serial_atexit
#define __cilkrts_set_param __tussah_serial_set_param
#define __cilkrts_reducer_lookup __tussah_serial_reducer_lookup
#define __cilkrts_reducer_register __tussah_serial_reducer_register
#define __cilkrts_reducer_unregister __tussah_serial_reducer_unregister

#include <stddef.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

static __inline__ unsigned __tussah_serial_get_nworkers(void) { return 1; }

static __inline__ unsigned __tussah_serial_get_worker_number(void) { return 0; }

static __inline__ int __tussah_serial_running_on_workers(void) { return 0; }

static __inline__ int __tussah_serial_is_initialized(void) { return 0; }

/** There are no workers, so the function is never called. */
static __inline__ int __tussah_serial_atinit(void (*function)(void)) {
  (void)function;
  return 0;
}

static __inline__ int __tussah_serial_atexit(void (*function)(void)) {
  return atexit(function) != 0;
}

static __inline__ int __tussah_serial_set_param(const char *name,
                                                const char *value) {
  const char *known = "nworkers";
  (void)value;
  while (*known && *name == *known)
    ++name, ++known;
  return *name != *known;
}

/** A serial program has one view, the object itself. */
static __inline__ void *
__tussah_serial_reducer_lookup(void *reducer, size_t size,
                               void (*identity)(void *),
                               void (*reduce)(void *, void *)) {
  (void)size, (void)identity, (void)reduce;
  return reducer;
}

static __inline__ void
__tussah_serial_reducer_register(void *reducer, size_t size,
                                 void (*identity)(void *),
                                 void (*reduce)(void *, void *)) {
  (void)reducer, (void)size, (void)identity, (void)reduce;
}

static __inline__ void __tussah_serial_reducer_unregister(void *reducer) {
  (void)reducer;
}

#ifdef __cplusplus
}
#endif

#endif /* TUSSAH_CILK_CILK_STUB_H */
