//===- sanitizer_stack.h - What AddressSanitizer knows of stacks -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_SANITIZER_STACK_H
#define TUSSAH_RUNTIME_SCHEDULER_SANITIZER_STACK_H

#include "attributes.h"

#include <stddef.h>

/// Tell the sanitizers that the stack at \p base, of \p size bytes, has been
/// mapped; that it is free for new frames; that it is about to be unmapped.
void sanitizer_stack_mapped(void *base, size_t size) TUSSAH_HIDDEN;
void sanitizer_stack_cleared(void *base, size_t size) TUSSAH_HIDDEN;
void sanitizer_stack_unmapped(void *base, size_t size) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_SANITIZER_STACK_H
