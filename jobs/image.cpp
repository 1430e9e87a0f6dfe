//===- image.cpp - Addresses of code in messages ----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/jobs/image.hpp>

#include <tussah/jobs/pack.hpp>
#include <tussah/support/atomic.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>
#include <memory>

using namespace tussah;
using namespace tussah::jobs;
using cps::error;

namespace {

/// An image (the program or a shared library) among those that are loaded.
struct Image {
  /// Its place in the order of loading, or None.
  std::size_t Number = None;
  std::uintptr_t Base = 0;
  std::size_t Bytes = 0;

  static constexpr std::size_t None = -1;
  static constexpr unsigned OffsetBits = 48;

  bool contains(std::uintptr_t address) const { return address - Base < Bytes; }

  /// The first image for which `wanted(image)` is true.
  template <class Wanted> static Image find(Wanted wanted) {
    struct Search {
      Wanted &Want;
      std::size_t Count;
      Image Found;
    } search = {wanted, 0, {}};
    dl_iterate_phdr(
        [](dl_phdr_info *info, std::size_t, void *data) {
          auto &search = *static_cast<Search *>(data);
          Image image;
          image.Number = search.Count++;
          image.Base = info->dlpi_addr;
          for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
            const auto &header = info->dlpi_phdr[i];
            if (header.p_type == PT_LOAD)
              image.Bytes = header.p_vaddr + header.p_memsz;
          }
          if (!search.Want(image))
            return 0;
          search.Found = image;
          return 1;
        },
        &search);
    return search.Found;
  }
};

} // namespace

/// How many images other processes of the job have, too. No memory is behind
/// it.
static support::Atomic<std::size_t> CommonImages = Image::None;

/// A word at any address, of anything.
using AnyWord __attribute__((may_alias, aligned(1))) = std::uint64_t;

/// Includes what is between the variables, which AddressSanitizer would not let
/// memcpy read.
__attribute__((no_sanitize_address)) static std::uint64_t
hashWords(std::uint64_t hash, const AnyWord *words, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    hash = (hash ^ words[i]) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  }
  return hash;
}

/// A checksum of the identity that the linker has given an image, or 0. Unlike
/// the code it does not change: MPI libraries patch functions of libc.
static std::uint64_t buildIdentity(const dl_phdr_info &info) {
  for (unsigned i = 0; i < info.dlpi_phnum; ++i) {
    const auto &header = info.dlpi_phdr[i];
    if (header.p_type != PT_NOTE || header.p_align > 8)
      continue;
    const auto *next =
        reinterpret_cast<const std::byte *>(info.dlpi_addr + header.p_vaddr);
    std::size_t left = header.p_memsz;
    const std::size_t alignment = header.p_align == 8 ? 8 : 4;
    const auto roundUp = [&](std::size_t size) {
      return (size + alignment - 1) / alignment * alignment;
    };
    ElfW(Nhdr) note;
    while (left >= sizeof(note)) {
      std::memcpy(&note, next, sizeof(note));
      std::size_t begin = sizeof(note) + roundUp(note.n_namesz);
      std::size_t size = begin + roundUp(note.n_descsz);
      if (size > left)
        break;
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
          std::memcmp(next + sizeof(note), "GNU", 4) == 0)
        return cps::detail::checksum(1, next + begin, note.n_descsz);
      next += size;
      left -= size;
    }
  }
  return 0;
}

std::vector<ImageIdentity> tussah::jobs::identifyImages() {
  std::vector<ImageIdentity> all;
  dl_iterate_phdr(
      [](dl_phdr_info *info, std::size_t, void *data) {
        auto &all = *static_cast<std::vector<ImageIdentity> *>(data);
        std::string name = info->dlpi_name ? info->dlpi_name : "";
        name.erase(0, name.rfind('/') + 1);
        ImageIdentity image = {all.empty() ? "the program" : name, 0};
        // What the kernel provides differs between machines, and has no code
        // that a thread could be in.
        bool ofKernel = name.rfind("linux-", 0) == 0;
        if (!ofKernel)
          image.Contents = buildIdentity(*info);
        bool known = ofKernel || image.Contents != 0;
        for (unsigned i = 0; i < info->dlpi_phnum && !known; ++i) {
          const auto &header = info->dlpi_phdr[i];
          if (header.p_type == PT_LOAD && (header.p_flags & PF_R) &&
              !(header.p_flags & PF_W))
            image.Contents = hashWords(image.Contents,
                                       reinterpret_cast<const AnyWord *>(
                                           info->dlpi_addr + header.p_vaddr),
                                       header.p_filesz / sizeof(AnyWord));
        }
        all.push_back(std::move(image));
        return 0;
      },
      &all);
  CommonImages.store_relaxed(all.size());
  return all;
}

std::uint64_t tussah::jobs::codeReference(const void *address) {
  auto value = reinterpret_cast<std::uintptr_t>(address);
  Image image = Image::find([&](const Image &i) { return i.contains(value); });
  if (image.Number == Image::None)
    throw error(error::malformed_message,
                "a thread's code is in no image of the program");
  if (image.Number >= CommonImages.load_relaxed())
    throw error(error::malformed_message,
                "a thread's code is in a library that was loaded after the "
                "first run; load it before");
  return static_cast<std::uint64_t>(image.Number) << Image::OffsetBits |
         (value - image.Base);
}

const void *tussah::jobs::codeAddress(std::uint64_t reference) {
  std::size_t number = reference >> Image::OffsetBits;
  std::uint64_t offset =
      reference & ((std::uint64_t(1) << Image::OffsetBits) - 1);
  Image image = Image::find([&](const Image &i) { return i.Number == number; });
  if (image.Number == Image::None || offset >= image.Bytes)
    throw error(error::malformed_message,
                "a message names code that this program does not have");
  return reinterpret_cast<const void *>(image.Base + offset);
}

std::string tussah::jobs::functionName(const void *address) {
  Dl_info info;
  if (dladdr(address, &info) && info.dli_sname) {
    int status = 0;
    std::unique_ptr<char, decltype(&std::free)> name(
        abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, &status),
        &std::free);
    return name ? name.get() : info.dli_sname;
  }
  return "a function without a name";
}
