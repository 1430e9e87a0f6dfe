//===- order.cpp - When the left side of an assignment is evaluated -------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 30
// cells: all
// flags: -std=c++17
// extra: sanitize debug
// standards: c++14 c++20 c++23

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <cilk/cilk.h>

#include <map>
#include <memory>
#include <string>

/// Prints \p name when it is evaluated, which the parent does in all cases.
template <class T> static T &&step(const char *name, T &&value) {
  printf(" %s", name);
  return static_cast<T &&>(value);
}

static constexpr int add(int a, int b) { return a + b; }
static std::string text(size_t n) {
  meet();
  return std::to_string(n);
}
static std::string joined(const std::string &a, std::string b) { return a + b; }
static int valueOf(Tracked t) {
  meet();
  return t.value();
}
static int valueIn(std::unique_ptr<int> p) { return *p + 1; }

static int places[8];
static int &place(const char *name, int i) { return step(name, places[i]); }

/// `i++`, without the compilers' advice on it.
static constexpr int next(int &i) { return i++; }

static void variables() {
  int array[4] = {}, i = 1;
  array[next(i)] = cilk_spawn add(i, i);
  cilk_sync;
  i = 1;
  array[next(i)] += cilk_spawn add(i, i * 10);
  cilk_sync;
  array[i] = cilk_spawn add(next(i), 5);
  cilk_sync;
  volatile int seen[3] = {};
  int j = 0;
  seen[next(j)] = cilk_spawn add(j, 1);
  cilk_sync;
  printf("variables %d %d %d %d, %d, %d %d\n", array[0], array[1], array[2],
         array[3], i, seen[0], seen[1]);
}

/// operator[] of a map inserts.
static void maps() {
  std::map<int, std::string> map;
  map[7] = cilk_spawn text(map.size());
  cilk_sync;
  map[8] = cilk_spawn text(map.size());
  cilk_sync;
  map[9] += cilk_spawn joined(text(map.size()), text(map.size() + 1));
  cilk_sync;
  printf("maps");
  for (const auto &entry : map)
    printf(" %d=%s", entry.first, entry.second.c_str());
  puts("");
}

/// Arguments of all kinds, the last of which the left side follows.
static void arguments() {
  printf("arguments");
  place("t", 1) = cilk_spawn add(step("a", 5), step("b", 6));
  cilk_sync;
  place("t", 2) += cilk_spawn valueOf(Tracked(step("a", 7)));
  cilk_sync;
  place("t", 3) -= cilk_spawn valueIn(std::make_unique<int>(step("a", 8)));
  cilk_sync;
  printf(": %d %d %d\n", places[1], places[2], places[3]);
}

struct Fields {
  unsigned low : 3, high : 5;
  int &reference = places[6];
};
static Fields fields[3];
static Fields &field(int i) { return step("object", fields[i]); }
static Fields *pointer(int i) { return step("pointer", fields + i); }

struct __attribute__((packed)) Packed {
  char before;
  long number;
  struct {
    char before;
    int number;
  } inner;
};
static Packed packed[2];
static Packed &packedAt(int i) { return step("packed", packed[i]); }

/// Neither an address nor its alignment tells where these are.
static void members() {
  printf("members");
  field(1).high = cilk_spawn add(step("a", 5), 1);
  cilk_sync;
  pointer(2)->high += cilk_spawn add(step("a", 5), 2);
  cilk_sync;
  field(0).reference = cilk_spawn add(step("a", 5), 3);
  cilk_sync;
  packedAt(0).number = cilk_spawn add(step("a", 5), 4);
  packedAt(1).inner.number = cilk_spawn add(step("a", 5), 5);
  cilk_sync;
  printf(": %u %u %d %ld %d\n", fields[1].high, fields[2].high, places[6],
         packed[0].number, packed[1].inner.number);
}

struct Object {
  int number = 3;
  int get() { return number; }
  int put(int x, Tracked t) { return number += x + t.value(); }
  Object &operator()() { return *this; }
  Object &operator+=(Object &other) {
    number += other.number;
    return *this;
  }
  operator int() const { return number; }
  virtual int virtualGet() { return number + 1; }
  virtual ~Object() {}
};
static Object objects[2];
static Object &object(int i) { return step("object", objects[i]); }
static int (*function())() {
  puts(" function");
  return [] { return 9; };
}

/// Without arguments, the left side follows the object or the callee.
static void callees() {
  printf("callees");
  place("t", 1) = cilk_spawn object(0).get();
  cilk_sync;
  place("t", 2) = cilk_spawn (object(0).*step("to member", &Object::get))();
  cilk_sync;
  place("t", 3) = cilk_spawn object(0).virtualGet();
  cilk_sync;
  place("t", 4) = cilk_spawn object(0)();
  cilk_sync;
  place("t", 5) = cilk_spawn object(0).put(step("a", 2), Tracked(4));
  cilk_sync;
  place("t", 6) = cilk_spawn (object(0) += object(1));
  cilk_sync;
  place("t", 7) = cilk_spawn function()();
  cilk_sync;
  printf(": %d %d %d %d %d %d %d\n", places[1], places[2], places[3], places[4],
         places[5], places[6], places[7]);
}

/// The innermost left side comes first.
static void chains() {
  printf("chains");
  place("t", 1) = place("u", 2) = cilk_spawn add(step("a", 5), step("b", 6));
  cilk_sync;
  place("t", 3) -= place("u", 4) += cilk_spawn valueOf(Tracked(step("a", 7)));
  cilk_sync;
  int x = place("t", 5) = cilk_spawn add(step("a", 1), step("b", 2));
  cilk_sync;
  std::string s[2], t;
  int i = 0;
  t = s[next(i)] = cilk_spawn text(size_t(i));
  cilk_sync;
  printf(": %d %d %d %d %d %d, %s, %s%s\n", places[1], places[2], places[3],
         places[4], places[5], x, t.c_str(), s[0].c_str(), s[1].c_str());
}

/// The task gets the place of its own iteration.
static void iterations() {
  std::string names[2] = {"m", "n"}, out[3];
  int j = 0;
  while (j < 2)
    out[step("i", j)] = cilk_spawn joined(names[next(j)], "!");
  cilk_sync;
  printf(" iterations %s %s %s\n", out[0].c_str(), out[1].c_str(),
         out[2].c_str());
}

/// An exception of the left side is the parent's: the task never exists.
static int &failing(int x) {
  Tracked temporary(x);
  if (x > 0)
    throw x;
  return places[1];
}

static void exceptions() {
  for (int x = 0; x < 2; ++x) {
    try {
      failing(x) = cilk_spawn valueOf(Tracked(step("a", 5)));
      cilk_sync;
      printf(" exceptions %d", places[1]);
    } catch (int e) {
      printf(" exceptions: thrown %d", e);
    }
    printf(", alive %ld\n", counters.alive());
  }
}

/// In the compiler and at run time.
static constexpr int inCompiler(int n) {
  int array[4] = {}, i = 0;
  array[i] = cilk_spawn add(next(i), n);
  cilk_sync;
  return 10 * i + array[i];
}

int main() {
  variables();
  maps();
  arguments();
  members();
  callees();
  chains();
  iterations();
  exceptions();
  constexpr int known = inCompiler(5);
  printf("constexpr %d %d\n", known, inCompiler(known));
  counters.print("objects");
}
