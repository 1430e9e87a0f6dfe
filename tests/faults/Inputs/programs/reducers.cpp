// Reducers whose views are of different sizes, in nested spawns and a loop.
#include "../../../runtime/Inputs/test.h"

#include <cilk/cilk.h>
#include <cilk/opadd_reducer.h>

#include <cstdio>
#include <new>
#include <string>

static void empty(void *view) { new (view) std::string; }
static void append(void *left, void *right) {
  *static_cast<std::string *>(left) += *static_cast<std::string *>(right);
  static_cast<std::string *>(right)->~basic_string();
}

using Text = std::string cilk_reducer(empty, append);

static void write(Text &text, int from, int to) {
  if (to - from == 1) {
    text += static_cast<char>('a' + from % 26);
    return;
  }
  int middle = (from + to) / 2;
  cilk_spawn write(text, from, middle);
  write(text, middle, to);
  cilk_sync;
}

int main() {
  try {
    std::string expected;
    for (int i = 0; i < 500; ++i)
      expected += static_cast<char>('a' + i % 26);
    for (int round = 0; round < 3; ++round) {
      Text text;
      write(text, 0, 500);
      CHECK(text == expected);
      cilk::opadd_reducer<long> sum = 0;
      cilk_for (int i = 0; i < 20000; ++i)
        sum += i;
      CHECK(sum == 199990000);
    }
  } catch (const std::bad_alloc &) {
    std::fputs("program: no memory\n", stderr);
    return 3;
  }
  std::puts("right");
}
