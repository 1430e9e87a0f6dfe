//===- scattered.c - A table with scattered marks -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For TablesTest.cpp, which cannot include tables.h: C++ has no atomic
/// variables of C.
///
//===----------------------------------------------------------------------===//

#include "scattered.h"

#include "tools/race/tables.h"

static bool is_due;

static void note_due(void) { is_due = true; }

uint64_t given_until_due(uint64_t distance, uint64_t run, uint64_t count) {
  struct table table = {.most = UINT64_C(1) << 24,
                        .size = 1,
                        .block = 1024,
                        .run = run,
                        .least = 64};
  if (!table_prepare(&table))
    return 0;
  struct supply supply = {0, 0, 0};
  for (uint64_t given = 0; given < count; given += supply.end - supply.next)
    if (!table_take(&table, &supply))
      return 0;
  table_begin_marks(&table);
  for (uint64_t number = distance; number < count; number += distance)
    table_mark(&table, number);
  table_end_marks(&table, 0);
  tables_call_when_due(note_due);
  supply = (struct supply){0, 0, 0};
  uint64_t given = 0;
  for (is_due = false; table_take(&table, &supply) && !is_due;)
    given += supply.end - supply.next;
  return given;
}
