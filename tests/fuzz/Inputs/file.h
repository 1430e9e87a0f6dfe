// What the targets have in common.

#ifndef FUZZ_FILE_H
#define FUZZ_FILE_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

/// A property that must hold for each input.
#define REQUIRE(condition)                                                     \
  do {                                                                         \
    if (!(condition))                                                          \
      __builtin_trap();                                                        \
  } while (0)

/// The path of a file in memory with these contents; one file for all calls.
inline std::string fileWith(const void *data, size_t size) {
  static int file = memfd_create("input", MFD_CLOEXEC);
  REQUIRE(ftruncate(file, 0) == 0);
  REQUIRE(pwrite(file, data, size, 0) == static_cast<ssize_t>(size));
  return "/proc/self/fd/" + std::to_string(file);
}

/// A message that people read: one line.
inline void requireLine(const std::string &message) {
  REQUIRE(!message.empty());
  for (unsigned char c : message)
    REQUIRE(c >= 0x20 && c != 0x7f);
}

#endif
