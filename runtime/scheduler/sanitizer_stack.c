//===- sanitizer_stack.c - What AddressSanitizer knows of stacks -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sanitizer_stack.h"

#define WEAK __attribute__((weak))

extern void __asan_unpoison_memory_region(void const volatile *base,
                                          size_t size) WEAK;
extern void __lsan_register_root_region(const void *base, size_t size) WEAK;
extern void __lsan_unregister_root_region(const void *base, size_t size) WEAK;

void sanitizer_stack_mapped(void *base, size_t size) {
  if (__lsan_register_root_region)
    __lsan_register_root_region(base, size);
}

void sanitizer_stack_cleared(void *base, size_t size) {
  if (__asan_unpoison_memory_region)
    __asan_unpoison_memory_region(base, size);
}

void sanitizer_stack_unmapped(void *base, size_t size) {
  sanitizer_stack_cleared(base, size);
  if (__lsan_unregister_root_region)
    __lsan_unregister_root_region(base, size);
}
