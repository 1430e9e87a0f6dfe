//===- users.h - Threads of the program that use the pool -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_USERS_H
#define TUSSAH_RUNTIME_SCHEDULER_USERS_H

#include "attributes.h"

struct tussah_thread;

// Who uses these holds the lock of the pool.

/// Number of threads that are in a root.
extern unsigned tussah_guests TUSSAH_HIDDEN;

/// Watches \p thread, the caller, if there is memory for that: the pool ends
/// with the last of the watched threads.
void user_watch(struct tussah_thread *thread) TUSSAH_HIDDEN;

/// Stops watching threads: the runtime may be unloaded next, and then no thread
/// may call it at its end.
void users_forget(void) TUSSAH_HIDDEN;

/// In a child process: of all threads, only the caller exists.
void users_forked(void) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_USERS_H
