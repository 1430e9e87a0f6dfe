//===- strands.c - The current strand, and its boundaries -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "strands.h"

#include "pool.h"
#include "program.h"
#include "scale.h"
#include "sites.h"
#include "tree.h"

#include "../interrupt.h"

#include "runtime/csi/tool_strand.h"

#include <sched.h>
#include <stddef.h>

#define current (*(struct scale_strand *)&__tussah_tool_strand)

_Static_assert(sizeof(struct scale_strand) <= sizeof(struct tool_strand),
               "a strand must fit into what the runtime takes along");

/// How many spawns the thread has had, and which thread it is.
static _Thread_local uint64_t spawns __attribute__((tls_model("initial-exec")));

static _Thread_local struct pool starts, loops, leaves;

/// What a spawn hands to its task.
struct start {
  uint64_t spawn;
  struct measure at;
  struct join *join;
  uint64_t parent;
};

/// A parallel loop that runs.
struct loop {
  struct strand before;
  uint64_t site;
  uint64_t node;
  int64_t count;
  /// Leaves or iterations are strands of their own. Not so if time is measured
  /// in a loop that the compiler has made a serial one.
  bool has_parts;
  struct join join;
};

/// A leaf that runs, or its iterations.
struct leaf {
  struct join join;
  int64_t count;
};

//===----------------------------------------------------------------------===//
// Boundaries
//===----------------------------------------------------------------------===//

/// The current strand has come to a boundary.
static void end(void) {
  int64_t length;
  if (program.unit == SCALE_INSTRUCTIONS) {
    length = (int64_t)current.count;
    current.count = 0;
  } else {
    uint64_t now = program_ticks();
    length = (int64_t)(now - current.begin);
    current.begin = now;
    current.passed = 0;
  }
  measure_add(&current.strand, length);
  if (current.strand.at.profile)
    sites_add(current.strand.site, length);
  if (__builtin_expect(interrupt_signal != 0, 0))
    interrupt_end();
}

/// A strand begins here.
static void begin(void) {
  if (program.unit == SCALE_INSTRUCTIONS)
    current.count = 0;
  else
    current.begin = program_ticks();
}

/// A strand begins here, and no time ago if the thread has just passed \p
/// boundary.
static void begin_behind(uint64_t boundary) {
  if (current.passed != boundary || program.unit == SCALE_INSTRUCTIONS)
    begin();
}

/// A number that no other spawn has: threads have 2^40 each.
static uint64_t number_spawn(void) {
  static uint64_t threads;
  if (!spawns)
    // Relaxed: only the number counts.
    spawns = __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED) << 40;
  return ++spawns;
}

static void lock(struct join *join) {
  // Pairs with unlock: what other strands have joined is seen.
  while (__atomic_exchange_n(&join->lock, 1, __ATOMIC_ACQUIRE))
    sched_yield();
}

static void unlock(struct join *join) {
  // Pairs with lock.
  __atomic_store_n(&join->lock, 0, __ATOMIC_RELEASE);
}

/// The strand \p before, whose spawns or iterations have all come to \p join,
/// goes on.
static void go_on(struct strand *before, struct join *join) {
  current.strand = *before;
  if (join->serial) {
    int64_t other = before->at.other + join->serial;
    if (other > join->longest.other)
      join->longest.other = other;
  }
  measure_join(&current.strand.at, &join->longest);
  *join = (struct join){0};
  if (current.strand.at.span > before->at.span)
    tree_join(current.strand.node, current.strand.at.span);
  begin();
}

/// An identity or reduce function has been called. How many are depends on
/// steals, so what they execute is reported apart.
static void view_called(const struct tool_strand *before) {
  const struct scale_strand *was = (const void *)before;
  // Less, if it has spawned.
  if (current.count > was->count)
    // Relaxed: read when all strands have joined.
    __atomic_fetch_add(&program.views, (int64_t)(current.count - was->count),
                       __ATOMIC_RELAXED);
}

struct measure current_measure(void) {
  end();
  return current.strand.at;
}

bool current_is_root(void) { return !current.strand.join; }

void current_begin(void) {
  __tussah_has_tool_strands = true;
  if (program.unit == SCALE_INSTRUCTIONS)
    __tussah_tool_view_called = view_called;
  current.strand.node = tree_begin();
  begin();
}

