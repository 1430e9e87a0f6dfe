//===- timeline.c - Records what workers do -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each worker has a ring, in which only its thread writes. When that is full
/// the oldest events go, so that memory is bounded. `tussah trace` makes
/// something to look at of the file.
///
//===----------------------------------------------------------------------===//

#include "timeline.h"

#include "../../support/abi/environment.h"
#include "../atomic.h"
#include "../os/os.h"
#include "../scheduler/error.h"
#include "../scheduler/lock.h"
#include "../scheduler/observer.h"
#include "../scheduler/thread.h"
#include "../scheduler/worker.h"
#include "format.h"

#include <string.h>

/// Events of a ring unless TUSSAH_TRACE_EVENTS says otherwise, and threads of
/// the program that may be workers beside those of the pool.
enum { USUAL_EVENTS = 16384, OTHER_THREADS = 8 };

/// Room in the file is reserved for so many events at a time: a short program
/// would spend most of its time on pages that it does not use.
enum { RESERVED_EVENTS = 1024 };

_Static_assert(sizeof(struct timeline_event) == 64, "events are cache lines");
_Static_assert(sizeof(atomic_word) == sizeof(uint64_t), "counts are words");

static struct timeline_header *header;
/// Protects ring 0, of threads that are no workers.
static struct lock lock;
static bool others_have_ring;

static struct timeline_ring *ring_at(uint64_t index) {
  uint64_t size =
      TIMELINE_RING_HEADER + header->capacity * sizeof(struct timeline_event);
  return (struct timeline_ring *)((char *)header + TIMELINE_HEADER +
                                  index * size);
}

/// Makes room for more events than the first \p reserved of \p ring. A page
/// that cannot be reserved may be neither written nor read.
static bool reserve(struct timeline_ring *ring, uint64_t reserved) {
  char *from = (char *)ring, *events = from + TIMELINE_RING_HEADER;
  uint64_t more = reserved + RESERVED_EVENTS;
  if (more > header->capacity)
    more = header->capacity;
  if (reserved)
    from = events + reserved * sizeof(struct timeline_event);
  char *to = events + more * sizeof(struct timeline_event);
  if (tussah_os->file_reserve(from, (size_t)(to - from)) != 0)
    return false;
  ring->reserved = more;
  return true;
}

/// The ring of \p worker; null if there are not enough, or there is no room.
static struct timeline_ring *ring_of(struct worker *worker) {
  if (!worker->timeline) {
    // Relaxed, here and below: the file is read when the process has ended.
    uint64_t index = fetch_add_relaxed((atomic_word *)&header->used_rings, 1);
    bool exists = index < header->rings && reserve(ring_at(index), 0);
    worker->timeline = ring_at(exists ? index : 0);
  }
  return worker->timeline == ring_at(0) ? NULL : worker->timeline;
}

static bool has_room(struct timeline_ring *ring, uint64_t count) {
  return count < ring->reserved || ring->reserved == header->capacity ||
         reserve(ring, ring->reserved);
}

static void record(struct timeline_ring *ring, uint32_t worker, uint32_t kind,
                   uint64_t value, const char *name) {
  atomic_word *count = ring ? (atomic_word *)&ring->count : NULL;
  if (!ring || !has_room(ring, load_relaxed(count))) {
    fetch_add_relaxed((atomic_word *)&header->lost, 1);
    return;
  }
  struct timeline_event *events =
      (struct timeline_event *)((char *)ring + TIMELINE_RING_HEADER);
  struct timeline_event *event =
      &events[load_relaxed(count) % header->capacity];
  event->time = tussah_os->clock_ns();
  event->value = value;
  event->kind = kind;
  event->worker = worker;
  if (name) {
    size_t length = strnlen(name, sizeof event->name - 1);
    memcpy(event->name, name, length);
    event->name[length] = 0;
  }
  // The process may be killed here.
  fence_signal();
  store_relaxed(count, load_relaxed(count) + 1);
}

//===----------------------------------------------------------------------===//
// The observer
//===----------------------------------------------------------------------===//

static void note_event(struct worker *worker, enum timeline_kind kind,
                       uintptr_t value) {
  record(ring_of(worker), worker->id, kind, value, NULL);
}

static void note_end(void) { header->end = tussah_os->clock_ns(); }

/// The file is that of the process that made this one.
static void leave_file(void) { tussah_observer = NULL; }

static const struct observer timeline = {note_event, note_end, leave_file};

void timeline_begin(unsigned workers) {
  const char *path = tussah_os->get_environment("TUSSAH_TRACE");
  if (!path || !*path || header)
    return;
  uint64_t capacity = USUAL_EVENTS;
  tussah_read_number("TUSSAH_TRACE_EVENTS",
                     tussah_os->get_environment("TUSSAH_TRACE_EVENTS"), false,
                     16, UINT64_C(1) << 24, capacity, tussah_warn, &capacity);
  unsigned rings = 1 + workers + OTHER_THREADS;
  size_t ring_size =
      TIMELINE_RING_HEADER + capacity * sizeof(struct timeline_event);
  size_t page = TIMELINE_HEADER;
  size_t size = (TIMELINE_HEADER + rings * ring_size + page - 1) & -page;
  void *base;
  int error = tussah_os->file_map(path, size, &base);
  if (!error)
    error = tussah_os->file_reserve(base, TIMELINE_HEADER);
  if (error) {
    tussah_warn("cannot trace to '%.200s': %s", path, strerror(error));
    return;
  }
  header = base;
  *header = (struct timeline_header){.magic = TIMELINE_MAGIC,
                                     .version = TIMELINE_VERSION,
                                     .rings = rings,
                                     .capacity = capacity,
                                     .process = tussah_os->thread_number(),
                                     .begin = tussah_os->clock_ns(),
                                     .used_rings = 1};
  others_have_ring = reserve(ring_at(0), 0);
  tussah_observer = &timeline;
}

//===----------------------------------------------------------------------===//
// Regions of the program
//===----------------------------------------------------------------------===//

void timeline_region(enum timeline_kind kind, uint64_t region,
                     const char *name) {
  struct worker *worker = __tussah_thread.worker;
  // A handler of the program's that has interrupted the runtime, or this
  // function, may not write to the ring.
  if (worker && load_relaxed(&worker->runs_user_code)) {
    enter_runtime(worker);
    record(ring_of(worker), worker->id, kind, region, name);
    leave_runtime(worker);
  } else if (!worker && !lock_is_counted()) {
    lock_enter(&lock);
    record(others_have_ring ? ring_at(0) : NULL,
           (uint32_t)tussah_os->thread_number(), kind, region, name);
    lock_leave(&lock);
  }
}
