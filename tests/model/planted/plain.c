//===- plain.c - What check_shared.py must find -----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/atomic.h"

struct inner {
  long number;
  atomic_word word;
};

struct outer {
  int first;
  struct inner inner;
  plain_word mine;
  struct inner many[3];
};

// Five of them: an increment is two.
long loads(struct outer *o) { return (long)o->inner.word.value; }
void stores(struct outer *o) { o->inner.word.value = 3; }
void stores_in_array(struct outer *o, int i) { o->many[i].word.value = 3; }
void increments(atomic_word *word) { word->value++; }

// None.
long is_right(struct outer *o) {
  return o->inner.number + (long)o->mine.value +
         (long)load_relaxed(&o->inner.word);
}
