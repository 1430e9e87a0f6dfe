//===- abi.h - What a runtime provides to the compiler ---------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The interface between compiled programs and a task runtime. A target is a
/// bitcode file that defines everything declared here. The compiler links it
/// into every module that has tasks, makes the functions internal, and inlines
/// the small ones (keep slow paths in noinline functions of their own); a
/// runtime can change them, and its frame, without the compiler. Whatever else
/// the file defines becomes internal too, except inline variables and functions
/// (linkonce), which all modules of a program share. serial.cpp is the smallest
/// example, docs/internals/tutorial-target.md a longer one. The headers beside
/// this one have what most runtimes need: memory of tasks (block.h), exceptions
/// and reducers (children.h), numbers of workers and grains (workers.h).
///
/// The functions may be called from any thread. A frame is used by one
/// function activation at a time; only its tasks run elsewhere.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_ABI_ABI_H
#define TUSSAH_RUNTIME_ABI_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define TUSSAH_ABI_NOTHROW noexcept
#else
#define TUSSAH_ABI_NOTHROW __attribute__((nothrow))
#endif

/// Version of this interface. The compiler refuses a file with another one.
#define TUSSAH_ABI_VERSION 2
extern const uint32_t tussah_abi_version;

/// Size and alignment, in bytes, of the frame that the compiler reserves on
/// the stack for each sync scope: at most 65536, and a power of two up to 4096.
/// They are constants that the compiler reads.
extern const uint64_t tussah_abi_frame_size;
extern const uint64_t tussah_abi_frame_align;

/// Makes the uninitialized memory \p frame a frame without tasks. Called
/// before any other use. There is no counterpart: after a sync a frame owns
/// nothing.
void tussah_abi_enter(void *frame) TUSSAH_ABI_NOTHROW;

/// Returns memory for one task, \p size bytes (at least 1) aligned to \p align
/// bytes (a power of two). The caller fills it, then passes it to exactly one
/// spawn or discard. Terminates with a message if memory is exhausted.
void *tussah_abi_task(void *frame, uint64_t size,
                      uint64_t align) TUSSAH_ABI_NOTHROW;

/// Returns the memory of a task that will not be spawned.
void tussah_abi_discard(void *frame, void *task) TUSSAH_ABI_NOTHROW;

/// Lets \p run(task) execute exactly once, at any time from now until the next
/// sync of \p frame returns, on any thread. The memory of \p task belongs to
/// the runtime from now on; it frees it after \p run. An exception that leaves
/// \p run is kept for the sync, or, if the runtime runs the task at once,
/// may be thrown from here.
void tussah_abi_spawn(void *frame, void *task, void (*run)(void *task));

/// Waits until all tasks of \p frame have finished. If tasks have thrown,
/// throws the exception of the one that was spawned first and destroys the
/// others.
void tussah_abi_sync(void *frame);

/// As tussah_abi_sync, called while \p exception (the pointer that a landing
/// pad receives; null if unknown) unwinds through the function that owns
/// \p frame. If a task has thrown, destroys \p exception and throws the task's
/// instead. Otherwise returns, and unwinding goes on.
void tussah_abi_sync_unwind(void *frame, void *exception);

/// Number of iterations, at least 1, that a leaf of a parallel loop of
/// \p iterations iterations should run when the program does not say.
/// \p instructions is what one iteration costs, or 0 if the compiler does not
/// know, because an iteration calls functions or has loops.
uint64_t tussah_abi_grain(uint64_t iterations,
                          uint64_t instructions) TUSSAH_ABI_NOTHROW;

/// Returns the view of \p reducer, an object of \p size bytes, that belongs to
/// what the calling thread executes since the last spawn or sync. A view is the
/// reducer itself, or memory of at least eight bytes that \p identity has
/// initialized; before, it has the address of the reducer, which tells the
/// identity functions of <cilk/reducer> where the reducer's own are. A sync
/// lets \p reduce(left, right) unite the views of what was executed before it,
/// in the order of the serial program; it ends the right one. What \p reduce
/// spawns must see the views of the strand that calls it, also of reducers that
/// are members of \p left and \p right; spawn may run it at once. May throw
/// what \p identity throws.
void *tussah_abi_view(void *reducer, uint64_t size, void (*identity)(void *),
                      void (*reduce)(void *, void *));

/// The lifetimes of \p count reducers begin, \p stride bytes apart. Each is its
/// own view. Nothing happens if \p first is null. Reducers of static storage
/// duration are not announced.
void tussah_abi_reducer_begin(void *first, uint64_t count, uint64_t stride,
                              uint64_t size, void (*identity)(void *),
                              void (*reduce)(void *,
                                             void *)) TUSSAH_ABI_NOTHROW;

/// These lifetimes end. All tasks that have used the reducers have been synced;
/// a view that is not the reducer is reduced into it. For reducers that are not
/// known, nothing happens. May throw what a reduce function throws.
void tussah_abi_reducer_end(void *first, uint64_t count, uint64_t stride);

// What programs ask with <cilk/cilk_api.h> a file may answer itself, by
// definitions of __cilkrts_get_nworkers, __cilkrts_get_worker_number,
// __cilkrts_running_on_workers and __cilkrts_set_param; numbers.h has two of
// them. Else the library of the target `native` answers.

#ifdef __cplusplus
}
#endif

#endif // TUSSAH_RUNTIME_ABI_ABI_H
