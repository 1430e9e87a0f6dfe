//===- race.c - The current strand, and its accesses ----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "race.h"

#include "labels.h"
#include "memory.h"
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
// is the first label of a strand that has been numbered, 0 before.

static struct cursor current(void) {
  uintptr_t word = (uintptr_t)__tussah_pedigree.parent;
  return word & 1 ? (struct cursor){(node_id)((uint32_t)word >> 1),
                                    __tussah_pedigree.rank}
                  : (struct cursor){0, 0};
}

static void set_current(struct cursor name) {
  thread.unchecked = 0;
  __tussah_pedigree.parent = (const void *)((uintptr_t)name.node << 1 | 1);
  __tussah_pedigree.rank = name.at;
}

_Thread_local struct thread thread __attribute__((tls_model("initial-exec")));

/// The thread goes on with a strand that is not checked.
static void thread_leaves(void) {
  __tussah_pedigree.parent = NULL;
  thread.unchecked = 0;
}

/// The place that the task \p name is from, if it has begun in this thread and
/// has no node yet.
static place place_of_task(struct cursor name) {
  return name.node == thread.task.node && name.at == thread.task.at
             ? thread.task_place
             : 0;
}

/// Begins a task or iteration.
static void begin(struct cursor name, place created_by) {
  set_current(name);
  thread.task = name;
  thread.task_place = created_by;
}

/// Makes a node for what is spawned from now on.
static node_id begin_block(place loop) {
  struct cursor name = current();
  if (!name.node)
    return 0;
  if (name.at & POSITION_IS_TASK)
    name =
        (struct cursor){node_add(name.node, name.at, place_of_task(name)), 0};
  return node_add(name.node, name.at, loop);
}

/// The strand goes on behind the node \p block of a scope or loop.
static void end_block(node_id block) {
  struct cursor before = node_parent(block);
  set_current((struct cursor){before.node, before.at + 2});
}

__attribute__((constructor(101))) static void prepare(void) {
  if (!strands_prepare() || !labels_prepare() || !shadow_prepare())
    memory_fatal("no addresses for the detector's tables; raise the limit of "
                 "virtual memory (ulimit -v)");
  set_current((struct cursor){node_add(0, 0, 0), 0});
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

/// Packs what a task and its continuation must know. In threads that are not
/// checked it is 0.
static uint64_t pack(node_id block, position at) {
  if (at >> 32)
    memory_fatal("a scope has too many tasks; add a cilk_sync");
  return (uint64_t)block << 32 | at;
}

uint64_t __tussah_race_detach(struct race_scope *scope) {
  if (scope->node)
    return pack(scope->node, current().at);
  scope->node = begin_block(0);
  return pack(scope->node, 0);
}

void __tussah_race_task(csi_id_t detach_id, uint64_t value) {
  if (value)
    begin((struct cursor){value >> 32, (uint32_t)value | POSITION_IS_TASK},
          place_of(CSI_DETACH, detach_id));
  else
    thread_leaves();
}

void __tussah_race_continue(uint64_t value) {
  if (value)
    set_current((struct cursor){value >> 32, (uint32_t)value + 2});
  else
    thread_leaves();
}

void __tussah_race_sync(struct race_scope *scope) {
  if (scope->node)
    end_block(scope->node);
  scope->node = 0;
}

uint64_t __tussah_race_loop(csi_id_t loop_id) {
  return begin_block(place_of(CSI_LOOP, loop_id));
}

void __tussah_race_iteration(csi_id_t loop_id, uint64_t value, uint64_t k) {
  if (value)
    begin((struct cursor){(node_id)value, k << 1 | POSITION_IS_TASK},
          place_of(CSI_LOOP, loop_id));
  else
    thread_leaves();
}

void __tussah_race_after_loop(uint64_t value) {
  if (value)
    end_block((node_id)value);
  else
    thread_leaves();
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Whether the current strand is checked. It has a window of labels then.
static bool is_checked(void) {
  if (thread.unchecked)
    return false;
  uintptr_t word = (uintptr_t)__tussah_pedigree.parent;
  if (word == __tussah_race_window.strand)
    return true;
  struct cursor name = current();
  if (!name.node)
    return false;
  labels_begin(strand_add(name, place_of_task(name)));
  word = (uintptr_t)__tussah_race_window.first << 32 | (uint32_t)word;
  __tussah_pedigree.parent = (const void *)word;
  __tussah_race_window.strand = word;
  return true;
}

/// Returns false for a signal handler that has interrupted the detector.
static bool enter(void) {
  if (thread.is_inside)
    return false;
  thread.is_inside = true;
  // Pairs with the same in leave: the mark is around what the detector does,
  // for handlers of this thread.
  atomic_signal_fence(memory_order_seq_cst);
  return true;
}

static void leave(void) {
  atomic_signal_fence(memory_order_seq_cst);
  thread.is_inside = false;
}

static void check_access(csi_kind_t place_kind, csi_id_t id,
                         const void *address, uint64_t size,
                         enum access_kind kind) {
  if (!enter())
    return;
  if (is_checked())
    shadow_access((uintptr_t)address, size, kind,
                  label_of(place_of(place_kind, id)));
  leave();
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
  if (!enter())
    return;
  if (is_checked())
    shadow_access_all((uintptr_t)address, size, count, stride, kind,
                      label_of(place_of(place_kind, id)));
  leave();
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

void __tussah_race_new(const void *address, uint64_t size) {
  if (!enter())
    return;
  shadow_forget((uintptr_t)address, size);
  leave();
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

void __tussah_race_guard(int change) { thread.unchecked += change; }
