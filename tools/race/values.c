//===- values.c - What memory has in the two orders of a race -------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "values.h"

#include "choices.h"
#include "text.h"

#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/// Races whose strand has not ended.
enum { MOST_WAITING = 64, MOST_BYTES = 8 };
static struct {
  uint64_t number, size;
  uintptr_t address;
} waiting[MOST_WAITING];
static int waiting_count;

/// Reads memory that may be gone: a pipe refuses it then.
static bool read_memory(void *to, uintptr_t from, uint64_t size) {
  static int ends[2];
  if (!ends[1] && pipe2(ends, O_CLOEXEC))
    return false;
  return write(ends[1], (const void *)from, size) == (ssize_t)size &&
         read(ends[0], to, size) == (ssize_t)size;
}

/// What types the program has is not known: a number that is huge as an integer
/// and usual as a floating-point number is one.
static bool is_usual(double number) {
  return isfinite(number) && fabs(number) < 1e15 && fabs(number) > 1e-9;
}

static void format_value(char *text, size_t room, const unsigned char *bytes,
                         uint64_t size) {
  int8_t i8;
  int16_t i16;
  int32_t i32;
  int64_t i64;
  float f32;
  double f64;
  switch (size) {
  case sizeof i8:
    memcpy(&i8, bytes, size);
    snprintf(text, room, "%d", i8);
    break;
  case sizeof i16:
    memcpy(&i16, bytes, size);
    snprintf(text, room, "%d", i16);
    break;
  case sizeof i32:
    memcpy(&i32, bytes, size);
    memcpy(&f32, bytes, size);
    if ((i32 > 1 << 24 || i32 < -(1 << 24)) && is_usual((double)f32))
      snprintf(text, room, "%.7g", (double)f32);
    else
      snprintf(text, room, "%" PRId32, i32);
    break;
  case sizeof i64:
    memcpy(&i64, bytes, size);
    memcpy(&f64, bytes, size);
    if ((i64 > INT64_C(1) << 50 || i64 < -(INT64_C(1) << 50)) && is_usual(f64))
      snprintf(text, room, "%.12g", f64);
    else
      snprintf(text, room, "%" PRId64, i64);
    break;
  default:
    for (uint64_t i = 0; i != size && 3 * i + 3 < room; ++i)
      snprintf(text + 3 * i, room - 3 * i, "%s%02x", i ? " " : "", bytes[i]);
  }
}

static void write_value(uint64_t number, const char *of, uintptr_t address,
                        uint64_t size) {
  static struct text record;
  unsigned char bytes[MOST_BYTES];
  char value[64];
  if (!size || size > MOST_BYTES || !read_memory(bytes, address, size))
    return;
  format_value(value, sizeof value, bytes, size);
  record.length = 0;
  text_add(&record, "value\t%" PRIu64, number);
  text_add_field(&record, of);
  text_add_field(&record, value);
  text_add(&record, "\n");
  text_write(&record, choices.journal);
}

static bool writes(enum access_kind kind) {
  return kind == WRITE || kind == ATOMIC_WRITE;
}

void values_note(uint64_t number, const struct finding *f, uintptr_t address,
                 uint64_t size) {
  if (f->is_reducer)
    return;
  for (int i = 0; i != 2; ++i)
    if (f->accesses[i].place_kind == CSI_FREE ||
        f->accesses[i].place_kind == CSI_ALLOCFN ||
        f->accesses[i].place_kind == CSI_ALLOCA)
      return;
  if (!writes(f->accesses[0].kind) || !writes(f->accesses[1].kind)) {
    write_value(number, "read", address, size);
  } else if (waiting_count != MOST_WAITING) {
    waiting[waiting_count].number = number;
    waiting[waiting_count].address = address;
    waiting[waiting_count++].size = size;
  }
}

void values_settle(void) {
  for (int i = 0; i != waiting_count; ++i)
    write_value(waiting[i].number, "afterwards", waiting[i].address,
                waiting[i].size);
  waiting_count = 0;
}
