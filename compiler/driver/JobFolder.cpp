//===- JobFolder.cpp - Where tussah job and its job talk ------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JobFolder.h"
#include "Error.h"
#include "Numbers.h"

#include "../../support/checkpoint_file.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace tussah::driver {

/// How long processes of an earlier job may take to end, and a supervisor to
/// see a request.
static constexpr auto Patience = 5s;

/// Not a stream: its iterators throw if a process ends while its file in /proc
/// is read.
std::optional<std::string> readSmallFile(const std::string &Path) {
  int File = open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return std::nullopt;
  std::string Text;
  char Part[4096];
  ssize_t Size;
  while ((Size = read(File, Part, sizeof Part)) > 0)
    Text.append(Part, static_cast<size_t>(Size));
  close(File);
  if (Size < 0)
    return std::nullopt;
  if (!Text.empty() && Text.back() == '\n')
    Text.pop_back();
  return Text;
}

bool writeSmallFile(const std::string &Path, const std::string &Text) {
  std::string Unfinished = Path + "." + std::to_string(getpid());
  {
    std::ofstream To(Unfinished);
    To << Text << '\n';
    To.close();
    if (To && std::rename(Unfinished.c_str(), Path.c_str()) == 0)
      return true;
  }
  std::remove(Unfinished.c_str());
  return false;
}

namespace {
/// A lock on a file or a folder, for a moment or as long as it lives.
class FileLock {
public:
  FileLock(const std::string &Path, int Flags)
      : Descriptor(open(Path.c_str(), Flags | O_CLOEXEC, 0666)) {}
  ~FileLock() {
    if (Descriptor >= 0)
      close(Descriptor);
  }
  FileLock(const FileLock &) = delete;
  FileLock &operator=(const FileLock &) = delete;

  bool isOpen() const { return Descriptor >= 0; }
  bool take() const { return flock(Descriptor, LOCK_EX | LOCK_NB) == 0; }
  int keep() { return std::exchange(Descriptor, -1); }
  /// Whether \p Path still names it: an earlier owner may have removed it.
  bool isAt(const std::string &Path) const {
    struct stat Here, There;
    return fstat(Descriptor, &Here) == 0 && stat(Path.c_str(), &There) == 0 &&
           Here.st_ino == There.st_ino && Here.st_dev == There.st_dev;
  }

private:
  int Descriptor;
};

} // namespace

/// Calls \p Test until it is true, for as long as Patience.
template <class F> static bool waitUntil(F Test) {
  auto Deadline = std::chrono::steady_clock::now() + Patience;
  while (!Test()) {
    if (std::chrono::steady_clock::now() > Deadline)
      return false;
    std::this_thread::sleep_for(20ms);
  }
  return true;
}

/// Of "3.17.checkpoint" 3 and 17; of other names 0 and 0.
static CheckpointName nameIn(std::string_view Text) {
  auto Run = takeNumber<unsigned>(Text);
  if (!Run || Text.empty() || Text[0] != '.')
    return {};
  Text.remove_prefix(1);
  auto Generation = takeNumber<unsigned long long>(Text);
  if (!Generation || Text != ".checkpoint")
    return {};
  return {*Run, *Generation};
}

static std::string makeFolder(const std::string &Path) {
  std::error_code Problem;
  fs::create_directories(Path, Problem);
  std::string Name = Problem ? "" : fs::canonical(Path, Problem).string();
  if (Problem)
    throw Error("cannot make the folder '" + Path + "': " + Problem.message());
  if (access(Name.c_str(), R_OK | W_OK | X_OK) != 0)
    throw Error("cannot write in the folder '" + Path +
                "': " + std::strerror(errno));
  return Name;
}

JobFolder::JobFolder(const std::string &Path)
    : Checkpoints(makeFolder(Path)), Own(Checkpoints + "/job") {
  lock();
  // A job without a supervisor, or one whose supervisor was killed just now.
  if (waitUntil([&] { return isUnused(); }))
    return;
  remove();
  throw Error("another job has the folder '" + Checkpoints +
              "'; wait for its end, or choose another one");
}

void JobFolder::lock() {
  std::string Path = path("lock");
  // The owner before may be about to remove it all.
  for (int Tries = 0; Tries < 100; ++Tries) {
    std::error_code Ignored;
    fs::create_directory(Own, Ignored);
    FileLock File(Path, O_RDWR | O_CREAT);
    if (!File.isOpen() && errno != ENOENT)
      throw Error("cannot write '" + Path + "': " + std::strerror(errno));
    // Ranks lock it for a moment, to see whether this process lives.
    if (File.isOpen() && File.take() && File.isAt(Path)) {
      Lock = File.keep();
      return;
    }
    std::this_thread::sleep_for(10ms);
  }
  throw Error("another tussah job has the folder '" + Checkpoints +
              "'; see tussah job --status " + Checkpoints);
}

JobFolder::~JobFolder() { remove(); }

void JobFolder::remove() const {
  std::error_code Ignored;
  fs::remove_all(Own, Ignored);
  close(Lock);
}

