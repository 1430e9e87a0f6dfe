//===- site.c - What a return address belongs to -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled code marks a spawn by its unwind information: the call's landing
/// pad has a clause for the type `__tussah_spawn_tag`. That is found once for
/// each return address, and remembered.
///
//===----------------------------------------------------------------------===//

#include "site.h"

#include "../atomic.h"
#include "error.h"
#include "personality.h"

#include "calls.h"

#include <link.h>
#include <string.h>

struct dwarf_eh_bases {
  void *text, *data, *function;
};

/// Exported by libgcc and LLVM's libunwind. With glibc 2.35 or newer it takes
/// no lock, unless unwind tables are registered.
extern const void *_Unwind_Find_FDE(void *pc, struct dwarf_eh_bases *bases);

//===----------------------------------------------------------------------===//
// Reading DWARF
//===----------------------------------------------------------------------===//

enum {
  PE_OMIT = 0xff,
  PE_FORMAT = 0x0f,
  PE_ULEB128 = 0x01,
  PE_UDATA2 = 0x02,
  PE_UDATA4 = 0x03,
  PE_SLEB128 = 0x09,
  PE_SDATA2 = 0x0a,
  PE_SDATA4 = 0x0b,
  PE_APPLICATION = 0x70,
  PE_PCREL = 0x10,
  PE_INDIRECT = 0x80,
};

typedef const uint8_t *cursor;

static uint64_t read_uleb(cursor *p) {
  uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    uint8_t byte = *(*p)++;
    value |= (uint64_t)(byte & 0x7f) << shift;
    if (!(byte & 0x80))
      return value;
  }
}

static int64_t read_sleb(cursor *p) {
  uint64_t value = 0;
  unsigned shift = 0;
  uint8_t byte;
  do {
    byte = *(*p)++;
    value |= (uint64_t)(byte & 0x7f) << shift;
    shift += 7;
  } while (byte & 0x80);
  if (shift < 64 && (byte & 0x40))
    value |= ~(uint64_t)0 << shift;
  return (int64_t)value;
}

static int64_t read_fixed(cursor *p, size_t size) {
  int64_t value = 0;
  memcpy(&value, *p, size);
  *p += size;
  // Sign-extend; unsigned forms cut it off again.
  unsigned unused = 64 - 8 * (unsigned)size;
  return (int64_t)((uint64_t)value << unused) >> unused;
}

static size_t fixed_size(unsigned encoding) {
  switch (encoding & 0x07) {
  case PE_UDATA2:
    return 2;
  case PE_UDATA4:
    return 4;
  default:
    return 8;
  }
}

/// Reads a pointer in one of the encodings that compilers for ELF use.
static uintptr_t read_encoded(unsigned encoding, cursor *p) {
  if (encoding == PE_OMIT)
    return 0;
  cursor start = *p;
  uintptr_t value;
  switch (encoding & PE_FORMAT) {
  case PE_ULEB128:
    value = read_uleb(p);
    break;
  case PE_SLEB128:
    value = (uintptr_t)read_sleb(p);
    break;
  case PE_UDATA2:
    value = (uint16_t)read_fixed(p, 2);
    break;
  case PE_UDATA4:
    value = (uint32_t)read_fixed(p, 4);
    break;
  default:
    value = (uintptr_t)read_fixed(p, fixed_size(encoding));
  }
  if (value == 0)
    return 0;
  if ((encoding & PE_APPLICATION) == PE_PCREL)
    value += (uintptr_t)start;
  if (encoding & PE_INDIRECT)
    value = *(const uintptr_t *)value;
  return value;
}

//===----------------------------------------------------------------------===//
// Unwind information of a function
//===----------------------------------------------------------------------===//

struct function {
  uintptr_t start;
  uintptr_t personality;
  cursor lsda; ///< language-specific data; null if there is none
};

