//===- personality.c - How exceptions find their way -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// References to functions of the C++ library are weak, because a program may
/// not have that library.
///
//===----------------------------------------------------------------------===//

#include "personality.h"

#include "attributes.h"
#include "error.h"

#define WEAK __attribute__((weak))

extern const void *
    class_type_info[] __asm__("_ZTVN10__cxxabiv117__class_type_infoE") WEAK;
extern _Unwind_Reason_Code __gxx_personality_v0(int, _Unwind_Action,
                                                _Unwind_Exception_Class,
                                                struct _Unwind_Exception *,
                                                struct _Unwind_Context *) WEAK;
extern _Unwind_Reason_Code __gcc_personality_v0(int, _Unwind_Action,
                                                _Unwind_Exception_Class,
                                                struct _Unwind_Exception *,
                                                struct _Unwind_Context *);

/// The C++ personality asks the type whether it catches. No exception is of
/// this type, so it does not.
const struct spawn_tag __tussah_spawn_tag = {&class_type_info[2],
                                             "18__tussah_spawn_tag"};

_Unwind_Reason_Code __tussah_personality_cxx(
    int version, _Unwind_Action actions, _Unwind_Exception_Class class,
    struct _Unwind_Exception *exception, struct _Unwind_Context *context) {
  return __gxx_personality_v0(version, actions, class, exception, context);
}

_Unwind_Reason_Code __tussah_personality_c(int version, _Unwind_Action actions,
                                           _Unwind_Exception_Class class,
                                           struct _Unwind_Exception *exception,
                                           struct _Unwind_Context *context) {
  return __gcc_personality_v0(version, actions, class, exception, context);
}

/// Of the frames that catch everything: the lowest one of a root, whose thread
/// throws it again, and context_try. Their language-specific data is where they
/// go on.
TUSSAH_HIDDEN _Unwind_Reason_Code context_personality(
    int version, _Unwind_Action actions, _Unwind_Exception_Class class,
    struct _Unwind_Exception *exception, struct _Unwind_Context *context) {
  (void)class;
  if (actions & _UA_FORCE_UNWIND)
    tussah_fatal(TUSSAH_ERROR_THREAD_ENDS);
  if (version != 1)
    return _URC_CONTINUE_UNWIND;
  if (actions & _UA_SEARCH_PHASE)
    return _URC_HANDLER_FOUND;
  _Unwind_SetGR(context, __builtin_eh_return_data_regno(0),
                (uintptr_t)exception);
  _Unwind_SetIP(context, (uintptr_t)_Unwind_GetLanguageSpecificData(context));
  return _URC_INSTALL_CONTEXT;
}
