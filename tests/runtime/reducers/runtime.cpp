// Reducers through the runtime's functions: the result is the serial one, views are
// made by steals only, and each is reduced once.
//
// RUN: %tussah-clang++ -ftussah-target=native -O2 %s -o %t -pthread
// RUN: env CILK_NWORKERS=1 TUSSAH_STATS=%t.json timeout 60 %t
// RUN: %python %S/../Inputs/statistics.py %t.json 'views == 0' 'reductions == 0'
// RUN: env CILK_NWORKERS=2 timeout 60 %t
// RUN: env CILK_NWORKERS=8 timeout 60 %t
// RUN: env CILK_NWORKERS=8 TUSSAH_STRESS=delays timeout 60 %t
// RUN: env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal timeout 60 %t
// RUN: env CILK_NWORKERS=8 TUSSAH_STRESS=always-steal,delays,signals timeout 60 %t
//
// A program with one reducer has at most one view for each steal:
// RUN: env CILK_NWORKERS=8 TUSSAH_STRESS=always-steal TUSSAH_STATS=%t.json \
// RUN:   timeout 60 %t one
// RUN: %python %S/../Inputs/statistics.py %t.json 'views > 10' 'views <= steals' \
// RUN:   '0 < reductions' 'reductions <= views'
//
// One without reducers has none:
// RUN: env CILK_NWORKERS=8 TUSSAH_STRESS=always-steal TUSSAH_STATS=%t.json \
// RUN:   timeout 60 %t none
// RUN: %python %S/../Inputs/statistics.py %t.json 'steals > 0' 'views == 0'
//
// Other frames:
// RUN: %tussah-clang++ -ftussah-target=native -O0 %s -o %t -pthread
// RUN: env CILK_NWORKERS=8 TUSSAH_STRESS=always-steal,delays timeout 60 %t
//
// With the stacks watched:
// RUN: %tussah-clang++ -ftussah-target=native -O1 -g -fsanitize=address,undefined \
// RUN:   -fno-sanitize-recover=all %s -o %t -pthread
// RUN: env CILK_NWORKERS=8 TUSSAH_STRESS=always-steal,delays timeout 60 %t
#include "../Inputs/kernels.h"
#include "../Inputs/test.h"

#include <atomic>
#include <cilk/cilk_api.h>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <thread>
#include <vector>

/// Views that exist.
static std::atomic<long> Alive;

/// A reducer that concatenates. A Local one tells the runtime of its lifetime.
template <bool Local> class Text {
  std::string Value;
  static void identity(void *View) {
    new (View) std::string;
    ++Alive;
  }
  static void reduce(void *Left, void *Right) {
    auto *R = static_cast<std::string *>(Right);
    static_cast<std::string *>(Left)->append(*R);
    R->~basic_string();
    --Alive;
  }

public:
  Text() {
    if (Local)
      __cilkrts_reducer_register(this, sizeof Value, identity, reduce);
  }
  ~Text() {
    if (Local)
      __cilkrts_reducer_unregister(this);
  }
  std::string &view() {
    return *static_cast<std::string *>(
        __cilkrts_reducer_lookup(this, sizeof Value, identity, reduce));
  }
  /// True if the strand uses the object itself.
  bool isView() { return &view() == &Value; }
  void operator+=(long N) { (view() += std::to_string(N)) += ' '; }
};

static Text<false> Global;