/// Something is about to be spawned. Before the first time, not all units of
/// the program may have been loaded, so sites have no numbers.
static void split(void) {
  end();
  static uint64_t has_sites;
  if (!program.wants_sites || has_sites || !current_is_root())
    return;
  has_sites = 1;
  measure_sites(sites_in_program());
  struct measure *at = &current.strand.at;
  at->profile = profile_new();
  at->profile[SITE_ROOT] = (struct site_part){at->span, at->span, at->span};
  sites_add(SITE_ROOT, at->span);
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

uint64_t __tussah_scale_detach(struct scale_scope *scope) {
  split();
  scope->before = current.strand;
  scope->spawn = number_spawn();
  current.passed = 2 * scope->spawn;
  struct start *start = pool_get(&starts, sizeof *start);
  start->spawn = scope->spawn;
  start->at = current.strand.at;
  start->at.profile = profile_copy(current.strand.at.profile);
  start->at.work = 0;
  start->join = &scope->join;
  start->parent = current.strand.node;
  return (uint64_t)(uintptr_t)start;
}

void __tussah_scale_task(csi_id_t detach_id, uint64_t value) {
  struct start *start = (struct start *)(uintptr_t)value;
  current.strand.at = start->at;
  current.strand.join = start->join;
  current.strand.site = site_of(CSI_DETACH, detach_id);
  current.strand.spawn = start->spawn;
  current.strand.node =
      tree_add(start->parent, current.strand.site, start->at.span);
  pool_put(&starts, start);
  if (current.strand.at.profile)
    sites_count(current.strand.site);
  begin_behind(2 * current.strand.spawn);
}

void __tussah_scale_task_exit(void) {
  end();
  current.strand.at.burdened += program.burden;
  tree_end(current.strand.node, current.strand.at.span, current.strand.at.work);
  struct join *join = current.strand.join;
  lock(join);
  measure_join(&join->longest, &current.strand.at);
  unlock(join);
  current.passed = 2 * current.strand.spawn + 1;
}

void __tussah_scale_continue(struct scale_scope *scope) {
  current.strand = scope->before;
  current.strand.at.burdened += program.burden;
  begin_behind(2 * scope->spawn + 1);
}

void __tussah_scale_before_sync(struct scale_scope *scope) {
  end();
  scope->before = current.strand;
}

void __tussah_scale_after_sync(struct scale_scope *scope) {
  scope->spawn = 0;
  go_on(&scope->before, &scope->join);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// How often \p count iterations are divided in two until each is alone.
static int64_t levels_of(int64_t count) {
  return count <= 1 ? 0 : 64 - __builtin_clzll((uint64_t)count - 1);
}

static struct loop *loop_at(uint64_t value) {
  return (struct loop *)(uintptr_t)value;
}

uint64_t __tussah_scale_before_loop(csi_id_t loop_id, int64_t trip_count) {
  split();
  struct loop *loop = pool_get(&loops, sizeof *loop);
  *loop = (struct loop){.before = current.strand,
                        .site = site_of(CSI_LOOP, loop_id),
                        .count = trip_count};
  current.strand.site = loop->site;
  loop->node =
      tree_add(current.strand.node, loop->site, current.strand.at.span);
  if (current.strand.at.profile)
    sites_count(loop->site);
  begin();
  return (uint64_t)(uintptr_t)loop;
}

/// Begins an iteration or leaf, to which \p levels spawns lead.
static void begin_part(struct loop *loop, struct join *join, int64_t levels) {
  // Relaxed: read when the loop has ended.
  __atomic_store_n(&loop->has_parts, true, __ATOMIC_RELAXED);
  current.strand.at = loop->before.at;
  current.strand.at.work = 0;
  current.strand.at.burdened += levels * program.burden;
  current.strand.at.profile = profile_copy(loop->before.at.profile);
  current.strand.join = join;
  current.strand.site = loop->site;
  current.strand.node = tree_add(loop->node, loop->site, loop->before.at.span);
  begin();
}

void __tussah_scale_iteration(uint64_t value) {
  struct loop *loop = loop_at(value);
  struct join *join = current.strand.join;
  // Without a leaf, iterations are one after another in the loop's strand.
  bool is_in_leaf = join && join->loop == loop;
  begin_part(loop, is_in_leaf ? join : &loop->join, levels_of(loop->count));
  current.strand.other_before = loop->before.at.other;
}

void __tussah_scale_iteration_exit(void) {
  end();
  struct join *join = current.strand.join;
  join->serial += current.strand.at.other - current.strand.other_before;
  tree_end(current.strand.node, current.strand.at.span, current.strand.at.work);
  measure_join(&join->longest, &current.strand.at);
}

void __tussah_scale_leaf(uint64_t value, int64_t count) {
  struct loop *loop = loop_at(value);
  struct leaf *leaf = pool_get(&leaves, sizeof *leaf);
  *leaf = (struct leaf){.join.loop = loop, .count = count};
  if (program.unit == SCALE_TIME) {
    begin_part(loop, &leaf->join, levels_of(loop->count / count));
  } else {
    current.strand.join = &leaf->join;
    current.strand.at.profile = NULL;
  }
}

void __tussah_scale_leaf_exit(uint64_t value) {
  struct loop *loop = loop_at(value);
  struct leaf *leaf = (struct leaf *)current.strand.join;
  struct measure *longest = &leaf->join.longest;
  int64_t before = loop->before.at.other;
  if (program.unit == SCALE_TIME) {
    end();
    tree_end(current.strand.node, current.strand.at.span,
             current.strand.at.work);
    *longest = current.strand.at;
    // How long the iterations are is not measured: as long as each other.
    longest->other = before + (longest->other - before) / leaf->count;
  } else {
    longest->other = before + leaf->join.serial;
  }
  lock(&loop->join);
  measure_join(&loop->join.longest, longest);
  unlock(&loop->join);
  pool_put(&leaves, leaf);
}

void __tussah_scale_after_loop(uint64_t value) {
  struct loop *loop = loop_at(value);
  int64_t work = loop->before.at.work;
  if (loop->has_parts) {
    go_on(&loop->before, &loop->join);
  } else {
    end();
    current.strand.site = loop->before.site;
    tree_join(current.strand.node, current.strand.at.span);
  }
  const struct measure *at = &current.strand.at;
  tree_join(loop->node, at->span);
  tree_end(loop->node, at->span, at->work - work);
  pool_put(&loops, loop);
}
