//===- runtime.h - The parts of the scheduler -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Terms. A *root* is a parallel computation that a thread has entered. A
/// *worker* is a thread that executes strands: a *pool* worker for any root, a
/// *guest*, the thread that entered a root, for that one only. A *fiber* is a
/// stack that user code runs on. A spawn whose continuation has been published
/// is *promoted*, and its function's activation then has a *full frame*.
///
/// publish.md, views.md, sleep.md and interrupt.md explain how these work
/// together, and why it is right.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_RUNTIME_H
#define TUSSAH_RUNTIME_SCHEDULER_RUNTIME_H

#include "../os/os.h"
#include "../random/state.h"
#include "cancel.h"
#include "idle.h"
#include "join.h"
#include "request.h"
#include "slot.h"
#include "visit.h"

#include <stddef.h>

#define TUSSAH_HIDDEN __attribute__((visibility("hidden")))
#define TUSSAH_EXPORT __attribute__((visibility("default")))
#define TUSSAH_CACHE_LINE 64

struct worker;

//===----------------------------------------------------------------------===//
// Known to compiled programs, through runtime/abi/native.c
//===----------------------------------------------------------------------===//

/// What compiled code reads of its thread.
struct tussah_thread {
  /// Not 0: somebody wants the thread to publish. Set by thieves.
  atomic_word request;
  /// Frame pointer of the youngest promoted frame of the current fiber; 0 if
  /// there is none.
  uintptr_t mark;
  /// Null unless the thread executes a strand or looks for one.
  struct worker *worker;
  /// Of the current strand: views.md. Null in serial code.
  struct views *views;
  /// The innermost scope of cancellation of the current strand, or null.
  struct scope *scope;
  /// The youngest handler that the current strand is in, or null.
  struct handler *handlers;
  /// Where the C++ library notes the youngest exception that the thread
  /// handles. Null in serial code; `worker` is not null where this is not.
  void *const *caught;
  /// A thread of the pool whose work is over: only destructors of its
  /// thread-local variables are still called.
  bool has_left;
  /// Has been a guest, and has not begun to end since.
  bool is_user;
  /// Is about to be a guest, or to be none any more.
  bool changes;
};

extern _Thread_local struct tussah_thread __tussah_thread TUSSAH_EXPORT
    __attribute__((tls_model("initial-exec")));

/// The distance of __tussah_thread from each thread's pointer, which linkers
/// know. For compiled code that a JIT has linked.
extern volatile uintptr_t __tussah_thread_offset TUSSAH_EXPORT;

/// In the frame of a known function while it handles exceptions: handlers.md.
struct handler {
  struct handler *older;
  /// Frame pointer of the function. A strand may write it again while others
  /// read it; it is the same.
  atomic_word frame;
  void *around; ///< what was caught when the function entered its first handler
  void *caught; ///< what is caught in the handler that it is in
};

/// In the frame of a wrapper (runtime/abi/native.c) while its function runs.
struct note {
  uintptr_t witness; ///< NOTE_WITNESS of the wrapper's frame pointer
  void *caught;      ///< what was caught when the function was called
};

/// No other word of a stack is the address of a frame, made odd.
#define NOTE_WITNESS(frame) ((uintptr_t)(frame) + 1)

/// In the exception register when a thief enters a landing pad.
#define TUSSAH_RESUME_SELECTOR 0x7ffe0001

/// What a function may allocate on the stack without writing there, but for the
/// upper end. Less than a fiber's guard, so that it does not step over that;
/// and than what fiber.c looks at to tell how deep a stack has been used.
#define TUSSAH_MOST_ON_STACK ((size_t)32 << 10)

//===----------------------------------------------------------------------===//
// Structures
//===----------------------------------------------------------------------===//

struct _Unwind_Exception;

