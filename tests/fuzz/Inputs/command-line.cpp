// The arguments of tussah-clang, one in each line; and what response files are. An argument
// "@" alone stands for a response file with the text behind it.
#include "compiler/driver/CommandLine.h"
#include "compiler/driver/Error.h"
#include "compiler/driver/ResponseFile.h"
#include "file.h"

#include <sstream>

using namespace tussah::driver;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  std::vector<std::string> arguments;
  std::stringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line == "@") {
      std::string rest(std::istreambuf_iterator<char>(lines), {});
      std::string file = "@" + fileWith(rest.data(), rest.size());
      arguments.push_back(file);
      std::vector<std::string> read;
      if (readResponseFile(file, read))
        // A byte order mark is no argument.
        REQUIRE(read == splitArguments(rest) ||
                rest.compare(0, 3, "\xef\xbb\xbf") == 0 ||
                rest.find('@') != std::string::npos);
      break;
    }
    // Anything else would be opened.
    if (line.empty() || line[0] != '@')
      arguments.push_back(line);
  }
  try {
    CommandLine first = parseCommandLine(arguments);
    for (const std::string &argument : first.Arguments)
      REQUIRE(argument.rfind("-ftussah-target=", 0) != 0 ||
              first.IsInternalTool || argument.size() < 17 ||
              !first.Target.has_value() || first.Arguments.size() > 1);
  } catch (const Error &) {
  }
  return 0;
}
