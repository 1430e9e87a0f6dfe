//===- os.h - All that the runtime asks of the operating system -*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The scheduler's door to the operating system: a table of functions.
/// `tussah_os` points to the one in use; tests replace it to make calls fail.
/// What the C library does without the system, or in one way only, is called
/// directly: allocation, dl_iterate_phdr (site.c, copies.c), and the pthread
/// functions for thread-specific data and fork (users.c, process.c).
///
/// Result parameters are not null; sizes and alignments are multiples of the
/// page size unless said otherwise. A function that can fail returns 0, or a
/// positive errno value, and then has no effect. Any thread may call any
/// function. None is a cancellation point.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_OS_OS_H
#define TUSSAH_RUNTIME_OS_OS_H

#include "../atomic.h"

#include <stddef.h>

/// A thread that thread_create made.
typedef struct tussah_os_thread {
  uintptr_t id;
  void *start; ///< what it needs until it ends
} tussah_os_thread;

/// The signals that a thread has blocked.
typedef struct tussah_os_signals {
  uint64_t set; ///< as the system has it
} tussah_os_signals;

#define TUSSAH_NO_TIMEOUT UINT64_MAX
#define TUSSAH_NO_PROCESSOR UINTPTR_MAX

struct tussah_os {
  /// The signal that interrupts threads if the user has not chosen one.
  int default_signal;

  /// True if a program may catch \p signal for its own purposes: the system
  /// lets it, the C library does not need it, and it is none that a fault of
  /// the program raises.
  bool (*signal_is_free)(int signal);

  /// Maps \p size bytes of zeroed memory at an address that is a multiple of
  /// \p align, a power of two. Memory is committed when it is touched, page by
  /// page. The first \p guard bytes are inaccessible. Fails: ENOMEM.
  int (*stack_map)(size_t size, size_t align, size_t guard, void **base);

  /// Undoes stack_map.
  void (*stack_unmap)(void *base, size_t size);

  /// Maps \p size bytes of zeroed memory. Fails: ENOMEM.
  int (*memory_map)(size_t size, void **base);

  /// Undoes memory_map.
  void (*memory_unmap)(void *base, size_t size);

  /// Makes \p path a file of \p size zeroed bytes, and maps it for as long as
  /// the process exists; what is written is in the file however that ends. No
  /// other process can do so meanwhile. Room on the disk is yet to be reserved.
  /// Fails: EBUSY if another process does so now, EINVAL if \p path is no file,
  /// and as open, ftruncate, posix_fallocate and mmap.
  int (*file_map)(const char *path, size_t size, void **base);

  /// Reserves room for the pages of a mapped file from \p base to \p size bytes
  /// further on, which may be written then. Fails if there is none left.
  int (*file_reserve)(void *base, size_t size);

  /// Starts a thread that calls run(argument) with all signals blocked that the
  /// process may want on its own threads, and with the caller's affinity mask.
  /// If that has at least \p team processors the thread begins on another one
  /// than the caller's. Fails: EAGAIN, ENOMEM.
  int (*thread_create)(void *(*run)(void *), void *argument, unsigned team,
                       tussah_os_thread *thread);

  /// Names the calling thread, that of the worker \p id, for tools that list
  /// threads; not where system calls are filtered.
  void (*thread_name)(unsigned id);

  /// Waits until \p thread has ended, and frees it.
  void (*thread_join)(tussah_os_thread thread);

  /// Lets another thread run.
  void (*thread_yield)(void);

  /// The processor that executes the caller, or did a moment ago.
  /// TUSSAH_NO_PROCESSOR if that cannot be found out. Takes nanoseconds.
  uintptr_t (*processor)(void);

  /// Moves the calling thread to a processor of its affinity mask other than
  /// the
  /// \p count ones in \p taken, if there is one and the system permits it. The
  /// thread may come back later. If another thread sets this thread's mask at
  /// the same time, that mask may be lost.
  void (*processors_leave)(const uintptr_t *taken, unsigned count);

  /// Number of the calling thread, for thread_runs and thread_interrupt. The
  /// system is asked once.
  uintptr_t (*thread_number)(void);

  /// Called in a child process by its only thread, which has another number
  /// now. If thread_create has made the thread, and it has left what it was
  /// made for (\p has_left), unblocks its signals, because the process has no
  /// other thread to get them.
  void (*thread_forked)(bool has_left);

  /// False if the thread \p number of this process sleeps in the system, or
  /// has ended. True if that cannot be found out.
  bool (*thread_runs)(uintptr_t number);

  /// Lets the thread \p number of this process call what signals_catch was
  /// given, as soon as it runs. Fails: EAGAIN, ESRCH; EINVAL if threads are not
  /// interrupted, or the program has taken the signal for itself since.
  int (*thread_interrupt)(uintptr_t number);