/// On the stack of the thread that entered it.
struct root {
  atomic_word done;
  struct worker *owner;
  /// Exceptions in flight around it.
  unsigned uncaught;
  /// Exceptions being handled around it.
  void *caught;
  /// What left the root's function; null if it returned.
  struct _Unwind_Exception *exception;
  /// Of its last strand.
  struct pedigree pedigree;
  /// The root is not done: its only strand is to go on with the owner.
  struct homecoming *home;
};

/// The state of an activation with promoted spawns, until its sync.
struct full_frame {
  struct join join;
  struct root *root;
  uintptr_t frame;         ///< frame pointer
  uintptr_t stack_pointer; ///< on the original fiber
  uintptr_t children;      ///< promoted so far; orders their exceptions
  void *around;            ///< exceptions that handlers of callers have caught
  struct failure *pending; ///< of other regions than the one synced; in order
  struct full_frame *next_kept;

  // Written by the continuation's strand when it arrives at a sync, read by the
  // last strand to arrive.
  uintptr_t sync_address;
  uintptr_t sync_region;
  uintptr_t sync_environment;
  struct _Unwind_Exception *in_flight;
  void *sync_caught;

  /// That the continuation is in: written where it is published, and by its
  /// strand when it arrives at a sync; read by the strand that goes on.
  struct handler *handlers;

  /// Exceptions in flight around the activation. Written by the strand of the
  /// first child, read by the last strand to arrive.
  unsigned uncaught;
  struct views *first_views; ///< what that strand had; likewise
  struct views *last_views;  ///< of the continuation's strand, as in_flight
  struct scope *scope;       ///< likewise
};

/// A promoted spawn: what the child's strand needs when the child returns.
struct promotion {
  struct failure failure; ///< used if the child throws
  struct promotion *next; ///< older ones of the same fiber
  struct full_frame *full;
  uintptr_t frame;
  void *caught; ///< when the child was spawned
  bool first;   ///< it made the full frame
};

/// The header of a fiber, at its top. The memory below is the stack.
struct fiber {
  struct fiber *next; ///< in a free list
  /// The frame that the lowest strand of this fiber belongs to, if that frame
  /// lies on another fiber.
  struct full_frame *base;
  struct promotion *promoted; ///< youngest first
  /// Full frames of activations on this fiber that have no promoted spawns but
  /// pending exceptions; youngest first.
  struct full_frame *kept;
  void *fake_stack; ///< of AddressSanitizer, while the fiber is suspended
  bool is_trimmed;  ///< not used since it was; while it is free
} __attribute__((aligned(TUSSAH_CACHE_LINE)));

/// Counters of one worker, which only it changes.
struct statistics {
  atomic_word tasks, promotions, taken_back, steals, failed_steals, requests,
      signals, interrupts, joins, fibers, stack_bytes, sleeps, sleep_ns, rests,
      failed_walks, views, reductions;
};

/// docs/runtime.md says what they count.
#define TUSSAH_STATISTICS(X)                                                   \
  X(tasks)                                                                     \
  X(promotions)                                                                \
  X(taken_back)                                                                \
  X(steals)                                                                    \
  X(failed_steals)                                                             \
  X(requests)                                                                  \
  X(signals)                                                                   \
  X(interrupts)                                                                \
  X(joins)                                                                     \
  X(fibers)                                                                    \
  X(stack_bytes)                                                               \
  X(sleeps)                                                                    \
  X(sleep_ns)                                                                  \
  X(rests)                                                                     \
  X(failed_walks)                                                              \
  X(views)                                                                     \
  X(reductions)

/// Of one kind, kept by one worker.
struct free_objects {
  struct object *first;
  unsigned count;
};

/// Never freed: thieves may look at a worker whose thread has gone.
struct worker {
  struct slot slot;

  struct host host __attribute__((aligned(TUSSAH_CACHE_LINE)));
  struct tussah_thread *thread;
  uintptr_t thread_number; ///< for the system

