//===- calls.h - Return addresses, and what is before them ------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Instructions cannot be read backwards, so both functions that look for a
/// call may take other bytes for one. But what looks like a call of a certain
/// function is one. The code may be unreadable, so only a thread that survives
/// a fault may call these two.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_X86_64_CALLS_H
#define TUSSAH_RUNTIME_SCHEDULER_X86_64_CALLS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/// How many bits of an address are used by programs.
enum { ADDRESS_BITS = 47 };

/// How far a call itself moves the stack pointer.
enum { PUSHED_BY_CALL = sizeof(uintptr_t) };

/// The return address of the known function with the frame pointer \p frame.
static inline uintptr_t return_address_of(uintptr_t frame) {
  return ((const uintptr_t *)frame)[1];
}

/// What the pointer that is addressed relative to \p next, the instruction
/// behind, contains.
static inline uintptr_t read_relative(const uint8_t *next) {
  int32_t distance;
  memcpy(&distance, next - sizeof distance, sizeof distance);
  uintptr_t pointer;
  memcpy(&pointer, next + distance, sizeof pointer);
  return pointer;
}

/// True if the instruction before \p address can be a call.
static inline bool follows_call(uintptr_t address) {
  const uint8_t *next = (const uint8_t *)address;
  if (next[-5] == 0xe8)
    return true;
  // ff /2 with the lengths that its operands can have.
  for (int length = 2; length <= 7; ++length)
    if (length != 5 && next[-length] == 0xff &&
        (next[1 - length] & 0x38) == 0x10)
      return true;
  return false;
}

/// The function that the call before \p address names, also by an entry of the
/// procedure linkage table or the global offset table; 0 if it names none.
static inline uintptr_t called_before(uintptr_t address) {
  const uint8_t *next = (const uint8_t *)address;
  if (next[-6] == 0xff && next[-5] == 0x15) // call *slot(%rip)
    return read_relative(next);
  if (next[-5] != 0xe8)
    return 0;
  int32_t distance;
  memcpy(&distance, next - sizeof distance, sizeof distance);
  const uint8_t *target = next + distance;
  const uint8_t endbr[] = {0xf3, 0x0f, 0x1e, 0xfa};
  const uint8_t *stub = target;
  if (memcmp(stub, endbr, sizeof endbr) == 0)
    stub += sizeof endbr;
  if (stub[0] == 0xf2) // bnd
    ++stub;
  if (stub[0] == 0xff && stub[1] == 0x25) // jmp *slot(%rip)
    return read_relative(stub + 6);
  return (uintptr_t)target;
}

#endif // TUSSAH_RUNTIME_SCHEDULER_X86_64_CALLS_H
