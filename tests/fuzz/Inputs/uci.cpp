// A session of the chess program over UCI. Searches are made short, and tables small.
#include "examples/cps/chess/uci.h"

#include "file.h"

#include <iostream>
#include <sstream>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size), session;
  std::stringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("setoption") != std::string::npos && line.size() > 30)
      continue;
    if (line.find("go") != std::string::npos)
      line += " depth 2 nodes 300\nstop";
    session += line + "\n";
  }
  std::istringstream input(session);
  std::streambuf *before = std::cin.rdbuf(input.rdbuf());
  std::cin.clear();
  chess::uci(1, 1);
  std::cin.rdbuf(before);
  return 0;
}
