//===- shared.cpp - Cilk with one list for all ----------------------------===//
///
/// \file
/// Figure 6, which the paper shows to say what is wrong with it.
///
//===----------------------------------------------------------------------===//

#include "programs.h"

#include <cilk/cilk.h>

#include <atomic>
#include <iterator>
#include <utility>

namespace {

/// A list that strands add to at the same time, without order between them, so
/// that what one adds may be lost. What was read once is not read again:
/// nothing is written behind an array.
class SharedList {
  using Block = LongList::Block;
  std::atomic<Block *> Head{nullptr};

public:
  /// \p between() is called between reading and writing.
  template <class Function> void add(Vertex v, const Function &between) {
    Block *head = Head.load(std::memory_order_relaxed);
    unsigned count = head ? __atomic_load_n(&head->Count, __ATOMIC_RELAXED) : 0;
    between();
    if (!head || count == std::size(head->Items)) {
      head = new Block{head, 0, {}};
      Head.store(head, std::memory_order_release);
      count = 0;
    }
    head->Items[count] = v;
    __atomic_store_n(&head->Count, count + 1, __ATOMIC_RELAXED);
  }

  /// Takes out all that is in it. Nobody adds meanwhile.
  LongList take() { return {Head.exchange(nullptr), nullptr, 0}; }
};

} // namespace

static void searchSpawn(Vertex v, int b, SharedList &list) {
  Arcs arcs(v);
  for (Vertex to; arcs.next(to);) {
    if (!Marking::mark(to, v))
      continue;
    if (b > 0) {
      cilk_spawn searchSpawn(to, b - 1, list);
    } else {
      list.add(to, [] {});
    }
  }
}

Counts runShared(Vertex root, int depth) {
  SharedList list;
  searchSpawn(root, depth, list);
  return runStages(list.take(), [&](LongList stage) {
    for (LongList::Block *one = stage.Head; one; one = one->Next)
      for (unsigned i = 0; i != one->Count; ++i) {
        prefetchAhead(one->Items, i, one->Count);
        cilk_spawn searchSpawn(one->Items[i], depth, list);
      }
    cilk_sync;
    return list.take();
  });
}

unsigned loseUpdate() {
  SharedList list;
  list.add(0, [] {});
  // Each waits until the other one has read the list, too.
  std::atomic<int> readers{0};
  auto wait = [&readers] {
    readers.fetch_add(1, std::memory_order_relaxed);
    while (readers.load(std::memory_order_relaxed) != 2)
      ;
  };
  cilk_spawn list.add(1, wait);
  list.add(2, wait);
  cilk_sync;
  LongList kept = list.take();
  unsigned count = kept.Head->Count;
  delete kept.Head;
  return count;
}