void JobFolder::begin(const std::string &NewToken) {
  Token = NewToken;
  for (const char *Name : {"stop", "opened", "running", "stopped", "ended"})
    std::remove(path(Name).c_str());
}

void JobFolder::askToStop() const { writeSmallFile(path("stop"), Token); }

/// What follows the token in a file, if it is the present one.
std::optional<std::string> JobFolder::said(const char *Name) const {
  std::optional<std::string> Text = readSmallFile(path(Name));
  if (!Text || Text->compare(0, Token.size(), Token) != 0)
    return std::nullopt;
  return Text->substr(Token.size());
}

std::optional<int> JobFolder::exitCode() const {
  std::optional<std::string> Code = said("ended");
  if (!Code)
    return std::nullopt;
  return numberAtBegin(*Code).value_or(0) & 0xff;
}

std::string JobFolder::beat() const {
  return readSmallFile(path("beat")).value_or("");
}

bool JobFolder::isUnused() const {
  FileLock Folder(Checkpoints, O_RDONLY | O_DIRECTORY);
  return !Folder.isOpen() || Folder.take();
}

/// Whether a checkpoint is whole, as far as its size tells: a check of the
/// contents would read all of them.
static bool isWhole(const std::string &Path) {
  int File = open(Path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (File < 0)
    return false;
  support::CheckpointHeader Header;
  struct stat Status;
  bool Good = fstat(File, &Status) == 0 && S_ISREG(Status.st_mode) &&
              read(File, &Header, sizeof Header) == sizeof Header &&
              std::memcmp(Header.Begin, support::CheckpointMagic,
                          sizeof Header.Begin) == 0 &&
              uint64_t(Status.st_size) == sizeof Header + Header.Size;
  close(File);
  return Good;
}

CheckpointName newestWhole(const std::string &Checkpoints) {
  // The job may replace one that was seen by a newer one.
  for (int Tries = 0; Tries < 10; ++Tries) {
    CheckpointName Newest;
    bool WasAny = false;
    std::error_code Ignored;
    for (const auto &Entry : fs::directory_iterator(Checkpoints, Ignored)) {
      CheckpointName Name = nameIn(Entry.path().filename().string());
      WasAny |= Name.first != 0;
      if (Name > Newest && isWhole(Entry.path().string()))
        Newest = Name;
    }
    if (Newest.first != 0 || !WasAny)
      return Newest;
  }
  return {};
}

CheckpointName JobFolder::newest() const {
  CheckpointName Newest;
  std::error_code Ignored;
  for (const auto &Entry : fs::directory_iterator(Checkpoints, Ignored))
    Newest = std::max(Newest, nameIn(Entry.path().filename().string()));
  return Newest;
}

double JobFolder::age(CheckpointName Which) const {
  struct stat Status;
  std::string Path = Checkpoints + "/" + std::to_string(Which.first) + "." +
                     std::to_string(Which.second) + ".checkpoint";
  timespec Now;
  if (stat(Path.c_str(), &Status) != 0 ||
      clock_gettime(CLOCK_REALTIME, &Now) != 0)
    return 0;
  return std::max(0.0, double(Now.tv_sec - Status.st_mtim.tv_sec) +
                           1e-9 * double(Now.tv_nsec - Status.st_mtim.tv_nsec));
}

void JobFolder::writeState(const std::string &Text) const {
  writeSmallFile(path("state"), Text);
}

std::optional<std::string> JobFolder::takeRequest() const {
  std::optional<std::string> Text = readSmallFile(path("request"));
  if (Text)
    std::remove(path("request").c_str());
  return Text;
}

//===----------------------------------------------------------------------===//
// Other commands
//===----------------------------------------------------------------------===//

WatchedJob::WatchedJob(const std::string &Checkpoints)
    : Name(Checkpoints), Own(Checkpoints + "/job") {
  if (!isAlive())
    throw Error("no tussah job has the folder '" + Name + "'");
}

bool WatchedJob::isAlive() const {
  FileLock File(Own + "/lock", O_RDWR);
  return File.isOpen() && !File.take();
}

std::string WatchedJob::state() const {
  std::optional<std::string> Text;
  // It may have begun just now.
  waitUntil([&] {
    Text = readSmallFile(Own + "/state");
    return Text || !isAlive();
  });
  if (!Text)
    throw Error("no tussah job has the folder '" + Name + "'");
  return *Text;
}

void WatchedJob::request(const std::string &Text) const {
  std::string Path = Own + "/request";
  std::string Prepared = Path + "." + std::to_string(getpid()) + ".new";
  bool Given = false;
  // A link, so that no request replaces another one.
  if (writeSmallFile(Prepared, Text))
    Given =
        waitUntil([&] { return link(Prepared.c_str(), Path.c_str()) == 0; });
  std::remove(Prepared.c_str());
  if (!Given || !waitUntil([&] { return access(Path.c_str(), F_OK) != 0; }))
    throw Error("the tussah job of the folder '" + Name + "' does not answer");
}

} // namespace tussah::driver
