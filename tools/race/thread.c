//===- thread.c - Threads in the detector, and who stops them -------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "thread.h"

#include "memory.h"

#include <pthread.h>
#include <sched.h>
#include <stddef.h>

// Orders wait for each thread at first: they are to get into the list.
_Thread_local struct thread thread
    __attribute__((tls_model("initial-exec"))) = {.has_orders = true};

/// Who has it may change the list, and reclaim. Who waits for it is in the
/// detector, but marked as waiting.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct thread *threads;
static _Atomic bool is_due, is_prepared, can_stop, is_over;

/// Runs its function when a thread ends.
static pthread_key_t at_end;

static void take_lock(void) {
  atomic_store_explicit(&thread.is_waiting, true, memory_order_release);
  pthread_mutex_lock(&lock);
  atomic_store_explicit(&thread.is_waiting, false, memory_order_relaxed);
}

/// The thread's variables are gone soon. From here on it is not checked.
static void on_thread_end(void *unused) {
  (void)unused;
  atomic_store_explicit(&thread.is_inside, true, memory_order_relaxed);
  if (atomic_load_explicit(&is_over, memory_order_relaxed))
    return;
  take_lock();
  struct thread **link = &threads;
  while (*link && *link != &thread)
    link = &(*link)->next;
  if (*link)
    *link = thread.next;
  pthread_mutex_unlock(&lock);
}

static const struct thread_work *work;
static uint64_t reclamations;

uint64_t threads_reclamations(void) { return reclamations; }

void threads_prepare(const struct thread_work *todo) {
  work = todo;
  can_stop =
      memory_prepare_barrier() && !pthread_key_create(&at_end, on_thread_end);
  is_prepared = true;
}

void threads_stop(void) {
  atomic_store_explicit(&is_over, true, memory_order_relaxed);
}

void thread_stop_soon(void) {
  if (!atomic_load_explicit(&can_stop, memory_order_relaxed))
    return;
  atomic_store_explicit(&is_due, true, memory_order_relaxed);
  atomic_store_explicit(&thread.has_orders, true, memory_order_relaxed);
}

void threads_visit(void (*visit)(const struct thread *of)) {
  for (const struct thread *t = threads; t; t = t->next)
    visit(t);
}

static void add_to_list(void) {
  thread.labels = work->labels();
  thread.next = threads;
  threads = &thread;
  // The value is only not null.
  if (pthread_setspecific(at_end, &thread))
    memory_fatal("no memory for another thread");
}

/// Waits until no other thread is in the detector. Who enters afterwards sees
/// the orders, and waits for the lock.
static void stop_others(void) {
  for (struct thread *t = threads; t; t = t->next)
    atomic_store_explicit(&t->has_orders, true, memory_order_relaxed);
  memory_barrier();
  for (struct thread *t = threads; t; t = t->next)
    while (t != &thread &&
           atomic_load_explicit(&t->is_inside, memory_order_acquire) &&
           !atomic_load_explicit(&t->is_waiting, memory_order_acquire))
      sched_yield();
}

void thread_heed(void) {
  // Constructors of libraries allocate memory earlier. The thread must get into
  // the list later, so it keeps its orders.
  if (!atomic_load_explicit(&is_prepared, memory_order_acquire))
    return;
  if (!atomic_load_explicit(&can_stop, memory_order_relaxed) ||
      atomic_load_explicit(&is_over, memory_order_relaxed)) {
    atomic_store_explicit(&thread.has_orders, false, memory_order_relaxed);
    return;
  }
  take_lock();
  if (!thread.labels)
    add_to_list();
  if (atomic_load_explicit(&is_due, memory_order_relaxed)) {
    stop_others();
    work->reclaim();
    ++reclamations;
    atomic_store_explicit(&is_due, false, memory_order_relaxed);
  }
  atomic_store_explicit(&thread.has_orders, false, memory_order_relaxed);
  work->forget();
  pthread_mutex_unlock(&lock);
}

uintptr_t checked_address(void) { return (uintptr_t)thread.address; }

uint64_t checked_size(void) { return thread.size; }
