//===- Markers.h - Names shared by the keyword plugin and the task passes -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The names of form 1 of docs/internals/ir.md: calls that the keyword plugin
/// writes into the AST and that the outlining pass consumes. Prototypes and
/// meaning are in docs/internals/ir.md and nowhere else.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TASKS_MARKERS_H
#define TUSSAH_COMPILER_TASKS_MARKERS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace tussah::marker {

inline constexpr llvm::StringLiteral RegionOpen = "__tussah_region_open";
inline constexpr llvm::StringLiteral RegionClose = "__tussah_region_close";
inline constexpr llvm::StringLiteral Sync = "__tussah_sync";
inline constexpr llvm::StringLiteral TaskBegin = "__tussah_task_begin";
inline constexpr llvm::StringLiteral TaskEnd = "__tussah_task_end";
inline constexpr llvm::StringLiteral TaskCallee = "__tussah_task_callee";
inline constexpr llvm::StringLiteral TaskStart = "__tussah_task_start";
inline constexpr llvm::StringLiteral Place = "__tussah_place";
inline constexpr llvm::StringLiteral Placed = "__tussah_placed";
inline constexpr llvm::StringLiteral TaskUnwind = "__tussah_task_unwind";
inline constexpr llvm::StringLiteral TaskLeave = "__tussah_task_leave";
inline constexpr llvm::StringLiteral LoopBegin = "__tussah_loop_begin";
inline constexpr llvm::StringLiteral LoopIndex = "__tussah_loop_index";
inline constexpr llvm::StringLiteral LoopEnd = "__tussah_loop_end";
inline constexpr llvm::StringLiteral Narrow = "__tussah_narrow";
inline constexpr llvm::StringLiteral InitBegin = "__tussah_init_begin";
inline constexpr llvm::StringLiteral InitDone = "__tussah_init_done";
inline constexpr llvm::StringLiteral Outer = "__tussah_outer";
inline constexpr llvm::StringLiteral Alloca = "__tussah_alloca";
inline constexpr llvm::StringLiteral View = "__tussah_view";
inline constexpr llvm::StringLiteral ReducerBegin = "__tussah_reducer_begin";
inline constexpr llvm::StringLiteral ReducerEnd = "__tussah_reducer_end";
inline constexpr llvm::StringLiteral ReducerHold = "__tussah_reducer_hold";
inline constexpr llvm::StringLiteral ReducerClose = "__tussah_reducer_close";

inline constexpr llvm::StringLiteral All[] = {
    RegionOpen,   RegionClose, Sync,        TaskBegin,   TaskEnd,
    TaskCallee,   TaskStart,   Place,       Placed,      TaskUnwind,
    TaskLeave,    LoopBegin,   LoopIndex,   LoopEnd,     Narrow,
    InitBegin,    InitDone,    Outer,       Alloca,      View,
    ReducerBegin, ReducerEnd,  ReducerHold, ReducerClose};

/// How the lives of a variable and the instances of a task that uses it meet:
/// the second argument of Outer.
enum class Lives : unsigned {
  /// One life may meet several instances.
  Shared,
  /// One life, in one execution of the parent, meets at most one instance.
  One,
  /// Several lives meet at most one instance each.
  Many
};

/// In place of a region's number in the markers of a task: the parent calls it,
/// and does not go on before it has returned.
inline constexpr unsigned CalledRegion = ~0u;

/// True if \p Name is one of the above. The interface of the native runtime
/// has the same prefix.
inline bool isMarker(llvm::StringRef Name) {
  return llvm::is_contained(All, Name);
}

} // namespace tussah::marker

#endif // TUSSAH_COMPILER_TASKS_MARKERS_H
