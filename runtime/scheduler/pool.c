//===- pool.c - The workers of a process -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pool.h"

#include "../atomic.h"
#include "../os/os.h"
#include "../timeline/timeline.h"
#include "callbacks.h"
#include "context.h"
#include "error.h"
#include "exception.h"
#include "fiber.h"
#include "fork.h"
#include "frame.h"
#include "futex.h"
#include "idle.h"
#include "interrupt.h"
#include "lock.h"
#include "objects.h"
#include "observer.h"
#include "options.h"
#include "quiet_lock.h"
#include "statistics.h"
#include "stress.h"
#include "theft.h"
#include "thread.h"
#include "visit.h"
#include "worker.h"
#include "workers.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>

/// Protects everything below that is not atomic. Threads of the pool do not
/// take it, so that they can be joined while it is held.
static struct lock lock;
static atomic_word stops;
/// Threads of the pool that may still look at other workers.
static atomic_word thieves;
static struct worker *unused;      ///< in no other list
static struct worker *free_guests; ///< shown, without a thread; by number
static struct worker *pool;        ///< with a thread of the pool
static unsigned threads;           ///< length of pool
static unsigned guests;            ///< attached ones
static unsigned guest_ids;         ///< numbers given to guests
static unsigned users;             ///< threads that are watched, below
static pthread_key_t user_key;
static bool has_user_key;
static bool started, configured;
static atomic_word is_started; ///< `started`, for those without the lock
/// Number of workers of a root that is entered now, to be read without the
/// lock. 0 before the first question.
static atomic_word wanted;
static struct options options;
static unsigned usual_workers; ///< as the user asked for
static atomic_word processors; ///< that the process may use
static uint64_t next_count;    ///< clock; before, they are not counted anew

unsigned pool_size(void) { return threads + 1; }

// At least two: otherwise two tasks would hardly ever run at the same time.
unsigned pool_most_awake(void) {
  // Relaxed: nothing else is read because of it.
  uintptr_t n = load_relaxed(&processors);
  return n < 2 ? 2 : (unsigned)n;
}

bool worker_must_leave(const struct worker *worker) {
  check_fork();
  if (!is_guest(worker))
    // Relaxed: nothing else is read because of it.
    return load_relaxed(&stops) != 0;
  // Acquire: pairs with the release in leave_root, for what the root has
  // written.
  return load_acquire(&((struct root *)worker->sleeper.root)->done) != 0;
}

static void configure(void) {
  if (configured)
    return;
  options = options_read();
  usual_workers = options.workers;
  store_relaxed(&processors, options.processors);
  fibers_configure(options.stack_size, options.statistics != NULL);
  tussah_stress = options.stress;
  timeline_begin(options.workers);
  configured = true;
  store_relaxed(&wanted, options.workers);
}

/// A worker that is in no list but that of all; null if there is no memory or
/// no place.
static struct worker *new_worker(void) {
  struct worker *worker = unused;
  if (worker) {
    unused = worker->next_free;
  } else {
    worker = worker_make();
    if (!worker)
      return NULL;
  }
  worker->next_free = NULL;
  return worker;
}

/// Gives \p worker, which no other thread knows yet, its number and kind.
static void name_worker(struct worker *worker, unsigned id, bool is_guest) {
  worker->id = id;
  worker->is_guest = is_guest;
  store_relaxed(&worker->sleeper.wanted, IS_AWAKE);
  store_relaxed(&worker->sleeper.processor, TUSSAH_NO_PROCESSOR);
  worker->random = 0x9e3779b97f4a7c15u * (id + 1);
}

/// Tells idle.c how many workers lack a processor, while roots exist. Called
/// after a guest came (\p enters) or went. Under stress the answer is none, as
/// those tests want all workers to take part. The lock is held.
static void count_surplus(bool enters) {
  enum { COUNT_NS = 100000000 };
  unsigned workers = threads + guests;
  bool counts = guests != 0 && workers > pool_most_awake() &&
                !tussah_stress.always_steal && !tussah_stress.delays &&
                !tussah_stress.signals;
  uint64_t now = counts && enters && guests == 1 ? tussah_os->clock_ns() : 0;
  // The process may have got more processors since. To count them takes some 50
  // microseconds.
  if (now > next_count) {
    next_count = now + COUNT_NS;
    // The caller may be bound to fewer processors than the pool.
    unsigned cpus = tussah_os->cpu_count();
    store_relaxed(&processors,
                  cpus > options.processors ? cpus : options.processors);
  }
  unsigned most = pool_most_awake();
  idle_set_surplus(&tussah_idle, counts && workers > most ? workers - most : 0);
}

