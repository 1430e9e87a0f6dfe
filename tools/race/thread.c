//===- thread.c - Threads in the detector, and who stops them -------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "thread.h"

#include "memory.h"

#include "runtime/atomic.h"

#include <pthread.h>
#include <sched.h>
#include <stddef.h>

// Orders wait for each thread at first: they are to get into the list.
_Thread_local struct thread thread
    __attribute__((tls_model("initial-exec"))) = {.has_orders = {true}};

/// Who has it may change the list, and reclaim. Who waits for it is in the
/// detector, but marked as waiting.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct thread *threads;
static atomic_word is_due, is_prepared, can_stop, is_over;

/// Runs its function when a thread ends.
static pthread_key_t at_end;

static void take_lock(void) {
  // Pairs with stop_others, as leaving does.
  store_release(&thread.is_waiting, true);
  pthread_mutex_lock(&lock);
  store_relaxed(&thread.is_waiting, false);
}

/// The thread's variables are gone soon. From here on it is not checked.
static void on_thread_end(void *unused) {
  (void)unused;
  store_relaxed(&thread.is_inside, true);
  if (load_relaxed(&is_over))
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
  store_relaxed(&can_stop, memory_prepare_barrier() &&
                               !pthread_key_create(&at_end, on_thread_end));
  store_release(&is_prepared, true); // pairs with thread_heed
}

void threads_stop(void) { store_relaxed(&is_over, true); }

void thread_stop_soon(void) {
  if (!load_relaxed(&can_stop))
    return;
  store_relaxed(&is_due, true);
  store_relaxed(&thread.has_orders, true);
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
    store_relaxed(&t->has_orders, true);
  // Pairs with thread_enter: who has not seen the orders is seen to be inside.
  fence_all_seq_cst();
  for (struct thread *t = threads; t; t = t->next)
    // Pair with thread_leave, and take_lock.
    while (t != &thread && load_acquire(&t->is_inside) &&
           !load_acquire(&t->is_waiting))
      sched_yield();
}

void thread_heed(void) {
  // Constructors of libraries allocate memory earlier. The thread must get into
  // the list later, so it keeps its orders.
  if (!load_acquire(&is_prepared))
    return;
  if (!load_relaxed(&can_stop) || load_relaxed(&is_over)) {
    store_relaxed(&thread.has_orders, false);
    return;
  }
  take_lock();
  if (!thread.labels)
    add_to_list();
  if (load_relaxed(&is_due)) {
    stop_others();
    work->reclaim();
    ++reclamations;
    store_relaxed(&is_due, false);
  }
  store_relaxed(&thread.has_orders, false);
  work->forget();
  pthread_mutex_unlock(&lock);
}

uintptr_t checked_address(void) { return (uintptr_t)thread.address; }

uint64_t checked_size(void) { return thread.size; }
