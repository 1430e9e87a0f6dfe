//===- places.c - Places in the source ------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "places.h"

#include "memory.h"

#include <stddef.h>

const source_loc_t *place_source(csi_kind_t kind, csi_id_t id) {
  static const source_loc_t unknown = {NULL, 0, 0, NULL, NULL};
  const source_loc_t *at = id < 0 ? NULL : __csi_get_source_loc(kind, id);
  return at ? at : &unknown;
}

/// Places are kept in 28 bits.
enum { KINDS = 6 };

/// What the place of an access may be.
static const csi_kind_t kinds[KINDS] = {CSI_LOAD, CSI_STORE,   CSI_CALL,
                                        CSI_FREE, CSI_ALLOCFN, CSI_ALLOCA};

place place_of(csi_kind_t kind, csi_id_t id) {
  if (id < 0 || id + 1 >= INT64_C(1) << PLACE_ID_BITS)
    memory_fatal("the program has too many loads and stores; compile a part of "
                 "it without -fsanitize=cilk");
  place index = 0;
  while (index != KINDS && kinds[index] != kind)
    ++index;
  // Of spawns and loops the kind is known where they are used.
  return (index % KINDS) << PLACE_ID_BITS | (place)(id + 1);
}

csi_kind_t place_kind(place place) { return kinds[place >> PLACE_ID_BITS]; }

const source_loc_t *place_source_of(csi_kind_t kind, place place) {
  return place_source(kind,
                      (csi_id_t)(place & ((1u << PLACE_ID_BITS) - 1)) - 1);
}
