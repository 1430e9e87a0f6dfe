//===- tree.h - Which tasks a small run had ---------------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For pictures: the first tasks, loops and iterations of a run, as many as
/// TUSSAH_SCALE_TREE says. Begin and end of each are lengths of the longest
/// paths to there, that is when it would run with enough processors.
///
/// A node is its number, 0 for what is not kept. Node 1 is the program.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_SCALE_TREE_H
#define TUSSAH_TOOLS_SCALE_TREE_H

#include <stdint.h>
#include <stdio.h>

/// Allocates what the environment asks for. Returns the node of the program.
uint64_t tree_begin(void);

/// A part of \p parent begins.
uint64_t tree_add(uint64_t parent, uint64_t site, int64_t begin);

/// \p node has ended, and has done \p work with all of its parts.
void tree_end(uint64_t node, int64_t end, int64_t work);

/// In \p node, the longest path now comes from a part that ended at \p end.
void tree_join(uint64_t node, int64_t end);

/// Writes the tree as JSON, each length by \p write. Nothing if there is none.
void tree_write(FILE *file, void (*write)(FILE *file, int64_t length));

#endif // TUSSAH_TOOLS_SCALE_TREE_H
