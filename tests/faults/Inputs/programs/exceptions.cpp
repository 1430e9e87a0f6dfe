// Exceptions that leave tasks, and several threads with roots of their own.
#include "../../../runtime/Inputs/test.h"

#include <cilk/cilk.h>

#include <cstdio>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

static int search(int from, int to) {
  if (to - from == 1) {
    if (from % 64 == 17)
      throw from;
    return 1;
  }
  int middle = (from + to) / 2;
  int left = cilk_spawn search(from, middle);
  int right = search(middle, to);
  cilk_sync;
  return left + right;
}

static void work(bool *right) {
  for (int round = 0; round < 5; ++round) {
    int caught = 0;
    try {
      search(0, 256);
    } catch (int first) {
      caught = first;
    }
    CHECK(caught == 17);
    CHECK(search(18, 80) == 62);
  }
  *right = true;
}

int main() {
  bool right[3] = {};
  std::vector<std::thread> threads;
  int exit_code = 0;
  try {
    threads.reserve(2);
    for (int i = 0; i < 2; ++i)
      threads.emplace_back(work, &right[i]);
    work(&right[2]);
  } catch (const std::system_error &) {
    exit_code = 3;
  } catch (const std::bad_alloc &) {
    exit_code = 3;
  }
  for (std::thread &thread : threads)
    thread.join();
  if (exit_code != 0) {
    std::fputs("program: no thread or no memory\n", stderr);
    return exit_code;
  }
  CHECK(right[0] && right[1] && right[2]);
  std::puts("right");
}
