//===- strands.h - Names of strands, and which run in parallel -*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The names, and the proof that their comparison is exact: algorithm.md.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_STRANDS_H
#define TUSSAH_TOOLS_RACE_STRANDS_H

#include "locks.h"

#include <stdbool.h>
#include <stdint.h>

/// The number of a node of the tree, 0 for none.
typedef uint32_t node_id;
/// The number of a strand that has accessed memory, 0 for none.
typedef uint32_t strand_id;

/// Where a strand or a child is in its node: twice the rank, and 1 if it is a
/// spawned task or an iteration, which runs in parallel with all that has a
/// greater rank.
typedef uint64_t position;
#define POSITION_IS_TASK UINT64_C(1)

/// Where an access is in the program, or what creates a node, for reports: an
/// id, and above its bits one of eight kinds (places.c). 0 if nobody asks.
typedef uint32_t place;
enum { PLACE_ID_BITS = 25 };

/// The name of a strand.
struct cursor {
  node_id node;
  position at;
};

/// Where two strands part.
struct meeting {
  node_id node; ///< the deepest that both are in
  position a, b;
  place place_a, place_b; ///< of the child or strand there
  bool a_ends, b_ends;    ///< the strand is there itself, not in a child
};

/// How many nodes, and strands, have got numbers, rounded up.
uint64_t nodes_count(void);
uint64_t strands_count(void);

/// Reserves memory for the tables. Returns false, with errno, if there is none.
bool strands_prepare(void);

/// Adds a child of \p parent at \p at. Without a parent it is the root of a
/// tree. It stays at least until node_end.
node_id node_add(node_id parent, position at, place created_by);
/// No strand is in \p node any more, and none will be.
void node_end(node_id node);
/// Whether \p node is the root of the first tree.
bool node_is_root(node_id node);
/// Whether \p node is in the first tree: accesses in others are not compared.
bool node_is_compared(node_id node);
struct cursor node_parent(node_id node);
place node_place(node_id node);

/// Numbers what the strand \p name does while it holds \p locks, as long as
/// something refers to that. \p created_by is the place of the spawn or loop if
/// it is the beginning of a task, \p path the number of the calls that lead to
/// it (paths.h).
strand_id strand_add(struct cursor name, lock_set locks, place created_by,
                     uint32_t path);

struct cursor strand_name(strand_id strand);
place strand_place(strand_id strand);
lock_set strand_locks(strand_id strand);
uint32_t strand_path(strand_id strand);

/// Finds where two different names part.
struct meeting strands_meet(strand_id a, strand_id b);

/// How two strands are ordered: by a serial execution that runs a task before
/// what follows its spawn (english), and by one that runs it afterwards
/// (hebrew). They are in series if both agree.
struct order {
  bool english, hebrew; ///< a comes before b
  bool same;
};
struct order strands_compare(strand_id a, strand_id b);

static inline bool runs_in_parallel(struct order order) {
  return !order.same && order.english != order.hebrew;
}

/// \name Reclamations
/// reclaim.c. All but the first while no other thread is in the detector.
/// @{
/// The thread has no numbers any more that it has not given.
void strands_forget_supplies(void);
void strands_begin_marks(void);
void strand_mark(strand_id strand);
void node_mark(node_id node);
/// Marks the nodes of marked strands, and those that have not ended.
void strands_mark_nodes(void);
/// Calls these for each marked strand, and node.
void strands_visit(void (*visit_strand)(strand_id strand),
                   void (*visit_node)(node_id node));
void strands_end_marks(uint64_t least);
/// @}

#endif // TUSSAH_TOOLS_RACE_STRANDS_H
