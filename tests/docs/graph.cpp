// The program in docs/guides/graph.md is compiled as the page says, in parallel and serially, and
// answers; so is the traversal in it.
// REQUIRES: newest-llvm
// RUN: rm -rf %t && mkdir %t && cd %t
// DEFINE: %{page} = %source-dir/docs/guides/graph.md
// DEFINE: %{library} = %lib-dir/../libtussah-graph.a
// RUN: sed -n '/title="program.cpp"/,/^```$/p' %{page} | grep -v '^```' > program.cpp
// RUN: grep -x 'tussah-clang++ -O2 program.cpp -o program' %{page}
// RUN: %tussah-clang++ -O2 -Wall -Wextra -Werror program.cpp -o program
// RUN: %clangxx -std=c++17 -O2 -Wall -Wextra -Werror -I%include-dir program.cpp %{library} -o serial
// RUN: %not ./program 2>&1 | grep -x 'web.el: No such file or directory'
// RUN: printf '0 1\n1 2\n3 2\n' > web.el
// RUN: ./program | grep -x '3 of 4 vertices, at most 2 arcs away' && ./serial | grep -x '3 of 4 vertices, at most 2 arcs away'

// RUN: sed -n '/^struct marking/,/^};/p' %{page} > marking.inc
// RUN: sed -n '/^marking space;/,/^traversal_counts/p' %{page} > run.inc && grep -c . run.inc | grep -x 2
// RUN: %tussah-clang++ -std=c++17 -O2 -Wall -Wextra -Werror -I%t %s -o %t/mark && %t/mark

#include <tussah/graph/bounded.hpp>

#include <atomic>
#include <vector>

using namespace tussah::graph;

struct object {
  object **fields = nullptr;
  std::size_t size = 0;
  std::atomic<bool> marked{false};
};

#include "marking.inc"

// A ring of objects, which refer to nothing and themselves, too; and one that nothing
// refers to.
int main() {
  constexpr std::size_t Size = 100000;
  std::vector<object> heap(Size + 1);
  std::vector<object *> fields(3 * Size);
  for (std::size_t i = 0; i != Size; ++i) {
    fields[3 * i] = &heap[(i + 1) % Size];
    fields[3 * i + 1] = &heap[i];
    heap[i].fields = &fields[3 * i];
    heap[i].size = 3;
  }
  object *root = &heap[0], **roots = &root;
  constexpr std::size_t count = 1;
  root->marked = true;
#include "run.inc"
  for (std::size_t i = 0; i != Size; ++i)
    if (!heap[i].marked)
      return 1;
  return heap[Size].marked || counts.stages != (Size + 30) / 31 - 1;
}
