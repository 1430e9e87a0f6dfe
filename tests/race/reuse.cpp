// Memory that strands in parallel have one after another is not shared: frames of functions, blocks of malloc and new,
// arguments in memory, static variables that one strand initializes. A block that a task still has is.
// RUN: %race %s -- %tussah-clang++ -std=c++17
#include <cilk/cilk.h>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

__attribute__((noinline)) static void fill(int *where, int n, int value) {
  for (int i = 0; i < n; ++i)
    where[i] = value;
}

__attribute__((noinline)) static int onStack(int value) {
  int memory[32];
  fill(memory, 32, value);
  return memory[5];
}

static int onHeap(int value) {
  int *memory = static_cast<int *>(std::malloc(32 * sizeof(int)));
  fill(memory, 32, value);
  int result = memory[3];
  memory = static_cast<int *>(std::realloc(memory, 4096));
  fill(memory, 1024, value);
  std::free(memory);
  std::vector<std::vector<int>> lists(3, std::vector<int>(100, value));
  auto owned = std::make_unique<int>(value);
  return result + *owned + static_cast<int>(lists[1].size());
}

// Nothing else has these pages.
static void onPages(int value) {
  int *memory = static_cast<int *>(valloc(4096));
  fill(memory, 1024, value);
  std::free(memory);
}

static int expensive() { return std::atoi("3"); }
static int onceOnly() {
  static int value = expensive();
  return value;
}

struct Large {
  int values[40];
};
static int sum(Large l) {
  int result = 0;
  for (int v : l.values)
    result += v;
  return result;
}

static int work(int n) {
  if (n == 0)
    return onStack(n) + onHeap(n) + onceOnly();
  Large l;
  fill(l.values, 40, n);
  int a = cilk_spawn work(n - 1);
  int b = cilk_spawn sum(l);
  int c = work(n - 1) + onStack(n) + onHeap(n);
  cilk_sync;
  return a + b + c;
}

static int *block;
static void last() { block[2] = 3; } // race, always

int main() {
  int result = work(5);
  cilk_for (int i = 0; i < 50; ++i)
    (void)(onHeap(i) + onStack(i));
  cilk_for (int i = 0; i < 50; ++i)
    onPages(i);
  block = static_cast<int *>(std::malloc(32));
  cilk_spawn last();
#ifdef SAFE
  cilk_sync;
#endif
  std::free(block); // race, always
  return result == 0;
}
