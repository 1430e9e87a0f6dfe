//===- reducers.h - Where uses of reducers are accesses ---------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_REDUCERS_H
#define TUSSAH_TOOLS_RACE_REDUCERS_H

#include <stdbool.h>
#include <stdint.h>

/// Reserves memory. Returns false, with errno, if there is none.
bool reducers_prepare(void);

/// Where a use of \p reducer is an access: a byte of the detector's own for
/// each address, as the reducer's bytes are those of the leftmost view.
const void *reducer_use(const void *reducer);

/// The reducer that has \p address as what its uses access, or null.
const void *reducer_used_at(uintptr_t address);

#endif // TUSSAH_TOOLS_RACE_REDUCERS_H
