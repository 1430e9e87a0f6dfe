//===- storage.c - Worker-local storage in C ------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 255
// extra: sanitize
// standards: c11 c23

#include "../Inputs/support.h"

#include <cilk/cilk.h>
#include <tussah/worker_local.h>

struct state {
  long number, uses;
};

static void begin(void *object, void *context) {
  struct state *state = object;
  state->number = __atomic_add_fetch((long *)context, 1, __ATOMIC_RELAXED);
}

static void end(void *object, void *context) {
  (void)object;
  add_to((long *)context, -1);
}

static NOINLINE void use(struct tussah_worker_local *local, int depth) {
  struct state *state = tussah_worker_local_get(local);
  ++state->uses;
  if (depth == 0) {
    meet();
    return;
  }
  cilk_spawn use(local, depth - 1);
  use(local, depth - 1);
}

struct total {
  long objects, uses;
};

static void look(void *object, void *context) {
  const struct state *state = object;
  struct total *total = context;
  total->objects += state->number > 0;
  total->uses += state->uses;
}

int main(void) {
  for (long i = 0; i < repeats(1); ++i) {
    struct tussah_worker_local local;
    long alive = 0;
    tussah_worker_local_init(&local, sizeof(struct state), begin, end, &alive);
    use(&local, 8);
    struct total total = {0, 0};
    tussah_worker_local_for_each(&local, look, &total);
    if (total.uses != 511 || total.objects != alive || alive < 1)
      printf("wrong: %ld uses of %ld objects, %ld alive\n", total.uses,
             total.objects, alive);
    tussah_worker_local_clear(&local);
    if (alive != 0)
      printf("wrong: %ld objects alive\n", alive);
  }
  puts("done");
  return 0;
}
