//===- views.h - Views of reducers, one for each strand ---------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The detector makes and reduces views itself, as if every continuation and
/// iteration had been stolen. So identity and reduce functions run on one
/// worker too, at the same places of the program in each run, and are checked
/// like all other code. algorithm.md says why views have no false races.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_VIEWS_H
#define TUSSAH_TOOLS_RACE_VIEWS_H

#include "current.h"
#include "strands.h"

#include <stdbool.h>
#include <stdint.h>

/// Reserves memory. Returns false, with errno, if there is none.
bool views_prepare(void);

/// Leaves a number, such as views, for the strand that is to come at \p at of
/// \p block, and takes it.
void parcel_leave(node_id block, position at, uint32_t number);
uint32_t parcel_take(node_id block, position at);
/// Returns what waits there, and leaves it.
uint32_t parcel_see(node_id block, position at);

/// The task or iteration at \p at of \p block ends, and its views wait there.
/// If there are many, those of neighbours are united now, unchecked.
void views_deposit(node_id block, position at, views_id views);

/// The tasks of \p block have been waited for: reduces their views, in serial
/// order, and then \p last, into \p first, and returns where the result is. It
/// calls the program, which may go on in another thread.
views_id views_unite(node_id block, views_id first, views_id last);

#endif // TUSSAH_TOOLS_RACE_VIEWS_H
