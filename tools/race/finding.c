//===- finding.c - What is known of a race --------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "finding.h"

#include "places.h"
#include "reducers.h"
#include "thread.h"

#include <string.h>

//===----------------------------------------------------------------------===//
// Stacks
//===----------------------------------------------------------------------===//

struct stack {
  int count;
  struct step *steps;
};

static void push(struct stack *stack, const char *what,
                 const source_loc_t *at) {
  if (stack->count != MOST_STEPS)
    stack->steps[stack->count++] = (struct step){what, at};
}

/// Pushes the calls of \p path, the last first.
static void push_calls(struct stack *stack, path_id path) {
  // The detector itself calls what makes and reduces views.
  for (; path && path_at(path)->caller; path = path_at(path)->caller)
    if (path_at(path)->call)
      push(stack, "called at",
           place_source(CSI_CALL, (csi_id_t)path_at(path)->call - 1));
}

/// The part of \p path that leads to \p function, the name of one; 0 if it is
/// not in it. A strand is numbered at its first access, which may be in another
/// function than a later one.
static path_id path_to(path_id path, const char *function) {
  for (; path; path = path_at(path)->caller) {
    const char *name =
        place_source(CSI_FUNC, (csi_id_t)path_at(path)->function)->name;
    if (name && function && !strcmp(name, function))
      return path;
  }
  return 0;
}

/// Pushes how the task that \p strand is in came to run.
static void push_spawns(struct stack *stack, strand_id strand) {
  struct cursor name = strand_name(strand);
  place created_by = strand_place(strand);
  while (name.node) {
    if (name.at & POSITION_IS_TASK) {
      bool is_loop = node_place(name.node);
      push(stack, is_loop ? "in an iteration of the loop at" : "spawned at",
           place_source_of(is_loop ? CSI_LOOP : CSI_DETACH,
                           is_loop ? node_place(name.node) : created_by));
      push_calls(stack, path_of_block(name.node));
    }
    created_by = node_place(name.node);
    name = node_parent(name.node);
  }
}

//===----------------------------------------------------------------------===//
// Accesses and objects
//===----------------------------------------------------------------------===//

static const char *verb(enum access_kind kind, csi_kind_t place_kind,
                        bool is_reducer) {
  if (is_reducer)
    return kind == READ ? "read of a reducer at" : "update of a reducer at";
  if (place_kind == CSI_FREE)
    return "free at";
  if (place_kind == CSI_ALLOCFN)
    return "realloc at";
  if (place_kind == CSI_ALLOCA)
    return "end of the variable at";
  static const char *const verbs[] = {"read at", "write at", "atomic read at",
                                      "atomic write at"};
  return verbs[kind];
}

static void find_access(struct found_access *access, entry e,
                        enum access_kind kind, bool is_current,
                        bool is_reducer) {
  place place = entry_place(e);
  access->kind = kind;
  access->place_kind = place_kind(place);
  access->what = verb(kind, access->place_kind, is_reducer);
  access->at = place_source_of(access->place_kind, place);
  access->strand = entry_strand(e);
  struct stack stack = {0, access->stack};
  path_id path = is_current
                     ? path_of_current()
                     : path_to(strand_path(access->strand), access->at->name);
  push_calls(&stack, path);
  push_spawns(&stack, access->strand);
  access->steps = stack.count;
}

static void find_object(struct finding *f, uintptr_t address) {
  const void *reducer = reducer_used_at(address);
  f->is_reducer = reducer;
  f->has_object =
      object_find(reducer ? (uintptr_t)reducer : address, &f->object);
  for (int i = 0; i != 2 && !f->variable; ++i)
    f->variable = f->accesses[i].place_kind == CSI_CALL
                      ? NULL
                      : f->accesses[i].at->object;
  if (!f->has_object)
    return;
  f->object_at = place_source(f->object.kind, f->object.id);
  if (f->object.kind == CSI_ALLOCA && f->object_at->object)
    f->variable = f->object_at->object;
  struct stack stack = {0, f->object_stack};
  push_calls(&stack, f->object.path);
  f->object_steps = stack.count;
}

void finding_make(struct finding *f, entry before, enum access_kind kind_before,
                  entry now, enum access_kind kind) {
  memset(f, 0, sizeof *f);
  bool is_reducer = reducer_used_at(checked_address());
  find_access(&f->accesses[0], before, kind_before, false, is_reducer);
  find_access(&f->accesses[1], now, kind, true, is_reducer);
  struct meeting meeting =
      strands_meet(f->accesses[0].strand, f->accesses[1].strand);
  bool is_first = meeting.a < meeting.b;
  f->earlier = is_first ? 0 : 1;
  place loop = node_place(meeting.node);
  f->is_loop = loop;
  f->spawn = place_source_of(loop ? CSI_LOOP : CSI_DETACH,
                             loop       ? loop
                             : is_first ? meeting.place_a
                                        : meeting.place_b);
  place later = is_first ? meeting.place_b : meeting.place_a;
  position later_at = is_first ? meeting.b : meeting.a;
  f->is_continuation = is_first ? meeting.b_ends : meeting.a_ends;
  f->is_continuation &= !(later_at & POSITION_IS_TASK);
  f->later_spawn =
      later_at & POSITION_IS_TASK ? place_source_of(CSI_DETACH, later) : NULL;
  find_object(f, checked_address());
  advise(f);
}
