//===- checkpoint_folder.cpp - The files of checkpoints ---------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checkpoint_folder.h"
#include "job.h"
#include "supervisor.h"

#include "../support/checkpoint_file.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

using namespace tussah::jobs;
using tussah::cps::error;
using tussah::cps::packer;
using tussah::cps::unpacker;
using tussah::cps::detail::checksum;

namespace {

/// The version of the format.
constexpr std::uint32_t Version = 1;
constexpr std::string_view Suffix = ".checkpoint", Unfinished = ".unfinished";

using Header = tussah::support::CheckpointHeader;
constexpr auto &Magic = tussah::support::CheckpointMagic;

/// How long to wait for another process, after the time in which a rank is
/// found dead: ranks of a job that was killed may take a while to end.
constexpr std::chrono::seconds Patience(5);

/// The run and the generation in the name of a file; 0 and 0 for other names.
std::pair<unsigned, std::uint64_t> parse(const std::string &name,
                                         std::string_view suffix) {
  const char *end = name.data() + name.size();
  unsigned run = 0;
  std::uint64_t generation = 0;
  auto [dot, wrong] = std::from_chars(name.data(), end, run);
  if (wrong != std::errc() || dot == end || *dot != '.')
    return {};
  auto [rest, alsoWrong] = std::from_chars(dot + 1, end, generation);
  if (alsoWrong != std::errc() ||
      std::string_view(rest, static_cast<std::size_t>(end - rest)) != suffix)
    return {};
  return {run, generation};
}

/// Calls `visit(path, run, generation)` for the files with a suffix.
template <class Visit>
void forEachFile(const std::string &folder, std::string_view suffix,
                 Visit visit) {
  std::error_code ignored;
  for (const auto &entry : std::filesystem::directory_iterator(folder, ignored))
    if (auto [run, generation] =
            parse(entry.path().filename().string(), suffix);
        run != 0)
      visit(entry.path(), run, generation);
}

struct Folders {
  std::mutex Lock;
  std::map<std::string, std::unique_ptr<CheckpointFolder>> All;
};

/// Never destroyed: runs may be active to the end of the process.
Folders &folders() {
  static auto *all = new Folders;
  return *all;
}

} // namespace