//===----------------------------------------------------------------------===//
// The threads of the pool
//===----------------------------------------------------------------------===//

// A thief writes to the request word of its victim, which is thread-local
// memory of the victim's thread. That memory must be there as long as a thief
// may write.
//
// If the victim is a guest, visit.h sees to that. If it is a thread of the
// pool, it ends only when `thieves` has been 0 after the pool was stopped. Who
// can write after that?
//
// - No thread of the pool. Each is counted from before its start until after
//   its last look at the others, because `stops` is never reset while a thread
//   exists.
// - No guest. The pool is stopped only while there are no guests. A guest is
//   counted, under the lock, from before its first look until after its last.
//   The lock is held until all threads of the pool are joined.

/// The calling thread of the pool has had its last look at other workers. Waits
/// until all threads of the pool have.
static void end_looking(void) {
  // Release: pairs with the acquire below, for the caller's writes to others.
  if (fetch_sub_release(&thieves, 1) == 1)
    wake_sleepers(&thieves, INT_MAX);
  // Acquire: pairs with the releases above of all threads of the pool, which
  // are one release sequence. The last look of each is before what follows.
  for (uintptr_t n; (n = load_acquire(&thieves)) != 0;)
    sleep_while_equal(&thieves, (uint32_t)n);
}

/// \p worker works on its thread from now on. Compiled code that a signal
/// handler calls tests `caught`. If that is set, it needs a worker.
static void enter_parallel_code(struct worker *worker) {
  worker->thread->worker = worker;
  fence_signal();
  worker->thread->caught = exceptions_caught();
}

static void leave_parallel_code(struct worker *worker) {
  worker->thread->caught = NULL;
  store_relaxed(&worker->thread->request, 0);
  fence_signal();
  worker->thread->worker = NULL;
}

/// The calling thread becomes that of \p worker. The account of thefts stays if
/// it was the same thread before, as with many short roots.
static void take_thread(struct worker *worker) {
  if (worker->thread != &__tussah_thread)
    forget_thefts(worker);
  worker->thread = &__tussah_thread;
}

static void *run_worker(void *argument) {
  struct worker *worker = argument;
  tussah_os->thread_name(worker->id);
  take_thread(worker);
  enter_parallel_code(worker);
  interrupts_arrive(worker);
  host_arrive(&worker->host);
  context_enter_scheduler(&worker->scheduler_stack, worker);
  observe(worker, TIMELINE_LEAVE, 0);
  end_looking();
  leave_parallel_code(worker);
  worker->thread->has_left = true;
  return NULL;
}

/// Starts one more thread. False if the system refuses it.
static bool start_thread(void) {
  struct worker *worker = new_worker();
  if (!worker)
    return false;
  name_worker(worker, threads + 1, false);
  worker->sleeper.root = 0;
  fetch_add_relaxed(&thieves, 1);
  // The caller, this thread, and the other threads of the pool; but at most as
  // many as are to run at the same time.
  unsigned team = threads + 2, most = pool_most_awake();
  team = team < most ? team : most;
  if (tussah_os->thread_create(run_worker, worker, team, &worker->os_thread) !=
      0) {
    fetch_sub_relaxed(&thieves, 1);
    worker->next_free = unused;
    unused = worker;
    return false;
  }
  worker->next_free = pool;
  pool = worker;
  ++threads;
  worker_show(worker);
  return true;
}

/// Starts the pool. If the system refuses some threads, there are fewer.
static void start_pool(void) {
  store_relaxed(&stops, 0);
  while (threads + 1 < options.workers && start_thread())
    continue;
  if (threads + 1 < options.workers)
    tussah_warn("the system refuses more threads; using %u workers instead of "
                "%u",
                threads + 1, options.workers);
  // For tests: the first poll finds thieves.
  while (tussah_stress.always_steal &&
         load_relaxed(&tussah_idle.searchers) +
                 load_relaxed(&tussah_idle.sleepers) <
             threads)
    tussah_os->thread_yield();
  started = true;
  store_relaxed(&is_started, 1);
}

