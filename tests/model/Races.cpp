//===- Races.cpp - Watches the ordinary memory of models ------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The models and the protocols in them are compiled with the instrumentation
/// of ThreadSanitizer, which calls these functions before each access to
/// ordinary memory. So every data race is seen, not only those of words that
/// somebody thought of; as is memory that is used after it was freed.
///
//===----------------------------------------------------------------------===//

#include "Engine.h"

#include <cstring>

namespace checker {

namespace {

/// One byte of memory.
struct Granule {
  uintptr_t Address = 0;
  unsigned Execution = 0; ///< in which this was written; older ones are free
  int Writer = -1;
  uint32_t WriteTime = 0;
  const void *WriterCode = nullptr; ///< for messages
  std::array<uint32_t, MaxThreads> ReadTimes{};
  bool IsFreed = false;
};

constexpr size_t GranuleSize = 1, TableSize = 1 << 15;

Granule Table[TableSize];
unsigned Execution = 0;
const void *Code = nullptr; ///< that makes the present access

Granule &granule(uintptr_t Address) {
  // The bytes of a line are neighbours, as they are mostly accessed together.
  constexpr size_t Line = 16, LineBits = 11;
  static_assert(TableSize == Line << LineBits, "the hash is of lines");
  size_t I = (Address / Line * 0x9e3779b97f4a7c15u >> (64 - LineBits)) * Line +
             Address % Line;
  for (size_t Tries = 0; Table[I].Execution == Execution;
       I = (I + Line) % TableSize) {
    if (Table[I].Address == Address)
      return Table[I];
    if (++Tries > TableSize / Line / 2)
      E->fail("the model uses too much memory");
  }
  Table[I] = Granule();
  Table[I].Address = Address;
  Table[I].Execution = Execution;
  return Table[I];
}

bool happenedBefore(const Granule &G, const Thread &T) {
  return G.Writer < 0 || G.WriteTime <= T.Now.Clock[size_t(G.Writer)];
}

bool happenedBefore(const std::array<uint32_t, MaxThreads> &Times,
                    const Thread &T) {
  for (size_t I = 0; I < MaxThreads; ++I)
    if (I != E->Running && Times[I] > T.Now.Clock[I])
      return false;
  return true;
}

void report(const char *What, uintptr_t Address) {
  char Text[160];
  snprintf(
      Text, sizeof Text,
      "%s: of thread %u, code at %p, memory at %p, last written by code at %p",
      What, E->Running, Code, reinterpret_cast<void *>(Address),
      granule(Address).WriterCode);
  E->fail(Text);
}

/// All granules that overlap the memory.
template <class Function>
void forEach(uintptr_t Address, size_t Size, const Function &F) {
  for (uintptr_t A = Address & ~(GranuleSize - 1); A < Address + Size;
       A += GranuleSize)
    F(A, granule(A));
}

/// A write of ordinary memory that holds atomic words: they begin anew.
void replaceWords(uintptr_t Address, size_t Size) {
  for (uintptr_t A = Address & ~(E->Alignment - 1); A < Address + Size;
       A += E->Alignment) {
    Location *L = E->findLocation(A);
    if (!L)
      continue;
    if (!happenedBefore(L->AccessTimes, E->current()))
      report("data race with an atomic access", A);
    L->IsReplaced = true;
    E->record(A);
  }
}

} // namespace

void Engine::resetPlain() { ++Execution; }

void Engine::plainRead(uintptr_t Address, size_t Size) {
  if (!InThreads)
    return;
  Thread &T = current();
  // An earlier release does not cover this.
  ++T.Now.Clock[Running];
  forEach(Address, Size, [&](uintptr_t A, Granule &G) {
    if (G.IsFreed)
      report("use after free", A);
    if (!happenedBefore(G, T))
      report("data race", A);
    G.ReadTimes[Running] = T.Now.Clock[Running];
    if (A % Alignment != 0)
      return;
    if (Location *L = findLocation(A))
      if (!happenedBefore(L->StoreTimes, T))
        report("data race with an atomic store", A);
  });
}

void Engine::plainWrite(uintptr_t Address, size_t Size) {
  if (!InThreads)
    return;
  Thread &T = current();
  ++T.Now.Clock[Running];
  forEach(Address, Size, [&](uintptr_t A, Granule &G) {
    if (G.IsFreed)
      report("use after free", A);
    if (!happenedBefore(G, T) || !happenedBefore(G.ReadTimes, T))
      report("data race", A);
    G.Writer = int(Running);
    G.WriteTime = T.Now.Clock[Running];
    G.WriterCode = Code;
  });
  replaceWords(Address, Size);
}

void Engine::plainFree(uintptr_t Address, size_t Size) {
  plainWrite(Address, Size);
  forEach(Address, Size, [&](uintptr_t, Granule &G) { G.IsFreed = true; });
}

void Engine::plainAllocate(uintptr_t Address, size_t Size) {
  forEach(Address, Size, [&](uintptr_t, Granule &G) { G.IsFreed = false; });
  plainWrite(Address, Size);
}

void Engine::checkAtomic(Location &L, bool Stores) {
  Thread &T = current();
  uintptr_t Address = reinterpret_cast<uintptr_t>(L.Word);
  const Granule &G = granule(Address);
  if (G.IsFreed)
    report("use after free", Address);
  if (!happenedBefore(G, T) || (Stores && !happenedBefore(G.ReadTimes, T)))
    report("data race of an atomic access", Address);
  L.AccessTimes[Running] = T.Now.Clock[Running];
  if (Stores)
    L.StoreTimes[Running] = T.Now.Clock[Running];
}

} // namespace checker

