//===- labels.c - Who has accessed memory, and where ----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "labels.h"

#include "tables.h"

#include "runtime/atomic.h"

struct label {
  strand_id strand;
  place place;
};

/// A strand seldom has more than a few labels; blocks are large so that it
/// seldom opens a second window.
static struct table labels = {.most = UINT64_C(1) << 32,
                              .size = sizeof(struct label),
                              .block = RACE_SIZE(4096, 64),
                              .run = 8,
                              .least = 1 << 19};

/// What a thread has.
struct thread_labels {
  struct supply supply; ///< behind the window
  strand_id strand;     ///< that of the window
  lock_set held;        ///< what the strand holds
  bool ends_run;        ///< the next strand begins a new one
  const struct race_window *window;
};

static _Thread_local struct thread_labels own;

// At first that of no strand: 0 would be that of threads that are not checked.
_Thread_local struct race_window __tussah_race_window
    __attribute__((tls_model("initial-exec"))) = {.strand = UINT64_MAX};

/// \name What a thread remembers
/// @{
enum {
  KNOWN_IDS = RACE_SIZE(128, 1),
  KNOWN_PLACES = 8 * KNOWN_IDS,
  ORDER_BITS = RACE_SIZE(9, 1),
  KNOWN_ORDERS = 1 << ORDER_BITS
};

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

/// Those of one function have numbers one after another.
static struct known_place *known_place_of(place at) {
  return &known_places[(at >> PLACE_ID_BITS) * KNOWN_IDS + at % KNOWN_IDS];
}

/// The label that the thread has given last, 0 for none: of the next strand,
/// and of the same place, the next one follows from it.
static _Thread_local struct {
  entry number;
  struct label is;
} last;

static struct label *label_at(entry label) {
  return (struct label *)labels.entries + label;
}

uint8_t *labels_have_locks;
uint32_t labels_phase;
uint32_t *labels_phases;

bool labels_prepare(void) {
  labels_phases =
      memory_reserve(labels.most / LABELS_OF_PHASE * sizeof *labels_phases);
  labels_have_locks =
      memory_reserve(labels.most / LABELS_OF_LOCKS * sizeof *labels_have_locks);
  return labels_phases && labels_have_locks && table_prepare(&labels) &&
         table_prepare_follow(&labels);
}

void labels_end_phase(void) {
  // Relaxed: one strand does, and what runs next follows from it.
  store32_relaxed(&labels_phase, load32_relaxed(&labels_phase) + 1);
}

/// Says that \p label was given in this phase. Others of its number that were
/// not count as if they were, which costs a comparison.
static void note_phase(entry label) {
  uint32_t *phase = &labels_phases[label / LABELS_OF_PHASE];
  const uint32_t now = load32_relaxed(&labels_phase);
  if (load32_relaxed(phase) != now)
    store32_relaxed(phase, now);
}

/// It stays when the number is given again, which costs a look at the strand.
static void note_locks(entry label) {
  uint8_t *have = &labels_have_locks[label / LABELS_OF_LOCKS];
  if (own.held && !load8_relaxed(have))
    store8_relaxed(have, true);
}

strand_id entry_strand(entry label) {
  if (is_mine(label))
    return own.strand;
  const entry first = (entry)table_first(&labels, label);
  return label_at(first)->strand + (label - first);
}

place entry_place(entry label) {
  return label_at((entry)table_first(&labels, label))->place;
}

lock_set entry_locks_in_table(entry label) {
  return strand_locks(entry_strand(label));
}

/// What the thread has accessed before is behind no label of the run.
static void begin_run(void) {
  __tussah_race_window.run_room = 0;
  fence_signal();
  __tussah_race_window.run = __tussah_race_window.first;
  fence_signal();
  __tussah_race_window.run_room = __tussah_race_window.room;
}

void labels_end_run(void) {
  begin_run();
  own.ends_run = true;
}

