//===- race.c - The current strand, and its accesses ----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "race.h"

#include "choices.h"
#include "current.h"
#include "labels.h"
#include "memory.h"
#include "objects.h"
#include "paths.h"
#include "ranges.h"
#include "report.h"
#include "shadow.h"
#include "strands.h"
#include "thread.h"

#include "runtime/random/state.h"

#include <stdatomic.h>
#include <stddef.h>
#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#endif

//===----------------------------------------------------------------------===//
// The current strand
//===----------------------------------------------------------------------===//
//
// Its name is where pedigrees would be, which programs that are checked do not
// have: every target takes that along when a strand goes on in another thread.
// A node is an odd number there, which no pedigree's parent is. The upper half
// is the number of the window of a strand that has been numbered, 0 before. The
// views are in the rank, above the position.

enum { VIEWS_SHIFT = 40 };
static const position position_mask = (UINT64_C(1) << VIEWS_SHIFT) - 1;

static struct cursor current(void) {
  uintptr_t word = (uintptr_t)__tussah_pedigree.parent;
  return word & 1 ? (struct cursor){(node_id)((uint32_t)word >> 1),
                                    __tussah_pedigree.rank & position_mask}
                  : (struct cursor){0, 0};
}

static void set_current(struct cursor name, views_id views) {
  thread.unchecked = 0;
  thread.allocating = 0;
  __tussah_pedigree.parent = (const void *)((uintptr_t)name.node << 1 | 1);
  __tussah_pedigree.rank = (uint64_t)views << VIEWS_SHIFT | name.at;
}

// Not inlined: who calls the program may go on in another thread.

__attribute__((noinline)) views_id current_views(void) {
  return (uintptr_t)__tussah_pedigree.parent & 1
             ? (views_id)(__tussah_pedigree.rank >> VIEWS_SHIFT)
             : LEFTMOST_VIEWS;
}

__attribute__((noinline)) void set_current_views(views_id views) {
  position at = __tussah_pedigree.rank & position_mask;
  __tussah_pedigree.rank = (uint64_t)views << VIEWS_SHIFT | at;
}

__attribute__((noinline)) void change_unchecked(int change) {
  thread.unchecked += change;
}

/// The place that the task \p name is from, if it has begun in this thread and
/// has no node yet.
static place place_of_task(struct cursor name) {
  return name.node == thread.task.node && name.at == thread.task.at
             ? thread.task_place
             : 0;
}

/// How often checks are disabled is above the set of locks, which strands take
/// along in the same way.
enum { DISABLED_SHIFT = 24, MOST_DISABLED = 255 };
_Static_assert(MOST_LOCK_SETS <= 1 << DISABLED_SHIFT, "they must not overlap");

static lock_set held_locks(void) {
  return thread.locks & ((1u << DISABLED_SHIFT) - 1);
}

static void set_held_locks(lock_set locks) {
  thread.locks = thread.locks >> DISABLED_SHIFT << DISABLED_SHIFT | locks;
}

/// The strand ends, and what it holds no longer than that.
static void release_at_end(void) {
  if (held_locks())
    set_held_locks(locks_end_strand(held_locks()));
}

__attribute__((noinline)) void change_disabled(int change) {
  int times = (int)(thread.locks >> DISABLED_SHIFT) + change;
  if (times >= 0 && times <= MOST_DISABLED)
    thread.locks = (uint32_t)times << DISABLED_SHIFT | held_locks();
}

__attribute__((noinline)) bool is_disabled(void) {
  return thread.locks >> DISABLED_SHIFT || thread.unchecked;
}

/// Spawns and loops that have been executed, by id.
enum { MOST_SITES = 1 << 20 };
static _Atomic bool executed[2][MOST_SITES];

static void note_execution(csi_kind_t kind, csi_id_t id) {
  _Atomic bool *is = &executed[kind == CSI_LOOP][id % MOST_SITES];
  if (!atomic_load_explicit(is, memory_order_relaxed))
    atomic_store_explicit(is, true, memory_order_relaxed);
}

