//===- users.c - Threads of the program that use the pool -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "users.h"

#include "../os/os.h"
#include "pool.h"
#include "quiet_lock.h"
#include "thread.h"

#include <pthread.h>
#include <stdbool.h>

// If main ends by pthread_exit, the process ends with its last thread. So the
// threads of the pool must not be the last ones. Each thread that has been a
// guest is watched, and the last of these to end stops the pool. After that the
// process has only its own threads.

unsigned tussah_guests;
static unsigned users; ///< watched
static pthread_key_t user_key;
static bool has_user_key;

static void user_ends(void *argument) {
  struct tussah_thread *thread = argument;
  tussah_os_signals signals;
  lock_acquire_quietly(&tussah_pool_lock, &signals);
  // Other destructors of the thread may still enter a root. They are called
  // again after that.
  thread->is_user = false;
  if (--users == 0 && tussah_guests == 0)
    pool_stop();
  lock_release_quietly(&tussah_pool_lock, &signals);
}

void user_watch(struct tussah_thread *thread) {
  if (thread->is_user)
    return;
  has_user_key = has_user_key || pthread_key_create(&user_key, user_ends) == 0;
  if (!has_user_key || pthread_setspecific(user_key, thread) != 0)
    return;
  thread->is_user = true;
  ++users;
}

void users_forget(void) {
  if (has_user_key)
    pthread_key_delete(user_key);
  has_user_key = false;
}

void users_forked(void) { users = __tussah_thread.is_user; }