/// Reads the descriptor \p fde and the common information it refers to.
static struct function read_function(cursor fde) {
  struct function function = {0, 0, NULL};
  int32_t offset;
  memcpy(&offset, fde + 4, sizeof offset);
  cursor cie = fde + 4 - offset;
  cursor augmentation = cie + 9; // after length, identifier, version
  cursor p = augmentation + strlen((const char *)augmentation) + 1;
  read_uleb(&p); // code alignment
  read_sleb(&p); // data alignment
  read_uleb(&p); // return address register
  if (*augmentation != 'z')
    return function;
  unsigned lsda_encoding = PE_OMIT, pointer_encoding = 0;
  read_uleb(&p);
  for (cursor a = augmentation + 1; *a; ++a) {
    if (*a == 'P') {
      unsigned encoding = *p++;
      function.personality = read_encoded(encoding, &p);
    } else if (*a == 'L') {
      lsda_encoding = *p++;
    } else if (*a == 'R') {
      pointer_encoding = *p++;
    }
  }
  p = fde + 8;
  function.start = read_encoded(pointer_encoding, &p);
  p += fixed_size(pointer_encoding); // length
  read_uleb(&p);
  function.lsda = (cursor)read_encoded(lsda_encoding, &p);
  return function;
}

/// True if the chain of actions at \p action has a clause for the spawn tag.
static bool has_spawn_tag(cursor action, cursor types, unsigned encoding) {
  for (;;) {
    int64_t filter = read_sleb(&action);
    cursor rest = action;
    int64_t next = read_sleb(&action);
    if (filter > 0 && types) {
      cursor entry = types - (size_t)filter * fixed_size(encoding);
      if (read_encoded(encoding, &entry) == (uintptr_t)&__tussah_spawn_tag)
        return true;
    }
    if (next == 0)
      return false;
    action = rest + next;
  }
}

/// The landing pad of the spawn that the instruction before \p address is; 0 if
/// it is none.
static uintptr_t find_spawn(const struct function *function,
                            uintptr_t address) {
  cursor p = function->lsda;
  unsigned encoding = *p++;
  uintptr_t pads = function->start;
  if (encoding != PE_OMIT)
    pads = read_encoded(encoding, &p);
  unsigned type_encoding = *p++;
  cursor types = NULL;
  if (type_encoding != PE_OMIT) {
    uint64_t offset = read_uleb(&p);
    types = p + offset;
  }
  unsigned call_encoding = *p++;
  uint64_t length = read_uleb(&p);
  cursor actions = p + length;
  uintptr_t offset = address - 1 - function->start;
  while (p < actions) {
    uintptr_t start = read_encoded(call_encoding, &p);
    uintptr_t size = read_encoded(call_encoding, &p);
    uintptr_t pad = read_encoded(call_encoding, &p);
    uint64_t action = read_uleb(&p);
    if (offset < start)
      break;
    if (offset < start + size) {
      if (!pad || !action ||
          !has_spawn_tag(actions + action - 1, types, type_encoding))
        return 0;
      return pads + pad;
    }
  }
  return 0;
}

static struct site analyse(uintptr_t address) {
  struct site site = {SITE_FOREIGN, false, 0};
  struct dwarf_eh_bases bases;
  cursor fde = _Unwind_Find_FDE((void *)(address - 1), &bases);
  if (!fde)
    return site;
  struct function function = read_function(fde);
  if (!is_tussah_personality(function.personality))
    return site;
  site.kind = SITE_CALL;
  if (function.lsda)
    site.landing_pad = find_spawn(&function, address);
  if (site.landing_pad) {
    site.kind = SITE_SPAWN;
    site.calls_known = true;
  }
  return site;
}

void sites_check_tables(void (*run)(void *)) {
  // Once is enough, because the check is about how the program was linked.
  // Relaxed: a second check does no harm.
  static atomic_word checked;
  if (load_relaxed(&checked))
    return;
  store_relaxed(&checked, 1);
  struct dwarf_eh_bases bases;
  if (!_Unwind_Find_FDE((char *)run, &bases))
    tussah_fatal(TUSSAH_ERROR_NO_TABLES);
}

//===----------------------------------------------------------------------===//
// Remembering
//===----------------------------------------------------------------------===//

/// A direct-mapped cache without locks, so that signal handlers may use it. An
/// entry is one word: a tag, which tells the addresses of the same place apart,
/// and the distance of the landing pad from the address. 0: nothing.
enum { TABLE_BITS = 14, DISTANCE_BITS = 64 - ADDRESS_BITS + TABLE_BITS };

