//===- missing_race.c - Programs that lack the race detector --------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What code with checks needs of libtussah-race.so, for programs that are not
/// linked with it. They could not be linked, or loaded, and would not say why.
/// In programs that are, the detector comes first, and nothing here is used.
///
//===----------------------------------------------------------------------===//

#include "../os/os.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define TUSSAH_EXPORT __attribute__((visibility("default")))

/// The first that a translation unit with checks calls, before the program.
TUSSAH_EXPORT _Noreturn void __tussah_race_unit(const char *name);

void __tussah_race_unit(const char *name) {
  char line[512];
  int length = snprintf(line, sizeof line,
                        "tussah: error: '%.300s' is compiled with "
                        "-fsanitize=cilk, but the program is linked without; "
                        "link it with -fsanitize=cilk, too\n",
                        name);
  tussah_os->message(line, (size_t)length);
  _Exit(1);
}

// Constructors of objects that were made by other means, such as ld -r, may be
// missing or come late.
static _Noreturn void missing(void) { __tussah_race_unit("a part"); }

#define MISSING(name)                                                          \
  TUSSAH_EXPORT void name(void) __attribute__((alias("missing")));

// tests/race/not-linked.test compares these with what the hooks call.
MISSING(__tussah_race_detach)
MISSING(__tussah_race_task)
MISSING(__tussah_race_task_exit)
MISSING(__tussah_race_continue)
MISSING(__tussah_race_before_sync)
MISSING(__tussah_race_sync)
MISSING(__tussah_race_loop)
MISSING(__tussah_race_iteration)
MISSING(__tussah_race_iteration_exit)
MISSING(__tussah_race_after_loop)
MISSING(__tussah_race_view)
MISSING(__tussah_race_reducer_use)
MISSING(__tussah_race_reducer_begin)
MISSING(__tussah_race_reducer_end)
MISSING(__tussah_race_load)
MISSING(__tussah_race_store)
MISSING(__tussah_race_load_range)
MISSING(__tussah_race_store_range)
MISSING(__tussah_race_call)
MISSING(__tussah_race_gap)
MISSING(__tussah_race_variable)
MISSING(__tussah_race_allocates)
MISSING(__tussah_race_end)
MISSING(__tussah_race_new)
MISSING(__tussah_race_free)
MISSING(__tussah_race_realloc)
MISSING(__tussah_race_acquire)
MISSING(__tussah_race_release)
MISSING(__tussah_race_guard_begin)
MISSING(__tussah_race_guard_end)
MISSING(__tussah_race_guard_pass)
MISSING(__tussah_race_inlet_result)
MISSING(__tussah_race_printf)
MISSING(__tussah_race_scanf)

// <cilk/cilksan.h>
MISSING(__cilksan_enable_checking)
MISSING(__cilksan_disable_checking)
MISSING(__cilksan_is_checking_enabled)
MISSING(__cilksan_acquire_lock)
MISSING(__cilksan_hold_in_strand)
MISSING(__cilksan_release_lock)
MISSING(__cilksan_begin_atomic)
MISSING(__cilksan_end_atomic)
MISSING(__cilksan_register_lock_explicit)
MISSING(__cilksan_unregister_lock_explicit)
MISSING(__cilksan_record_alloc)
MISSING(__cilksan_record_free)
MISSING(__cilksan_reads_reducer)

// As large as the detector's, which tools/race/layout.h and race.h have: a
// program takes the size from one of them, and may load the other.
TUSSAH_EXPORT _Thread_local void *__tussah_race_frame;
TUSSAH_EXPORT _Thread_local uint64_t __tussah_race_window[3];
TUSSAH_EXPORT uint32_t __tussah_race_guards;