  /// 1 while the thread executes compiled or foreign code of a strand, and none
  /// of the runtime. Only then may a signal handler do what the thread would do
  /// in a poll (interrupt.md). Written by the thread only.
  atomic_word runs_user_code __attribute__((aligned(TUSSAH_CACHE_LINE)));
  /// Clock; before, thieves do not interrupt. Set where a request is answered,
  /// and by the thief that makes one.
  atomic_word undisturbed_until;
  /// 1 if the last walk has found nothing to publish, so that there is nothing
  /// before the next poll; and while the thread executes no strand.
  atomic_word has_nothing;
  atomic_word answers;     ///< to requests, that the watchman knows of
  atomic_word last_signal; ///< clock when a thief sent the last signal
  atomic_word signal_sent; ///< 1 from then until the handler runs

  struct sleeper sleeper __attribute__((aligned(TUSSAH_CACHE_LINE)));
  struct root *root;   ///< of the strand that it executes
  struct fiber *fiber; ///< that the strand runs on
  uintptr_t scheduler_stack;
  struct fiber *spare;  ///< for the next stolen continuation
  struct fiber *fibers; ///< free ones
  unsigned fiber_count;
  struct free_objects full_frames, promotions;
  unsigned untrimmed; ///< fibers freed since fibers_trim
  uint64_t next_trim; ///< clock; until then fibers_rest does nothing
  unsigned refusals;  ///< of handlers since the last poll
  uint64_t next_walk; ///< clock; until then `barren` is valid
  uintptr_t barren;   ///< frames from this one on are not walked over
  uint64_t random;
  uint64_t stolen_at; ///< clock at the theft of the strand; 0: not stolen
  uint64_t judged_at; ///< clock at the end of the last strand that was
  uint64_t loss;      ///< by the last thefts, in nanoseconds
  unsigned doublings; ///< of the next rest, because of that loss
  unsigned id;
  void *recovery[5]; ///< for __builtin_longjmp, while `may_fault`
  bool may_fault;    ///< in trace_call
  bool is_guest;     ///< else of the pool; does not change while it is shown

  // What the strand that has just left a fiber was.
  struct promotion *leaving_promotion;
  struct full_frame *leaving_frame;
  struct fiber *leaving_fiber;
  struct root *leaving_root;

  // Known to AddressSanitizer: the thread's own stack.
  void *fake_stack;
  const void *stack_bottom;
  size_t stack_size;

  struct worker *next_free; ///< guests
  struct worker *older;     ///< all that were ever made
  tussah_os_thread os_thread;
  struct statistics statistics;
} __attribute__((aligned(2 * TUSSAH_CACHE_LINE)));

static inline bool is_guest(const struct worker *worker) {
  return worker->is_guest;
}

/// Returns true if the thread of \p worker is there; it stays until
/// worker_leave. That of a pool worker stays in any case once it is there.
static inline bool worker_visit(struct worker *worker) {
  // Acquire: pairs with the release in host_arrive, for `thread`.
  return is_guest(worker) ? visit_begin(&worker->host)
                          : load_acquire(&worker->host.attached) != 0;
}

static inline void worker_leave(struct worker *worker) {
  if (is_guest(worker))
    visit_end(&worker->host);
}

/// The thread of \p worker enters the runtime from user code, or leaves it for
/// user code. In between, signal handlers leave its state alone.
static inline void enter_runtime(struct worker *worker) {
  store_relaxed(&worker->runs_user_code, 0);
  fence_signal();
}

static inline void leave_runtime(struct worker *worker) {
  fence_signal();
  store_relaxed(&worker->runs_user_code, 1);
}

/// As lock_acquire; signals wait until lock_release_quietly gets \p before.
static inline void lock_acquire_quietly(struct lock *lock,
                                        tussah_os_signals *before) {
  tussah_os->signals_block(before);
  lock_acquire(lock);
}

static inline void lock_release_quietly(struct lock *lock,
                                        const tussah_os_signals *before) {
  lock_release(lock);
  tussah_os->signals_unblock(before);
}

