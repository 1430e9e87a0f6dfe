//===- labels.h - Who has accessed memory, and where ------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_LABELS_H
#define TUSSAH_TOOLS_RACE_LABELS_H

#include "layout.h"
#include "strands.h"

#include "runtime/atomic.h"

/// Accesses of one strand at one place of the program, as shadow memory keeps
/// them. 0 for none.
typedef uint32_t entry;

bool labels_prepare(void);

strand_id entry_strand(entry label);
place entry_place(entry label);

/// Of each LABELS_OF_LOCKS labels, whether a strand that held locks has ever
/// been given one.
extern uint8_t *labels_have_locks;
enum { LABELS_OF_LOCKS = 8 };
lock_set entry_locks_in_table(entry label);
/// What the strand held.
static inline lock_set entry_locks(entry label) {
  // Relaxed: who has got the label from another thread has got this, too.
  return load8_relaxed(&labels_have_locks[label / LABELS_OF_LOCKS])
             ? entry_locks_in_table(label)
             : 0;
}

/// What of that a history keeps apart (algorithm.md, "Locks").
static inline lock_set entry_class(entry label) {
  return locks_class(entry_locks(label));
}

/// Begins the labels of \p strand, which this thread has begun to check. If it
/// \p follows, it is an iteration, and the last one that this thread has
/// executed is of the same loop, without tasks and loops in it.
void labels_begin(strand_id strand, bool follows);

/// Later iterations do not follow the present one. It has a race, so that their
/// races are reported as well; or its labels are not next to each other.
void labels_end_run(void);

/// Returns the current strand's label of accesses at \p at.
entry label_of(place at);

/// The current strand's labels.
extern _Thread_local struct race_window __tussah_race_window
    __attribute__((tls_model("initial-exec"), visibility("default")));

/// Whether \p label is one of the current strand, with the locks that it holds
/// now. It may be even if not: a strand that has many goes on with others.
static inline bool is_mine(entry label) {
  return race_is_mine(label, __tussah_race_window.first,
                      __tussah_race_window.room);
}

/// Whether \p label is of the strand, or of iterations that the thread has
/// executed directly before it: algorithm.md, "Runs of iterations".
static inline bool is_of_run(entry label) {
  return race_is_mine(label, __tussah_race_window.run,
                      __tussah_race_window.run_room);
}

/// Bits that say how the accesses of a label are ordered with the current
/// strand: as struct order.
enum { ENGLISH = 1, HEBREW = 2, SAME = 4 };

/// \name Phases
/// The blocks of the root run one after another, each a phase. What was in an
/// earlier one comes before all that runs now (algorithm.md).
/// @{
/// The number of this phase, which wraps around.
extern uint32_t labels_phase;
/// Of each LABELS_OF_PHASE labels, the phase that one of them was last given
/// in.
extern uint32_t *labels_phases;
enum { LABELS_OF_PHASE = 8 };

/// A block of the root has ended.
void labels_end_phase(void);

static inline bool is_of_earlier_phase(entry label) {
  // Relaxed: who has got the label from another thread has got its phase, too;
  // what other labels do to the number makes it a later one.
  return load32_relaxed(&labels_phases[label / LABELS_OF_PHASE]) !=
         load32_relaxed(&labels_phase);
}
/// @}

/// label_order for labels of this phase.
unsigned label_order_in_phase(entry label, entry now);

/// Compares \p label, not 0, with the current strand, which \p now is a label
/// of. Remembers answers.
static inline unsigned label_order(entry label, entry now) {
  if (is_mine(label))
    return SAME;
  if (is_of_earlier_phase(label))
    return ENGLISH | HEBREW;
  return label_order_in_phase(label, now);
}

static inline bool is_parallel(unsigned order) {
  return order == ENGLISH || order == HEBREW;
}

/// \name Reclamations
/// reclaim.c. All but the first two while no other thread is in the detector.
/// @{
struct thread_labels;
/// What the thread has, for labels_mark_thread.
const struct thread_labels *labels_of_thread(void);
/// The thread forgets what it remembers of labels of other strands.
void labels_forget(void);
void labels_begin_marks(void);
void label_mark(entry label);
void labels_mark_thread(const struct thread_labels *of);
/// Marks the strands of marked labels.
void labels_mark_strands(void);
void labels_end_marks(uint64_t least);
/// @}

#endif // TUSSAH_TOOLS_RACE_LABELS_H
