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

#include "personality.h"
#include "runtime.h"

#include <string.h>

struct dwarf_eh_bases {
  void *text, *data, *function;
};

/// Exported by libgcc and LLVM's libunwind; takes no lock with glibc 2.35 or
/// newer.
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
  struct site site = {SITE_FOREIGN, 0};
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
  if (site.landing_pad)
    site.kind = SITE_SPAWN;
  return site;
}

//===----------------------------------------------------------------------===//
// Remembering
//===----------------------------------------------------------------------===//

/// Entries are filled once: first `landing_pad` and `kind`, then `address`.
struct entry {
  atomic_word address;
  atomic_word landing_pad;
  atomic_word kind;
};

/// A program with more call sites of known functions is analysed anew for those
/// that find no place.
enum { TABLE_BITS = 14, PROBES = 16 };

static struct entry table[1 << TABLE_BITS];
static struct lock table_lock;

static struct entry *entry_at(uintptr_t address, unsigned probe) {
  uintptr_t hash = (address * 0x9e3779b97f4a7c15u) >> (64 - TABLE_BITS);
  return &table[(hash + probe) & ((1 << TABLE_BITS) - 1)];
}

/// Looks \p address up in the table.
static bool recall(uintptr_t address, struct site *site) {
  for (unsigned probe = 0; probe < PROBES; ++probe) {
    struct entry *entry = entry_at(address, probe);
    // Acquire: pairs with the release in remember, for the rest of the entry.
    uintptr_t found = load_acquire(&entry->address);
    if (found == address) {
      site->kind = (enum site_kind)load_relaxed(&entry->kind);
      site->landing_pad = load_relaxed(&entry->landing_pad);
      return true;
    }
    if (found == 0)
      return false;
  }
  return false;
}

static void remember(uintptr_t address, struct site site) {
  lock_acquire(&table_lock);
  for (unsigned probe = 0; probe < PROBES; ++probe) {
    struct entry *entry = entry_at(address, probe);
    uintptr_t found = load_relaxed(&entry->address);
    if (found == address)
      break;
    if (found == 0) {
      store_relaxed(&entry->kind, site.kind);
      store_relaxed(&entry->landing_pad, site.landing_pad);
      // Release: pairs with the acquire in recall.
      store_release(&entry->address, address);
      break;
    }
  }
  lock_release(&table_lock);
}

struct site site_find(uintptr_t address) {
  struct site site;
  if (!recall(address, &site)) {
    site = analyse(address);
    remember(address, site);
  }
  return site;
}
