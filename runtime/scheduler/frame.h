//===- frame.h - Roots, full frames and promotions -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The state of computations of which a part has been published. A *root* is a
/// parallel computation that a thread has entered. A spawn whose continuation
/// has been published is *promoted*. The activation of its function then has a
/// *full frame* until it syncs. publish.md explains how these change.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_FRAME_H
#define TUSSAH_RUNTIME_SCHEDULER_FRAME_H

#include "../atomic.h"
#include "../csi/tool_strand.h"
#include "../os/os.h"
#include "../random/pedigree.h"
#include "join.h"

#include <stdbool.h>
#include <stdint.h>

struct _Unwind_Exception;
struct handler;
struct homecoming;
struct scope;
struct views;
struct worker;

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
  /// The pedigree of its last strand, and what a tool keeps of that.
  struct pedigree pedigree;
  struct tool_strand tool;
  /// Not null: the root is not done. Its only strand is to go on with the
  /// owner.
  struct homecoming *home;
  /// The signals that its only strand had blocked when it last began to share
  /// work (mask.h). Written before the publication, read by thieves.
  tussah_os_signals blocked;
  /// Threads of the pool that have this mask.
  atomic_word exposed;
};

/// The state of an activation with promoted spawns, until its sync.
struct full_frame {
  struct join join;
  struct root *root;
  uintptr_t frame;         ///< frame pointer
  uintptr_t stack_pointer; ///< on the original fiber
  uintptr_t children;      ///< promoted so far; orders their exceptions
  void *around;            ///< exceptions that handlers of callers have caught
  struct failure *pending; ///< not yet thrown, in serial order
  struct full_frame *next_kept;

  // Written by the continuation's strand when it arrives at a sync, read by the
  // last strand to arrive.
  uintptr_t sync_address;
  uintptr_t sync_region;
  uintptr_t sync_environment;
  struct _Unwind_Exception *in_flight;
  void *sync_caught;

  /// The handlers that the continuation is in. Written where the continuation
  /// is published, and by its strand when it arrives at a sync. Read by the
  /// strand that goes on.
  struct handler *handlers;

  /// Exceptions in flight around the activation. Written by the strand of the
  /// first child, read by the last strand to arrive.
  unsigned uncaught;
  /// The views of the first child's strand. Written and read as `uncaught`.
  struct views *first_views;
  /// Views and scope of the continuation's strand. Written and read as
  /// `in_flight`.
  struct views *last_views;
  struct scope *scope;
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

#endif // TUSSAH_RUNTIME_SCHEDULER_FRAME_H
