//===- mark.cpp - The marking phase of a garbage collector ----------------===//
///
/// \file
/// Marks what can be reached from the roots of a heap, in parallel, whatever
/// its shape: also a list of millions of objects, which recursion could not
/// follow. The traversal is tussah::graph::bounded_traversal.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "mark"
#define EXAMPLE_USAGE "[objects]"
#include "../example.h"

#include <tussah/graph/bounded.hpp>

#include <atomic>
#include <memory>
#include <new>
#include <vector>

namespace {

/// An object of the heap has three fields, each an object or null.
struct Object {
  Object *Fields[3] = {};
  std::atomic<bool> Marked{false};
};

/// What the collector follows.
struct Marking {
  using item = Object *;
  struct cursor {
    Object **Next, **Last;
  };

  cursor children(Object *object) {
    return {object->Fields, object->Fields + 3};
  }
  bool next(cursor &at, Object *&child) {
    while (at.Next != at.Last) {
      child = *at.Next++;
      if (child && !child->Marked.load(std::memory_order_relaxed) &&
          !child->Marked.exchange(true, std::memory_order_relaxed))
        return true;
    }
    return false;
  }
};

} // namespace

/// Marks from \p root by a stack of its own, into \p marks.
static size_t markSerially(const Object *heap, const Object *root,
                           std::vector<bool> &marks) {
  std::vector<const Object *> stack(1, root);
  marks[root - heap] = true;
  size_t count = 0;
  for (; !stack.empty(); ++count) {
    const Object *object = stack.back();
    stack.pop_back();
    for (const Object *field : object->Fields)
      if (field && !marks[field - heap]) {
        marks[field - heap] = true;
        stack.push_back(field);
      }
  }
  return count;
}

int main(int argc, char **argv) try {
  example_arguments(argc, argv, 1);
  long n =
      argc > 1 ? example_number("objects", argv[1], 2, 1000000000) : 1000000;
  // The first half is a list, which the second half points into at random.
  std::unique_ptr<Object[]> heap(new Object[n]);
  uint64_t state = 1;
  for (long i = 0; i < n; ++i) {
    if (i < n / 2) {
      if (i + 1 < n / 2)
        heap[i].Fields[0] = &heap[i + 1];
      heap[i].Fields[1] = &heap[example_random(&state) % n];
    } else if (example_random(&state) % 2) {
      heap[i].Fields[2] = &heap[example_random(&state) % n];
    }
  }
  Object *root = &heap[0];
  double start = example_clock();
  root->Marked = true;
  Marking space;
  auto counts = tussah::graph::bounded_traversal<Marking>(space).run(&root, 1);
  example_time(start);
  fprintf(stderr, "stages %" PRIu64 "\n", counts.stages);

  std::vector<bool> marks(n);
  size_t live = markSerially(heap.get(), root, marks);
  for (long i = 0; i < n; ++i)
    if (heap[i].Marked != marks[i])
      example_fail(1, "wrong result: object %ld is %s", i,
                   marks[i] ? "not marked" : "marked");
  printf("%zu of %ld objects are live\n", live, n);
} catch (const std::bad_alloc &) {
  example_fail(2, "not enough memory for the objects");
}
