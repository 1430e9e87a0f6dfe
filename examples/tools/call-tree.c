//===- call-tree.c - A tool that prints who called or spawned whom -*- C
//-*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints at exit the tree of calls, spawns and loops, with how often each was
/// executed: the same whatever was stolen, but for the order.
///
//===----------------------------------------------------------------------===//

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <tussah/csi.h>

struct node {
  struct node *parent, *first, *next;
  csi_kind_t kind;
  csi_id_t id;
  uint64_t times;
};

// Each translation unit has a copy of this file. What is weak is shared.
__attribute__((weak)) pthread_mutex_t call_tree_lock;
__attribute__((weak)) struct node call_tree_root;
__attribute__((weak)) _Thread_local struct node *call_tree_node;

// Not inlined: the strand may go on in another thread, with its own variable.
__attribute__((noinline)) static struct node *here(void) {
  return call_tree_node ? call_tree_node : &call_tree_root;
}
__attribute__((noinline)) static void go(struct node *to) {
  call_tree_node = to;
}
/// The node below \p parent. Strands look and add at the same time.
static struct node *child(struct node *parent, csi_kind_t kind, csi_id_t id) {
  pthread_mutex_lock(&call_tree_lock);
  struct node **at = &parent->first;
  while (*at && ((*at)->kind != kind || (*at)->id != id))
    at = &(*at)->next;
  if (!*at && (*at = calloc(1, sizeof **at)))
    **at = (struct node){parent, NULL, NULL, kind, id, 0};
  struct node *n = *at;
  ++n->times;
  pthread_mutex_unlock(&call_tree_lock);
  return n;
}

void __csi_func_entry(csi_id_t f, func_prop_t p) {
  go(child(here(), CSI_FUNC, f));
}
void __csi_func_exit(csi_id_t exit, csi_id_t f, func_exit_prop_t p) {
  go(here()->parent);
}

// The value of a spawn or loop is the parent's node, which those it starts get.
uint64_t __csi_detach(csi_id_t id, void *scope) { return (uint64_t)here(); }
void __csi_task(csi_id_t t, csi_id_t d, task_prop_t p, uint64_t value) {
  go(child((struct node *)value, CSI_DETACH, d));
}
void __csi_detach_continue(csi_id_t c, csi_id_t d, detach_continue_prop_t p,
                           void *scope, uint64_t value) {
  go((struct node *)value);
}
uint64_t __csi_before_loop(csi_id_t loop, int64_t trip_count, loop_prop_t p) {
  return (uint64_t)here();
}
void __csi_loopbody_entry(csi_id_t loop, loop_prop_t p, uint64_t v, int64_t k) {
  go(child((struct node *)v, CSI_LOOP, loop));
}
void __csi_after_loop(csi_id_t loop, continue_prop_t p, uint64_t value) {
  go((struct node *)value);
}

// Behind a sync the strand may be on another thread: its scope goes with it.
const uint64_t __csi_scope_size = sizeof(struct node *);
void __csi_before_sync(csi_id_t s, sync_prop_t p, void *scope) {
  *(struct node **)scope = here();
}
void __csi_after_sync(csi_id_t s, sync_prop_t p, void *scope) {
  go(*(struct node **)scope);
}

static void print(const struct node *n, int depth) {
  const source_loc_t *at = __csi_get_source_loc(n->kind, n->id);
  fprintf(stderr, "%*s%s%s:%" PRId32 " %" PRIu64 "\n", 2 * depth, "",
          n->kind == CSI_DETACH ? "spawn "
          : n->kind == CSI_LOOP ? "loop "
                                : "",
          at->name, at->line_number, n->times);
  for (const struct node *c = n->first; c; c = c->next)
    print(c, depth + 1);
}
static void report(void) { print(call_tree_root.first, 0); }
void __csi_init(const char *name) { atexit(report); }