static std::string numbers(long Begin, long End) {
  std::string All;
  for (long I = Begin; I < End; ++I)
    (All += std::to_string(I)) += ' ';
  return All;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

template <class R> static void tree(R &Out, long Begin, long End) {
  if (End - Begin == 1) {
    Out += Begin;
    return;
  }
  long Middle = Begin + (End - Begin) / 3 + 1;
  if (Middle >= End)
    Middle = End - 1;
  cilk_spawn tree(Out, Begin, Middle);
  tree(Out, Middle, End);
  cilk_sync;
}

template <class R> __attribute__((noinline)) static void add(R &Out, long N) {
  // A poll after the first use of the reducer, and a spawn.
  Out += N;
  cilk_spawn fib(3);
  Out += N + 1;
  cilk_sync;
  Out += N + 2;
}

/// Many children of one frame, and syncs in between.
template <class R> static void list(R &Out, long N) {
  for (long I = 0; I < N; I += 6) {
    cilk_spawn add(Out, I);
    Out += I + 3;
    Out += I + 4;
    Out += I + 5;
    if (I % 210 == 0)
      cilk_sync;
  }
  cilk_sync;
}

template <class R> static void loop(R &Out, long N) {
  cilk_for (long I = 0; I < N; ++I)
    Out += I;
}

template <class R> static void testShapes(R &Out) {
  tree(Out, 0, 500);
  CHECK(Out.view() == numbers(0, 500));
  Out.view().clear();
  list(Out, 1200);
  CHECK(Out.view() == numbers(0, 1200));
  Out.view().clear();
  loop(Out, 500);
  CHECK(Out.view() == numbers(0, 500));
  Out.view().clear();
}

/// Reducers that begin and end in the middle of strands; more than a first table
/// has room for, and on both sides of syncs.
static void testLocals(long Depth) {
  if (Depth == 0)
    return;
  Text<true> Mine[7], Last;
  cilk_spawn testLocals(Depth - 1);
  for (auto &Reducer : Mine)
    tree(Reducer, 0, 5);
  list(Last, 12);
  cilk_sync;
  testLocals(Depth - 1);
  for (auto &Reducer : Mine)
    CHECK(Reducer.isView() && Reducer.view() == numbers(0, 5));
  CHECK(Last.view() == numbers(0, 12));
}

/// A reducer on the heap ends in a strand to the right of the one it began in.
static void testHeap() {
  for (int Round = 0; Round < 50; ++Round) {
    auto *Reducer = new Text<true>;
    *Reducer += 0;
    cilk_spawn fib(8);
    *Reducer += 1;
    delete Reducer;
    cilk_sync;
  }
}

/// Many reducers begin and end in one strand, in no order.
static void testTable() {
  std::vector<Text<true> *> Reducers;
  unsigned Random = 1;
  cilk_spawn fib(12);
  for (int Round = 0; Round < 2000; ++Round) {
    Random = Random * 1664525 + 1013904223;
    size_t Place = (Random >> 8) % (Reducers.size() + 1);
    if (Random >> 31 || Place == Reducers.size()) {
      Reducers.push_back(new Text<true>);
      continue;
    }
    CHECK(Reducers[Place]->isView());
    delete Reducers[Place];
    Reducers[Place] = Reducers.back();
    Reducers.pop_back();
    for (size_t I = 0; I < Reducers.size(); I += 7)
      CHECK(Reducers[I]->isView());
  }
  for (auto *Reducer : Reducers) {
    CHECK(Reducer->isView());
    delete Reducer;
  }
  cilk_sync;
}

//===----------------------------------------------------------------------===//
// Exceptions
//===----------------------------------------------------------------------===//

static void failing(Text<true> &Out, long N) {
  Out += N;
  cilk_spawn fib(3);
  if (N == 30)
    throw N;
  cilk_sync;
}

/// What the strands before the exception have written is there, once; what
/// others have written may be, in the serial order.
static void testThrowingChildren() {
  Text<true> Out;
  long Caught = -1;
  try {
    for (long I = 0; I < 60; ++I)
      cilk_spawn failing(Out, I);
    cilk_sync;
  } catch (long N) {
    Caught = N;
  }
  CHECK(Caught == 30);
  std::string Expected = numbers(0, 31), Value = Out.view();
  CHECK(Value.compare(0, Expected.size(), Expected) == 0);
  CHECK(numbers(31, 60).compare(0, Value.size() - Expected.size(),
                                Value.substr(Expected.size())) == 0);
}

struct Bad {};

static bool IdentityThrows, ReduceThrows;
static std::atomic<long> Made, Thrown;

static void identityOf(void *View) {
  // It may be parallel, and end on another thread.
  CHECK(fib(8) == 21);
  if (IdentityThrows) {
    ++Thrown;
    throw Bad();
  }
  ++Made;
  memset(View, 0, sizeof(long));
}

static void reduceInto(void *Left, void *Right) {
  *static_cast<long *>(Left) += *static_cast<long *>(Right);
  --Made;
  // Runs on a stack that is not the program's; must be right there.
  CHECK(fib(5) == 5);
  CHECK(std::uncaught_exceptions() == 0);
  if (ReduceThrows) {
    ++Thrown;
    throw Bad();
  }
}

static void count(long *Sums, long Depth) {
  for (int I = 0; I < 2; ++I)
    ++*static_cast<long *>(__cilkrts_reducer_lookup(&Sums[I], sizeof(long),
                                                    identityOf, reduceInto));
  if (Depth == 0)
    return;
  cilk_spawn count(Sums, Depth - 1);
  count(Sums, Depth - 1);
  cilk_sync;
}

/// Throws if and only if one of the functions has.
static void testThrowingFunctions(bool Identity, bool Reduce) {
  IdentityThrows = Identity;
  ReduceThrows = Reduce;
  Thrown = 0;
  long Sums[2] = {0, 0};
  bool Caught = false;
  try {
    count(Sums, 6);
  } catch (Bad) {
    Caught = true;
  }
  CHECK(Caught == (Thrown > 0));
  CHECK(Made == 0);
  if (!Caught)
    CHECK(Sums[0] == 127 && Sums[1] == 127);
  CHECK(std::uncaught_exceptions() == 0);
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

/// A reduce function uses another reducer, which is reduced at the same joins.
static long Calls, Nothing;
static std::atomic<long> CallsMade;

static void clearCalls(void *View) { *static_cast<long *>(View) = 0; }

static void addCalls(void *Left, void *Right) {
  *static_cast<long *>(Left) += *static_cast<long *>(Right);
}

static void noteCall(void *, void *) {
  ++CallsMade;
  ++*static_cast<long *>(
      __cilkrts_reducer_lookup(&Calls, sizeof Calls, clearCalls, addCalls));
}

static void testNestedUse() {
  Calls = CallsMade = 0;
  cilk_for (int I = 0; I < 500; ++I) {
    __cilkrts_reducer_lookup(&Nothing, sizeof Nothing, clearCalls, noteCall);
    if (I % 3 == 0)
      __cilkrts_reducer_lookup(&Calls, sizeof Calls, clearCalls, addCalls);
  }
  CHECK(Calls == CallsMade);
}

struct alignas(512) Wide {
  char Bytes[512 * 3];
};

static void clear(void *View) {
  CHECK(reinterpret_cast<uintptr_t>(View) % alignof(Wide) == 0);
  memset(View, 0, sizeof(Wide));
}

static void addBytes(void *Left, void *Right) {
  for (size_t I = 0; I < sizeof(Wide); ++I)
    static_cast<Wide *>(Left)->Bytes[I] += static_cast<Wide *>(Right)->Bytes[I];
}

static void testAlignment() {
  static Wide Reducer;
  memset(&Reducer, 0, sizeof Reducer);
  cilk_for (int I = 0; I < 100; ++I) {
    auto *View = static_cast<Wide *>(
        __cilkrts_reducer_lookup(&Reducer, sizeof(Wide), clear, addBytes));
    for (char &Byte : View->Bytes)
      ++Byte;
  }
  for (char Byte : Reducer.Bytes)
    CHECK(Byte == 100);
}

/// A thread that a task starts has a root, and reducers, of its own.
static void testNestedRoots() {
  Text<true> Outer;
  cilk_for (int I = 0; I < 8; ++I) {
    Outer += 2 * I;
    std::thread([] {
      Text<true> Inner;
      testShapes(Inner);
    }).join();
    Outer += 2 * I + 1;
  }
  CHECK(Outer.view() == numbers(0, 16));
}

static void testAll() {
  testShapes(Global);
  Text<true> Local;
  testShapes(Local);
  testLocals(4);
  testHeap();
  testTable();
  testThrowingChildren();
  testThrowingFunctions(false, false);
  testThrowingFunctions(true, false);
  testThrowingFunctions(false, true);
  testNestedUse();
  testAlignment();
  testNestedRoots();
}

int main(int ArgumentCount, char **Arguments) {
  std::string Mode = ArgumentCount > 1 ? Arguments[1] : "all";
  if (Mode == "one")
    testShapes(Global);
  else if (Mode == "none")
    CHECK(fib(15) == 610);
  else
    for (int Round = 0; Round < 3; ++Round)
      testAll();
  // Serial code uses the object itself.
  CHECK(Global.isView());
  CHECK(Alive == 0);
  return 0;
}
