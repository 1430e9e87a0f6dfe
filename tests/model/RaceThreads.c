//===- RaceThreads.c - Who stops for a reclamation ------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The stop protocol of tools/race/thread.c, with a word in place of what the
/// detector's threads read and a reclamation changes.
///
//===----------------------------------------------------------------------===//

#include "RaceModel.h"
#include "models.h"
#include "runtime/scheduler/lock.h"

#include <pthread.h>
#include <sched.h>

static int key_create(pthread_key_t *key, void (*at_end)(void *)) {
  (void)key, (void)at_end;
  return 0;
}

static int set_specific(pthread_key_t key, const void *value) {
  (void)key, (void)value;
  return 0;
}

// A mutex of the C library is as strong as a lock of the scheduler.
#define pthread_mutex_t struct lock
#undef PTHREAD_MUTEX_INITIALIZER
#define PTHREAD_MUTEX_INITIALIZER                                              \
  {                                                                            \
    {                                                                          \
      LOCK_FREE                                                                \
    }                                                                          \
  }
#define pthread_mutex_lock lock_acquire
#define pthread_mutex_unlock lock_release
#define pthread_key_create key_create
#define pthread_setspecific set_specific
#define sched_yield spin_pause
#include "tools/race/thread.c"

void race_thread_ends(void) {
  on_thread_end(NULL);
  model_freed(&thread, sizeof thread);
}

/// What is read in the detector.
static plain_word numbers;

static const struct thread_labels *labels_of_nobody(void) {
  return (const struct thread_labels *)&numbers;
}

static void renumber(void) { write_plain(&numbers, read_plain(&numbers) + 1); }

static void forget_nothing(void) {}

static const struct thread_work model_work = {labels_of_nobody, renumber,
                                              forget_nothing};

static void begin(void) {
  race_begin();
  numbers.value = 0;
  work = &model_work;
}

/// A number does not change while a thread is in the detector.
static void use_numbers(void) {
  model_require(thread_enter(), "a thread is inside twice");
  uintptr_t number = read_plain(&numbers);
  model_require(number == read_plain(&numbers), "numbers have changed");
  thread_leave();
}

/// The first thread asks for a reclamation; the last ends early.
static void stop(unsigned number) {
  use_numbers();
  if (number == 0)
    thread_stop_soon();
  use_numbers();
  if (number == 1)
    race_thread_ends();
}

static void check_once(void) {
  model_require(numbers.value == 1, "there was not exactly one reclamation");
}

/// Each asks.
static void stop_each(unsigned number) {
  (void)number;
  use_numbers();
  thread_stop_soon();
  use_numbers();
}

/// A constructor's thread is in the detector before that is prepared.
static void begin_unprepared(void) {
  begin();
  is_prepared.value = can_stop.value = 0;
  work = NULL;
}

static void prepare_late(unsigned number) {
  if (number == 0)
    threads_prepare(&model_work);
  else
    use_numbers();
}

const struct model race_thread_models[] = {
    {"race-stop", 2, 0, begin, stop, check_once, 2, 1},
    {"race-stop-each", 2, 0, begin, stop_each, NULL, 2, 1},
    {"race-stop-3", 3, 0, begin, stop, check_once, 1, 1},
    {"race-prepare", 2, 0, begin_unprepared, prepare_late, NULL, -1, -1},
    {NULL, 0, 0, NULL, NULL, NULL, 0, 0},
};
