//===- copies.c - Copies of the runtime in the process --------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "copies.h"

#include <link.h>
#include <string.h>

#define OWNER "Tussah"
enum { RUNTIME_NOTE = 1 };

/// Each program or library with a runtime has this note, since a linker keeps
/// notes. `readelf -n` shows it, too.
static const struct {
  ElfW(Nhdr) header;
  char owner[(sizeof OWNER + 3) & ~3u];
} note __attribute__((used, section(".note.tussah"), aligned(4))) = {
    .header = {.n_namesz = sizeof OWNER, .n_type = RUNTIME_NOTE},
    .owner = OWNER};

static int count_note(struct dl_phdr_info *info, size_t size, void *count) {
  (void)size;
  for (int i = 0; i != info->dlpi_phnum; ++i) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_NOTE)
      continue;
    const char *next = (const char *)(info->dlpi_addr + segment->p_vaddr);
    const char *end = next + segment->p_memsz;
    // Linkers put notes that are aligned to 8 bytes into segments of their own.
    size_t mask = segment->p_align == 8 ? 7 : 3;
    while (next < end) {
      const ElfW(Nhdr) *header = (const ElfW(Nhdr) *)next;
      const char *owner = next + sizeof *header;
      if (header->n_type == RUNTIME_NOTE && header->n_namesz == sizeof OWNER &&
          memcmp(owner, OWNER, sizeof OWNER) == 0) {
        ++*(unsigned *)count;
        return 0;
      }
      size_t described = (sizeof *header + header->n_namesz + mask) & ~mask;
      next += (described + header->n_descsz + mask) & ~mask;
    }
  }
  return 0;
}

unsigned copies_count(void) {
  unsigned count = 0;
  dl_iterate_phdr(count_note, &count);
  return count;
}
