//===- addresses.cpp - Addresses that leave tasks -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 40
// flags: -std=c++20
// extra: sanitize debug
// Only a task names an object of its parent, and gives its address away: the
// object lives as long as in the serial elision.

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <alloca.h>
#include <cilk/cilk.h>

#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

struct Item {
  long key;
  char text[40];
};

/// Writes where objects that ended too early have been.
static NOINLINE void disturb() {
  volatile char stack[1024];
  std::memset(const_cast<char *>(stack), 9, sizeof stack);
  for (unsigned i = 0; i < 64; ++i)
    std::string(16 + i * 8, 'x').push_back('y');
}

static NOINLINE void make(Item *item, long key, std::vector<Item *> *out) {
  meet();
  item->key = key;
  std::snprintf(item->text, sizeof item->text, "item %ld", key);
  out->push_back(item);
}

static NOINLINE std::string report(const std::vector<Item *> &items) {
  disturb();
  std::string all;
  for (const Item *item : items)
    all += std::string(item->text) + " " + std::to_string(item->key) + "; ";
  return all;
}

static NOINLINE std::string containers() {
  Item a, b, c[3];
  std::vector<Item *> left, right;
  cilk_spawn make(&a, 1, &left);
  make(&b, 2, &right);
  cilk_sync;
  std::map<long, Item *> all;
  cilk_spawn [&] {
    for (long i = 0; i < 3; ++i) {
      make(&c[i], 3 + i, &left);
      all[i] = &c[i];
    }
  }();
  disturb();
  cilk_sync;
  return report(left) + report(right) + all[2]->text;
}

static std::vector<Item *> published;

template <typename T> static NOINLINE T *keep(T &object) {
  return std::addressof(object);
}

static NOINLINE std::string globals() {
  published.clear();
  Item a, b;
  cilk_spawn { make(&a, 6, &published); }
  cilk_sync;
  cilk_scope { make(keep(b), 7, &published); }
  return report(published);
}

/// Its result is an object of the caller.
struct Registered {
  long number;
  char more[72];
  explicit Registered(long number, Registered **where) : number(number) {
    *where = this;
  }
};

static NOINLINE Registered registered(long number, Registered **where) {
  meet();
  return Registered(number, where);
}

static NOINLINE long results() {
  Registered *first = nullptr, *second = nullptr;
  [[maybe_unused]] Registered a = cilk_spawn registered(8, &first);
  disturb();
  cilk_sync;
  disturb();
  long sum = first->number;
  for (long i = 0; i < 3; ++i) {
    [[maybe_unused]] Registered b = cilk_spawn registered(9 + i, &second);
    cilk_sync;
    disturb();
    sum = sum * 20 + second->number;
  }
  return sum;
}

static NOINLINE long placement() {
  alignas(Registered) unsigned char room[sizeof(Registered)];
  alignas(64) std::array<long, 8> aligned;
  Registered *where = nullptr;
  std::array<long, 8> *at = nullptr;
  cilk_spawn {
    new (room) Registered(10, &where);
    at = new (&aligned) std::array<long, 8>{1, 2, 3};
  }
  disturb();
  cilk_sync;
  disturb();
  return where->number + (*at)[2] +
         (reinterpret_cast<std::uintptr_t>(at) % 64 == 0);
}

static NOINLINE long bindings() {
  std::array<long, 2> pair;
  auto &[x, y] = pair;
  long *at = nullptr;
  auto [p, q] = std::array<long, 2>{1, 2};
  cilk_spawn [&] { x = 11, y = 12, at = &x; }();
  cilk_sync;
  long *other = nullptr;
  cilk_spawn { other = &q; }
  cilk_sync;
  disturb();
  return at[0] * at[1] + *other + p;
}

static NOINLINE std::string handlers() {
  std::string all;
  try {
    throw Item{13, "thrown"};
  } catch (Item item) {
    std::vector<Item *> items;
    cilk_spawn { items.push_back(&item); }
    cilk_sync;
    all += report(items);
  }
  std::vector<Item *> items;
  try {
    Item local;
    cilk_spawn {
      make(&local, 14, &items);
      throw std::runtime_error("task");
    }
    cilk_sync;
  } catch (const std::exception &e) {
    all += e.what();
  }
  return all + std::to_string(items.size());
}

