//===- timeline.cpp - Reads timelines
//-----------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "timeline.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace tussah::trace {

std::uint64_t Timeline::events() const {
  std::uint64_t sum = 0;
  for (const auto *tracks : {&Workers, &Threads})
    for (const auto &[number, events] : *tracks)
      sum += events.size();
  return sum;
}

namespace {

constexpr std::uint64_t MostEvents = std::uint64_t(1) << 24;
constexpr std::uint32_t MostRings = 1 << 16;

template <class T> bool read(std::ifstream &file, T *to, std::size_t count) {
  return static_cast<bool>(
      file.read(reinterpret_cast<char *>(to),
                static_cast<std::streamsize>(count * sizeof(T))));
}

/// What a ring holds, the oldest event first.
bool readRing(std::ifstream &file, const timeline_header &header,
              std::uint32_t index, Timeline &to) {
  std::uint64_t size =
      TIMELINE_RING_HEADER + header.capacity * sizeof(timeline_event);
  timeline_ring ring;
  file.seekg(static_cast<std::streamoff>(TIMELINE_HEADER + index * size));
  if (!read(file, &ring, 1))
    return false;
  std::uint64_t kept = std::min(ring.count, header.capacity);
  if (kept == 0)
    return true;
  std::vector<timeline_event> events(header.capacity);
  file.seekg(static_cast<std::streamoff>(TIMELINE_HEADER + index * size +
                                         TIMELINE_RING_HEADER));
  if (!read(file, events.data(), kept))
    return false;
  // The oldest one may be half overwritten, if the process was killed.
  std::uint64_t first = ring.count - kept;
  first += kept == header.capacity && to.IsCut;
  to.Dropped += first;
  auto &tracks = index == 0 ? to.Threads : to.Workers;
  for (std::uint64_t n = first; n != ring.count; ++n) {
    timeline_event event = events[n % header.capacity];
    event.name[sizeof event.name - 1] = 0;
    tracks[event.worker].push_back(event);
  }
  return true;
}

} // namespace

std::string readTimeline(const std::string &path, Timeline &to) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  timeline_header header;
  if (!file)
    return std::string("cannot be read: ") + std::strerror(errno);
  if (!read(file, &header, 1) || header.magic != TIMELINE_MAGIC)
    return "is no timeline of a program with Tussah's runtime";
  if (header.version != TIMELINE_VERSION)
    return "is of another version of Tussah; record again";
  if (header.rings > MostRings || header.capacity > MostEvents ||
      header.capacity == 0)
    return "is damaged; record again";
  to.Begin = header.begin;
  to.IsCut = header.end == 0;
  to.End = header.end;
  to.Process = header.process;
  to.Dropped = header.lost;
  std::uint64_t used = std::min<std::uint64_t>(header.used_rings, header.rings);
  for (std::uint32_t index = 0; index < used; ++index)
    if (!readRing(file, header, index, to))
      return "is truncated; record again";
  for (auto *tracks : {&to.Workers, &to.Threads})
    for (auto &[number, events] : *tracks) {
      // A number may have had several rings, one after the other.
      auto isBefore = [](const timeline_event &a, const timeline_event &b) {
        return a.time < b.time;
      };
      if (!std::is_sorted(events.begin(), events.end(), isBefore))
        std::sort(events.begin(), events.end(), isBefore);
      to.End = std::max(to.End, events.back().time);
    }
  return "";
}

} // namespace tussah::trace
