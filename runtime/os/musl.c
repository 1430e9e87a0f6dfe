//===- musl.c - What unwinders for glibc ask of musl ----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Debian has a musl, but no GCC for it: programs are linked with the libgcc_eh
/// that was made for glibc. It asks for two things:
///
/// - where unwinding information is, by _dl_find_object, from glibc 2.35 on;
///   musl has no such function;
/// - functions of threads, by weak references. A glibc from 2.34 on always has
///   them. A static musl has what somebody names without weakness.
///
/// A library that was made for musl asks for neither.
///
//===----------------------------------------------------------------------===//

#include <features.h>

#ifndef __GLIBC__

#include <link.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

/// As in glibc's <dlfcn.h>, on processors where a library has no base for data.
struct dl_find_object {
  unsigned long long dlfo_flags;
  void *dlfo_map_start, *dlfo_map_end;
  struct link_map *dlfo_link_map;
  void *dlfo_eh_frame;
  unsigned long long reserved[7];
};

struct search {
  uintptr_t pc;
  struct dl_find_object *found;
};

static int look_into(struct dl_phdr_info *info, size_t size, void *argument) {
  (void)size;
  const struct search *search = argument;
  const ElfW(Phdr) *text = NULL, *table = NULL;
  for (int i = 0; i != info->dlpi_phnum; ++i) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    uintptr_t begin = info->dlpi_addr + segment->p_vaddr;
    if (segment->p_type == PT_LOAD && search->pc >= begin &&
        search->pc - begin < segment->p_memsz)
      text = segment;
    else if (segment->p_type == PT_GNU_EH_FRAME)
      table = segment;
  }
  if (!text || !table)
    return 0;
  char *begin = (char *)(info->dlpi_addr + text->p_vaddr);
  *search->found = (struct dl_find_object){
      .dlfo_map_start = begin,
      .dlfo_map_end = begin + text->p_memsz,
      .dlfo_eh_frame = (void *)(info->dlpi_addr + table->p_vaddr)};
  return 1;
}

/// Weak: a musl that has it itself comes first.
__attribute__((weak, visibility("default"))) int
_dl_find_object(void *pc, struct dl_find_object *found) {
  struct search search = {(uintptr_t)pc, found};
  return dl_iterate_phdr(look_into, &search) ? 0 : -1;
}

__attribute__((used)) static void *const wanted[] = {
    (void *)pthread_once,         (void *)pthread_mutex_lock,
    (void *)pthread_mutex_unlock, (void *)pthread_key_create,
    (void *)pthread_getspecific,  (void *)pthread_setspecific};

#endif
