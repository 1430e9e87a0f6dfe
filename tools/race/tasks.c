//===- tasks.c - Tasks and loops, and the run -----------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks.h"
#include "current.h"
#include "endings.h"
#include "guards.h"
#include "labels.h"
#include "locks.h"
#include "memory.h"
#include "objects.h"
#include "paths.h"
#include "places.h"
#include "race.h"
#include "reclaim.h"
#include "reducers.h"
#include "report.h"
#include "shadow.h"
#include "sites.h"
#include "strands.h"
#include "thread.h"
#include "views.h"

#include "runtime/atomic.h"
#include "runtime/random/state.h"

#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#endif

/// Begins a task or iteration, which has inherited \p guards.
static void begin(struct cursor name, views_id views, bool is_unchecked,
                  lock_set guards, place created_by) {
  set_current(name, views);
  // Locks are the parent's.
  thread.locks = (uint32_t)is_unchecked << DISABLED_SHIFT | guards;
  // A reclamation reads it.
  store32_relaxed(&thread.task.node, name.node);
  thread.task.at = name.at;
  thread.task_place = created_by;
}

/// The strand ends, and what it holds no longer than that.
static void release_at_end(void) {
  if (held_locks())
    set_held_locks(locks_end_strand(held_locks()));
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
  const bool is_of_root = node_is_root(before.node);
  if (is_of_root)
    labels_end_phase();
  set_current((struct cursor){before.node, before.at + 2}, first);
  if (guards_are_used()) {
    const lock_set held = guards_unite(block, held_locks());
    set_held_locks(is_of_root ? guards_end_phase(held) : held);
  }
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

/// The strand leaves the thread, which may go on with what it did before it has
/// become a worker: the strand of `main` may have got to another thread, and
/// come back where no hook is.
static void leave_locks(void) { thread.locks = 0; }

/// The task or iteration that is in its last strand: where it is in its block.
static struct cursor current_task(void) {
  const struct cursor name = current();
  return name.at & POSITION_IS_TASK ? name : node_parent(name.node);
}

/// The task or iteration ends: its views, and what it has passed, wait for its
/// parent.
static void leave_to_parent(void) {
  if (held_locks())
    guards_leave(current_task().node, held_locks());
  leave_locks();
  const views_id views = current_views();
  if (views == NO_VIEWS || views == LEFTMOST_VIEWS)
    return;
  const struct cursor name = current_task();
  views_deposit(name.node, name.at, views);
}

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

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
      !views_prepare() || !reducers_prepare() || !locks_prepare() ||
      !paths_prepare() || !objects_prepare())
    memory_fatal("no addresses for the detector's tables; raise the limit of "
                 "virtual memory (ulimit -v)");
  reclaim_prepare();
  report_prepare();
  endings_prepare();
  begin_tree();
#if __has_include(<sys/single_threaded.h>)
  // On one worker, too, std::shared_ptr must count by atomic operations, as it
  // does where tasks run in parallel.
  __libc_single_threaded = 0;
#endif
}

/// Threads of the runtime end later. They are in no strand then, but have the
/// name of their last one, and of its frames, which are gone.
__attribute__((destructor(101))) static void finish(void) {
  report_end();
  stop_checks();
}

//===----------------------------------------------------------------------===//
// Tasks and loops
//===----------------------------------------------------------------------===//

/// What a spawn tells its task and its continuation: the block, the position,
/// and which views the task begins with. What does not fit waits for it.
enum { FINDS_PARCEL = 2, POSITION_SHIFT = 2 };
#define PARCEL_IS_UNCHECKED (UINT32_C(1) << 31)
/// There is another one, with guards, in the task's own place.
#define PARCEL_HAS_GUARDS (UINT32_C(1) << 30)