/// Adds to a counter. Relaxed: readers want no order.
static inline void count(atomic_word *counter, uintptr_t n) {
  store_relaxed(counter, load_relaxed(counter) + n);
}

//===----------------------------------------------------------------------===//
// error.c
//===----------------------------------------------------------------------===//

/// All errors that end the process.
enum tussah_error {
  TUSSAH_ERROR_NO_STACK,
  TUSSAH_ERROR_NO_MEMORY,
  TUSSAH_ERROR_TOO_MANY_THREADS,
  TUSSAH_ERROR_FORKED,
  TUSSAH_ERROR_UNCAUGHT,
  TUSSAH_ERROR_THREAD_ENDS,
  TUSSAH_ERROR_HANDLER,
  TUSSAH_ERROR_NO_TABLES,
  TUSSAH_ERROR_INTERNAL,
};

/// Prints `tussah: error: ...` and aborts.
_Noreturn void tussah_fatal(enum tussah_error error) TUSSAH_HIDDEN;

/// Prints `tussah: warning: ...`, formatted as by printf, one line.
void tussah_warn(const char *format, ...) TUSSAH_HIDDEN
    __attribute__((format(printf, 1, 2)));

/// Prints `tussah: stack overflow in worker <id>: ...`. Called by a signal
/// handler.
void tussah_report_overflow(const struct worker *worker) TUSSAH_HIDDEN;

//===----------------------------------------------------------------------===//
// options.c
//===----------------------------------------------------------------------===//

/// What tests ask for, to make rare events common.
struct stress {
  bool always_steal; ///< every poll publishes, and waits a while for a thief
  bool delays;       ///< random delays at critical points
  bool signals;      ///< thieves interrupt without patience
};

extern struct stress tussah_stress TUSSAH_HIDDEN;

/// For tests: takes a random time, if that is asked for.
void stress_delay(struct worker *worker) TUSSAH_HIDDEN;

struct options {
  unsigned workers;       ///< CILK_NWORKERS
  unsigned processors;    ///< that the process may use
  size_t stack_size;      ///< CILK_STACKSIZE
  const char *statistics; ///< TUSSAH_STATS; null: none
  int signal;             ///< TUSSAH_SIGNAL; 0: none
  struct stress stress;   ///< TUSSAH_STRESS
};

/// The options from the environment. Warns of nonsense, and uses the default.
struct options options_read(void) TUSSAH_HIDDEN;

/// Of all roots together; one root's are at most TUSSAH_MOST_WORKERS.
#define TUSSAH_MAX_WORKERS 4096

//===----------------------------------------------------------------------===//
// fiber.c
//===----------------------------------------------------------------------===//

/// Size and alignment of a fiber with its guard and header; set before the
/// first fiber is made.
extern size_t tussah_fiber_size TUSSAH_HIDDEN;

/// How much of that frames may use, at least.
extern size_t tussah_stack_size TUSSAH_HIDDEN;

/// \p measure_depth: the statistics say how deep stacks have been.
void fibers_configure(size_t stack_size, bool measure_depth) TUSSAH_HIDDEN;

/// A fiber without frames; null if there is no memory. \p worker is the
/// caller's.
struct fiber *fiber_get(struct worker *worker) TUSSAH_HIDDEN;

/// Frees \p fiber, which the caller does not run on.
void fiber_put(struct worker *worker, struct fiber *fiber) TUSSAH_HIDDEN;

/// Gives back memory that the free fibers of \p worker have used deeply.
void fibers_trim(struct worker *worker) TUSSAH_HIDDEN;

/// The thread of \p worker, a guest, leaves, and may soon come again. What its
/// last roots have used deeply, within a millisecond, may stay committed.
void fibers_rest(struct worker *worker) TUSSAH_HIDDEN;

/// The fibers that \p worker has kept go to all.
void fibers_release(struct worker *worker) TUSSAH_HIDDEN;

struct fibers_usage {
  uintptr_t existing, most;
};

