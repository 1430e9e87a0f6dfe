//===- cilk/missing/cilk.h - The language of Cilk-5 -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs of Cilk-5 without inlets and contexts compile with this as they
/// are, with `-x c`, if neither they nor the system have a header of that name.
/// docs/guides/porting.md says what else is different.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_CILK_MISSING_CILK_H
#define TUSSAH_INCLUDE_CILK_MISSING_CILK_H

#ifdef __cplusplus
#error Cilk-5 is C; use <cilk/cilk.h> in C++
#else

// The macros below must not meet what these declare.
#include <alloca.h>
#include <sched.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/types.h>
#include <unistd.h>

#include <cilk/cilk.h>
#include <cilk/cilk_api.h>

/// \name The language
/// @{
#define cilk
#define spawn cilk_spawn
#define sync cilk_sync
#define cilk_main main
#define SYNCHED __cilkrts_synched()
#define inlet _Pragma("GCC error \"use <tussah/inlet.h>\"")
#define Self ((int)__cilkrts_get_worker_number())
#define Cilk_active_size ((int)__cilkrts_get_nworkers())
#define Cilk_alloca(size) alloca(size)
/// @}

/// \name Time
/// In microseconds. Work and critical path of the program are not measured, as
/// in Cilk-5 without -cilk-critical-path.
/// @{
typedef long long Cilk_time;

static inline Cilk_time Cilk_get_time(void) {
  struct timeval now;
  gettimeofday(&now, NULL);
  return (Cilk_time)now.tv_sec * 1000000 + (Cilk_time)now.tv_usec;
}

static inline double Cilk_time_to_sec(Cilk_time time) {
  return (double)time / 1e6;
}

static inline Cilk_time Cilk_get_wall_time(void) { return Cilk_get_time(); }

static inline double Cilk_wall_time_to_sec(Cilk_time time) {
  return Cilk_time_to_sec(time);
}

#define Cilk_user_work ((Cilk_time)0)
#define Cilk_user_critical_path ((Cilk_time)0)
/// @}

/// \name Ends
/// @{
static inline void Cilk_exit(int status) { exit(status); }

/// Prints a message and ends the process.
static inline __attribute__((noreturn, format(printf, 1, 2))) void
Cilk_die(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  exit(1);
}

#ifdef NDEBUG
#define Cilk_assert(condition) ((void)0)
#else
#define Cilk_assert(condition)                                                 \
  ((condition) ? (void)0                                                       \
               : Cilk_die("assertion failed: %s, line %d, file %s\n",          \
                          #condition, __LINE__, __FILE__))
#endif
/// @}

/// \name Memory that strands share
/// @{
static inline void Cilk_fence(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
static inline void Cilk_membar_StoreStore(void) {
  __atomic_thread_fence(__ATOMIC_RELEASE);
}
static inline void Cilk_membar_StoreLoad(void) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/// Not to be held across a spawn or sync.
typedef volatile int Cilk_lockvar[1];

static inline void Cilk_lock_init(Cilk_lockvar lock) {
  __atomic_store_n(&lock[0], 0, __ATOMIC_RELAXED);
}

static inline void Cilk_lock(Cilk_lockvar lock) {
  while (__atomic_exchange_n(&lock[0], 1, __ATOMIC_ACQUIRE))
    while (__atomic_load_n(&lock[0], __ATOMIC_RELAXED))
      sched_yield(); // the holder may have no processor
}

static inline void Cilk_unlock(Cilk_lockvar lock) {
  __atomic_store_n(&lock[0], 0, __ATOMIC_RELEASE);
}
/// @}

/// \name Contexts
/// C calls a procedure as any function, so there are none.
/// @{
#define EXPORT(f) _Pragma("GCC error \"write f, without the context\"") f
int Cilk_init(int *argc, char **argv) __attribute__((
    unavailable("remove it; the first spawn starts the workers")));
int Cilk_terminate(void *context)
    __attribute__((unavailable("remove it; the workers end with the process")));
/// @}

#endif // __cplusplus

#endif // TUSSAH_INCLUDE_CILK_MISSING_CILK_H