using namespace checker;

// Inlined, so that the return address is that of the function called by the
// code in question.
[[gnu::always_inline]] static inline void readAt(const void *Memory,
                                                 size_t Size) {
  Code = __builtin_return_address(0);
  if (E)
    E->plainRead(reinterpret_cast<uintptr_t>(Memory), Size);
}

[[gnu::always_inline]] static inline void writeAt(const void *Memory,
                                                  size_t Size) {
  Code = __builtin_return_address(0);
  if (E)
    E->plainWrite(reinterpret_cast<uintptr_t>(Memory), Size);
}

uintptr_t model_read(const plain_word *Word) {
  readAt(Word, sizeof *Word);
  return Word->value;
}

void model_write(plain_word *Word, uintptr_t Value) {
  writeAt(Word, sizeof *Word);
  Word->value = Value;
}

void model_freed(const void *Memory, size_t Size) {
  E->plainFree(reinterpret_cast<uintptr_t>(Memory), Size);
}

void model_allocated(const void *Memory, size_t Size) {
  E->plainAllocate(reinterpret_cast<uintptr_t>(Memory), Size);
}

void model_written(const void *Memory, size_t Size) { writeAt(Memory, Size); }

//===----------------------------------------------------------------------===//
// The interface of ThreadSanitizer's instrumentation
//===----------------------------------------------------------------------===//

#define TUSSAH_ACCESS(size)                                                    \
  void __tsan_read##size(void *Memory) { readAt(Memory, size); }               \
  void __tsan_write##size(void *Memory) { writeAt(Memory, size); }             \
  void __tsan_unaligned_read##size(void *Memory) { readAt(Memory, size); }     \
  void __tsan_unaligned_write##size(void *Memory) { writeAt(Memory, size); }

#pragma GCC visibility push(default)
extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void *) {}
void __tsan_func_exit(void *) {}
void __tsan_vptr_read(void **Memory) { readAt(Memory, sizeof *Memory); }
void __tsan_vptr_update(void **Memory, void *) {
  writeAt(Memory, sizeof *Memory);
}

// Of the compiler and the standard library, not of a protocol: whether static
// variables of functions are initialized, and counts of references.
char __tsan_atomic8_load(const volatile char *Memory, int) {
  return __atomic_load_n(Memory, __ATOMIC_ACQUIRE);
}
int __tsan_atomic32_fetch_add(volatile int *Memory, int Value, int) {
  return __atomic_fetch_add(Memory, Value, __ATOMIC_ACQ_REL);
}

TUSSAH_ACCESS(1)
TUSSAH_ACCESS(2)
TUSSAH_ACCESS(4)
TUSSAH_ACCESS(8)
TUSSAH_ACCESS(16)
void __tsan_read_range(void *Memory, size_t Size) { readAt(Memory, Size); }
void __tsan_write_range(void *Memory, size_t Size) { writeAt(Memory, Size); }

void *__tsan_memset(void *To, int Value, size_t Size) {
  writeAt(To, Size);
  return memset(To, Value, Size);
}

void *__tsan_memcpy(void *To, const void *From, size_t Size) {
  readAt(From, Size);
  writeAt(To, Size);
  return memcpy(To, From, Size);
}

void *__tsan_memmove(void *To, const void *From, size_t Size) {
  readAt(From, Size);
  writeAt(To, Size);
  return memmove(To, From, Size);
}
}
#pragma GCC visibility pop