/// Fibers in existence, and the most there have been.
struct fibers_usage fibers_usage(void) TUSSAH_HIDDEN;

/// Nobody changes what all workers share from here on, or everybody may again:
/// around a fork, whose child has the forking thread only.
void fibers_freeze(bool is_frozen) TUSSAH_HIDDEN;

/// In a child process that was made without that: others who held the lock are
/// not there.
void fibers_forked(void) TUSSAH_HIDDEN;

/// True if \p address is below the stack of \p fiber.
bool fiber_overflows(const struct fiber *fiber,
                     uintptr_t address) TUSSAH_HIDDEN;

/// The stack of \p fiber, and its size.
void *fiber_stack(const struct fiber *fiber, size_t *size) TUSSAH_HIDDEN;

/// The fiber that the stack pointer or frame pointer \p address lies on.
static inline struct fiber *fiber_of(uintptr_t address) {
  uintptr_t end = (address | (tussah_fiber_size - 1)) + 1;
  return (struct fiber *)(end - sizeof(struct fiber));
}

static inline bool on_same_fiber(uintptr_t a, uintptr_t b) {
  return ((a ^ b) & ~(tussah_fiber_size - 1)) == 0;
}

//===----------------------------------------------------------------------===//
// objects.c
//===----------------------------------------------------------------------===//

/// Zeroed; null if there is no memory. Not tied to a thread; \p worker is the
/// caller's.
struct full_frame *full_frame_get(struct worker *worker) TUSSAH_HIDDEN;
void full_frame_put(struct worker *worker,
                    struct full_frame *full) TUSSAH_HIDDEN;
struct promotion *promotion_get(struct worker *worker) TUSSAH_HIDDEN;
void promotion_put(struct worker *worker,
                   struct promotion *promotion) TUSSAH_HIDDEN;
struct worker *worker_new(void) TUSSAH_HIDDEN;

/// As fibers_freeze.
void objects_freeze(bool is_frozen) TUSSAH_HIDDEN;

/// As fibers_forked.
void objects_forked(void) TUSSAH_HIDDEN;

//===----------------------------------------------------------------------===//
// site.c
//===----------------------------------------------------------------------===//

enum site_kind {
  SITE_FOREIGN, ///< not in code that this runtime knows
  SITE_CALL,    ///< an ordinary call in a known function
  SITE_SPAWN
};

struct site {
  enum site_kind kind;
  bool calls_known;      ///< its callee is known code; may be false for a call
  uintptr_t landing_pad; ///< where a thief resumes; spawns only
};

/// What the call that returns to \p address is. A signal handler may call it.
struct site site_find(uintptr_t address) TUSSAH_HIDDEN;

/// True if the call that returns to \p address, from any code, calls a function
/// of known code by name. Reads that code: for handlers that survive a fault.
bool site_calls_known(uintptr_t address) TUSSAH_HIDDEN;

/// Forgets what has been found if code was unloaded since the last call.
void sites_check_unloading(void) TUSSAH_HIDDEN;

/// Ends the process if \p run, compiled code that begins a root, has no unwind
/// information at the first call. Then no site would be found, and the program
/// would be serial. Any thread.
void sites_check_tables(void (*run)(void *)) TUSSAH_HIDDEN;

//===----------------------------------------------------------------------===//
// exception.c
//===----------------------------------------------------------------------===//

/// What C++ knows of the exceptions of a thread; the runtime makes it that of
/// the strand.
struct exception_state {
  void *caught; ///< those being handled, a list
  unsigned uncaught;
};

struct exception_state exception_state_get(void) TUSSAH_HIDDEN;
void exception_state_set(struct exception_state state) TUSSAH_HIDDEN;

/// Where the first member of that is for the calling thread. Never null.
void *const *exceptions_caught(void) TUSSAH_HIDDEN;