static void open_window(bool (*take)(struct table *, struct supply *)) {
  if (own.supply.next == own.supply.end && !take(&labels, &own.supply))
    memory_fatal("too many strands have accessed memory; run the program on "
                 "a smaller input");
  // Signal handlers see no window, or this one.
  __tussah_race_window.room = 0;
  fence_signal();
  __tussah_race_window.first = (entry)own.supply.next;
  fence_signal();
  __tussah_race_window.room = (uint32_t)(own.supply.end - own.supply.next);
}

void labels_begin(strand_id strand, bool follows) {
  const lock_set held = locks_are_used() ? strand_locks(strand) : 0;
  // What follows in the table are numbers of others, else.
  const bool is_behind = own.supply.next != own.supply.end;
  const bool goes_on =
      follows && is_behind && !own.ends_run && held == own.held;
  own.strand = strand;
  own.held = held;
  own.ends_run = locks_class(held);
  open_window(table_take);
  if (!goes_on)
    begin_run();
}

entry label_of(place at) {
  struct known_place *known = known_place_of(at);
  if (known->place == at && is_mine(known->label))
    return known->label;
  // In a small one each place would soon need its next label.
  if (own.supply.next == own.supply.end) {
    open_window(table_take_block);
    labels_end_run();
  }
  entry label = (entry)own.supply.next++;
  const bool follows = last.number && label == last.number + 1 &&
                       label % MOST_FOLLOWERS &&
                       own.strand == last.is.strand + 1 && at == last.is.place;
  last.number = label;
  last.is = (struct label){own.strand, at};
  if (!follows)
    *label_at(label) = last.is;
  table_set_follow(&labels, label, follows);
  note_phase(label);
  note_locks(label);
  *known = (struct known_place){at, label};
  return label;
}

unsigned label_order_in_phase(entry label, entry now) {
  entry first = __tussah_race_window.first;
  struct known_order *known =
      &known_orders[(label * UINT32_C(0x9e3779b9)) >> (32 - ORDER_BITS)];
  if (known->label == label && known->first == first)
    return known->order;
  struct order order = strands_compare(entry_strand(label), entry_strand(now));
  unsigned bits = (order.english ? ENGLISH : 0) | (order.hebrew ? HEBREW : 0) |
                  (order.same ? SAME : 0);
  *known = (struct known_order){label, first, bits};
  return bits;
}

//===----------------------------------------------------------------------===//
// Reclamations
//===----------------------------------------------------------------------===//

const struct thread_labels *labels_of_thread(void) {
  own.window = &__tussah_race_window;
  return &own;
}

void labels_forget(void) {
  for (int i = 0; i != KNOWN_PLACES; ++i)
    if (!is_mine(known_places[i].label))
      known_places[i] = (struct known_place){0};
  for (int i = 0; i != KNOWN_ORDERS; ++i)
    known_orders[i] = (struct known_order){0};
  last.number = 0;
  // What is behind the window belongs to nobody.
  own.supply.block_end = own.supply.end;
}

void labels_begin_marks(void) { table_begin_marks(&labels); }

void label_mark(entry label) { table_mark(&labels, label); }

void labels_mark_thread(const struct thread_labels *of) {
  // Also those that are not given yet: cells with them are this strand's.
  for (uint64_t label = of->window->run; label != of->supply.end; ++label)
    label_mark((entry)label);
  if (of->strand)
    strand_mark(of->strand);
}

static void mark_strand_of(uint64_t label, uint64_t first) {
  const struct label *entry = label_at((uint32_t)first);
  if (entry->strand)
    strand_mark(entry->strand + (strand_id)(label - first));
}

void labels_mark_strands(void) { table_visit(&labels, mark_strand_of); }

static void write_label(uint64_t number) {
  const entry label = (entry)number;
  *label_at(label) = (struct label){entry_strand(label), entry_place(label)};
}

void labels_end_marks(uint64_t least) {
  table_write_first(&labels, write_label);
  table_end_marks(&labels, least);
}