class CheckpointFolder::File {
public:
  File(const std::string &path, int flags)
      : Descriptor(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {
    if (Descriptor < 0)
      fail();
  }
  ~File() { ::close(Descriptor); }
  File(const File &) = delete;
  File &operator=(const File &) = delete;

  void write(const void *data, std::size_t size) {
    const auto *next = static_cast<const char *>(data);
    while (size != 0) {
      ssize_t part = ::write(Descriptor, next, size);
      if (part < 0 && errno == EINTR)
        continue;
      if (part < 0)
        fail();
      next += part;
      size -= static_cast<std::size_t>(part);
    }
  }
  /// Returns less than \p size at the end of the file.
  std::size_t read(void *data, std::size_t size) {
    auto *next = static_cast<char *>(data);
    std::size_t done = 0;
    while (done < size) {
      ssize_t part = ::read(Descriptor, next + done, size - done);
      if (part < 0 && errno == EINTR)
        continue;
      if (part < 0)
        fail();
      if (part == 0)
        break;
      done += static_cast<std::size_t>(part);
    }
    return done;
  }
  bool isRegular() const { return S_ISREG(status().st_mode); }
  std::uint64_t size() const {
    return static_cast<std::uint64_t>(status().st_size);
  }
  void sync() {
    if (fsync(Descriptor) != 0)
      fail();
  }
  /// Locks the folder, unless another process has. Returns whether it is locked
  /// now.
  bool lock() {
    if (flock(Descriptor, LOCK_EX | LOCK_NB) == 0)
      return true;
    if (errno != EWOULDBLOCK && errno != EINTR)
      fail();
    return false;
  }

private:
  struct stat status() const {
    struct stat result;
    if (fstat(Descriptor, &result) != 0)
      fail();
    return result;
  }
  [[noreturn]] static void fail() {
    throw std::system_error(errno, std::generic_category());
  }
  int Descriptor;
};

CheckpointFolder &CheckpointFolder::open(const std::string &path) {
  std::error_code problem;
  std::filesystem::create_directories(path, problem);
  std::string name;
  if (!problem)
    name = std::filesystem::canonical(path, problem).string();
  if (problem)
    throw error(error::wrong_option,
                "cannot make the folder " + path +
                    " for checkpoints: " + problem.message());
  std::lock_guard<std::mutex> guard(folders().Lock);
  auto &folder = folders().All[name];
  if (!folder) {
    folder.reset(new CheckpointFolder(name));
    static int once = std::atexit(atExit);
    static_cast<void>(once);
  }
  return *folder;
}

CheckpointFolder::CheckpointFolder(const std::string &path) : Path(path) {
  const auto bad = [&](const std::string &why) {
    return error(error::wrong_option,
                 "cannot write checkpoints to " + path + ": " + why);
  };
  try {
    Opened = std::make_unique<File>(path, O_RDONLY | O_DIRECTORY);
    if (access(path.c_str(), R_OK | W_OK | X_OK) != 0)
      throw bad(std::strerror(errno));
    auto deadline = std::chrono::steady_clock::now() + Patience +
                    std::chrono::seconds(secondsOfSilence());
    while (!Opened->lock()) {
      if (std::chrono::steady_clock::now() > deadline)
        throw bad("another process does");
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  } catch (const std::system_error &e) {
    throw bad(e.code().message());
  }
  forEachFile(path, Unfinished, [](const auto &file, unsigned, std::uint64_t) {
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
  });
}

CheckpointFolder::~CheckpointFolder() = default;

Supervisor *CheckpointFolder::supervisor() const {
  return Supervisor::of(Path);
}

unsigned CheckpointFolder::nextRun() {
  std::lock_guard<std::mutex> guard(Lock);
  return ++Runs;
}

std::string CheckpointFolder::file(unsigned run,
                                   std::uint64_t generation) const {
  return Path + "/" + std::to_string(run) + "." + std::to_string(generation) +
         std::string(Suffix);
}

/// Others may write in the folder: a link must not lead out of it, and a pipe
/// must not make a restart wait for a writer.
Bytes CheckpointFolder::read(unsigned run, std::uint64_t generation) const {
  std::string name = file(run, generation);
  const auto bad = [&](const std::string &what) {
    return error(error::bad_checkpoint, "the checkpoint " + name + " " + what);
  };
  try {
    File from(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    if (!from.isRegular())
      throw bad("is not a file");
    Header header;
    if (from.read(&header, sizeof(header)) != sizeof(header) ||
        std::memcmp(header.Begin, Magic, sizeof(Magic)) != 0)
      throw bad("is damaged: it does not begin as one");
    if (header.Format != Version)
      throw bad("is of format " + std::to_string(header.Format) +
                ", and this program reads " + std::to_string(Version));
    std::uint64_t size = from.size() - sizeof(header);
    if (size != header.Size)
      throw bad("is damaged: it has " + std::to_string(size) + " bytes, not " +
                std::to_string(header.Size));
    Bytes contents(size);
    if (from.read(contents.data(), size) != size ||
        checksum(generation, contents.data(), size) != header.Sum)
      throw bad("is damaged: its checksum is wrong");
    return contents;
  } catch (const std::system_error &e) {
    if (e.code().value() == ELOOP)
      throw bad("is a symbolic link");
    throw bad("cannot be read: " + e.code().message());
  }
}

std::optional<SavedRun> CheckpointFolder::newest(unsigned run) const {
  std::set<std::uint64_t, std::greater<>> generations;
  forEachFile(Path, Suffix,
              [&](const auto &, unsigned of, std::uint64_t generation) {
                if (of == run)
                  generations.insert(generation);
              });
  for (auto next = generations.begin(); next != generations.end();) {
    std::uint64_t generation = *next++;
    try {
      return SavedRun{generation, read(run, generation)};
    } catch (const error &e) {
      if (next == generations.end())
        throw error(error::bad_checkpoint,
                    std::string(e.what()) +
                        "; remove the checkpoints of this run to "
                        "begin anew");
      std::fprintf(stderr, "tussah: warning: %s; the one before is used\n",
                   e.what());
    }
  }
  return std::nullopt;
}

void CheckpointFolder::write(unsigned run, std::uint64_t generation,
                             const Bytes &contents) {
  std::string name = file(run, generation);
  std::string unfinished =
      name.substr(0, name.size() - Suffix.size()) + std::string(Unfinished);
  try {
    Header header = {{}, Version, 0, contents.size(), 0};
    std::memcpy(header.Begin, Magic, sizeof(Magic));
    header.Sum = checksum(generation, contents.data(), contents.size());
    File to(unfinished, O_WRONLY | O_CREAT | O_EXCL);
    to.write(&header, sizeof(header));
    to.write(contents.data(), contents.size());
    to.sync();
    std::filesystem::rename(unfinished, name);
    File(Path, O_RDONLY | O_DIRECTORY).sync();
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(unfinished, ignored);
    throw;
  }
  if (generation > 1)
    remove(run, generation - 1);
}

bool CheckpointFolder::tryToWrite(unsigned run, std::uint64_t generation,
                                  const Bytes &contents) {
  try {
    write(run, generation, contents);
    return true;
  } catch (const std::system_error &e) {
    std::fprintf(stderr,
                 "tussah: warning: cannot write the checkpoint %s: %s; the run "
                 "goes on without it\n",
                 file(run, generation).c_str(), e.code().message().c_str());
    return false;
  }
}

/// Removes the generations of a run before \p before.
void CheckpointFolder::remove(unsigned run, std::uint64_t before) {
  forEachFile(Path, Suffix,
              [&](const auto &file, unsigned of, std::uint64_t generation) {
                std::error_code ignored;
                if (of == run && generation < before)
                  std::filesystem::remove(file, ignored);
              });
}

void CheckpointFolder::removeAtExit(unsigned run) {
  std::lock_guard<std::mutex> guard(Lock);
  Complete.insert(run);
}

void CheckpointFolder::atExit() {
  std::lock_guard<std::mutex> guard(folders().Lock);
  for (auto &[path, folder] : folders().All)
    if (folder)
      for (unsigned run : folder->Complete)
        folder->remove(run, UINT64_MAX);
}

//===----------------------------------------------------------------------===//
// What both libraries say about checkpoints
//===----------------------------------------------------------------------===//

std::chrono::milliseconds
tussah::jobs::checkpointTime(std::chrono::milliseconds wanted) {
  // The limit keeps times within the range of the clock.
  if (wanted < std::chrono::milliseconds(1) ||
      wanted > std::chrono::hours(1'000'000))
    throw error(error::wrong_option, "checkpoint_every must be from a "
                                     "millisecond to a million hours");
  return wanted;
}

void tussah::jobs::packImages(packer &to,
                              const std::vector<ImageIdentity> &images) {
  to(static_cast<std::uint64_t>(images.size()));
  for (const ImageIdentity &image : images) {
    to(image.Name);
    to(image.Contents);
  }
}

std::string
tussah::jobs::differenceOfImages(unpacker &from,
                                 const std::vector<ImageIdentity> &images) {
  auto count = from.get<std::uint64_t>();
  for (std::uint64_t i = 0; i < count; ++i) {
    auto name = from.get<std::string>();
    auto contents = from.get<std::uint64_t>();
    if (i >= images.size() || images[i].Name != name)
      return "program: this one has not loaded " + name;
    if (images[i].Contents != contents)
      return "version of " + name;
  }
  if (count != images.size())
    return "program: that one had not loaded " + images[count].Name;
  return "";
}