/// An exception in flight leaves the current thread, or arrives on it: keeps
/// std::uncaught_exceptions right. \p exception may be null.
void exception_departs(struct _Unwind_Exception *exception) TUSSAH_HIDDEN;
void exception_arrives(struct _Unwind_Exception *exception) TUSSAH_HIDDEN;

/// Throws \p exception, which arrives with it. Ends the process if nobody
/// catches it. Entered by a jump too (context_raise).
_Noreturn void tussah_raise(struct _Unwind_Exception *exception) TUSSAH_HIDDEN;

void exception_destroy(struct _Unwind_Exception *exception) TUSSAH_HIDDEN;

//===----------------------------------------------------------------------===//
// handlers.c
//===----------------------------------------------------------------------===//

/// What the continuation of a spawn handles. Of each list, the youngest.
struct handling {
  struct handler *handlers; ///< of known functions
  void *caught;             ///< exceptions
  void *around;             ///< of these, those that callers handle
};

/// Fills in \p handling for the spawn in the frame \p parent of the function
/// with the frame pointer \p child. It is the oldest one of the stack of \p
/// worker, the caller, that is not promoted. Returns false if nobody can tell.
bool handling_find(const struct worker *worker, uintptr_t child,
                   uintptr_t parent, struct handling *handling) TUSSAH_HIDDEN;

//===----------------------------------------------------------------------===//
// cancel.c
//===----------------------------------------------------------------------===//

/// The scope of cancellation that was current when the function with the frame
/// pointer \p child was spawned; \p scope is the current one below it.
struct scope *scope_before(struct scope *scope, uintptr_t child) TUSSAH_HIDDEN;

//===----------------------------------------------------------------------===//
// views.c
//===----------------------------------------------------------------------===//

/// Initializes a view in uninitialized memory.
typedef void (*identity_function)(void *view);

/// Makes \p left what it and then \p right are together, and ends the lifetime
/// of \p right, but does not free it.
typedef void (*reduce_function)(void *left, void *right);

/// The views of a strand to the right of a steal that has not made any.
#define NO_VIEWS ((struct views *)1)

/// The strand of a child that is not the first one leaves \p views to the
/// frame with the join \p join, before it arrives there. \p order is that of
/// the child.
void views_leave(struct join *join, struct views *views,
                 uintptr_t order) TUSSAH_HIDDEN;

/// Makes the views of all strands that have met at \p full those of the strand
/// that continues it, which is now the current one of \p worker. On the
/// scheduler's stack. Returns the first exception that a reduce function has
/// thrown, or null.
struct _Unwind_Exception *views_join(struct worker *worker,
                                     struct full_frame *full) TUSSAH_HIDDEN;

//===----------------------------------------------------------------------===//
// promote.c
//===----------------------------------------------------------------------===//

/// \p worker continues on another fiber.
void forget_walks(struct worker *worker) TUSSAH_HIDDEN;

/// True if nothing that the calling strand, or what it was called by, has
/// spawned is outstanding, so that the strand is all that there is of its root.
/// \p frame is the caller's frame pointer. Where nobody can tell what foreign
/// code was called by, nothing there was stolen.
bool strand_is_alone(uintptr_t frame) TUSSAH_HIDDEN;

/// Undoes the youngest promotion of \p fiber, whose continuation was taken
/// back.
void demote(struct worker *worker, struct fiber *fiber) TUSSAH_HIDDEN;

//===----------------------------------------------------------------------===//
// root.c
//===----------------------------------------------------------------------===//

/// The calling strand, which is alone, goes on with the thread that entered its
/// root, as it may do behind a sync.
void strand_goes_home(void) TUSSAH_HIDDEN __attribute__((noinline));

//===----------------------------------------------------------------------===//
// sanitizer.c
//===----------------------------------------------------------------------===//

/// Tell AddressSanitizer, if it is there, that \p worker switches from the
/// scheduler's stack to \p fiber, or back; \p returns if the fiber will be
/// switched to again with its frames. Called shortly before the switch.
void sanitizer_enter_fiber(struct worker *worker,
                           struct fiber *fiber) TUSSAH_HIDDEN;
