//===- Memory.h - Where memory ends ---------------------------------------===//

#ifndef TUSSAH_TESTS_UNIT_CPS_MEMORY_H
#define TUSSAH_TESTS_UNIT_CPS_MEMORY_H

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

/// For EXPECT_EXIT: ends this process, with 0 if \p good() is true where the
/// process may have \p bytes more than it has.
template <class Good>
[[noreturn]] void exitWithMemory(std::size_t bytes, Good good) {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlimit limit;
  limit.rlim_cur = limit.rlim_max =
      pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + bytes;
  bool limited = setrlimit(RLIMIT_AS, &limit) == 0;
  std::exit(limited && good() ? 0 : 1);
}

#endif // TUSSAH_TESTS_UNIT_CPS_MEMORY_H
