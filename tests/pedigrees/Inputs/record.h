//===- record.h - Notes pedigrees, in an order that does not matter -------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RECORD_H
#define RECORD_H

#include <cilk/cilk_api.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/// What strands have noted, in any order.
static char *notes[1 << 16];
static unsigned note_count;

/// Notes \p name, the pedigree of the calling strand, and a random number. In
/// C++ it throws nothing, and it calls nothing that does.
static void note(const char *name) {
  __cilkrts_pedigree leaf = __cilkrts_get_pedigree();
  uint64_t terms[64];
  int count = 0;
  for (const __cilkrts_pedigree *p = &leaf; p; p = p->parent)
    terms[count++] = p->rank;
  char text[2048];
  int end = snprintf(text, sizeof text, "%s [", name);
  for (; count; --count)
    end += snprintf(text + end, sizeof text - (unsigned)end, "%" PRIu64 "%s",
                    terms[count - 1], count > 1 ? ", " : "]");
  end += snprintf(text + end, sizeof text - (unsigned)end, " %016" PRIx64,
                  __cilkrts_get_dprand());
  char *copy = (char *)malloc((unsigned)end + 1);
  for (int k = 0; k <= end; ++k)
    copy[k] = text[k];
  notes[__atomic_fetch_add(&note_count, 1, __ATOMIC_RELAXED)] = copy;
}

static int compare_notes(const void *a, const void *b) {
  const char *left = *(char *const *)a, *right = *(char *const *)b;
  for (; *left && *left == *right; ++left)
    ++right;
  return (unsigned char)*left - (unsigned char)*right;
}

/// Prints all notes, sorted.
static void print_notes(void) {
  qsort(notes, note_count, sizeof *notes, compare_notes);
  for (unsigned k = 0; k < note_count; ++k)
    puts(notes[k]);
}

#endif // RECORD_H
