//===- attributes.h - How declarations are marked -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_ATTRIBUTES_H
#define TUSSAH_RUNTIME_SCHEDULER_ATTRIBUTES_H

#define TUSSAH_HIDDEN __attribute__((visibility("hidden")))
#define TUSSAH_EXPORT __attribute__((visibility("default")))
#define TUSSAH_CACHE_LINE 64

#endif // TUSSAH_RUNTIME_SCHEDULER_ATTRIBUTES_H
