//===- EntryModel.c - Threads enter parallel code, and the pool starts ----===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The whole scheduler but its stacks: pool.c, settings.c, users.c, process.c,
/// guest.c, control.c, workers.c, root.c, search.c, steal.c, watch.c, rest.c,
/// theft.c, idle.c and interrupt.c as they are.
/// Threads of an application enter roots, whose function publishes one
/// continuation; the pool starts, steals and ends. Threads that end lose their
/// thread-local memory.
///
//===----------------------------------------------------------------------===//

#include "models.h"

#include "runtime/random/state.h"
#include "runtime/scheduler/context.h"
#include "runtime/scheduler/join.h"
#include "runtime/scheduler/request.h"
#include "runtime/scheduler/site.h"
#include "runtime/scheduler/thread.h"

#include <pthread.h>
#include <setjmp.h>
#include <string.h>

enum { THREADS = 6, SECOND = 1000000000 };

// The checker's threads are no threads of the system, so they have no
// thread-local variables, and nobody forks. What runs at exit is called, and a
// thread calls user_ends itself.
static struct tussah_thread threads_memory[THREADS];
struct tussah_thread *entry_model_thread(void);
struct tussah_thread *entry_model_thread(void) {
  return &threads_memory[model_self()];
}
#define __tussah_thread (*entry_model_thread())
static struct pedigree threads_pedigrees[THREADS];
#define __tussah_pedigree (threads_pedigrees[model_self()])
#define constructor unused
#define destructor unused
#define pthread_key_create(key, ends) ((void)(key), (void)(ends), 0)
#define pthread_setspecific(key, value) ((void)(key), (void)(value), 0)
#define pthread_key_delete(key) ((void)(key))
#define pthread_atfork(prepare, parent, child)                                 \
  ((void)(prepare), (void)(parent), (void)(child), 0)
#include "runtime/scheduler/control.c"
#include "runtime/scheduler/guest.c"
#include "runtime/scheduler/pool.c"
#include "runtime/scheduler/process.c"
#include "runtime/scheduler/settings.c"
#include "runtime/scheduler/users.c"
#undef destructor
#include "runtime/scheduler/fork.c"
#include "runtime/scheduler/workers.c"

/// The table of sites has a model of its own.
static struct site foreign_site(uintptr_t address) {
  (void)address;
  return (struct site){SITE_FOREIGN, false, 0};
}
#define site_find foreign_site
#define sites_check_unloading() ((void)0)
#define interrupt_long_leaf look_for_long_leaves
#include "runtime/scheduler/interrupt.c"
#undef interrupt_long_leaf
#include "runtime/scheduler/root.c"

/// A worker never sleeps for a time only, which would make up for a wake-up
/// that is lost, unless it is the watchman.
uint64_t interrupt_long_leaf(struct worker *thief, uint64_t since,
                             uint64_t now) {
  (void)look_for_long_leaves(thief, since, now);
  return NEVER;
}

enum { ROOTS = 2 };

static struct worker worker_memory[THREADS];
static unsigned workers_used;

/// What the function of a root works on.
static struct full_frame frames[ROOTS];
static plain_word results[ROOTS][2];
static plain_word roots_finished[ROOTS];
static plain_word has_mask[THREADS]; ///< of a root
static bool others_run; ///< threads never sleep in the system, it says
/// Continuations wait for each other, so that all workers are needed.
static bool all_meet;
static atomic_word arrived;
static bool thefts_are_short; ///< so workers rest
static bool is_nested; ///< the second of these functions is called by the first
static atomic_word work; ///< what user code does, for a while

static struct fiber fibers[THREADS];
static uint64_t clocks[THREADS];

/// The threads of the pool.
static struct {
  void *(*run)(void *);
  void *argument;
} starts[THREADS];
static unsigned applications, threads_started;

//===----------------------------------------------------------------------===//
// The system
//===----------------------------------------------------------------------===//

static int thread_create(void *(*run)(void *), void *argument, unsigned team,
                         tussah_os_thread *thread) {
  (void)team;
  unsigned number = applications + threads_started++;
  model_require(number < THREADS, "too many threads for the model");
  starts[number].run = run;
  starts[number].argument = argument;
  thread->id = number;
  model_start(number);
  return 0;
}