void sanitizer_leave_fiber(struct worker *worker, struct fiber *fiber,
                           bool returns) TUSSAH_HIDDEN;

/// Tells AddressSanitizer that an exception, thrown on another stack, may leave
/// the frames of \p fiber above \p stack_pointer. A throw tells it that of the
/// stack it is on only.
void sanitizer_exception_arrives(struct fiber *fiber,
                                 uintptr_t stack_pointer) TUSSAH_HIDDEN;

/// The stack \p base of \p size bytes has been mapped; is free for new frames;
/// is about to be unmapped.
void sanitizer_stack_mapped(void *base, size_t size) TUSSAH_HIDDEN;
void sanitizer_stack_cleared(void *base, size_t size) TUSSAH_HIDDEN;
void sanitizer_stack_unmapped(void *base, size_t size) TUSSAH_HIDDEN;

//===----------------------------------------------------------------------===//
// trace.c
//===----------------------------------------------------------------------===//

/// A call in a known function.
struct known_call {
  uintptr_t stack_pointer; ///< after the call's return
  uintptr_t frame;         ///< frame pointer of the known function
  uintptr_t address;       ///< to which the call returns
};

/// How many notes the frame \p frame of a wrapper has. \p above is the frame of
/// the function that it has called. Sets \p note to one of them. More than one:
/// an exception has left another wrapper whose frame was there. None: the frame
/// is that of no wrapper that has called a known function, or is too large.
unsigned notes_in(uintptr_t frame, uintptr_t above,
                  const struct note **note) TUSSAH_HIDDEN;

/// A walk from code of any form to the first call in a known function.
struct trace {
  struct worker *worker;
  uintptr_t start; ///< stack pointer of the code to begin with; younger frames
                   ///< are passed over
  bool starts_in_known;   ///< that code is known, but not at a call
  struct known_call call; ///< what is found
  unsigned frames;        ///< that were unwound
};

/// Fills in \p trace; returns whether a call was found. The caller is on the
/// thread of the trace's worker, and faults of that thread are caught. Signal
/// handlers may call it.
bool trace_call(struct trace *trace) TUSSAH_HIDDEN;

//===----------------------------------------------------------------------===//
// interrupt.c
//===----------------------------------------------------------------------===//

/// Does for \p worker what its next poll would, at the call \p from. The
/// caller is a signal handler on its thread. Returns whether a continuation was
/// published. (promote.c)
bool answer_in_handler(struct worker *worker, const struct known_call *from,
                       uintptr_t environment) TUSSAH_HIDDEN;

/// Readies the process for interrupts and stack overflows.
void interrupts_begin(int signal) TUSSAH_HIDDEN;
void interrupts_end(void) TUSSAH_HIDDEN;

/// Gives the calling thread, that of \p worker, a stack for signals.
void interrupts_arrive(struct worker *worker) TUSSAH_HIDDEN;

/// How long a worker executes its own code after a request or an answer, at
/// least, before thieves interrupt it. Looking whether it runs takes them a few
/// microseconds too.
#define PATIENCE_NS 15000

/// Clock of something that will not happen.
#define NEVER UINT64_MAX

/// Interrupts a worker that has had a request for a while and does not answer.
/// \p thief has searched since \p since, and it is \p now. Returns when it
/// should look again for an answer that comes without a wake-up: \p now if
/// nobody knows; NEVER if there is nobody who owes one.
uint64_t interrupt_long_leaf(struct worker *thief, uint64_t since,
                             uint64_t now) TUSSAH_HIDDEN;

//===----------------------------------------------------------------------===//
// worker.c
//===----------------------------------------------------------------------===//

extern struct idle tussah_idle TUSSAH_HIDDEN;

