//===- advice.c - What to do about a race ---------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "finding.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define ADVICE(f, ...) snprintf((f)->advice, sizeof(f)->advice, __VA_ARGS__)

static bool is_same_line(const source_loc_t *a, const source_loc_t *b) {
  return a->filename && b->filename && a->line_number == b->line_number &&
         !strcmp(a->filename, b->filename);
}

static bool is_in_same_function(const source_loc_t *a, const source_loc_t *b) {
  return a->name && b->name && !strcmp(a->name, b->name);
}

/// The variable, in quotes; or what there is to say instead.
static const char *name_of(const struct finding *f, char *room, size_t size) {
  if (f->variable)
    snprintf(room, size, "'%.100s'", f->variable);
  else
    snprintf(room, size, "%s",
             f->has_object && f->object.kind == CSI_ALLOCFN ? "the block"
                                                            : "it");
  return room;
}

/// What ends while a task may use it.
static bool advise_end(struct finding *f, const char *name) {
  for (int i = 0; i != 2; ++i) {
    if (f->accesses[i].place_kind != CSI_ALLOCA)
      continue;
    ADVICE(
        f,
        "%s ends at line %" PRId32
        ", where a task may still use it: put a cilk_sync before, or pass it "
        "by value",
        name, f->accesses[i].at->line_number);
    return true;
  }
  return false;
}

static void advise_loop(struct finding *f) {
  char name[128];
  name_of(f, name, sizeof name);
  const struct found_access *a = &f->accesses[0], *b = &f->accesses[1];
  if (advise_end(f, name))
    return;
  if (f->is_reducer)
    ADVICE(f, "read the reducer behind the loop: it has its result there");
  else if (is_same_line(a->at, b->at))
    ADVICE(f,
           "use a reducer for %s, or give each iteration its own: iterations "
           "may run at the same time",
           name);
  else
    ADVICE(f,
           "let no iteration use what another one writes: declare %s in the "
           "loop, or use a reducer",
           name);
}

/// The line of the function that spawns, behind the spawn, from where \p access
/// is made: its own or that of a call; 0 if that is not known.
static int32_t line_behind_spawn(const struct finding *f,
                                 const struct found_access *access) {
  if (!f->is_continuation)
    return 0;
  if (is_in_same_function(access->at, f->spawn))
    return access->at->line_number;
  for (int i = 0; i != access->steps; ++i) {
    const struct step *step = &access->stack[i];
    if (is_in_same_function(step->at, f->spawn))
      return step->at->line_number;
  }
  return 0;
}

static void advise_spawn(struct finding *f) {
  const struct found_access *first = &f->accesses[f->earlier],
                            *later = &f->accesses[!f->earlier];
  char name[128];
  name_of(f, name, sizeof name);
  int32_t spawn = f->spawn->line_number, line = later->at->line_number;
  bool is_here = f->is_continuation && is_in_same_function(later->at, f->spawn);
  bool is_variable = f->has_object && f->object.kind == CSI_ALLOCA;
  if (advise_end(f, name))
    return;
  if (f->is_reducer)
    ADVICE(f,
           "put a cilk_sync before line %" PRId32
           ": a reducer has its result when all tasks have been waited for",
           line);
  else if (is_here && is_same_line(first->at, f->spawn) &&
           first->kind == WRITE && later->kind == READ)
    ADVICE(f,
           "the result of the spawn at line %" PRId32
           " is read before the sync: put a cilk_sync before line %" PRId32,
           spawn, line);
  else if (is_here && is_variable && first->kind == READ &&
           later->kind == WRITE && later->place_kind == CSI_STORE)
    ADVICE(f,
           "%s is passed by reference at line %" PRId32
           " and changed at line %" PRId32
           " before the sync: pass it by value, or put a cilk_sync before "
           "line %" PRId32,
           name, spawn, line, line);
  else if (f->later_spawn)
    ADVICE(f,
           "put a cilk_sync before the spawn at line %" PRId32
           ", or let the two tasks not share %s",
           f->later_spawn->line_number, name);
  else if (line_behind_spawn(f, later))
    ADVICE(f,
           "put a cilk_sync before line %" PRId32
           ": the task that is spawned at line %" PRId32 " may still run there",
           line_behind_spawn(f, later), spawn);
  else
    ADVICE(f,
           "put a cilk_sync between the spawn at line %" PRId32
           " and the call that leads to line %" PRId32,
           spawn, line);
}

void advise(struct finding *f) {
  if (!f->is_loop && !f->spawn->line_number)
    ADVICE(f, "put a cilk_sync between the spawn and what follows it");
  else if (f->is_loop)
    advise_loop(f);
  else
    advise_spawn(f);
}