  /// Sleeps while the low 32 bits of \p word are \p expected, until woken or
  /// for \p nanoseconds. May also return for no reason, so the caller tests its
  /// condition again. Fails: ENOSYS, EPERM, ... where there are no futexes.
  int (*futex_wait)(const atomic_word *word, uint32_t expected,
                    uint64_t nanoseconds);

  /// Wakes at most \p count of the threads that sleep on \p word. Fails: as
  /// futex_wait.
  int (*futex_wake)(const atomic_word *word, unsigned count);

  /// Sets two handlers. They run on the thread's signal stack, if it has one.
  ///
  /// - interrupted() is called, with the machine's context (a ucontext_t), by a
  ///   thread that thread_interrupt names. It returns false if the runtime has
  ///   sent no signal to this thread.
  /// - faulted() is called by a thread that accesses an invalid address, with
  ///   that address. If it returns, the fault takes its usual course. It may
  ///   jump back into interrupted(), without the C library. If \p has_traps,
  ///   an illegal instruction is such a fault, too, at its own address.
  ///
  /// Otherwise the program's own handlers for these signals are called. \p
  /// signal is the one to interrupt with; if it is 0, threads are not
  /// interrupted. Called once, or again after signals_release.
  void (*signals_catch)(int signal, bool (*interrupted)(void *context),
                        void (*faulted)(uintptr_t address), bool has_traps);

  /// True if a handler may unwind the stack of the thread that it interrupts.
  /// In a static program the unwinder takes a lock for that, which the thread
  /// may hold.
  bool (*handlers_may_unwind)(void);

  /// True if a fault of the calling thread, in the handler that has \p context,
  /// would call faulted() of signals_catch: the program has set no handlers for
  /// faults since, and does not block them.
  bool (*faults_are_caught)(const void *context);

  /// The same, of a thread that is in no handler.
  bool (*own_faults_are_caught)(void);

  /// Undoes signals_catch, except where the program has set handlers since.
  void (*signals_release)(void);

  /// Blocks all signals for the calling thread but those that tell of its
  /// faults, until signals_unblock gets what it has put into \p before.
  void (*signals_block)(tussah_os_signals *before);
  void (*signals_unblock)(const tussah_os_signals *before);

  /// Tells which signals the calling thread has blocked; or, if \p context is
  /// not null, those of the thread that the handler with this context has
  /// interrupted. Safe in a handler.
  void (*signals_get)(const void *context, tussah_os_signals *blocked);

  /// The calling thread, which thread_create has made, blocks \p blocked from
  /// now on, but not the signal that interrupts threads; if \p blocked is null,
  /// what it blocked at its start.
  void (*signals_adopt)(const tussah_os_signals *blocked);

  /// Gives the calling thread a signal stack of \p size bytes until it ends, or
  /// until it calls signal_stack_take, unless it has one. The system is asked
  /// at the first call only. If there is no memory, the thread has none.
  void (*signal_stack_give)(size_t size);

  /// Undoes that for the calling thread. If the runtime \p unloads, other
  /// threads keep their stacks for ever: nothing may be called at their ends.
  void (*signal_stack_take)(bool unloads);

  /// Gives back the memory of \p size bytes from \p base, which stay mapped,
  /// and zeroes them.
  void (*memory_discard)(void *base, size_t size);

  /// True if memory is committed for any of the \p size bytes from \p base,
  /// at most 64 pages, or if that cannot be found out.
  bool (*memory_is_committed)(void *base, size_t size);

  /// Nanoseconds of a clock that never goes back.
  uint64_t (*clock_ns)(void);

  /// Number of processors that this process may use: its affinity mask, and
  /// the quota of its control group, rounded up. At least 1.
  unsigned (*cpu_count)(void);

  /// The process's own limit on the size of a stack, in bytes; UINT64_MAX if it
  /// has none.
  uint64_t (*stack_limit)(void);

  /// Value of an environment variable; null if it is not set, or if the process
  /// runs with raised privileges.
  const char *(*get_environment)(const char *name);

  /// All variables of the environment, with their values, and null at the end;
  /// none if the process runs with raised privileges.
  const char *const *(*environment)(void);

  /// Writes \p text to standard error. Failures are ignored: there is nobody
  /// left to tell.
  void (*message)(const char *text, size_t length);
};

/// The table in use. Replaced only while nothing runs in parallel.
extern const struct tussah_os *tussah_os;

/// The implementation for Linux.
extern const struct tussah_os tussah_os_linux;

#endif // TUSSAH_RUNTIME_OS_OS_H
