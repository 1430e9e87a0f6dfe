//===- personality.h - How exceptions find their way -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions that spawn have a personality of this runtime. It forwards to the
/// one that they would have otherwise. The scheduler recognizes functions of
/// known form by it.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_PERSONALITY_H
#define TUSSAH_RUNTIME_SCHEDULER_PERSONALITY_H

#include "attributes.h"

#include <stdbool.h>
#include <stdint.h>
#include <unwind.h>

/// An object of the layout of std::type_info, to be compared by address.
struct spawn_tag {
  const void *vtable;
  const char *name;
};

extern const struct spawn_tag __tussah_spawn_tag TUSSAH_EXPORT;

/// For functions of C++, and of C.
_Unwind_Reason_Code
__tussah_personality_cxx(int version, _Unwind_Action actions,
                         _Unwind_Exception_Class class,
                         struct _Unwind_Exception *exception,
                         struct _Unwind_Context *context) TUSSAH_EXPORT;
_Unwind_Reason_Code
__tussah_personality_c(int version, _Unwind_Action actions,
                       _Unwind_Exception_Class class,
                       struct _Unwind_Exception *exception,
                       struct _Unwind_Context *context) TUSSAH_EXPORT;

static inline bool is_tussah_personality(uintptr_t address) {
  return address == (uintptr_t)&__tussah_personality_cxx ||
         address == (uintptr_t)&__tussah_personality_c;
}

#endif // TUSSAH_RUNTIME_SCHEDULER_PERSONALITY_H