/// A thread that can be joined keeps its memory until then.
static void thread_join(tussah_os_thread thread) {
  model_join((unsigned)thread.id);
  model_freed(&threads_memory[thread.id], sizeof *threads_memory);
}

static void thread_name(unsigned id) { (void)id; }
static void thread_yield(void) { model_pause(); }

/// A search is over after the first look.
static uint64_t clock_ns(void) { return clocks[model_self()] += SECOND; }

static uintptr_t thread_number(void) { return model_self(); }
static bool thread_runs(uintptr_t number) {
  (void)number;
  return others_run;
}
static int thread_interrupt(uintptr_t number) {
  (void)number;
  return 1;
}
static unsigned cpu_count(void) { return 2; }
static uintptr_t processor(void) { return TUSSAH_NO_PROCESSOR; }

/// A nap of the watchman lasts until others cannot go on, as does the rest of a
/// worker of the pool; that of a guest until it is woken.
static int futex_wait(const atomic_word *word, uint32_t expected,
                      uint64_t nanoseconds) {
  model_require(nanoseconds != NEVER, "a worker naps for ever");
  if (expected == RESTS && is_guest(__tussah_thread.worker))
    model_futex_wait(word, expected);
  else
    model_pause();
  return 0;
}
static void signals_catch(int signal, bool (*on_interrupt)(void *),
                          void (*on_fault)(uintptr_t), bool has_traps) {
  (void)signal, (void)on_interrupt, (void)on_fault, (void)has_traps;
}
static bool handlers_may_unwind(void) { return true; }
static void signals_release(void) {}
static void signals_block(tussah_os_signals *before) { (void)before; }
static void signals_unblock(const tussah_os_signals *before) { (void)before; }
/// Only threads of the pool block other signals when they work.
static void signals_adopt(const tussah_os_signals *blocked) {
  model_require(!is_guest(__tussah_thread.worker), "a guest's mask changes");
  write_plain(&has_mask[model_self()], blocked != NULL);
}
static void signal_stack_give(size_t size) { (void)size; }
static void signal_stack_take(bool unloads) { (void)unloads; }
static void memory_unmap(void *base, size_t size) { (void)base, (void)size; }
/// Memory is mapped for workers only.
static int memory_map(size_t size, void **base) {
  (void)size;
  model_require(workers_used < THREADS, "too many workers for the model");
  *base = &worker_memory[workers_used++];
  return 0;
}

static const struct tussah_os os = {
    .thread_create = thread_create,
    .thread_name = thread_name,
    .thread_join = thread_join,
    .thread_yield = thread_yield,
    .thread_number = thread_number,
    .thread_runs = thread_runs,
    .thread_interrupt = thread_interrupt,
    .futex_wait = futex_wait,
    .cpu_count = cpu_count,
    .processor = processor,
    .signals_catch = signals_catch,
    .handlers_may_unwind = handlers_may_unwind,
    .signals_release = signals_release,
    .signals_block = signals_block,
    .signals_unblock = signals_unblock,
    .signals_adopt = signals_adopt,
    .signal_stack_give = signal_stack_give,
    .signal_stack_take = signal_stack_take,
    .memory_map = memory_map,
    .memory_unmap = memory_unmap,
    .clock_ns = clock_ns,
};
const struct tussah_os *tussah_os = &os;

//===----------------------------------------------------------------------===//
// Other parts of the scheduler
//===----------------------------------------------------------------------===//

struct fiber *fiber_get(struct worker *worker) {
  (void)worker;
  return &fibers[model_self()];
}
void fiber_put(struct worker *worker, struct fiber *fiber) {
  (void)worker, (void)fiber;
}
void fibers_trim(struct worker *worker) { (void)worker; }

void fibers_rest(struct worker *worker) { worker->spare = NULL; }
void fibers_release(struct worker *worker) { worker->spare = NULL; }

void fibers_unmap(void) {}
void objects_unmap(void) {}

void fibers_configure(size_t size, bool depth) { (void)size, (void)depth; }
bool fiber_overflows(const struct fiber *fiber, uintptr_t address) {
  (void)fiber, (void)address;
  return false;
}

