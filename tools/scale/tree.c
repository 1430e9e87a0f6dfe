//===- tree.c - Which tasks a small run had -------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tree.h"

#include "support/abi/environment.h"

#include <stdlib.h>

struct node {
  uint64_t parent, site;
  int64_t begin, end, work;
};

struct joined {
  uint64_t node;
  int64_t end;
};

/// Zero pages of memory cost nothing until they are used.
enum { MOST = 1 << 20 };

/// `most` nodes, the first one unused; `begun` and `met` count those that were
/// asked for, also if there was no room.
static struct {
  struct node *nodes;
  struct joined *joins;
  uint64_t most, begun, met;
} tree;

uint64_t tree_begin(void) {
  const char *text = getenv("TUSSAH_SCALE_TREE");
  uint64_t wanted;
  if (!text || !tussah_parse_number(text, false, &wanted) || wanted == 0)
    return 0;
  uint64_t most = (wanted < MOST ? wanted : MOST) + 1;
  // NOLINTNEXTLINE(clang-analyzer-optin.taint.TaintedAlloc): at most MOST
  tree.nodes = calloc(most, sizeof *tree.nodes);
  // NOLINTNEXTLINE(clang-analyzer-optin.taint.TaintedAlloc): at most MOST
  tree.joins = calloc(most, sizeof *tree.joins);
  if (!tree.nodes || !tree.joins) {
    fprintf(stderr, "cilkscale: error: out of memory\n");
    abort();
  }
  tree.most = most;
  tree.begun = 1;
  tree.nodes[1] = (struct node){0};
  return 1;
}

uint64_t tree_add(uint64_t parent, uint64_t site, int64_t begin) {
  if (!tree.most)
    return 0;
  // Relaxed: only the number counts.
  uint64_t node = __atomic_add_fetch(&tree.begun, 1, __ATOMIC_RELAXED);
  if (!parent || node >= tree.most)
    return 0;
  tree.nodes[node] = (struct node){parent, site, begin, begin, 0};
  return node;
}

void tree_end(uint64_t node, int64_t end, int64_t work) {
  if (!node || !tree.most)
    return;
  tree.nodes[node].end = end;
  tree.nodes[node].work = work;
}

void tree_join(uint64_t node, int64_t end) {
  if (!node)
    return;
  // Relaxed: only the number counts.
  uint64_t at = __atomic_fetch_add(&tree.met, 1, __ATOMIC_RELAXED);
  if (at < tree.most)
    tree.joins[at] = (struct joined){node, end};
}

void tree_write(FILE *file, void (*write)(FILE *file, int64_t length)) {
  if (!tree.most)
    return;
  uint64_t kept = tree.begun < tree.most ? tree.begun : tree.most - 1;
  fprintf(file, ",\n  \"tree\": {\"begun\": %llu, \"nodes\": [",
          (unsigned long long)tree.begun);
  for (uint64_t i = 1; i <= kept; ++i) {
    const struct node *node = &tree.nodes[i];
    fprintf(file, "%s\n    [%llu, %llu, %llu, ", i > 1 ? "," : "",
            (unsigned long long)i, (unsigned long long)node->parent,
            (unsigned long long)node->site);
    write(file, node->begin);
    fputs(", ", file);
    write(file, node->end);
    fputs(", ", file);
    write(file, node->work);
    fputc(']', file);
  }
  fputs("],\n  \"joins\": [", file);
  for (uint64_t i = 0; i != tree.met && i != tree.most; ++i) {
    fprintf(file, "%s[%llu, ", i ? ", " : "",
            (unsigned long long)tree.joins[i].node);
    write(file, tree.joins[i].end);
    fputc(']', file);
  }
  fputs("]}", file);
}
