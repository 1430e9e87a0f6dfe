//===- cilk/missing/cilk.h - Not available ----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The names of Cilk-5, for programs that include its header where there is
/// none: each use is an error that says what to write instead.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_CILK_MISSING_CILK_H
#define TUSSAH_INCLUDE_CILK_MISSING_CILK_H

#error this is a header of Cilk-5; port the program to <cilk/cilk.h>

#define cilk _Pragma("GCC error \"remove it; all functions may spawn\"")
#define spawn _Pragma("GCC error \"write cilk_spawn\"")
#define sync _Pragma("GCC error \"write cilk_sync\"")
#define inlet _Pragma("GCC error \"use <tussah/inlet.h>\"")
#define EXPORT(f) _Pragma("GCC error \"write f, without the context\"") f

#define TUSSAH_INSTEAD(advice) __attribute__((unavailable(advice)))
typedef int Cilk_lockvar TUSSAH_INSTEAD("use pthread_mutex_t");
int Cilk_lock_init() TUSSAH_INSTEAD("use pthread_mutex_init");
int Cilk_lock() TUSSAH_INSTEAD("use pthread_mutex_lock");
int Cilk_unlock() TUSSAH_INSTEAD("use pthread_mutex_unlock");
void *Cilk_alloca() TUSSAH_INSTEAD("use alloca");
int Cilk_fence() TUSSAH_INSTEAD("use atomic_thread_fence");
int Cilk_init() TUSSAH_INSTEAD("remove it; the first spawn starts the workers");
int Cilk_terminate()
    TUSSAH_INSTEAD("remove it; the workers end with the process");
extern int SYNCHED TUSSAH_INSTEAD("use __cilkrts_synched()");
extern int Self TUSSAH_INSTEAD("use __cilkrts_get_worker_number()");
extern int Cilk_active_size TUSSAH_INSTEAD("use __cilkrts_get_nworkers()");
#undef TUSSAH_INSTEAD

#endif // TUSSAH_INCLUDE_CILK_MISSING_CILK_H