/// Looks for work and does it. On the scheduler's stack. Does not return;
/// leaves it by context_leave when the worker's root is done, or the pool
/// stops.
_Noreturn void schedule(struct worker *worker) TUSSAH_HIDDEN;

/// The strand of \p worker ends: notes what its theft was worth, if it began
/// with one. Before the runtime does what is left to do for it.
void judge_theft(struct worker *worker) TUSSAH_HIDDEN;

/// What \p worker has lost by thefts does not count any more.
void forget_thefts(struct worker *worker) TUSSAH_HIDDEN;

//===----------------------------------------------------------------------===//
// pool.c
//===----------------------------------------------------------------------===//

/// All workers, of which the first worker_count() may be stolen from.
extern struct worker *tussah_workers[TUSSAH_MAX_WORKERS] TUSSAH_HIDDEN;
unsigned worker_count(void) TUSSAH_HIDDEN;

/// The worker made last, whose `older` leads to all others.
const struct worker *workers_made(void) TUSSAH_HIDDEN;

/// Makes the calling thread a worker for \p root; starts the pool if this is
/// the first one.
struct worker *pool_attach(struct root *root) TUSSAH_HIDDEN;
void pool_detach(struct worker *worker) TUSSAH_HIDDEN;

/// True in a process that was forked while parallel code ran.
bool pool_has_forked(void) TUSSAH_HIDDEN;

/// Ends such a process: what this worker waits for is in the parent.
void pool_check_fork(void) TUSSAH_HIDDEN;

/// True if the workers of the pool are to end.
bool pool_stops(void) TUSSAH_HIDDEN;

/// Number of workers that one root has: the pool's and its own.
unsigned pool_size(void) TUSSAH_HIDDEN;

/// Workers that are awake if there is work for all and none sleeps in a task.
unsigned pool_most_awake(void) TUSSAH_HIDDEN;

/// Number of workers that the program or its user asked for.
unsigned pool_workers_wanted(void) TUSSAH_HIDDEN;

/// Sets it; 0: to what the user asked for. False if a root exists. The caller
/// may be in the only one, if its strand is alone and at home: then that has so
/// many workers from now on.
bool pool_set_workers(unsigned workers) TUSSAH_HIDDEN;

/// Starts the threads of the pool, or ends them; in roots, nothing happens.
void pool_begin(void) TUSSAH_HIDDEN;
void pool_end(void) TUSSAH_HIDDEN;

/// As statistics_write, to standard error.
void pool_dump_statistics(void) TUSSAH_HIDDEN;

/// Workers that exist, but at least those of a root.
unsigned pool_workers_known(void) TUSSAH_HIDDEN;

/// Size of stacks, as the user asked for.
size_t pool_stack_size(void) TUSSAH_HIDDEN;

bool pool_is_started(void) TUSSAH_HIDDEN;

//===----------------------------------------------------------------------===//
// api.c
//===----------------------------------------------------------------------===//

/// When functions that the program has registered are called.
enum callback_kind { AT_INIT, AT_EXIT, CALLBACK_KINDS };

/// True if a function for the beginning has not been called yet, or if another
/// thread calls one, so that callbacks_run(AT_INIT) would do something.
bool callbacks_must_run(void) TUSSAH_HIDDEN;

/// Calls each registered function that has not been called yet, and waits for
/// those for the beginning that other threads call, unless one of them has
/// called it. The caller holds no lock.
void callbacks_run(enum callback_kind kind) TUSSAH_HIDDEN;

/// As fibers_freeze.
void callbacks_freeze(bool is_frozen) TUSSAH_HIDDEN;

/// In a child process, which was made after callbacks_freeze or not: what
/// another thread was calling does not return.
void callbacks_forked(bool is_frozen) TUSSAH_HIDDEN;

//===----------------------------------------------------------------------===//
// statistics.c
//===----------------------------------------------------------------------===//

/// Writes all counters to the place \p where: "1" is standard error, else a
/// file, as JSON.
void statistics_write(const char *where) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_RUNTIME_H