bool is_executed(csi_kind_t kind, csi_id_t id) {
  return executed[kind == CSI_LOOP][id % MOST_SITES];
}

uintptr_t checked_address(void) { return (uintptr_t)thread.address; }

uint64_t checked_size(void) { return thread.size; }

/// Begins a task or iteration.
static void begin(struct cursor name, views_id views, bool is_unchecked,
                  place created_by) {
  set_current(name, views);
  // Locks are the parent's.
  thread.locks = (uint32_t)is_unchecked << DISABLED_SHIFT;
  thread.task = name;
  thread.task_place = created_by;
}

/// Makes the thread's strand the beginning of a tree of its own.
static struct cursor begin_tree(void) {
  struct cursor name = {node_add(0, 0, 0), 0};
  set_current(name, LEFTMOST_VIEWS);
  return name;
}

/// Makes a node for what is spawned from now on.
static node_id begin_block(place loop) {
  bool has_entered = thread_enter();
  struct cursor name = current();
  if (!name.node)
    name = begin_tree();
  if (name.at & POSITION_IS_TASK)
    name =
        (struct cursor){node_add(name.node, name.at, place_of_task(name)), 0};
  node_id block = node_add(name.node, name.at, loop);
  path_note_block(block);
  if (has_entered)
    thread_leave();
  return block;
}

/// The strand goes on behind the node \p block of a scope or loop, which it had
/// entered with the views \p first, and has \p last now.
static void end_block(node_id block, views_id first, views_id last) {
  struct cursor before = node_parent(block);
  set_current((struct cursor){before.node, before.at + 2}, first);
  views_unite(block, first, last);
  // Now that nothing waits for it.
  node_end(block);
}

/// The task or iteration ends: its node, if it has one, does.
static void end_task(void) {
  struct cursor name = current();
  if (name.node && !(name.at & POSITION_IS_TASK) &&
      node_parent(name.node).at & POSITION_IS_TASK)
    node_end(name.node);
}

/// The task or iteration ends: its views wait for its parent.
static void leave_views(void) {
  views_id views = current_views();
  if (views == NO_VIEWS || views == LEFTMOST_VIEWS)
    return;
  struct cursor name = current();
  if (!(name.at & POSITION_IS_TASK))
    name = node_parent(name.node);
  views_deposit(name.node, name.at, views);
}

struct race_offsets __tussah_race_offsets;

static void find_offsets(void) {
  const uintptr_t thread_pointer = (uintptr_t)__builtin_thread_pointer();
  __tussah_race_offsets = (struct race_offsets){
      .frame = (uintptr_t)&__tussah_race_frame - thread_pointer,
      .window = (uintptr_t)&__tussah_race_window - thread_pointer,
      .pedigree = (uintptr_t)&__tussah_pedigree - thread_pointer};
}

__attribute__((constructor(101))) static void prepare(void) {
  find_offsets();
  if (!strands_prepare() || !labels_prepare() || !shadow_prepare() ||
      !views_prepare() || !locks_prepare() || !paths_prepare() ||
      !objects_prepare())
    memory_fatal("no addresses for the detector's tables; raise the limit of "
                 "virtual memory (ulimit -v)");
  threads_prepare();
  report_prepare();
  begin_tree();
#if __has_include(<sys/single_threaded.h>)
  // On one worker, too, std::shared_ptr must count by atomic operations, as it
  // does where tasks run in parallel.
  __libc_single_threaded = 0;
#endif
}

__attribute__((destructor(101))) static void finish(void) { report_end(); }

//===----------------------------------------------------------------------===//
// Tasks and loops
//===----------------------------------------------------------------------===//

/// What a spawn tells its task and its continuation: the block, the position,
/// and which views the task begins with. What does not fit waits for it.
enum { FINDS_PARCEL = 2, POSITION_SHIFT = 2 };
#define PARCEL_IS_UNCHECKED (UINT32_C(1) << 31)

