//===- calls.h - Return addresses, and what is before them ------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The code may be unreadable, so only a thread that survives a fault may ask
/// what is before an address.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_AARCH64_CALLS_H
#define TUSSAH_RUNTIME_SCHEDULER_AARCH64_CALLS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/// How many bits of an address are used by programs that do not ask for more.
enum { ADDRESS_BITS = 48 };

/// How far a call itself moves the stack pointer. A function that calls nothing
/// may have no frame.
enum { PUSHED_BY_CALL = 0 };

/// The return address of the known function with the frame pointer \p frame,
/// without its signature.
static inline uintptr_t return_address_of(uintptr_t frame) {
  register uintptr_t address __asm__("x30") = ((const uintptr_t *)frame)[1];
  __asm__("hint #7" : "+r"(address)); // xpaclri
  return address;
}

static inline uint32_t instruction_at(uintptr_t address) {
  uint32_t instruction;
  memcpy(&instruction, (const void *)address, sizeof instruction);
  return instruction;
}

static inline bool is_direct_call(uint32_t instruction) {
  return instruction >> 26 == 0x25; // bl
}

/// True if the instruction before \p address is a call.
static inline bool follows_call(uintptr_t address) {
  if (address % 4 != 0)
    return false;
  uint32_t call = instruction_at(address - 4);
  return is_direct_call(call) || (call & 0xfffffc1f) == 0xd63f0000 || // blr
         (call & 0xfefff800) == 0xd63f0800; // blraa and its like
}

/// The lowest \p bits of \p value as a number with a sign.
static inline int64_t sign_extend(uint64_t value, unsigned bits) {
  return (int64_t)(value << (64 - bits)) >> (64 - bits);
}

/// The page that the `adrp x16` at \p address names; 0 if there is none.
static inline uintptr_t page_named_at(uintptr_t address) {
  uint32_t adrp = instruction_at(address);
  if ((adrp & 0x9f00001f) != 0x90000010)
    return 0;
  uint64_t pages = (uint64_t)(adrp >> 5 & 0x7ffff) << 2 | (adrp >> 29 & 3);
  return (address & ~(uintptr_t)4095) +
         (uintptr_t)(sign_extend(pages, 21) * 4096);
}

/// The function that the call before \p address names, also by an entry of the
/// procedure linkage table, or what a linker puts between for far calls; 0 if
/// it names none.
static inline uintptr_t called_before(uintptr_t address) {
  uint32_t call = instruction_at(address - 4);
  if (!is_direct_call(call))
    return 0;
  uintptr_t target =
      address - 4 + (uintptr_t)(sign_extend(call & 0x3ffffff, 26) * 4);
  uintptr_t stub = target;
  if (instruction_at(stub) == 0xd503245f) // bti c
    stub += 4;
  uintptr_t page = page_named_at(stub);
  if (!page)
    return target;
  uint32_t next = instruction_at(stub + 4);
  if ((next & 0xffc003ff) == 0xf9400211) { // ldr x17, [x16, #offset]
    uintptr_t function;
    memcpy(&function, (const void *)(page + (next >> 10 & 0xfff) * 8),
           sizeof function);
    return function;
  }
  if ((next & 0xffc003ff) == 0x91000210) // add x16, x16, #offset
    return page + (next >> 10 & 0xfff);
  return target;
}

#endif // TUSSAH_RUNTIME_SCHEDULER_AARCH64_CALLS_H
