//===- labels.c - Who has accessed memory, and where ----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "labels.h"

#include "tables.h"

struct label {
  strand_id strand;
  place place;
};

static struct table labels;

static const uint64_t most_labels = UINT64_C(1) << 32;

/// Labels that a thread takes at once.
enum { BLOCK = 1024 };

static _Thread_local struct supply supply;
static _Thread_local strand_id current;

_Thread_local struct race_window __tussah_race_window
    __attribute__((tls_model("initial-exec")));

/// \name What a thread remembers
/// @{
enum { KNOWN_PLACES = 64, KNOWN_ORDERS = 512 };

struct known_place {
  place place;
  entry label;
};

struct known_order {
  entry label, first; ///< first: that of the strand it was compared with
  unsigned order;
};

static _Thread_local struct known_place known_places[KNOWN_PLACES];
static _Thread_local struct known_order known_orders[KNOWN_ORDERS];
/// @}

static struct label *label_at(entry label) {
  return (struct label *)labels.entries + label;
}

bool labels_prepare(void) {
  return table_prepare(&labels, most_labels, sizeof(struct label));
}

strand_id entry_strand(entry label) { return label_at(label)->strand; }

place entry_place(entry label) { return label_at(label)->place; }

static void open_window(void) {
  if (supply.next == supply.end &&
      !table_take(&labels, &supply, BLOCK, most_labels))
    memory_fatal("too many strands have accessed memory; run the program on "
                 "a smaller input");
  // Signal handlers see no window, or this one.
  __tussah_race_window.room = 0;
  atomic_signal_fence(memory_order_seq_cst);
  __tussah_race_window.first = (entry)supply.next;
  atomic_signal_fence(memory_order_seq_cst);
  __tussah_race_window.room = (uint32_t)(supply.end - supply.next);
}

void labels_begin(strand_id strand) {
  current = strand;
  open_window();
}

entry label_of(place at) {
  struct known_place *known = &known_places[at % KNOWN_PLACES];
  if (known->place == at && is_mine(known->label))
    return known->label;
  if (supply.next == supply.end)
    open_window();
  entry label = (entry)supply.next++;
  *label_at(label) = (struct label){current, at};
  *known = (struct known_place){at, label};
  return label;
}

unsigned label_order(entry label, entry now) {
  if (is_mine(label))
    return SAME;
  entry first = __tussah_race_window.first;
  struct known_order *known =
      &known_orders[(label * UINT32_C(0x9e3779b9)) >> 23];
  if (known->label == label && known->first == first)
    return known->order;
  struct order order = strands_compare(entry_strand(label), entry_strand(now));
  unsigned bits = (order.english ? ENGLISH : 0) | (order.hebrew ? HEBREW : 0) |
                  (order.same ? SAME : 0);
  *known = (struct known_order){label, first, bits};
  return bits;
}