struct options options_read(void) { return (struct options){.workers = 2}; }
void statistics_write(const char *where) { (void)where; }
bool callbacks_must_run(void) { return false; }
void callbacks_freeze(bool is_frozen) { (void)is_frozen; }
void callbacks_forked(bool is_frozen) { (void)is_frozen; }
void fibers_freeze(bool is_frozen) { (void)is_frozen; }
void fibers_forked(void) {}
void objects_freeze(bool is_frozen) { (void)is_frozen; }
void objects_forked(void) {}
void callbacks_run(enum callback_kind kind) { (void)kind; }

_Noreturn void tussah_fatal(enum tussah_error error) {
  (void)error;
  model_require(false, "the scheduler gives up");
  __builtin_unreachable();
}
void tussah_warn(const char *format, ...) { (void)format; }
_Noreturn void tussah_report_overflow(unsigned worker, size_t stack_size) {
  (void)worker, (void)stack_size;
  __builtin_unreachable();
}

//===----------------------------------------------------------------------===//
// Stacks
//===----------------------------------------------------------------------===//

const char context_code_begin[1], context_code_end[1], context_fiber_called[1];

void context_enter_fiber(uintptr_t *saved, uintptr_t stack, void (*run)(void *),
                         void *argument) {
  (void)stack;
  jmp_buf here;
  *saved = (uintptr_t)&here;
  if (_setjmp(here))
    return;
  run(argument);
  root_returned(NULL);
  root_left();
}

void context_enter_scheduler(uintptr_t *saved, struct worker *worker) {
  jmp_buf here;
  *saved = (uintptr_t)&here;
  if (!_setjmp(here))
    schedule(worker);
}

_Noreturn void context_leave(uintptr_t saved) {
  _longjmp(*(jmp_buf *)saved, 1);
}

/// The checker's threads stay on their stacks, so no strand changes threads
/// but by a theft.
void context_depart(uintptr_t *saved, uintptr_t stack,
                    void (*function)(struct worker *), struct worker *worker) {
  (void)saved, (void)stack, (void)function, (void)worker;
  model_require(false, "a strand goes home");
}
void context_exchange(uintptr_t *saved, uintptr_t departed) {
  (void)saved, (void)departed;
  model_require(false, "a strand comes home");
}

/// The strand of the function \p i arrives at its end. Of the strands of a
/// root's function the last one returns from it; that of a nested function then
/// arrives at the end of the root's.
static void arrive_at_end(uintptr_t i) {
  for (;;) {
    struct worker *worker = __tussah_thread.worker;
    enter_runtime(worker);
    if (thefts_are_short) {
      worker->loss = UINT64_MAX;
      // What time it will be when it looks whether it should rest.
      worker->judged_at = clocks[model_self()] + SECOND;
    }
    if (!join_arrive(&frames[i].join))
      schedule(worker);
    for (unsigned strand = 0; strand < 2; ++strand)
      model_require(read_plain(&results[i][strand]) == 1,
                    "a strand's result is missing");
    if (!is_nested || i == 0)
      break;
    i = 0;
    write_plain(&results[i][0], 1);
  }
  write_plain(&roots_finished[i], read_plain(&roots_finished[i]) + 1);
}

_Noreturn void context_resume(uintptr_t address, uintptr_t frame,
                              uintptr_t stack, uintptr_t environment) {
  (void)address, (void)stack, (void)environment;
  write_plain(&results[frame][1], 1);
  if (all_meet) {
    fetch_add_relaxed(&arrived, 1);
    (void)model_wait_while(&arrived, 1);
  }
  for (uintptr_t i = 1; i <= 3; ++i)
    store_relaxed(&work, i);
  arrive_at_end(frame);
  root_returned(NULL);
  root_left();
}

/// Publishes the continuation of the function \p i, as promote.c does.
static void publish(struct worker *worker, uintptr_t i) {
  frames[i].root = worker->root;
  join_begin(&frames[i].join);
  struct offer offer = {1, i, (uintptr_t)&frames[i], 0, 0, 0};
  slot_publish(&worker->slot, (uintptr_t)worker->root, &offer);
  idle_notify(&tussah_idle, &worker->sleeper, (uintptr_t)worker->root);
}