/// Ends the pool; no root exists. The next root starts it again.
static void stop_pool(void) {
  if (!started)
    return;
  store_relaxed(&stops, 1);
  idle_wake_all(&tussah_idle);
  while (pool) {
    struct worker *worker = pool;
    pool = worker->next_free;
    tussah_os->thread_join(worker->os_thread);
    // The next thread of this worker may be a guest.
    store_relaxed(&worker->host.attached, 0);
    fibers_release(worker);
    worker->next_free = unused;
    unused = worker;
  }
  while (free_guests) {
    struct worker *worker = free_guests;
    free_guests = worker->next_free;
    fibers_release(worker);
    worker->next_free = unused;
    unused = worker;
  }
  threads = 0;
  guest_ids = 0;
  workers_hide();
  started = false;
  store_relaxed(&is_started, 0);
}

/// Ends the pool, and gives back all that the process had not before; no root
/// exists. The next root begins anew, unless the runtime \p unloads. The lock
/// is held.
static void give_back(bool unloads) {
  stop_pool();
  interrupts_end(unloads);
  fibers_unmap();
  // Statistics and timelines are about workers of the past, too.
  if ((options.statistics || is_observed()) && !unloads)
    return;
  objects_unmap();
  workers_unmap();
  unused = NULL;
}

//===----------------------------------------------------------------------===//
// Threads that use the pool
//===----------------------------------------------------------------------===//

// If main ends by pthread_exit, the process ends with its last thread. So the
// threads of the pool must not be the last ones. Each thread that has been a
// guest is watched, and the last of these to end stops the pool. After that the
// process has only its own threads.

static void user_ends(void *argument) {
  struct tussah_thread *thread = argument;
  tussah_os_signals signals;
  lock_acquire_quietly(&lock, &signals);
  // Other destructors of the thread may still enter a root. They are called
  // again after that.
  thread->is_user = false;
  if (--users == 0 && guests == 0)
    stop_pool();
  lock_release_quietly(&lock, &signals);
}

/// Watches the calling thread, if there is memory for that. The lock is held.
static void watch_user(struct tussah_thread *thread) {
  if (thread->is_user)
    return;
  has_user_key = has_user_key || pthread_key_create(&user_key, user_ends) == 0;
  if (!has_user_key || pthread_setspecific(user_key, thread) != 0)
    return;
  thread->is_user = true;
  ++users;
}

/// Stops watching threads: the runtime may be unloaded next, and then no thread
/// may call it at its end. The lock is held.
static void forget_users(void) {
  if (has_user_key)
    pthread_key_delete(user_key);
  has_user_key = false;
}

//===----------------------------------------------------------------------===//
// The process
//===----------------------------------------------------------------------===//

/// While a process forks, no thread may be in the middle of a change. A task
/// that goes on in the child then comes to the error, and not to a lock whose
/// holder does not exist. Signal handlers publish nothing meanwhile, because
/// they would wait for this thread.
static void freeze(bool is_frozen) {
  static uintptr_t ran_user_code;
  struct worker *worker = __tussah_thread.worker;
  if (worker && is_frozen) {
    ran_user_code = load_relaxed(&worker->runs_user_code);
    enter_runtime(worker);
  }
  fibers_freeze(is_frozen);
  objects_freeze(is_frozen);
  callbacks_freeze(is_frozen);
  if (worker && !is_frozen && ran_user_code)
    leave_runtime(worker);
}

/// True if the calling thread is of the pool and executes no strand. Only a
/// signal handler calls anything there.
static bool is_idle_thread(void) {
  const struct worker *worker = __tussah_thread.worker;
  return worker && !is_guest(worker) && !worker->root;
}

/// True if the calling thread must not wait for the lock: the holder may be
/// joining it, or a signal handler has interrupted it where it may hold the
/// lock itself. If the process ends then, its threads end with it. A child
/// process that is made then cannot run parallel code.
static bool must_not_wait(void) {
  return __tussah_thread.has_left || __tussah_thread.changes ||
         lock_is_counted() || is_idle_thread();
}

/// The signals that the forking thread had blocked, while it holds the lock.
static tussah_os_signals before_signals;

/// A child process has no workers. If no root exists, it misses none, because
/// the pool is stopped before the fork.
static void before_fork(void) {
  if (must_not_wait())
    return;
  tussah_os_signals signals;
  lock_acquire_quietly(&lock, &signals);
  before_signals = signals;
  if (guests == 0)
    stop_pool();
  freeze(true);
}

/// In the parent; and at the end of after_fork_in_child.
static void after_fork(void) {
  if (must_not_wait())
    return;
  freeze(false);
  tussah_os_signals signals = before_signals;
  lock_release_quietly(&lock, &signals);
}