static uint64_t pack(node_id block, position at, views_id views) {
  // Positions of continuations are even.
  uint64_t low = at << (POSITION_SHIFT - 1);
  if (low >> 32)
    memory_fatal("a scope has too many tasks; add a cilk_sync");
  bool is_unchecked = thread.locks >> DISABLED_SHIFT;
  bool needs_parcel = views >= FINDS_PARCEL || is_unchecked;
  if (needs_parcel)
    parcel_leave(block, at, views | (is_unchecked ? PARCEL_IS_UNCHECKED : 0));
  return (uint64_t)block << 32 | low | (needs_parcel ? FINDS_PARCEL : views);
}

static node_id packed_block(uint64_t value) { return value >> 32; }

static position packed_position(uint64_t value) {
  return (uint32_t)value >> POSITION_SHIFT << 1;
}

/// What the task finds: views, and PARCEL_IS_UNCHECKED.
static uint32_t packed_parcel(uint64_t value) {
  uint32_t views = value & ((1u << POSITION_SHIFT) - 1);
  return views == FINDS_PARCEL
             ? parcel_take(packed_block(value), packed_position(value))
             : views;
}

uint64_t __tussah_race_detach(struct race_scope *scope) {
  views_id views = current_views();
  release_at_end();
  scope->locks = thread.locks;
  if (scope->node)
    return pack(scope->node, current().at, views);
  scope->node = begin_block(0);
  scope->views = views;
  return pack(scope->node, 0, views);
}

void __tussah_race_task(csi_id_t detach_id, uint64_t value) {
  note_execution(CSI_DETACH, detach_id);
  uint32_t parcel = packed_parcel(value);
  begin((struct cursor){packed_block(value),
                        packed_position(value) | POSITION_IS_TASK},
        parcel & ~PARCEL_IS_UNCHECKED, parcel & PARCEL_IS_UNCHECKED,
        place_of(CSI_DETACH, detach_id));
}

void __tussah_race_task_exit(void) {
  leave_views();
  end_task();
}

void __tussah_race_continue(struct race_scope *scope, uint64_t value) {
  set_current((struct cursor){packed_block(value), packed_position(value) + 2},
              NO_VIEWS);
  thread.locks = scope->locks;
}

void __tussah_race_before_sync(struct race_scope *scope) {
  scope->last_views = current_views();
  release_at_end();
  scope->locks = thread.locks;
}

void __tussah_race_sync(struct race_scope *scope) {
  node_id block = scope->node;
  scope->node = 0;
  thread.locks = scope->locks;
  if (block)
    end_block(block, scope->views, scope->last_views);
}

/// What a loop tells its iterations and what follows: the node, the views
/// before, whether the strand holds locks, and whether it is not checked.
enum { LOOP_VIEWS_SHIFT = 32 };
#define LOOP_IS_UNCHECKED (UINT64_C(1) << 62)
#define LOOP_HAS_LOCKS (UINT64_C(1) << 63)
/// Where locks wait for the end of the loop: no iteration is there.
static const position position_of_locks = 0;

uint64_t __tussah_race_loop(csi_id_t loop_id) {
  uint64_t value = (uint64_t)current_views() << LOOP_VIEWS_SHIFT;
  node_id loop = begin_block(place_of(CSI_LOOP, loop_id));
  release_at_end();
  if (thread.locks) {
    parcel_leave(loop, position_of_locks, thread.locks);
    value |= LOOP_HAS_LOCKS;
  }
  if (thread.locks >> DISABLED_SHIFT)
    value |= LOOP_IS_UNCHECKED;
  return value | loop;
}

void __tussah_race_iteration(csi_id_t loop_id, uint64_t value, uint64_t k) {
  if (k > position_mask >> 1)
    memory_fatal("a loop has too many iterations; run the program on a smaller "
                 "input");
  note_execution(CSI_LOOP, loop_id);
  begin((struct cursor){(node_id)value, k << 1 | POSITION_IS_TASK}, NO_VIEWS,
        value & LOOP_IS_UNCHECKED, place_of(CSI_LOOP, loop_id));
}

void __tussah_race_iteration_exit(void) {
  leave_views();
  end_task();
}