/// The function of a root: publishes its continuation, and works on its child.
static void publish_one(void *argument) {
  uintptr_t i = (uintptr_t)argument;
  struct worker *worker = __tussah_thread.worker;
  enter_runtime(worker);
  publish(worker, i);
  leave_runtime(worker);
  write_plain(&results[i][0], 1);
  if (slot_take_back(&worker->slot, (uintptr_t)worker->root)) {
    join_remove_child(&frames[i].join);
    write_plain(&results[i][1], 1);
  }
  arrive_at_end(i);
}

/// The function of a root, and a nested one in it. Publishes the continuation
/// of each when it is asked to, and returns from neither before they have been
/// stolen: if a request or a wake-up is lost, all wait.
static void publish_when_asked(void *argument) {
  (void)argument;
  struct worker *worker = __tussah_thread.worker;
  for (uintptr_t i = 0; i < ROOTS;) {
    (void)model_wait_while(&__tussah_thread.request, 0); // polls
    enter_runtime(worker);
    request_take(&__tussah_thread.request);
    if (slot_is_free(&worker->slot))
      publish(worker, i++);
    leave_runtime(worker);
  }
  (void)model_wait_while(&worker->slot.state, (uintptr_t)worker->root);
  write_plain(&results[1][0], 1);
  arrive_at_end(1);
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

static void reset_pool(void) {
  memset(&tussah_pool_lock, 0, sizeof tussah_pool_lock);
  memset(&shown, 0, sizeof shown);
  memset(&stops, 0, sizeof stops);
  memset(&thieves, 0, sizeof thieves);
  memset(&is_started, 0, sizeof is_started);
  memset(&tussah_processors, 0, sizeof tussah_processors);
  next_count = 0;
  made = unused = free_guests = pool = NULL;
  tussah_pool_threads = tussah_guests = guest_ids = users = 0;
  has_user_key = false;
  is_prepared = configured = forked = enabled = false;
  memset(&tussah_options, 0, sizeof tussah_options);
}

static void begin_with(unsigned application_count, unsigned worker_count) {
  reset_pool();
  memset(&tussah_idle, 0, sizeof tussah_idle);
  memset(tussah_workers, 0, THREADS * sizeof *tussah_workers);
  memset(threads_memory, 0, sizeof threads_memory);
  memset(worker_memory, 0, sizeof worker_memory);
  memset(frames, 0, sizeof frames);
  memset(results, 0, sizeof results);
  memset(roots_finished, 0, sizeof roots_finished);
  memset(fibers, 0, sizeof fibers);
  memset(&work, 0, sizeof work);
  memset(&arrived, 0, sizeof arrived);
  memset(has_mask, 0, sizeof has_mask);
  memset(clocks, 0, sizeof clocks);
  workers_used = threads_started = 0;
  is_nested = others_run = all_meet = thefts_are_short = false;
  applications = application_count;
  configured = is_prepared = enabled = true;
  tussah_options.workers = worker_count;
  store_relaxed(&tussah_workers_wanted, worker_count);
  store_relaxed(&tussah_processors, THREADS);
  for (unsigned i = 0; i < THREADS; ++i) {
    // No protocol depends on these.
    struct worker *worker = &worker_memory[i];
    model_ignore(&worker->statistics, sizeof worker->statistics);
    model_ignore(&worker->runs_user_code, sizeof(atomic_word));
    model_ignore(&worker->undisturbed_until, sizeof(atomic_word));
    model_ignore(&worker->has_nothing, sizeof(atomic_word));
    model_ignore(&worker->sleeper.processor, sizeof(atomic_word));
    model_ignore(&worker->last_signal, sizeof(atomic_word));
    model_ignore(&worker->signal_sent, sizeof(atomic_word));
    model_ignore(&worker->answers, sizeof(atomic_word));
  }
}

static void begin_1(void) { begin_with(1, 2); }
static void begin_short(void) {
  begin_with(1, 2);
  thefts_are_short = true;
}
static void begin_asked(void) {
  begin_with(1, 2);
  is_nested = true;
}
/// There are two processors for three workers.
static void begin_surplus(void) {
  begin_with(1, 3);
  store_relaxed(&tussah_processors, 2);
  is_nested = others_run = all_meet = true;
}
static void begin_surplus_short(void) {
  begin_surplus();
  thefts_are_short = true;
}
static void begin_2(void) { begin_with(2, 2); }
static void begin_3_workers(void) { begin_with(1, 3); }

/// The stack below the caller's frame is used for something else.
static __attribute__((noinline)) void reuse_stack(void) {
  enum { SIZE = 512 };
  model_written((char *)__builtin_frame_address(0) - SIZE, SIZE);
}

static void enter(uintptr_t i) {
  __tussah_root(publish_one, (void *)i);
  reuse_stack();
  for (unsigned thread = 0; applications == 1 && thread < THREADS; ++thread)
    model_require(!read_plain(&has_mask[thread]),
                  "a thread has the mask of a root that has ended");
  write_plain(&roots_finished[i], read_plain(&roots_finished[i]) + 1);
}

static void run(unsigned number) {
  if (number >= applications) {
    starts[number].run(starts[number].argument);
  } else {
    enter(number);
    // The pool ends with the last thread that has used it.
    user_ends(&__tussah_thread);
    model_freed(&__tussah_thread, sizeof __tussah_thread);
  }
}

static void check_roots(unsigned count) {
  for (unsigned i = 0; i < count; ++i)
    model_require(roots_finished[i].value == 2,
                  "a root did not end exactly once");
  model_require(!is_started.value && !pool, "the pool has not ended");
}

static void check(void) { check_roots(applications); }

/// A thread enters a second root at once.
static void run_twice(unsigned number) {
  if (number >= applications) {
    starts[number].run(starts[number].argument);
  } else {
    enter(0);
    enter(1);
    finish();
  }
}

/// Between two roots the number of workers is made smaller.
static void run_resizing(unsigned number) {
  if (number >= applications) {
    starts[number].run(starts[number].argument);
  } else {
    enter(0);
    model_require(pool_set_workers(2), "the number of workers is refused");
    enter(1);
    finish();
  }
}

static void resize_and_publish(void *argument) {
  model_require(pool_set_workers(2), "the number of workers is refused");
  publish_one(argument);
}

/// The function of a root makes the number of workers smaller.
static void run_resizing_inside(unsigned number) {
  if (number >= applications) {
    starts[number].run(starts[number].argument);
  } else {
    __tussah_root(resize_and_publish, (void *)0);
    write_plain(&roots_finished[0], read_plain(&roots_finished[0]) + 1);
    finish();
  }
}

/// The root's function waits for thieves.
static void run_asked(unsigned number) {
  if (number >= applications) {
    starts[number].run(starts[number].argument);
  } else {
    __tussah_root(publish_when_asked, NULL);
    write_plain(&roots_finished[0], read_plain(&roots_finished[0]) + 1);
    finish();
  }
}

static void check_both(void) { check_roots(2); }

const struct model entry_models[] = {
    {"entry-1-thread", 1, 1, begin_1, run, check, 3, 1},
    {"entry-rest", 1, 1, begin_short, run_twice, check_both, 3, 0},
    {"entry-asked", 1, 1, begin_asked, run_asked, check, 2, 1},
    {"entry-surplus", 1, 2, begin_surplus, run_asked, check, 1, 0},
    {"entry-surplus-rest", 1, 2, begin_surplus_short, run_asked, check, 1, 0},
    {"entry-twice", 1, 1, begin_1, run_twice, check_both, 3, 0},
    {"entry-2-threads", 2, 2, begin_2, run, check, 1, 1},
    {"entry-2-threads-schedules", 2, 2, begin_2, run, check, 2, 0},
    {"entry-resizing", 1, 3, begin_3_workers, run_resizing, check_both, 2, 0},
    {"entry-resizing-inside", 1, 3, begin_3_workers, run_resizing_inside, check,
     2, 0},
    {NULL, 0, 0, NULL, NULL, NULL, 0, 0},
};
