//===- tool_strand.h - What a tool keeps of a strand --------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Hooks tell a tool when a strand begins in a thread, but not when the strand
/// that entered parallel code comes back to the thread that it entered it from:
/// it then returns from functions that may have no hooks. So the runtime takes
/// along what a tool keeps of the strand, if there is such a tool.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_CSI_TOOL_STRAND_H
#define TUSSAH_RUNTIME_CSI_TOOL_STRAND_H

#include <stdbool.h>
#include <stdint.h>

struct tool_strand {
  uint64_t words[14];
};

/// Of the strand that the thread executes. For one tool; zero at first.
extern _Thread_local struct tool_strand __tussah_tool_strand
    __attribute__((visibility("default"), tls_model("initial-exec")));

/// Set by the tool before the program begins.
extern bool __tussah_has_tool_strands __attribute__((visibility("default")));

/// Set by a tool that does not want to have calls of identity and reduce
/// functions, which depend on steals, in the strands that they interrupt. It is
/// called behind each, in the thread that the call returned in, with the strand
/// as it was before; the strand then is that again.
extern void (*__tussah_tool_view_called)(const struct tool_strand *before)
    __attribute__((visibility("default")));

/// Around a call of an identity or reduce function, if the tool asks for it.
/// Not inlined: the second may run in another thread, so that nothing may keep
/// the address of the strand.
void tool_view_begin(struct tool_strand *before);
void tool_view_end(struct tool_strand *before);

static inline void tool_strand_save(struct tool_strand *to) {
  if (__tussah_has_tool_strands)
    *to = __tussah_tool_strand;
}

static inline void tool_strand_restore(const struct tool_strand *from) {
  if (__tussah_has_tool_strands)
    __tussah_tool_strand = *from;
}

#endif // TUSSAH_RUNTIME_CSI_TOOL_STRAND_H
