// A folder of checkpoints in which the newest one is damaged: what is there before it is found,
// or the folder is refused. The first byte says what the newest is: a file with a header that
// fits, a file of these bytes, a FIFO, a folder, a link to another file, or nothing.
#include "jobs/checkpoint_folder.h"

#include "file.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>

using namespace tussah::jobs;
using tussah::cps::error;
namespace fs = std::filesystem;

static CheckpointFolder &folder(std::string &path) {
  static std::string where = [] {
    char name[] = "/dev/shm/tussah-fuzz-XXXXXX";
    REQUIRE(mkdtemp(name));
    static std::string result = name;
    std::atexit([] { fs::remove_all(result); });
    return result;
  }();
  path = where;
  static CheckpointFolder &opened = CheckpointFolder::open(where + "/folder");
  return opened;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  std::string path;
  CheckpointFolder &checkpoints = folder(path);
  const auto *bytes = reinterpret_cast<const std::byte *>(data + 1);
  Bytes contents(bytes, bytes + size - 1), older(3, std::byte{7});
  checkpoints.write(1, 1, older);
  checkpoints.write(1, 2, contents);
  std::string newest = checkpoints.file(1, 2), other = path + "/other";
  const int kind = data[0] % 6;
  if (kind != 0)
    fs::remove(newest);
  if (kind == 1)
    std::ofstream(newest, std::ios::binary)
        .write(reinterpret_cast<const char *>(bytes),
               static_cast<std::streamsize>(size - 1));
  if (kind == 2)
    REQUIRE(mkfifo(newest.c_str(), 0600) == 0);
  if (kind == 3)
    fs::create_directory(newest);
  if (kind == 4) {
    std::ofstream(other) << "somebody else's";
    fs::create_symlink(other, newest);
  }
  std::optional<SavedRun> found = checkpoints.newest(1);
  REQUIRE(found);
  if (kind == 0)
    REQUIRE(found->Generation == 2 && found->Contents == contents);
  else if (kind != 1)
    REQUIRE(found->Generation == 1 && found->Contents == older);
  fs::remove_all(newest);
  // A run whose only checkpoint is the damaged one.
  if (kind == 1) {
    fs::rename(checkpoints.file(1, 1), checkpoints.file(1, 2));
    std::ofstream(newest, std::ios::binary)
        .write(reinterpret_cast<const char *>(bytes),
               static_cast<std::streamsize>(size - 1));
    try {
      checkpoints.newest(1);
    } catch (const error &problem) {
      REQUIRE(problem.what());
    }
    fs::remove(newest);
  }
  return 0;
}
