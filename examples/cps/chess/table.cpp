//===- table.cpp - The transposition table --------------------------------===//

#include "table.h"

#include <algorithm>
#include <bit>
#include <new>
#include <sys/mman.h>

using namespace chess;

static std::uint64_t encode(const Known &known) {
  return std::uint64_t(known.Best.Bits) |
         std::uint64_t(std::uint16_t(known.Score)) << 16 |
         std::uint64_t(std::uint8_t(known.Depth)) << 32 |
         std::uint64_t(known.Kind) << 40 | std::uint64_t(known.Age) << 42 |
         std::uint64_t(std::uint16_t(known.Value)) << 48;
}

static Known decode(std::uint64_t data) {
  Known known;
  known.Best.Bits = std::uint16_t(data);
  known.Score = std::int16_t(data >> 16);
  known.Depth = std::int8_t(data >> 32);
  known.Kind = Bound(data >> 40 & 3);
  known.Age = data >> 42 & 63;
  known.Value = std::int16_t(data >> 48);
  return known;
}

void Table::resize(std::size_t megabytes) {
  std::size_t groups =
      megabytes ? std::bit_floor(megabytes * (1 << 20) / sizeof(Group)) : 0;
  if (groups == Groups)
    return;
  void *memory = nullptr;
  if (groups) {
    // Entries are all over it: with small pages each look for one would be one
    // for its page, too. This is advice, which a system may not take.
    constexpr std::size_t Page = 2 << 20;
    std::size_t bytes = std::max(groups * sizeof(Group), Page);
    memory = std::aligned_alloc(Page, bytes);
    if (!memory)
      throw std::bad_alloc();
    madvise(memory, bytes, MADV_HUGEPAGE);
    std::uninitialized_value_construct_n(static_cast<Group *>(memory), groups);
  }
  Memory.reset(static_cast<Group *>(memory));
  Groups = groups;
  Clean = true;
}

void Table::clear() {
  if (Clean)
    return;
  for (std::size_t i = 0; i < Groups; ++i)
    for (Entry &entry : Memory[i].Entries) {
      entry.Check.store(0, std::memory_order_relaxed);
      entry.Data.store(0, std::memory_order_relaxed);
    }
  Age = 0;
  Clean = true;
}

std::optional<Known> Table::find(std::uint64_t key) const {
  for (const Entry &entry : group(key).Entries) {
    std::uint64_t data = entry.Data.load(std::memory_order_relaxed);
    if (data && (entry.Check.load(std::memory_order_relaxed) ^ data) == key)
      return decode(data);
  }
  return std::nullopt;
}

void Table::store(std::uint64_t key, Known known) {
  Entry *place = nullptr;
  int least = 1 << 30;
  for (Entry &entry : group(key).Entries) {
    std::uint64_t data = entry.Data.load(std::memory_order_relaxed);
    Known old = decode(data);
    if (data && (entry.Check.load(std::memory_order_relaxed) ^ data) == key) {
      // A bound of a much shallower search does not replace what is known.
      if (known.Kind != Bound::Exact && known.Depth < old.Depth - 3 &&
          old.Age == Age)
        return;
      if (!known.Best)
        known.Best = old.Best;
      if (known.Value == Unknown)
        known.Value = old.Value;
      place = &entry;
      break;
    }
    int worth = data ? old.Depth - 8 * ((Age - old.Age) & 63) : -1000;
    if (worth < least) {
      least = worth;
      place = &entry;
    }
  }
  known.Age = Age;
  std::uint64_t data = encode(known);
  place->Data.store(data, std::memory_order_relaxed);
  place->Check.store(key ^ data, std::memory_order_relaxed);
}

int Table::used() const {
  int found = 0;
  std::size_t looked = std::min<std::size_t>(Groups, 250);
  for (std::size_t i = 0; i < looked; ++i)
    for (const Entry &entry : Memory[i].Entries) {
      std::uint64_t data = entry.Data.load(std::memory_order_relaxed);
      found += data && decode(data).Age == Age;
    }
  return looked ? found * 1000 / int(4 * looked) : 0;
}
