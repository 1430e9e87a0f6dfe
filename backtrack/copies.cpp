//===- copies.cpp - Values that all ranks have ------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "copies.h"

#include "../jobs/job.h"
#include "function.h"

#include <algorithm>

using namespace tussah::backtrack;
using namespace tussah::backtrack::detail;

std::shared_ptr<const void> Copy::value() {
  std::lock_guard<std::mutex> guard(Lock);
  if (!Value) {
    cps::unpacker from(Contents);
    auto *reader = readFunction<CopyReader *>(from);
    Value = reader(from);
    jobs::checkRead(from);
    Contents = {};
  }
  return Value;
}

void Copies::add(const CopyName &name, std::shared_ptr<Copy> copy) {
  Entry &entry = Here[name];
  if (++entry.Broadcasts == 1)
    entry.What = std::move(copy);
}

void Copies::remove(const CopyName &name) {
  auto found = Here.find(name);
  if (found != Here.end() && --found->second.Broadcasts == 0)
    Here.erase(found);
}

std::shared_ptr<Copy> Copies::find(const CopyName &name) const {
  auto found = Here.find(name);
  return found == Here.end() ? nullptr : found->second.What;
}

std::uint64_t Copies::expect(const Missing &missing, std::vector<bool> ranks) {
  missing->store_relaxed(
      static_cast<unsigned>(std::count(ranks.begin(), ranks.end(), true)));
  Sent.emplace(++LastBroadcast, Expected{missing, std::move(ranks)});
  return LastBroadcast;
}

void Copies::arrived(std::uint64_t broadcast, unsigned rank) {
  auto found = Sent.find(broadcast);
  // The rank may have been lost meanwhile.
  if (found == Sent.end() || !found->second.Ranks[rank])
    return;
  found->second.Ranks[rank] = false;
  // The last one.
  if (found->second.Count->fetch_sub_relaxed(1) == 1)
    Sent.erase(found);
}

void Copies::lose(unsigned rank) {
  for (auto at = Sent.begin(); at != Sent.end();)
    arrived((at++)->first, rank);
}

void Copies::clear() {
  Here.clear();
  Sent.clear();
}

void GivenUp::add(std::uint32_t run, const CopyName &name) noexcept try {
  std::lock_guard<std::mutex> guard(Lock);
  Names.push_back({run, name});
  IsAny.store_relaxed(true);
} catch (const std::bad_alloc &) {
  // The others keep the value to the end of the run.
  return;
}

std::vector<CopyName> GivenUp::take(std::uint32_t run) {
  std::vector<CopyName> result;
  // Whoever asks all the time does not want the lock.
  if (!IsAny.load_relaxed())
    return result;
  std::lock_guard<std::mutex> guard(Lock);
  for (const Entry &entry : Names)
    if (entry.Run == run)
      result.push_back(entry.Name);
  Names.clear();
  IsAny.store_relaxed(false);
  return result;
}