/// In the child of a thread that has not waited for the locks. Their holders do
/// not exist.
static void forget_locks(void) {
  lock_forget(&lock);
  lock_forget(&tussah_idle.lock);
  fibers_forked();
  objects_forked();
}

static void after_fork_in_child(void) {
  bool waited = !must_not_wait();
  if (guests != 0 || !waited)
    note_fork();
  if (!waited)
    forget_locks();
  // No worker sleeps or searches here. But the interrupted thread may be using
  // the list.
  if (!lock_is_counted())
    memset(&tussah_idle, 0, sizeof tussah_idle);
  callbacks_forked(waited);
  observe_fork();
  users = __tussah_thread.is_user;
  struct worker *worker = __tussah_thread.worker;
  // If a handler has forked and returns, what it has interrupted must end in an
  // error, even if that was the worker's sleep.
  if (worker)
    store_relaxed(&worker->sleeper.wanted, IS_AWAKE);
  after_fork();
  tussah_os->thread_forked(__tussah_thread.has_left);
}

static bool watches_forks;

/// A constructor, so that it comes before any use of the lock: another thread
/// may fork while the first root is entered.
__attribute__((constructor)) static void watch_forks(void) {
  watches_forks = watches_forks || pthread_atfork(before_fork, after_fork,
                                                  after_fork_in_child) == 0;
}

/// At exit, and when the runtime is unloaded.
__attribute__((destructor)) static void finish(void) {
  callbacks_run(AT_EXIT);
  if (must_not_wait())
    return;
  tussah_os_signals signals;
  lock_acquire_quietly(&lock, &signals);
  if (configured && options.statistics && !has_forked())
    statistics_write(options.statistics);
  observe_end();
  // If the program calls exit in a task, a root exists, and the threads end
  // with the process.
  if (guests == 0) {
    give_back(true);
    forget_users();
  }
  lock_release_quietly(&lock, &signals);
}

//===----------------------------------------------------------------------===//
// Guests
//===----------------------------------------------------------------------===//

/// Starts the pool if it is not running. The lock is held.
static void prepare(void) {
  check_fork();
  if (started)
    return;
  configure();
  interrupts_begin(options.signal);
  // Otherwise a child process would wait for threads that it does not have.
  watch_forks();
  if (!watches_forks)
    tussah_fatal(TUSSAH_ERROR_NO_MEMORY);
  start_pool();
}

/// The number of a new guest: 0 for the first one; others follow the numbers of
/// the pool.
static unsigned new_guest_id(void) {
  unsigned id = guest_ids++;
  return id == 0 ? 0 : options.workers - 1 + id;
}

/// Frees the worker of a guest. The list is sorted by number, so that low
/// numbers are used first.
static void free_guest(struct worker *worker) {
  struct worker **link = &free_guests;
  while (*link && (*link)->id < worker->id)
    link = &(*link)->next_free;
  worker->next_free = *link;
  *link = worker;
}

/// The thread begins to change from user to guest, or back, and may hold the
/// lock. A signal handler that enters a root meanwhile would wait for its own
/// thread, so that is an error. Blocking signals would take longer than the
/// whole change.
static void begin_change(void) {
  if (__tussah_thread.changes)
    tussah_fatal(TUSSAH_ERROR_HANDLER);
  __tussah_thread.changes = true;
  fence_signal();
}

static void end_change(void) {
  fence_signal();
  __tussah_thread.changes = false;
}

struct worker *pool_attach(struct root *root) {
  // Reads the options now. A signal handler that did so after begin_change
  // would wait for this thread.
  pool_workers_wanted();
  begin_change();
  lock_acquire(&lock);
  prepare();
  while (callbacks_must_run()) {
    // The callbacks may do anything, also start roots.
    lock_release(&lock);
    end_change();
    callbacks_run(AT_INIT);
    begin_change();
    lock_acquire(&lock);
    prepare();
  }
  watch_user(&__tussah_thread);
  struct worker *worker = free_guests;
  bool is_shown = worker != NULL;
  if (worker)
    free_guests = worker->next_free;
  else
    worker = new_worker();
  if (!worker)
    tussah_fatal(worker_count() == TUSSAH_MAX_WORKERS
                     ? TUSSAH_ERROR_TOO_MANY_THREADS
                     : TUSSAH_ERROR_NO_MEMORY);
  worker->sleeper.root = (uintptr_t)root;
  if (!is_shown) {
    name_worker(worker, new_guest_id(), true);
    worker_show(worker);
  }
  ++guests;
  count_surplus(true);
  lock_release(&lock);
  take_thread(worker);
  worker->thread->mark = 0;
  store_relaxed(&worker->sleeper.processor, tussah_os->processor());
  interrupts_arrive(worker);
  enter_parallel_code(worker);
  host_arrive(&worker->host);
  end_change();
  observe(worker, TIMELINE_ENTER, 0);
  return worker;
}

