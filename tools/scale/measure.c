//===- measure.c - Work and span, and how they combine --------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure.h"

#include "pool.h"

#include <stddef.h>
#include <string.h>

uint64_t site_count;

static _Thread_local struct pool profiles;

void measure_sites(uint64_t count) { site_count = count; }

static size_t profile_size(void) {
  return site_count * sizeof(struct site_part);
}

site_profile profile_new(void) {
  if (!site_count)
    return NULL;
  site_profile made = pool_get(&profiles, profile_size());
  memset(made, 0, profile_size());
  return made;
}

site_profile profile_copy(site_profile original) {
  if (!original)
    return NULL;
  site_profile made = pool_get(&profiles, profile_size());
  memcpy(made, original, profile_size());
  return made;
}

void profile_free(site_profile unused) {
  if (unused)
    pool_put(&profiles, unused);
}

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

/// Joins the profile of \p from into that of \p into. The length of a path
/// under an assumption is the span without what the assumption saves; the
/// longest one goes on, whichever is the longest without it.
static void join_profiles(struct measure *into, const struct measure *from) {
  int64_t span = larger(into->span, from->span);
  bool is_longer = from->span > into->span;
  for (uint64_t site = 0; site != site_count; ++site) {
    struct site_part *a = &into->profile[site], *b = &from->profile[site];
    if (is_longer)
      a->on_path = b->on_path;
    a->saved_if_free = span - larger(into->span - a->saved_if_free,
                                     from->span - b->saved_if_free);
    a->saved_if_half = 2 * span - larger(2 * into->span - a->saved_if_half,
                                         2 * from->span - b->saved_if_half);
  }
}

void measure_join(struct measure *into, struct measure *from) {
  if (!into->profile) {
    into->profile = from->profile;
  } else if (from->profile) {
    join_profiles(into, from);
    profile_free(from->profile);
  }
  from->profile = NULL;
  into->work += from->work;
  into->span = larger(into->span, from->span);
  into->burdened = larger(into->burdened, from->burdened);
  into->other = larger(into->other, from->other);
}
