//===- tool_strand.c - What a tool keeps of a strand ----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tool_strand.h"

_Thread_local struct tool_strand __tussah_tool_strand;

bool __tussah_has_tool_strands;

void (*__tussah_tool_view_called)(const struct tool_strand *before);

void tool_view_begin(struct tool_strand *before) {
  if (__tussah_tool_view_called)
    *before = __tussah_tool_strand;
}

void tool_view_end(struct tool_strand *before) {
  if (!__tussah_tool_view_called)
    return;
  __tussah_tool_view_called(before);
  __tussah_tool_strand = *before;
}
