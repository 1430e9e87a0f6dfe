//===- messages.cpp - Closures in messages ----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "messages.h"

#include "../jobs/job.h"

#include <tussah/cps/image.hpp>
#include <tussah/cps/path.hpp>

#include <cstring>

using namespace tussah::cps;
using namespace tussah::cps::detail;
using namespace tussah::jobs;

std::uint64_t tussah::cps::detail::packSite(const std::source_location &site) {
  const void *address = nullptr;
  std::memcpy(&address, &site, sizeof(address));
  return address ? codeReference(address) : 0;
}

std::source_location tussah::cps::detail::unpackSite(std::uint64_t reference) {
  const void *address = reference ? codeAddress(reference) : nullptr;
  std::source_location site;
  std::memcpy(&site, &address, sizeof(site));
  return site;
}

void tussah::cps::detail::packReady(const Closure *closure, packer &to) {
  to(codeReference(closure->Thread));
  to(closure->Level);
  to(closure->Path ? closure->Path->get() : PathLength());
  to(closure->place());
  closure->Thread->Pack(closure, to);
}

Closure *tussah::cps::detail::unpackReady(Worker &worker, unpacker &from) {
  auto *code =
      static_cast<const Code *>(codeAddress(from.get<std::uint64_t>()));
  auto level = from.get<std::uint32_t>();
  auto path = from.get<PathLength>();
  auto place = from.get<std::uint32_t>();
  Closure *closure = code->Unpack(worker, from);
  checkRead(from);
  closure->Level = level;
  if (closure->Path)
    closure->Path->set(path);
  closure->setPlace(place);
  return closure;
}
