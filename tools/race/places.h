//===- places.h - Places in the source --------------------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_PLACES_H
#define TUSSAH_TOOLS_RACE_PLACES_H

#include "strands.h"

#include "include/tussah/csi.h"

/// Makes a place of an id. Ends the program if it is too large.
place place_of(csi_kind_t kind, csi_id_t id);

/// The kind of a place that accesses memory, and where a place of a kind is in
/// the source.
csi_kind_t place_kind(place place);
const source_loc_t *place_source_of(csi_kind_t kind, place place);

/// Where a place with an id is. Never null.
const source_loc_t *place_source(csi_kind_t kind, csi_id_t id);

#endif // TUSSAH_TOOLS_RACE_PLACES_H