void __tussah_race_after_loop(uint64_t value) {
  node_id loop = (node_id)value;
  bool has_locks = value & LOOP_HAS_LOCKS;
  thread.locks = has_locks ? parcel_take(loop, position_of_locks) : 0;
  value &= ~(LOOP_HAS_LOCKS | LOOP_IS_UNCHECKED);
  end_block(loop, (views_id)(value >> LOOP_VIEWS_SHIFT), NO_VIEWS);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static bool is_stopped;

void stop_checks(void) {
  is_stopped = true;
  threads_stop();
  // Threads that begin later have no window, and get none.
  atomic_store_explicit(&thread.is_inside, true, memory_order_relaxed);
}

/// The number of a window, not 0: labels are given again, but no suspended
/// strand's word must be that of another strand of its node.
static uint32_t next_serial(void) {
  enum { BLOCK = 1 << 12 };
  static _Atomic uint32_t taken;
  static _Thread_local uint32_t next;
  if (next % BLOCK == 0)
    next = atomic_fetch_add_explicit(&taken, BLOCK, memory_order_relaxed) + 1;
  return next++;
}

/// Whether the current strand is checked. It has a window of labels then.
static bool is_checked(void) {
  if (is_disabled())
    return false;
  uintptr_t word = (uintptr_t)__tussah_pedigree.parent;
  if (word == __tussah_race_window.strand)
    return true;
  struct cursor name = current();
  if (!name.node)
    return false;
  if (is_stopped || !node_is_compared(name.node))
    return false;
  if (choices.shows_values)
    report_values();
  strand_id strand = strand_add(name, place_of_task(name));
  path_note_strand(strand);
  labels_begin(strand);
  word = (uintptr_t)next_serial() << 32 | (uint32_t)word;
  __tussah_pedigree.parent = (const void *)word;
  __tussah_race_window.strand = word;
  return true;
}

/// Whether the thread's window is that of the current strand.
static bool is_current(void) {
  return (uintptr_t)__tussah_pedigree.parent == __tussah_race_window.strand;
}

/// Whether nothing remains to be checked of an access, as far as is seen
/// without a lock or a label.
static bool is_repeated(const void *address, uint64_t size,
                        enum access_kind kind) {
  return kind <= WRITE && is_current() &&
         shadow_is_seen((uintptr_t)address, size, kind);
}

/// Checks the parts of an access one by one, so that the address of a race is
/// that of its value. Returns false if the access is small.
static bool check_parts(csi_kind_t place_kind, csi_id_t id, const char *address,
                        uint64_t size, enum access_kind kind) {
  enum { PART = 8 };
  for (uint64_t at = 0; size > PART && at < size; at += PART)
    check_access(place_kind, id, address + at,
                 size - at < PART ? size - at : PART, kind);
  return size > PART;
}

void check_access(csi_kind_t place_kind, csi_id_t id, const void *address,
                  uint64_t size, enum access_kind kind) {
  if (choices.shows_values && check_parts(place_kind, id, address, size, kind))
    return;
  if ((choices.ignores_atomics && kind >= ATOMIC_READ) ||
      is_repeated(address, size, kind) || !thread_enter())
    return;
  thread.address = address;
  thread.size = size;
  if (is_checked())
    shadow_access((uintptr_t)address, size, held_locks(), kind,
                  label_of(place_of(place_kind, id)));
  thread_leave();
}

void __tussah_race_load(csi_id_t id, const void *address, uint64_t size,
                        int is_atomic) {
  check_access(CSI_LOAD, id, address, size, is_atomic ? ATOMIC_READ : READ);
}

void __tussah_race_store(csi_id_t id, const void *address, uint64_t size,
                         int is_atomic) {
  check_access(CSI_STORE, id, address, size, is_atomic ? ATOMIC_WRITE : WRITE);
}

static void check_range(csi_kind_t place_kind, csi_id_t id, const void *address,
                        uint64_t size, uint64_t count, int64_t stride,
                        enum access_kind kind) {
  if (choices.shows_values) {
    for (uint64_t i = 0; i != count; ++i)
      check_access(place_kind, id, (const char *)address + (int64_t)i * stride,
                   size, kind);
    return;
  }
  // Short ones are as fast without.
  enum { LONG_BYTES = 256, LONG_COUNT = 4 };
  const struct range range = {(uintptr_t)address, size, count, stride};
  const uint64_t whole = count * size;
  const bool is_one = stride == (int64_t)size;
  const bool is_long = whole > LONG_BYTES || (!is_one && count > LONG_COUNT);
  if (is_long && is_current() && range_is_known(range, kind == WRITE))
    return;
  bool is_seen = is_one && is_repeated(address, whole, kind);
  if ((is_seen && !is_long) || !thread_enter())
    return;
  thread.address = address;
  thread.size = size;
  if (!is_seen && is_checked()) {
    lock_set locks = held_locks();
    entry now = label_of(place_of(place_kind, id));
    if (is_one)
      shadow_access((uintptr_t)address, whole, locks, kind, now);
    else
      shadow_access_all((uintptr_t)address, size, count, stride, locks, kind,
                        now);
    is_seen = !locks;
  }
  if (is_seen && is_long)
    range_note(range, kind == WRITE);
  thread_leave();
}

void __tussah_race_load_range(csi_id_t id, const void *address, uint64_t size,
                              uint64_t count, int64_t stride) {
  check_range(CSI_LOAD, id, address, size, count, stride, READ);
}

void __tussah_race_store_range(csi_id_t id, const void *address, uint64_t size,
                               uint64_t count, int64_t stride) {
  check_range(CSI_STORE, id, address, size, count, stride, WRITE);
}

void __tussah_race_call(csi_id_t id, const void *address, uint64_t size,
                        int is_write) {
  check_access(CSI_CALL, id, address, size, is_write ? WRITE : READ);
}

void __tussah_race_gap(const char *from, const char *to) {
  // More is another stack.
  enum { MOST_GAP = 1 << 18 };
  if (to - from <= MOST_GAP)
    __tussah_race_new(from, (uint64_t)(to - from));
}

void __tussah_race_variable(csi_id_t id, const void *address, uint64_t size) {
  __tussah_race_new(address, size);
  object_note_variable(id, address, size);
}

void __tussah_race_end(csi_id_t id, const void *address, uint64_t size) {
  check_access(CSI_ALLOCA, id, address, size, WRITE);
}

void __tussah_race_allocates(csi_id_t id) { thread.allocating = id + 1; }

void thread_allocates(const void *address) {
  // Not of the runtime's own memory.
  if (thread.allocating && thread_enter()) {
    object_note_block(thread.allocating - 1, address);
    thread_leave();
  }
  thread.allocating = 0;
}

void __tussah_race_new(const void *address, uint64_t size) {
  if (!thread_enter())
    return;
  shadow_forget((uintptr_t)address, size);
  thread_leave();
}

static void note_free(csi_kind_t kind, csi_id_t id, const void *address) {
  thread.freed = address;
  thread.free_kind = kind;
  thread.free_id = id;
}

void __tussah_race_free(csi_id_t id, const void *address) {
  note_free(CSI_FREE, id, address);
}

void __tussah_race_realloc(csi_id_t id, const void *address) {
  note_free(CSI_ALLOCFN, id, address);
}

void thread_frees(const void *address, uint64_t size) {
  if (address != thread.freed)
    return;
  thread.freed = NULL;
  check_access(thread.free_kind, thread.free_id, address, size, WRITE);
}

__attribute__((noinline)) void __tussah_race_acquire(const void *lock,
                                                     int is_shared) {
  set_held_locks(locks_add(held_locks(), lock, is_shared));
}

__attribute__((noinline)) void __tussah_race_hold(const void *owner) {
  set_held_locks(locks_hold(held_locks(), owner));
}

__attribute__((noinline)) void __tussah_race_release(const void *lock) {
  set_held_locks(locks_remove(held_locks(), lock));
}

void __tussah_race_guard(int change) { thread.unchecked += change; }
