//===- knapsack.cpp - Branch and bound, by tasks on demand ----------------===//
///
/// \file
/// The 0-1 knapsack problem by branch and bound: take the item, then leave it.
/// All workers share the best value so far, which prunes. Checked by dynamic
/// programming.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "knapsack"
#define EXAMPLE_USAGE "[items] " BACKTRACK_USAGE
#include "backtrack_example.h"

#include <algorithm>
#include <atomic>
#include <vector>

namespace {
struct Item {
  long Weight, Value;
};

struct Problem {
  /// By falling value per weight.
  std::vector<Item> Items;
  long Capacity;
  /// The best value that anyone has found.
  std::atomic<long> Best{0};

  void found(long value) {
    long best = Best.load(std::memory_order_relaxed);
    while (best < value &&
           !Best.compare_exchange_weak(best, value, std::memory_order_relaxed))
      ;
  }
  /// Whether items from \p next on could lead to a better value.
  bool isPromising(size_t next, long room, long value) const {
    if (next == Items.size())
      return false;
    const Item &item = Items[next];
    return (double)value +
               (double)room * (double)item.Value / (double)item.Weight >
           (double)Best.load(std::memory_order_relaxed);
  }
};

/// The items from `Next` on, with what is left of the capacity.
struct KnapsackTask {
  struct {
    Problem *Of;
    size_t Next;
    long Room, Value;
  } In;
  void run(bt::worker &w);
};
} // namespace

static void search(bt::worker &w, Problem &p, size_t next, long room,
                   long value) {
  if (!p.isPromising(next, room, value))
    return;
  Item item = p.Items[next];
  bt::do_two<KnapsackTask>(
      w,
      [&](bt::worker &w) {
        if (item.Weight > room)
          return;
        p.found(value + item.Value);
        search(w, p, next + 1, room - item.Weight, value + item.Value);
      },
      [&](bt::worker &w) { search(w, p, next + 1, room, value); },
      [&](KnapsackTask &task) { task.In = {&p, next + 1, room, value}; },
      [](KnapsackTask &) {});
}

void KnapsackTask::run(bt::worker &w) {
  search(w, *In.Of, In.Next, In.Room, In.Value);
}

static void serialSearch(Problem &p, size_t next, long room, long value) {
  if (!p.isPromising(next, room, value))
    return;
  Item item = p.Items[next];
  if (item.Weight <= room) {
    p.found(value + item.Value);
    serialSearch(p, next + 1, room - item.Weight, value + item.Value);
  }
  serialSearch(p, next + 1, room, value);
}

static long byTable(const Problem &p) {
  std::vector<long> best(p.Capacity + 1, 0);
  for (const Item &item : p.Items)
    for (long room = p.Capacity; room >= item.Weight; --room)
      best[room] = std::max(best[room], best[room - item.Weight] + item.Value);
  return best[p.Capacity];
}

int main(int argc, char **argv) {
  return runExample([&] {
    Example example(argc, argv);
    example_arguments(argc, argv, 1);
    long count = argc > 1 ? example_number("items", argv[1], 0, 200) : 40;
    Problem p;
    uint64_t state = 1;
    long weight = 0;
    for (long i = 0; i < count; ++i) {
      // Values near the weights make it hard.
      long w = 100 + (long)(example_random(&state) % 900);
      p.Items.push_back({w, w + (long)(example_random(&state) % 100)});
      weight += w;
    }
    std::sort(p.Items.begin(), p.Items.end(), [](Item a, Item b) {
      return a.Value * b.Weight > b.Value * a.Weight;
    });
    p.Capacity = weight / 2;
    long best = example.run(
        [&] {
          serialSearch(p, 0, p.Capacity, 0);
          return p.Best.load();
        },
        [&](const bt::options &how) {
          bt::run(how, [&](bt::worker &w) { search(w, p, 0, p.Capacity, 0); });
          return p.Best.load();
        });
    if (best != byTable(p))
      example_fail(1, "wrong result: the best value is %ld, not %ld",
                   byTable(p), best);
    printf("%ld items, capacity %ld: value %ld\n", count, p.Capacity, best);
  });
}
