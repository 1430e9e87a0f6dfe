// The arguments of the libraries' programs: each kind of value that an option may have.
#include "file.h"
#include "support/option_reader.h"

#include <sstream>
#include <stdexcept>
#include <vector>

using namespace tussah::support;

struct Common {
  static constexpr unsigned max_workers = 4096;
  unsigned workers = 1;
  uint64_t seed = 0;
};

[[noreturn]] static void refuse(const std::string &text) {
  throw std::runtime_error(text);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  std::vector<std::string> words = {"program"};
  std::stringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    words.push_back(line.substr(0, line.find('\0')));
  std::vector<char *> argv;
  for (std::string &word : words)
    argv.push_back(word.data());
  argv.push_back(nullptr);
  int argc = static_cast<int>(words.size());
  const int before = argc;
  try {
    Common run;
    OptionReader reader(argc, argv.data(), refuse);
    reader.read([&](const std::string &name) {
      if (readCommon(reader, name, run))
        return true;
      if (name == "--real")
        REQUIRE(reader.real(0.5, 10) >= 0.5);
      else if (name == "--kind")
        reader.oneOf(reader.valueOr("small"), {"small", "large", "none"});
      else if (name == "--file")
        REQUIRE(!reader.valueOf("a file").empty());
      else if (name == "--flag")
        reader.noValue();
      else
        return false;
      return true;
    });
    REQUIRE(run.workers >= 1 && run.workers <= Common::max_workers);
  } catch (const std::runtime_error &error) {
    REQUIRE(*error.what());
    return 0;
  }
  REQUIRE(argc >= 1 && argc <= before && argv[argc] == nullptr);
  return 0;
}
