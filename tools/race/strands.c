//===- strands.c - Names of strands, and which run in parallel ------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "strands.h"

#include "layout.h"
#include "tables.h"

#include "runtime/atomic.h"

#include <stddef.h>

struct node {
  node_id parent;
  /// An ancestor further up, so that a walk to the root of a path of n nodes
  /// takes O(log n) steps (Myers, An applicative random-access stack, 1983).
  node_id jump;
  uint32_t depth;
  place place;
  position at;
};

enum { LOCKS_BITS = 24 };
_Static_assert(MOST_LOCK_SETS <= 1 << LOCKS_BITS, "");

struct strand {
  node_id node;
  place place;
  uint32_t path;
  uint64_t at : 64 - LOCKS_BITS; ///< as in current.h
  uint64_t locks : LOCKS_BITS;
} __attribute__((packed, aligned(4)));

/// The root of the first tree. Nodes of others have this bit in their depth.
enum { FIRST_NODE = 1 };
#define IS_OF_OTHER_TREE (UINT32_C(1) << 31)

/// Numbers of nodes have a bit less: current.h.
static struct table nodes = {.most = UINT64_C(1) << 31,
                             .size = sizeof(struct node),
                             .block = RACE_SIZE(256, 64),
                             .run = 1,
                             .least = 1 << 19};
static struct table strands = {.most = UINT64_C(1) << 32,
                               .size = sizeof(struct strand),
                               .block = RACE_SIZE(4096, 64),
                               .run = 1,
                               .least = 1 << 19};

/// Of each node, whether strands are in it, or will be.
static uint8_t *is_active;

static _Thread_local struct supply node_supply, strand_supply;

static struct node *node_at(node_id id) {
  return (struct node *)nodes.entries + id;
}

static struct strand *entry_at(strand_id id) {
  return (struct strand *)strands.entries + id;
}

/// The strand that the thread has numbered last, 0 for none: the next iteration
/// follows from it.
static _Thread_local struct {
  strand_id number;
  struct strand is;
} last;

/// Returns the entry that \p id follows from, and where it is in the node.
static inline const struct strand *find(strand_id id, position *at) {
  const strand_id first =
      id == last.number ? id : (strand_id)table_first(&strands, id);
  const struct strand *entry = id == last.number ? &last.is : entry_at(first);
  *at = entry->at + 2 * (position)(id - first);
  return entry;
}

static struct strand strand_at(strand_id id) {
  position at;
  struct strand strand = *find(id, &at);
  strand.at = at;
  return strand;
}

bool strands_prepare(void) {
  is_active = memory_reserve(nodes.most * sizeof *is_active);
  return is_active && table_prepare(&nodes) && table_prepare(&strands) &&
         table_prepare_follow(&strands);
}

uint64_t nodes_count(void) { return table_given(&nodes); }

uint64_t strands_count(void) { return table_given(&strands); }

static uint32_t take(struct table *table, struct supply *supply) {
  if (supply->next == supply->end && !table_take(table, supply))
    memory_fatal("too many strands have accessed memory; run the program on "
                 "a smaller input");
  return (uint32_t)supply->next++;
}

node_id node_add(node_id parent, position at, place created_by) {
  node_id id = take(&nodes, &node_supply);
  struct node *node = node_at(id), *above = node_at(parent);
  store8_relaxed(&is_active[id], true);
  *node = (struct node){.parent = parent, .place = created_by, .at = at};
  if (parent == 0) {
    node->depth = id == FIRST_NODE ? 0 : IS_OF_OTHER_TREE;
    return id;
  }
  node->depth = above->depth + 1;
  struct node *jump = node_at(above->jump);
  // Two jumps of one length become one that is twice as long, and one more.
  bool is_double =
      above->jump && jump->jump &&
      above->depth - jump->depth == jump->depth - node_at(jump->jump)->depth;
  node->jump = is_double ? jump->jump : parent;
  return id;
}

void node_end(node_id node) {
  // After what the strand has read of it. Pairs with strands_mark_nodes.
  store8_release(&is_active[node], false);
}

struct cursor node_parent(node_id node) {
  return (struct cursor){node_at(node)->parent, node_at(node)->at};
}

bool node_is_root(node_id node) { return node == FIRST_NODE; }

bool node_is_compared(node_id node) {
  return !(node_at(node)->depth & IS_OF_OTHER_TREE);
}

place node_place(node_id node) { return node_at(node)->place; }

/// Whether \p b is what comes behind \p a in a loop.
static bool is_next_iteration(const struct strand *a, const struct strand *b) {
  return b->node == a->node && b->at == a->at + 2 && b->place == a->place &&
         b->path == a->path && b->locks == a->locks;
}

strand_id strand_add(struct cursor name, lock_set locks, place created_by,
                     uint32_t path) {
  strand_id id = take(&strands, &strand_supply);
  const struct strand strand = {name.node, created_by, path, name.at, locks};
  const bool follows = last.number && id == last.number + 1 &&
                       id % MOST_FOLLOWERS &&
                       is_next_iteration(&last.is, &strand);
  last.number = id;
  last.is = strand;
  if (!follows)
    *entry_at(id) = strand;
  table_set_follow(&strands, id, follows);
  return id;
}

struct cursor strand_name(strand_id strand) {
  const struct strand s = strand_at(strand);
  return (struct cursor){s.node, s.at};
}

place strand_place(strand_id strand) { return strand_at(strand).place; }

uint32_t strand_path(strand_id strand) { return strand_at(strand).path; }

lock_set strand_locks(strand_id strand) {
  position at;
  return find(strand, &at)->locks;
}