void pool_detach(struct worker *worker) {
  begin_change();
  observe(worker, TIMELINE_LEAVE, 0);
  host_close(&worker->host);
  while (!host_is_empty(&worker->host))
    tussah_os->thread_yield();
  store_relaxed(&worker->sleeper.processor, TUSSAH_NO_PROCESSOR);
  leave_parallel_code(worker);
  fibers_rest(worker);
  lock_acquire(&lock);
  --guests;
  count_surplus(false);
  free_guest(worker);
  lock_release(&lock);
  end_change();
}

//===----------------------------------------------------------------------===//
// For the API
//===----------------------------------------------------------------------===//

// A thread of the pool that is being joined, under the lock, may still run
// destructors of the program. So the functions that these are likely to call
// take no lock.
unsigned pool_workers_wanted(void) {
  // Relaxed: nothing else is read because of it.
  uintptr_t workers = load_relaxed(&wanted);
  if (workers)
    return (unsigned)workers;
  tussah_os_signals signals;
  lock_acquire_quietly(&lock, &signals);
  configure();
  workers = options.workers;
  lock_release_quietly(&lock, &signals);
  return (unsigned)workers;
}

/// Gives the caller, the only guest, the number of a first guest. The pool was
/// stopped, and will be started again. The lock is held.
static void rename_guest(struct worker *worker) {
  guest_ids = 0;
  name_worker(worker, new_guest_id(), true);
  worker_show(worker);
}

/// Starts the pool for \p worker, the caller, which is in a root.
static void start_pool_in_root(struct worker *worker) {
  begin_change();
  lock_acquire(&lock);
  prepare();
  count_surplus(false);
  bool has_others = pool_size() > 1 || tussah_stress.always_steal;
  lock_release(&lock);
  end_change();
  store_relaxed(&worker->sleeper.processor, tussah_os->processor());
  store_relaxed(&worker->thread->request, has_others);
}

/// Sets the number of workers to \p workers, or to the usual number if that is
/// 0.
/// \p own is the caller's worker if it is in a root, else null. Returns false
/// if another root exists. The lock is held.
static bool change_workers(unsigned workers, struct worker *own) {
  if (guests != (own ? 1 : 0))
    return false;
  configure();
  options.workers = workers ? workers : usual_workers;
  store_relaxed(&wanted, options.workers);
  stop_pool();
  if (own)
    rename_guest(own);
  return true;
}

bool pool_set_workers(unsigned workers) {
  if (must_not_wait())
    return false;
  struct worker *own = __tussah_thread.worker;
  if (own)
    enter_runtime(own);
  tussah_os_signals signals;
  lock_acquire_quietly(&lock, &signals);
  bool changed = change_workers(workers, own);
  lock_release_quietly(&lock, &signals);
  // After signals are unblocked: new threads inherit what is blocked.
  if (changed && own)
    start_pool_in_root(own);
  if (own)
    leave_runtime(own);
  return changed;
}

void pool_begin(void) {
  if (__tussah_thread.worker || must_not_wait())
    return;
  begin_change();
  lock_acquire(&lock);
  prepare();
  watch_user(&__tussah_thread);
  lock_release(&lock);
  end_change();
}

bool pool_end(void) {
  if (must_not_wait())
    return false;
  tussah_os_signals signals;
  lock_acquire_quietly(&lock, &signals);
  bool ends = guests == 0;
  if (ends)
    give_back(false);
  lock_release_quietly(&lock, &signals);
  return ends;
}

void pool_dump_statistics(void) {
  if (must_not_wait())
    return;
  tussah_os_signals signals;
  lock_acquire_quietly(&lock, &signals);
  configure();
  statistics_write("1");
  lock_release_quietly(&lock, &signals);
}

unsigned pool_workers_known(void) {
  unsigned wanted_ones = pool_workers_wanted(), known = worker_count();
  return known < wanted_ones ? wanted_ones : known;
}

size_t pool_stack_size(void) {
  pool_workers_wanted();
  return options.stack_size;
}

// Relaxed: nothing else is read because of it.
bool pool_is_started(void) { return load_relaxed(&is_started) != 0; }
