// A run in C++, of the same computation as cilk1_checkpoint.c, whose threads are in C.
#include <cstdio>
#include <tussah/cps.hpp>

using namespace tussah::cps;

extern "C" void helper(const void *to);
extern "C" void configure(int argc, char **argv);

static void start(cont<long> k) { helper(&k); }

int main(int argc, char **argv) {
  command_line line(argc, argv);
  configure(argc, argv);
  std::printf("result %ld\n", run<start>(line.run));
}
