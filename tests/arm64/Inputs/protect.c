//===- protect.c - Enforces landing pads in a program and libtussah.so ----===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The start files of Debian 12 have no landing pads (BTI), so no program there
/// has the mark for which the system enforces them. This file, linked into a
/// program, asks for it: for its code and for that of libtussah.so, from main
/// on to exit. Start files run before and after.
///
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

static int protectObject(struct dl_phdr_info *object, size_t size,
                         void *extra) {
  (void)size;
  if (*object->dlpi_name && !strstr(object->dlpi_name, "libtussah.so"))
    return 0;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X))
      continue;
    uintptr_t begin = object->dlpi_addr + segment->p_vaddr;
    uintptr_t end = begin + segment->p_memsz;
    begin &= ~(page - 1);
    if (mprotect((void *)begin, end - begin,
                 PROT_READ | PROT_EXEC | *(int *)extra)) {
      perror("protect.c: mprotect");
      _exit(99);
    }
  }
  return 0;
}

static void refused(int signal, siginfo_t *info, void *context) {
  (void)signal, (void)info;
  uintptr_t at = ((ucontext_t *)context)->uc_mcontext.pc;
  Dl_info found = {.dli_fname = "?"};
  dladdr((void *)at, &found);
  fprintf(stderr, "no landing pad at %s+0x%zx (%s)\n", found.dli_fname,
          at - (uintptr_t)found.dli_fbase,
          found.dli_sname ? found.dli_sname : "?");
  _exit(99);
}

static void unprotect(void) {
  int none = 0;
  dl_iterate_phdr(protectObject, &none);
}

static int isLanding(void) { return 0; }

int __real_main(int argc, char **argv);

/// Linked with --wrap=main: constructors of libgcc have no landing pads either.
int __wrap_main(int argc, char **argv) {
  struct sigaction action = {.sa_sigaction = refused, .sa_flags = SA_SIGINFO};
  sigaction(SIGILL, &action, NULL);
  int landingPads = 0x10; // PROT_BTI
  dl_iterate_phdr(protectObject, &landingPads);
  // What the program registers later runs before.
  atexit(unprotect);
  const char *test = getenv("TUSSAH_TEST_LANDING");
  if (test) {
    // Behind a landing pad's instruction: a fault, if they are enforced.
    int (*volatile inside)(void) = isLanding;
    inside = (int (*)(void))((uintptr_t)inside + 4);
    inside();
  }
  return __real_main(argc, argv);
}
