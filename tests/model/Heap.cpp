//===- Heap.cpp - Memory of models in C++ ---------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Models in C are static. Objects in C++ have constructors that allocate, and
/// threads allocate while they run. All of that has to be at the same address
/// in each execution, and what is freed must not be accessed. So `new` is this
/// one in the program of these models; the checker, a shared library, has its
/// own.
///
//===----------------------------------------------------------------------===//

#include "Heap.h"
#include "models.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <new>
#include <string>

namespace {

/// Memory that is given out in order, and never again in an execution.
struct Arena {
  static constexpr std::size_t Size = 512 << 10;

  alignas(64) std::byte Bytes[Size];
  std::size_t Used = 0;

  /// The size of a block is in the word before it.
  void *take(std::size_t size, std::size_t alignment) {
    std::size_t begin =
        (Used + sizeof size + alignment - 1) / alignment * alignment;
    if (begin + size > Size)
      std::abort();
    Used = begin + size;
    std::memcpy(Bytes + begin - sizeof size, &size, sizeof size);
    return Bytes + begin;
  }
  bool has(const void *memory) const {
    return memory >= Bytes && memory < Bytes + Size;
  }
};

/// Of what begins an execution, and of each thread.
Arena World, OfThread[6];
bool Building = false;

struct Image {
  std::string Bytes;
  void *Root;
};

void *allocate(std::size_t size, std::size_t alignment) {
  if (Building)
    return World.take(size, alignment);
  if (model_runs())
    return OfThread[model_self()].take(size, alignment);
  if (void *memory = std::aligned_alloc(alignment, (size + alignment - 1) /
                                                       alignment * alignment))
    return memory;
  std::abort();
}

void release(void *memory) {
  if (!memory)
    return;
  bool isModelled = World.has(memory);
  for (const Arena &arena : OfThread)
    isModelled |= arena.has(memory);
  if (!isModelled)
    return std::free(memory);
  if (!model_runs())
    return;
  std::size_t size;
  std::memcpy(&size, static_cast<std::byte *>(memory) - sizeof size,
              sizeof size);
  model_freed(memory, size);
}

} // namespace

void *beginWorld(void *(*build)()) {
  static std::map<void *(*)(), Image> images;
  for (Arena &arena : OfThread)
    arena.Used = 0;
  auto found = images.find(build);
  if (found == images.end()) {
    World.Used = 0;
    std::memset(World.Bytes, 0, World.Size);
    Building = true;
    void *root = build();
    Building = false;
    const char *first = reinterpret_cast<const char *>(World.Bytes);
    found = images.emplace(build, Image{std::string(first, World.Used), root})
                .first;
  }
  const Image &image = found->second;
  World.Used = image.Bytes.size();
  std::memcpy(World.Bytes, image.Bytes.data(), World.Used);
  return image.Root;
}

void *operator new(std::size_t size) {
  return allocate(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void *operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void *memory) noexcept { release(memory); }
void operator delete(void *memory, std::size_t) noexcept { release(memory); }
void operator delete(void *memory, std::align_val_t) noexcept {
  release(memory);
}
void operator delete(void *memory, std::size_t, std::align_val_t) noexcept {
  release(memory);
}
