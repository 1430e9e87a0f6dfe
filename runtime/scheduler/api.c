//===- api.c - What programs may call -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../support/abi/environment.h"
#include "attributes.h"
#include "callbacks.h"
#include "control.h"
#include "fiber.h"
#include "pool.h"
#include "promote.h"
#include "root.h"
#include "stress.h"
#include "thread.h"
#include "worker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/// Number of workers of a root that is entered now.
TUSSAH_EXPORT unsigned __cilkrts_get_nworkers(void) {
  return pool_workers_wanted();
}

/// Number of the calling worker: 0 for the thread that entered the only root,
/// and outside of parallel code.
TUSSAH_EXPORT unsigned __cilkrts_get_worker_number(void) {
  const struct worker *worker = __tussah_thread.worker;
  return worker ? worker->id : 0;
}

/// 1 if the calling code runs as part of a root.
TUSSAH_EXPORT int __cilkrts_running_on_workers(void) {
  return __tussah_thread.worker != NULL;
}

/// 1 if the workers have been started.
TUSSAH_EXPORT int __cilkrts_is_initialized(void) { return pool_is_started(); }

/// 1 if nothing that the calling function has spawned runs elsewhere.
TUSSAH_EXPORT int __cilkrts_synched(void) {
  const struct worker *worker = __tussah_thread.worker;
  uintptr_t own = (uintptr_t)__builtin_frame_address(0);
  // Serial code, or a stack of the program's own, on which nothing is promoted.
  if (!worker || fiber_of(own) != worker->fiber)
    return 1;
  // The frame of a function that spawns lies on another fiber than what it
  // calls exactly while a continuation of it runs that was stolen. Of a
  // function that does not spawn nothing is outstanding, and the frame pointer
  // may be anything.
  uintptr_t caller = *(const uintptr_t *)own;
  return on_same_fiber(caller, own);
}

//===----------------------------------------------------------------------===//
// Beginning and end
//===----------------------------------------------------------------------===//

/// Calls \p function when the first root is entered. Other threads that enter a
/// root wait until it has returned; roots that it enters itself do not. Returns
/// 0, or 1 if the workers have been started already or there are too many
/// functions.
TUSSAH_EXPORT int __cilkrts_atinit(void (*function)(void)) {
  return pool_is_started() || !callbacks_add(AT_INIT, function);
}

/// Calls \p function when the process exits or the runtime is unloaded, before
/// the workers are stopped. Returns 0, or 1 if there are too many functions.
TUSSAH_EXPORT int __cilkrts_atexit(void (*function)(void)) {
  return !callbacks_add(AT_EXIT, function);
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// As in <cilk/cilk_api.h>.
enum set_param_status {
  SET_PARAM_SUCCESS,
  SET_PARAM_UNIMP,
  SET_PARAM_XRANGE,
  SET_PARAM_INVALID,
  SET_PARAM_LATE
};

/// Reads a number of workers from \p text. Returns what __cilkrts_set_param
/// does.
static int read_workers(const char *text, unsigned *workers) {
  char *end;
  errno = 0;
  long number = strtol(text, &end, 10);
  if (end == text || *end)
    return SET_PARAM_INVALID;
  if (number < 0 || number > TUSSAH_MOST_WORKERS)
    return SET_PARAM_XRANGE;
  *workers = (unsigned)number;
  return SET_PARAM_SUCCESS;
}

/// Sets the number of workers (`nworkers`), for the caller's root too if that
/// is the only one and has nothing outstanding.
TUSSAH_EXPORT int __cilkrts_set_param(const char *name, const char *value) {
  if (!name || !value)
    return SET_PARAM_INVALID;
  if (strcmp(name, "nworkers") != 0)
    return SET_PARAM_UNIMP;
  unsigned workers;
  int status = read_workers(value, &workers);
  if (status != SET_PARAM_SUCCESS)
    return status;
  if (__cilkrts_running_on_workers()) {
    if (!strand_is_alone((uintptr_t)__builtin_frame_address(0)))
      return SET_PARAM_LATE;
    // From here on it may be another thread.
    strand_goes_home();
  }
  return pool_set_workers(workers) ? SET_PARAM_SUCCESS : SET_PARAM_LATE;
}

/// Starts the workers, which the first root would do too.
TUSSAH_EXPORT void __cilkrts_init(void) { pool_begin(); }

/// Ends the workers, waits until they have ended, and gives back all that the
/// runtime has taken; the next root starts it again. Returns 0; or 1, without
/// effect, while a root exists. As in <tussah/finalize.h>.
TUSSAH_EXPORT int tussah_finalize(void) { return pool_end() ? 0 : 1; }

/// The same, as Cilk Plus calls it.
TUSSAH_EXPORT void __cilkrts_end_cilk(void) { (void)tussah_finalize(); }

/// Number of workers that exist, those of other threads in roots too; at least
/// that of one root.
TUSSAH_EXPORT int __cilkrts_get_total_workers(void) {
  return (int)pool_workers_known();
}

/// 1 if tests want each continuation to be stolen, so that reducers have views.
TUSSAH_EXPORT int __cilkrts_get_force_reduce(void) {
  pool_workers_wanted(); // reads the environment
  return tussah_stress.always_steal;
}

/// Size of the stacks of parallel code.
TUSSAH_EXPORT size_t __cilkrts_get_stack_size(void) {
  return pool_stack_size();
}

/// Writes what TUSSAH_STATS=1 writes at exit.
TUSSAH_EXPORT void __cilkrts_dump_stats(void) { pool_dump_statistics(); }

/// Returns the number of iterations in a leaf of a parallel loop of \p
/// iterations. Each iteration takes \p instructions, or an unknown number if
/// that is 0.
///
/// Many leaves for each worker balance the load, also if iterations differ. And
/// a thief does not wait long for an answer, which comes between leaves. But a
/// leaf should be long enough to be worth a theft; and if its length is
/// unknown, not so long that other workers wait for it. Instructions are
/// counted before vectorization, which may leave an eighth of them. Where there
/// are few iterations, the division rounds down: one iteration more would let
/// others wait. With one worker there is one leaf.
TUSSAH_EXPORT uint64_t __tussah_grain(uint64_t iterations,
                                      uint64_t instructions) {
  enum { LEAVES_PER_WORKER = 32, FEW = 8, MOST = 2048 };
  enum { LEAST_INSTRUCTIONS = 16384 };
  unsigned workers = pool_workers_wanted();
  // Tests want something to steal. Known once the options have been read.
  bool divides = tussah_stress.always_steal;
  if (workers == 1 && !divides)
    return iterations;
  uint64_t leaves = (uint64_t)LEAVES_PER_WORKER * workers;
  uint64_t grain = iterations / leaves;
  grain += grain >= FEW && iterations % leaves != 0;
  uint64_t least =
      instructions && !divides ? LEAST_INSTRUCTIONS / instructions : 1;
  grain = grain > MOST && !instructions ? MOST : grain;
  grain = grain < least ? least : grain;
  return grain < 1 ? 1 : grain;
}