static NOINLINE long read(const Item *item) {
  disturb();
  return item->key;
}

static NOINLINE long nested(int depth) {
  Item a;
  std::vector<Item *> items;
  long left = 0, right = 0;
  cilk_spawn {
    cilk_spawn make(&a, depth, &items);
    cilk_sync;
    left = cilk_spawn read(items[0]);
    if (depth > 0)
      right = nested(depth - 1);
    cilk_sync;
  }
  cilk_sync;
  disturb();
  return left * 3 + right + items[0]->key;
}

static NOINLINE void fill(Item &scratch, long key, std::vector<Item *> *out,
                          bool fails) {
  make(&scratch, key, out);
  if (fails)
    throw key;
}

/// An instance's own variable, until its block ends, on each way out of it.
static NOINLINE long loops(int n, int last) {
  long sum = 0;
  std::vector<Item *> items[8], more[8];
  try {
    for (int i = 0; i < n; ++i) {
      Item scratch, checked;
      cilk_spawn fill(scratch, i, &items[i], false);
      if (i == last)
        throw std::runtime_error("parent");
      if (i % 2) {
        cilk_spawn fill(checked, 20 + i, &more[i], i == last - 1);
        cilk_sync;
        disturb();
        sum += items[i][0]->key + more[i][0]->key;
      }
    }
  } catch (long key) {
    sum += key * 1000;
  } catch (const std::runtime_error &) {
    sum += 7777777;
  }
  return sum;
}

static NOINLINE long memory(int n, bool fails) {
  long *kept[10] = {}, sum = 0;
  std::string *text = nullptr;
  try {
    cilk_spawn {
      long *p = static_cast<long *>(alloca(sizeof(long) * n));
      p[n - 1] = 16;
      kept[0] = p;
      text = new (alloca(sizeof(std::string))) std::string(70, 't');
      if (fails)
        throw n;
    }
    cilk_sync;
    cilk_for (int i = 1; i < 10; ++i) {
      long *p = static_cast<long *>(alloca(sizeof(long) * n));
      p[n - 1] = i;
      kept[i] = p;
      if (fails)
        throw i;
    }
  } catch (int i) {
    sum += i * 1000;
  }
  disturb();
  for (long *p : kept)
    sum = sum * 3 + (p ? p[n - 1] : 0);
  sum += static_cast<long>(text->size());
  text->~basic_string();
  return sum;
}

static NOINLINE void leave_memory(int n, long *&kept) {
  cilk_spawn {
    kept = static_cast<long *>(alloca(sizeof(long) * n));
    kept[0] = n;
  }
  cilk_sync;
  if (kept[0] == n)
    throw n;
}

struct Owner {
  std::unique_ptr<Item> item;
  Item *raw = nullptr;
  long run() {
    Item local;
    cilk_spawn [this, &local] {
      local.key = 18;
      raw = &local;
    }();
    cilk_sync;
    disturb();
    return raw->key;
  }
};

/// Temporaries end with the task, as with their full expression.
static NOINLINE void look(const Tracked &t, long *sum) {
  meet();
  add_to(sum, t.value());
}

static NOINLINE long temporaries() {
  long sum = 0;
  for (int i = 0; i < 4; ++i)
    cilk_spawn look(Tracked(i), &sum);
  cilk_sync;
  return sum;
}

int main() {
  std::printf("%s\n%s\n", containers().c_str(), globals().c_str());
  std::printf("%ld %ld %ld\n", results(), placement(), bindings());
  std::printf("%s\n", handlers().c_str());
  std::printf("%ld\n", nested(3));
  std::printf("%ld %ld %ld\n", loops(8, 99), loops(8, 6), loops(8, 4));
  std::printf("%ld %ld\n", memory(5, false), memory(6, true));
  long *kept = nullptr;
  try {
    leave_memory(17, kept);
  } catch (int n) {
    std::printf("%d\n", n);
  }
  std::printf("%ld %ld\n", Owner().run(), temporaries());
}