/// Values that are no distances: such landing pads would be inside the call, or
/// overlap what follows it. They stand for sites without a landing pad.
enum { DISTANCE_CALLS_KNOWN = -1, DISTANCE_CALL = 0, DISTANCE_FOREIGN = 1 };

static atomic_word table[1 << TABLE_BITS];

/// A permutation of the addresses.
static uintptr_t hash_of(uintptr_t address) {
  uintptr_t mask = ((uintptr_t)1 << ADDRESS_BITS) - 1;
  address ^= address >> (ADDRESS_BITS / 2);
  return (address * 0x9e3779b97f4a7c15u) & mask;
}

static atomic_word *entry_at(uintptr_t address) {
  return &table[hash_of(address) >> (ADDRESS_BITS - TABLE_BITS)];
}

static uintptr_t tag_of(uintptr_t address) {
  return hash_of(address) << (64 - ADDRESS_BITS + TABLE_BITS) >>
         (64 - ADDRESS_BITS + TABLE_BITS) << DISTANCE_BITS;
}

static bool recall(uintptr_t address, struct site *site) {
  // Relaxed: nothing but this word is read.
  uintptr_t entry = load_relaxed(entry_at(address));
  if (entry == 0 || ((entry ^ tag_of(address)) >> DISTANCE_BITS) != 0)
    return false;
  int64_t distance =
      (int64_t)(entry << (64 - DISTANCE_BITS)) >> (64 - DISTANCE_BITS);
  *site = (struct site){SITE_SPAWN, true, address + (uintptr_t)distance};
  if (distance == DISTANCE_CALL || distance == DISTANCE_CALLS_KNOWN)
    *site = (struct site){SITE_CALL, distance == DISTANCE_CALLS_KNOWN, 0};
  else if (distance == DISTANCE_FOREIGN)
    *site = (struct site){SITE_FOREIGN, false, 0};
  return true;
}

static void remember(uintptr_t address, struct site site) {
  int64_t distance = site.kind != SITE_CALL ? DISTANCE_FOREIGN
                     : site.calls_known     ? DISTANCE_CALLS_KNOWN
                                            : DISTANCE_CALL;
  if (site.kind == SITE_SPAWN) {
    distance = (int64_t)(site.landing_pad - address);
    int64_t limit = (int64_t)1 << (DISTANCE_BITS - 1);
    if (distance >= limit || distance < -limit ||
        (distance >= DISTANCE_CALLS_KNOWN && distance <= DISTANCE_FOREIGN))
      return;
  }
  uintptr_t bits = (uintptr_t)distance & (((uintptr_t)1 << DISTANCE_BITS) - 1);
  store_relaxed(entry_at(address), tag_of(address) | bits);
}

struct site site_find(uintptr_t address) {
  struct site site = {SITE_FOREIGN, false, 0};
  if (address >> ADDRESS_BITS)
    return site;
  if (!recall(address, &site)) {
    site = analyse(address);
    remember(address, site);
  }
  return site;
}

bool site_calls_known(uintptr_t address) {
  struct site site = site_find(address);
  if (site.calls_known)
    return true;
  uintptr_t function = called_before(address);
  // The first instruction is known if a return behind it is.
  if (!function || site_find(function + 1).kind == SITE_FOREIGN)
    return false;
  if (site.kind == SITE_CALL) {
    site.calls_known = true;
    remember(address, site);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Unloading
//===----------------------------------------------------------------------===//

static atomic_word unloadings; ///< that the table knows of

/// The first object is enough: each knows how many have been unloaded.
static int read_unloadings(struct dl_phdr_info *info, size_t size,
                           void *unloaded) {
  *(uintptr_t *)unloaded = size >= offsetof(struct dl_phdr_info, dlpi_tls_modid)
                               ? info->dlpi_subs
                               : 0;
  return 1;
}

void sites_check_unloading(void) {
  uintptr_t unloaded = 0;
  dl_iterate_phdr(read_unloadings, &unloaded);
  // Acquire: pairs with the release below. A thread that sees that store does
  // not see entries from before the clearing.
  if (load_acquire(&unloadings) == unloaded)
    return;
  for (size_t i = 0; i < sizeof table / sizeof *table; ++i)
    store_relaxed(&table[i], 0);
  // Release: pairs with the acquire above, for the clearing.
  store_release(&unloadings, unloaded);
}
