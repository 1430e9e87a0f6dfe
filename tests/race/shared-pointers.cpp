// Copies of one std::shared_ptr count by atomic operations, also while the process has one thread.
// RUN: %race %s -- %tussah-clang++ -std=c++17
#include <cilk/cilk.h>
#include <memory>

static int wrong;

__attribute__((noinline)) static int read(std::shared_ptr<int> value) {
#ifndef SAFE
  wrong = *value; // race, always
#endif
  return *value;
}

int main() {
  auto value = std::make_shared<int>(4);
  int results[4];
  for (int i = 0; i < 4; ++i)
    results[i] = cilk_spawn read(value);
  cilk_sync;
  return results[0] - results[3];
}