/// The ancestor of \p node at \p depth.
static node_id ancestor_at(node_id node, uint32_t depth) {
  while (node_at(node)->depth > depth) {
    node_id jump = node_at(node)->jump;
    node = node_at(jump)->depth >= depth ? jump : node_at(node)->parent;
  }
  return node;
}

struct meeting strands_meet(strand_id a_id, strand_id b_id) {
  const struct strand a_is = strand_at(a_id), b_is = strand_at(b_id);
  const struct strand *a = &a_is, *b = &b_is;
  struct meeting meeting = {.a = a->at,
                            .b = b->at,
                            .place_a = a->place,
                            .place_b = b->place,
                            .a_ends = true,
                            .b_ends = true};
  uint32_t depth_a = node_at(a->node)->depth, depth_b = node_at(b->node)->depth;
  uint32_t depth = depth_a < depth_b ? depth_a : depth_b;
  node_id x = ancestor_at(a->node, depth), y = ancestor_at(b->node, depth);
  // The children of the node where they meet, 0 if a strand is there itself.
  node_id child_x = 0, child_y = 0;
  if (x == y) {
    meeting.node = x;
    if (depth_a > depth)
      child_x = ancestor_at(a->node, depth + 1);
    if (depth_b > depth)
      child_y = ancestor_at(b->node, depth + 1);
  } else {
    // At the same depth both have jumps of one length.
    while (node_at(x)->parent != node_at(y)->parent) {
      node_id jump_x = node_at(x)->jump, jump_y = node_at(y)->jump;
      bool jumps = jump_x != jump_y;
      x = jumps ? jump_x : node_at(x)->parent;
      y = jumps ? jump_y : node_at(y)->parent;
    }
    meeting.node = node_at(x)->parent;
    child_x = x;
    child_y = y;
  }
  if (child_x) {
    meeting.a = node_at(child_x)->at;
    meeting.place_a = node_at(child_x)->place;
    meeting.a_ends = false;
  }
  if (child_y) {
    meeting.b = node_at(child_y)->at;
    meeting.place_b = node_at(child_y)->place;
    meeting.b_ends = false;
  }
  return meeting;
}

/// The child of \p above that \p node is, or is a child of; else 0.
static node_id child_nearby(node_id node, node_id above) {
  node_id parent = node_at(node)->parent;
  if (parent == above)
    return node;
  return node_at(parent)->parent == above ? parent : 0;
}

/// Finds, of strands that are at most two nodes from each other, as those often
/// are that a sync joins, the positions where they part.
static inline bool meet_nearby(node_id a, node_id b, struct meeting *meeting) {
  if (a == b)
    return true;
  node_id child = child_nearby(a, b);
  if (child) {
    meeting->a = node_at(child)->at;
    meeting->a_ends = false;
    return true;
  }
  child = child_nearby(b, a);
  if (!child)
    return false;
  meeting->b = node_at(child)->at;
  meeting->b_ends = false;
  return true;
}

struct order strands_compare(strand_id a_id, strand_id b_id) {
  if (a_id == b_id)
    return (struct order){.same = true};
  struct meeting meeting = {.a_ends = true, .b_ends = true};
  const node_id a = find(a_id, &meeting.a)->node,
                b = find(b_id, &meeting.b)->node;
  if (!meet_nearby(a, b, &meeting))
    meeting = strands_meet(a_id, b_id);
  if (meeting.a == meeting.b) {
    // One begins what the other is in, or they are two numbers of one strand.
    bool is_before = meeting.a_ends && !meeting.b_ends;
    return (struct order){is_before, is_before,
                          meeting.a_ends && meeting.b_ends};
  }
  bool is_first = meeting.a < meeting.b;
  position first = is_first ? meeting.a : meeting.b;
  bool is_parallel = first & POSITION_IS_TASK;
  return (struct order){is_first, is_first != is_parallel, false};
}

//===----------------------------------------------------------------------===//
// Reclamations
//===----------------------------------------------------------------------===//

void strands_forget_supplies(void) {
  node_supply = strand_supply = (struct supply){0, 0, 0};
  last.number = 0;
}

void strands_begin_marks(void) {
  table_begin_marks(&nodes);
  table_begin_marks(&strands);
}

void strand_mark(strand_id strand) { table_mark(&strands, strand); }

void node_mark(node_id node) {
  // A jump leads to a node that this passes by.
  while (node && table_mark(&nodes, node))
    node = node_at(node)->parent;
}

static void visit_marked(const struct table *table, uint64_t end,
                         void (*visit)(uint32_t number)) {
  for (uint64_t number = table_find(table, 1, end, true); number != end;
       number = table_find(table, number + 1, end, true))
    visit((uint32_t)number);
}

static void mark_node_of(uint64_t strand, uint64_t first) {
  (void)strand;
  node_mark(entry_at((strand_id)first)->node);
}

void strands_mark_nodes(void) {
  const uint64_t end = table_end(&nodes);
  for (uint64_t node = 1; node < end; ++node)
    if (load8_acquire(&is_active[node])) // pairs with node_end
      node_mark((node_id)node);
  table_visit(&strands, mark_node_of);
}

void strands_visit(void (*visit_strand)(strand_id strand),
                   void (*visit_node)(node_id node)) {
  visit_marked(&strands, table_end(&strands), visit_strand);
  visit_marked(&nodes, table_end(&nodes), visit_node);
}

static void write_strand(uint64_t number) {
  *entry_at((strand_id)number) = strand_at((strand_id)number);
}

void strands_end_marks(uint64_t least) {
  table_write_first(&strands, write_strand);
  table_end_marks(&nodes, least);
  table_end_marks(&strands, least);
}
