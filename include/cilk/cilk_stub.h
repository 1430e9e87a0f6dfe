/*===- cilk_stub.h - The serial elision -------------------------*- C -*-===*\
|*                                                                        *|
|* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.    *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                *|
|*                                                                        *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * Makes a Cilk program serial, whatever the compiler: the keywords do nothing,
 * and the functions of <cilk/cilk_api.h> are those of <cilk/detail/elision.h>,
 * so that no runtime is needed, nor asked. Use it in place of <cilk/cilk.h>, or
 * with
 * `-include cilk/cilk_stub.h`.
 */

#ifndef TUSSAH_CILK_CILK_STUB_H
#define TUSSAH_CILK_CILK_STUB_H

/* Included later, it must not bring the keywords back. */
#define TUSSAH_CILK_CILK_H

#include <cilk/detail/elided_keywords.h>
#include <cilk/detail/elision.h>

/* Macros, so that it does not matter which header comes first. */
#define __cilkrts_get_nworkers __tussah_serial_get_nworkers
#define __cilkrts_get_worker_number __tussah_serial_get_worker_number
#define __cilkrts_running_on_workers __tussah_serial_running_on_workers
#define __cilkrts_synched __tussah_serial_synched
#define __cilkrts_is_initialized __tussah_serial_is_initialized
#define __cilkrts_atinit __tussah_serial_atinit
#define __cilkrts_atexit __tussah_serial_atexit
#define __cilkrts_set_param __tussah_serial_set_param
#define __cilkrts_init __tussah_serial_init
#define __cilkrts_end_cilk __tussah_serial_end_cilk
#define __cilkrts_get_total_workers __tussah_serial_get_total_workers
#define __cilkrts_get_force_reduce __tussah_serial_get_force_reduce
#define __cilkrts_get_stack_size __tussah_serial_get_stack_size
#define __cilkrts_dump_stats __tussah_serial_dump_stats
#define __cilkrts_reducer_lookup __tussah_serial_reducer_lookup
#define __cilkrts_reducer_register __tussah_serial_reducer_register
#define __cilkrts_reducer_unregister __tussah_serial_reducer_unregister
#define __cilkrts_get_pedigree __tussah_serial_get_pedigree
#define __cilkrts_bump_worker_rank __tussah_serial_bump_worker_rank
#define __cilkrts_get_dprand __tussah_serial_get_dprand
#define __cilkrts_dprand_set_seed __tussah_serial_dprand_set_seed
#define __cilkrts_init_dprng __tussah_serial_init_dprng

#endif /* TUSSAH_CILK_CILK_STUB_H */
