//===- SiteModel.c - The table of call sites ------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "models.h"

#include <link.h>
#include <stddef.h>
#include <string.h>

/// The number of objects that have been unloaded.
static unsigned long long unloaded_objects;

/// Takes the place of the function of the C library.
static int iterate(int (*callback)(struct dl_phdr_info *, size_t, void *),
                   void *argument) {
  struct dl_phdr_info info = {.dlpi_subs = unloaded_objects};
  return callback(&info, sizeof info, argument);
}

// The functions that this model does not call analyse programs.
#define dl_iterate_phdr iterate
#include "runtime/scheduler/site.c"

// Named by functions that this model does not call.
const struct spawn_tag __tussah_spawn_tag = {NULL, NULL};
_Unwind_Reason_Code __tussah_personality_cxx(
    int version, _Unwind_Action actions, _Unwind_Exception_Class class,
    struct _Unwind_Exception *exception, struct _Unwind_Context *context) {
  (void)version, (void)actions, (void)class, (void)exception, (void)context;
  return _URC_CONTINUE_UNWIND;
}
_Unwind_Reason_Code __tussah_personality_c(int version, _Unwind_Action actions,
                                           _Unwind_Exception_Class class,
                                           struct _Unwind_Exception *exception,
                                           struct _Unwind_Context *context) {
  return __tussah_personality_cxx(version, actions, class, exception, context);
}

enum { OLD = 0x4000, NEW = 0x5000 };

/// The table knows a call in an object that has just been unloaded.
static void begin(void) {
  memset(&unloadings, 0, sizeof unloadings);
  entry_at(NEW)->value = 0;
  remember(OLD, (struct site){SITE_SPAWN, true, OLD + 7});
  unloaded_objects = 1;
  // All entries but those two.
  for (const atomic_word *word = table; word < table + (1 << TABLE_BITS);
       ++word)
    if (word != entry_at(OLD) && word != entry_at(NEW)) {
      const atomic_word *end = word;
      while (end < table + (1 << TABLE_BITS) && end != entry_at(OLD) &&
             end != entry_at(NEW))
        ++end;
      model_ignore(word, (size_t)((const char *)end - (const char *)word));
      word = end;
    }
}

/// Whoever has looked for unloadings forgets the old call; and what is
/// remembered is whole.
static void run(unsigned number) {
  sites_check_unloading();
  struct site site;
  model_require(!recall(OLD, &site), "a site of an unloaded object is found");
  if (number == 0)
    remember(NEW, (struct site){SITE_SPAWN, true, NEW + 7});
  else if (recall(NEW, &site))
    model_require(site.kind == SITE_SPAWN && site.landing_pad == NEW + 7,
                  "an entry is torn");
}

const struct model site_models[] = {
    {"site-unloading", 3, 0, begin, run, NULL, 2, 1},
    {NULL, 0, 0, NULL, NULL, NULL, 0, 0},
};