static uint64_t pack(node_id block, position at, views_id views) {
  // Positions of continuations are even.
  uint64_t low = at << (POSITION_SHIFT - 1);
  if (low >> 32)
    memory_fatal("a scope has too many tasks; add a cilk_sync");
  const bool is_unchecked = thread.locks >> DISABLED_SHIFT;
  const lock_set guards = locks_inherited(held_locks());
  const bool needs_parcel = views >= FINDS_PARCEL || is_unchecked || guards;
  if (guards)
    parcel_leave(block, at | POSITION_IS_TASK, guards);
  if (needs_parcel)
    parcel_leave(block, at,
                 views | (is_unchecked ? PARCEL_IS_UNCHECKED : 0) |
                     (guards ? PARCEL_HAS_GUARDS : 0));
  return (uint64_t)block << 32 | low | (needs_parcel ? FINDS_PARCEL : views);
}

static node_id packed_block(uint64_t value) { return value >> 32; }

static position packed_position(uint64_t value) {
  return (uint32_t)value >> POSITION_SHIFT << 1;
}

/// What the task finds: views, and bits of parcels.
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
  const uint32_t parcel = packed_parcel(value);
  const struct cursor name = {packed_block(value),
                              packed_position(value) | POSITION_IS_TASK};
  begin(name, parcel & ~(PARCEL_IS_UNCHECKED | PARCEL_HAS_GUARDS),
        parcel & PARCEL_IS_UNCHECKED,
        parcel & PARCEL_HAS_GUARDS ? parcel_take(name.node, name.at) : 0,
        place_of(CSI_DETACH, detach_id));
}

void __tussah_race_task_exit(void) {
  leave_to_parent();
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
  leave_locks();
}

void __tussah_race_sync(struct race_scope *scope) {
  node_id block = scope->node;
  scope->node = 0;
  thread.locks = scope->locks;
  if (block)
    end_block(block, scope->views, scope->last_views);
}

/// What a loop tells its iterations and what follows: the node, the views
/// before, whether the strand holds locks, whether iterations inherit some of
/// that, and whether it is not checked.
enum { LOOP_VIEWS_SHIFT = 32 };
#define LOOP_HAS_GUARDS (UINT64_C(1) << 61)
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
    if (locks_inherited(held_locks()))
      value |= LOOP_HAS_GUARDS;
  }
  if (thread.locks >> DISABLED_SHIFT)
    value |= LOOP_IS_UNCHECKED;
  return value | loop;
}

/// What an iteration of \p loop inherits. If it \p follows, the thread knows.
static lock_set loop_guards(node_id loop, bool follows) {
  static _Thread_local lock_set guards;
  if (!follows)
    guards = locks_inherited(parcel_see(loop, position_of_locks) & LOCKS_MASK);
  return guards;
}

void __tussah_race_iteration(csi_id_t loop_id, uint64_t value, uint64_t k) {
  if (k > POSITION_MASK >> 1)
    memory_fatal("a loop has too many iterations; run the program on a smaller "
                 "input");
  note_execution(CSI_LOOP, loop_id);
  const node_id loop = (node_id)value;
  const bool follows = thread.leaf == LEAF_BEFORE && thread.task.node == loop;
  begin((struct cursor){loop, k << 1 | POSITION_IS_TASK}, NO_VIEWS,
        value & LOOP_IS_UNCHECKED,
        value & LOOP_HAS_GUARDS ? loop_guards(loop, follows) : 0,
        place_of(CSI_LOOP, loop_id));
  thread.leaf = follows ? LEAF_THAT_FOLLOWS : LEAF;
}

void __tussah_race_iteration_exit(void) {
  // If nothing was checked, the thread's labels are those of the one before.
  const bool is_leaf =
      thread.leaf == LEAF_THAT_FOLLOWS || thread.leaf == CHECKED_LEAF;
  leave_to_parent();
  end_task();
  thread.leaf = is_leaf ? LEAF_BEFORE : NO_LEAF;
}

void __tussah_race_after_loop(uint64_t value) {
  node_id loop = (node_id)value;
  bool has_locks = value & LOOP_HAS_LOCKS;
  thread.locks = has_locks ? parcel_take(loop, position_of_locks) : 0;
  value &= ~(LOOP_HAS_GUARDS | LOOP_HAS_LOCKS | LOOP_IS_UNCHECKED);
  end_block(loop, (views_id)(value >> LOOP_VIEWS_SHIFT), NO_VIEWS);
}
