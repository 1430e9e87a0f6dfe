//===- MappedFile.h - The bytes of a file -----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_MAPPEDFILE_H
#define TUSSAH_COMPILER_DRIVER_MAPPEDFILE_H

#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tussah::driver {

/// A file's bytes, none if it cannot be read: who opens it next says why.
class MappedFile {
  void *Bytes = MAP_FAILED;
  size_t Size = 0;

public:
  explicit MappedFile(const std::string &Path) {
    int File = open(Path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (File < 0)
      return;
    struct stat Status;
    if (fstat(File, &Status) == 0 && S_ISREG(Status.st_mode) &&
        Status.st_size > 0) {
      Size = static_cast<size_t>(Status.st_size);
      Bytes = mmap(nullptr, Size, PROT_READ, MAP_PRIVATE, File, 0);
    }
    close(File);
  }
  ~MappedFile() {
    if (Bytes != MAP_FAILED)
      munmap(Bytes, Size);
  }
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;

  std::string_view text() const {
    return Bytes == MAP_FAILED
               ? std::string_view()
               : std::string_view(static_cast<const char *>(Bytes), Size);
  }
};

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_MAPPEDFILE_H
