//===- Checker.cpp - Explores all executions of a small program -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <tuple>
#include <ucontext.h>

namespace model {

namespace {

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

constexpr unsigned MaxThreads = 4, MaxLocations = 16;

struct Message;

/// What a thread knows: for each location the oldest store it may read, null if
/// that is the first one; and for each thread how many of its steps happened
/// before.
struct View {
  std::array<Message *, MaxLocations> Seen{};
  std::array<unsigned, MaxThreads> Clock{};
};

/// A store.
struct Message {
  uintptr_t Value;
  bool IsUpdate; ///< reads the store before it: nothing may come between
  size_t Place;  ///< in modification order
  View Released; ///< what a thread that acquires it learns
};

struct Location {
  const void *Word;
  unsigned Number;
  std::vector<Message *> Order; ///< modification order
};

struct PlainLocation {
  uintptr_t Value;
  int Writer = -1;
  unsigned WriteTime = 0;
  std::array<unsigned, MaxThreads> ReadTimes{};
};

struct Thread {
  std::function<void()> Body;
  ucontext_t Start;
  jmp_buf Context;
  bool Started = false;
  std::unique_ptr<char[]> Stack;
  View Now;      ///< of the thread
  View Acquired; ///< what an acquire fence would add
  View Fenced;   ///< at the last release fence
  bool Done = false;
  const void *AsleepOn = nullptr;
  atomic_word *WaitsFor = nullptr;
  uintptr_t WaitsWhile = 0;
  bool Yields = false;
  /// Of the last load: so that a thread does not read old values for ever.
  const void *LastLoaded = nullptr;
  Message *LastRead = nullptr;
  unsigned Rereads = 0;
};

struct Choice {
  unsigned Taken, Number;
};

struct Abandoned {};

class Engine {
public:
  Engine(const Settings &S) : S(S) {}

  Result run(const std::function<Program()> &Make);

  void runOnce(const std::function<Program()> &Make);
  bool nextPath();

  unsigned choose(unsigned Number);
  unsigned chooseValue(unsigned Number);
  void fail(const std::string &Message);
  void step();
  void body(unsigned I);
  void leave();
  void resume(unsigned I);

  Location &location(const atomic_word *Word);
  static size_t oldest(const Thread &T, const Location &L);
  static void join(View &To, const View &From);
  static void readMessage(Thread &T, const Location &L, Message *M,
                          bool Acquire);
  Message *insertMessage(Thread &T, Location &L, size_t Place, uintptr_t Value,
                         bool Release, const Message *Base);
  PlainLocation &plain(const plain_word *Word);
  bool happenedBefore(int Writer, unsigned Time, const Thread &T) const;

  Thread &current() { return Threads[Running]; }

  Settings S;
  std::vector<Choice> Path;
  size_t Depth = 0;
  std::vector<Thread> Threads;
  unsigned Running = 0;
  bool InThreads = false;
  unsigned StepsTaken = 0;
  int PreemptionsTaken = 0, SurprisesTaken = 0;
  jmp_buf Main;
  std::vector<std::unique_ptr<Location>> Atomics;
  std::map<const void *, PlainLocation> Plains;
  std::vector<std::unique_ptr<Message>> Messages;
  View SeqCst;
  std::string Failure;
};

Engine *E = nullptr;

//===----------------------------------------------------------------------===//
// Places and mutations
//===----------------------------------------------------------------------===//

std::map<std::string, Order> Executed;
std::map<std::tuple<const void *, int, const void *>, std::string> Names;
const Mutation *InForce = nullptr;

std::string nameOf(const Site &S) {
  std::string File = S.File;
  return File.substr(File.rfind('/') + 1) + ":" + std::to_string(S.Line) + " " +
         S.Operation;
}

/// The order of the operation at \p S, after mutation.
Order orderAt(const Site &S, Order O) {
  auto [It, IsNew] = Names.try_emplace({S.File, S.Line, S.Operation});
  if (IsNew) {
    It->second = nameOf(S);
    Executed.emplace(It->second, O);
  }
  return InForce && InForce->Where == It->second ? InForce->To : O;
}

bool acquires(Order O) { return O == Order::Acquire || O == Order::AcqRel; }
bool releases(Order O) { return O == Order::Release || O == Order::AcqRel; }

} // namespace

std::vector<Mutation> mutations() {
  std::vector<Mutation> All;
  for (auto &[Where, O] : Executed) {
    if (O == Order::Acquire || O == Order::Release)
      All.push_back({Where, O, Order::Relaxed});
    if (O == Order::AcqRel) {
      All.push_back({Where, O, Order::Acquire});
      All.push_back({Where, O, Order::Release});
    }
    if (O == Order::SeqCst) {
      All.push_back({Where, O, Order::AcqRel});
      All.push_back({Where, O, Order::Relaxed, true});
    }
  }
  return All;
}

void setMutation(const Mutation *M) { InForce = M; }

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

namespace {

void Engine::fail(const std::string &Message) {
  if (Failure.empty())
    Failure = Message;
  throw Abandoned();
}

/// Takes one of \p Number branches.
unsigned Engine::choose(unsigned Number) {
  if (Number <= 1)
    return 0;
  if (Depth == Path.size())
    Path.push_back({Depth < S.Replay.size() ? S.Replay[Depth] : 0, Number});
  return Path[Depth++].Taken;
}

/// The same for what the memory model allows; 0 is what happens on a machine
/// with one processor.
unsigned Engine::chooseValue(unsigned Number) {
  if (S.Surprises >= 0 && SurprisesTaken >= S.Surprises)
    return 0;
  unsigned C = choose(Number);
  SurprisesTaken += C != 0;
  return C;
}

/// Advances the path to the next one in depth-first order. False if it was the
/// last.
bool Engine::nextPath() {
  while (!Path.empty() && Path.back().Taken + 1 >= Path.back().Number)
    Path.pop_back();
  if (Path.empty())
    return false;
  ++Path.back().Taken;
  return true;
}

void Engine::body(unsigned I) {
  try {
    Threads[I].Body();
  } catch (Abandoned &) {
  }
  Threads[I].Done = true;
  leave();
}

/// Switches from the current thread to the engine. setjmp does not save the
/// signal mask, which would cost a system call each time.
void Engine::leave() {
  if (!_setjmp(current().Context))
    _longjmp(Main, 1);
}

/// Switches from the engine to thread \p I.
void Engine::resume(unsigned I) {
  Running = I;
  if (_setjmp(Main))
    return;
  if (Threads[I].Started)
    _longjmp(Threads[I].Context, 1);
  Threads[I].Started = true;
  setcontext(&Threads[I].Start);
}

/// Another thread may run before the next operation of the current one.
void Engine::step() {
  if (!InThreads)
    return;
  Thread &T = current();
  leave();
  if (!Failure.empty())
    throw Abandoned();
  ++T.Now.Clock[Running];
}

void threadEntry(unsigned I) { E->body(I); }

void Engine::runOnce(const std::function<Program()> &Make) {
  Depth = 0;
  StepsTaken = 0;
  PreemptionsTaken = 0;
  SurprisesTaken = 0;
  Atomics.clear();
  Plains.clear();
  Messages.clear();
  SeqCst = View();
  Failure.clear();
  InThreads = false;
  Threads.clear();
  Threads.resize(1);
  Threads[0].Now.Clock[0] = 1;
  Running = 0;
  Program P = Make();
  View Initial = Threads[0].Now;
  unsigned N = P.Threads.size();
  Initial.Clock = {};
  for (auto &[Word, Data] : Plains)
    Data.Writer = -1;
  // What was stored before the threads start is known to all.
  Threads.clear();
  Threads.resize(N);
  for (unsigned I = 0; I < N; ++I) {
    Thread &T = Threads[I];
    T.Body = P.Threads[I];
    T.Now = Initial;
    T.Now.Clock[I] = 1;
    constexpr size_t StackSize = 64 << 10;
    T.Stack.reset(new char[StackSize]);
    getcontext(&T.Start);
    T.Start.uc_stack.ss_sp = T.Stack.get();
    T.Start.uc_stack.ss_size = StackSize;
    T.Start.uc_link = nullptr;
    makecontext(&T.Start, reinterpret_cast<void (*)()>(threadEntry), 1, I);
  }
  for (auto &M : Messages)
    M->Released.Clock = {};
  InThreads = true;
  int Last = -1;
  for (;;) {
    std::vector<unsigned> Ready, Yielding;
    bool AllDone = true;
    for (unsigned I = 0; I < N; ++I) {
      Thread &T = Threads[I];
      AllDone &= T.Done;
      if (T.Done || T.AsleepOn)
        continue;
      if (T.WaitsFor &&
          location(T.WaitsFor).Order.back()->Value == T.WaitsWhile)
        continue;
      (T.Yields ? Yielding : Ready).push_back(I);
    }
    if (AllDone)
      break;
    if (!Failure.empty()) {
      // Let the threads unwind their stacks.
      for (unsigned I = 0; I < N; ++I)
        while (!Threads[I].Done) {
          resume(I);
        }
      break;
    }
    // A thread that waits by spinning runs when nobody else can.
    if (Ready.empty())
      Ready = Yielding;
    if (Ready.empty()) {
      Failure = "all threads wait";
      continue;
    }
    if (++StepsTaken > S.Steps) {
      Failure = "too many steps";
      continue;
    }
    unsigned Next;
    auto Same = std::find(Ready.begin(), Ready.end(), unsigned(Last));
    if (Last >= 0 && Same != Ready.end()) {
      // Staying is the first choice; leaving is a preemption.
      std::iter_swap(Ready.begin(), Same);
      bool MayPreempt = S.Preemptions < 0 || PreemptionsTaken < S.Preemptions;
      unsigned C = MayPreempt ? choose(Ready.size()) : 0;
      PreemptionsTaken += C != 0;
      Next = Ready[C];
    } else {
      Next = Ready[choose(Ready.size())];
    }
    Threads[Next].Yields = false;
    Threads[Next].WaitsFor = nullptr;
    Last = Next;
    resume(Next);
  }
  InThreads = false;
  if (Failure.empty()) {
    // The final check knows all that the threads knew.
    for (unsigned I = 1; I < N; ++I)
      join(Threads[0].Now, Threads[I].Now);
    Running = 0;
    try {
      P.Finally();
    } catch (Abandoned &) {
    }
  }
}

Result Engine::run(const std::function<Program()> &Make) {
  Result R;
  do {
    runOnce(Make);
    ++R.Executions;
    if (!Failure.empty()) {
      R.Failure = Failure;
      for (const Choice &C : Path)
        R.Choices.push_back(C.Taken);
      return R;
    }
    if (!S.Replay.empty())
      return R;
    if (R.Executions == S.Executions) {
      R.Complete = false;
      return R;
    }
  } while (nextPath());
  return R;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

Location &Engine::location(const atomic_word *Word) {
  for (auto &L : Atomics)
    if (L->Word == Word)
      return *L;
  if (Atomics.size() == MaxLocations)
    abort();
  Atomics.push_back(std::make_unique<Location>());
  Location &L = *Atomics.back();
  L.Word = Word;
  L.Number = unsigned(Atomics.size() - 1);
  // What the word was initialized with.
  Messages.push_back(std::make_unique<Message>());
  Messages.back()->Value = Word->value;
  Messages.back()->IsUpdate = false;
  Messages.back()->Place = 0;
  L.Order.push_back(Messages.back().get());
  return L;
}

/// The place of the oldest store that \p T may read.
size_t Engine::oldest(const Thread &T, const Location &L) {
  const Message *M = T.Now.Seen[L.Number];
  return M ? M->Place : 0;
}

void Engine::join(View &To, const View &From) {
  for (unsigned I = 0; I < MaxLocations; ++I) {
    Message *M = From.Seen[I], *&Mine = To.Seen[I];
    if (M && (!Mine || Mine->Place < M->Place))
      Mine = M;
  }
  for (unsigned I = 0; I < MaxThreads; ++I)
    To.Clock[I] = std::max(To.Clock[I], From.Clock[I]);
}

void Engine::readMessage(Thread &T, const Location &L, Message *M,
                         bool Acquire) {
  T.Now.Seen[L.Number] = M;
  join(Acquire ? T.Now : T.Acquired, M->Released);
}

/// A store of \p Value by \p T. \p Base is the store that an update has read:
/// it continues its release sequence.
Message *Engine::insertMessage(Thread &T, Location &L, size_t Place,
                               uintptr_t Value, bool Release,
                               const Message *Base) {
  Messages.push_back(std::make_unique<Message>());
  Message *M = Messages.back().get();
  M->Value = Value;
  M->IsUpdate = Base != nullptr;
  L.Order.insert(L.Order.begin() + std::ptrdiff_t(Place), M);
  for (size_t I = Place; I < L.Order.size(); ++I)
    L.Order[I]->Place = I;
  M->Released = Release ? T.Now : T.Fenced;
  if (Base)
    join(M->Released, Base->Released);
  M->Released.Seen[L.Number] = M;
  T.Now.Seen[L.Number] = M;
  return M;
}

PlainLocation &Engine::plain(const plain_word *Word) {
  auto [It, IsNew] = Plains.try_emplace(Word);
  if (IsNew)
    It->second.Value = Word->value;
  return It->second;
}

bool Engine::happenedBefore(int Writer, unsigned Time, const Thread &T) const {
  return Writer < 0 || Time <= T.Now.Clock[Writer];
}

} // namespace

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

uintptr_t load(const atomic_word *Word, Order O, Site S) {
  O = orderAt(S, O);
  E->step();
  Thread &T = E->current();
  Location &L = E->location(Word);
  size_t First = Engine::oldest(T, L);
  // In the end a thread sees what the others have stored.
  constexpr unsigned MaxRereads = 1;
  if (T.LastLoaded == Word && T.LastRead == L.Order[First] &&
      T.Rereads >= MaxRereads && First + 1 < L.Order.size())
    ++First;
  size_t Number = L.Order.size() - First;
  // The newest is the first choice.
  Message *M = L.Order[L.Order.size() - 1 - E->chooseValue(unsigned(Number))];
  bool IsReread = T.LastLoaded == Word && T.LastRead == M;
  T.Rereads = IsReread ? T.Rereads + 1 : 0;
  T.LastLoaded = Word;
  T.LastRead = M;
  Engine::readMessage(T, L, M, acquires(O));
  return M->Value;
}

void store(atomic_word *Word, uintptr_t Value, Order O, Site S) {
  O = orderAt(S, O);
  E->step();
  Thread &T = E->current();
  Location &L = E->location(Word);
  size_t First = Engine::oldest(T, L) + 1;
  std::vector<size_t> Places{L.Order.size()};
  for (size_t I = First; I < L.Order.size(); ++I)
    if (!L.Order[I]->IsUpdate)
      Places.push_back(I);
  size_t Place = Places[E->chooseValue(unsigned(Places.size()))];
  E->insertMessage(T, L, Place, Value, releases(O), nullptr);
}

/// Reads the newest store and replaces it.
static uintptr_t update(atomic_word *Word, Order O,
                        const std::function<bool(uintptr_t, uintptr_t &)> &F) {
  E->step();
  Thread &T = E->current();
  Location &L = E->location(Word);
  Message *Old = L.Order.back();
  uintptr_t New;
  bool Stores = F(Old->Value, New);
  Engine::readMessage(T, L, Old, Stores && acquires(O));
  if (Stores)
    E->insertMessage(T, L, L.Order.size(), New, releases(O), Old);
  return Old->Value;
}

uintptr_t exchange(atomic_word *Word, uintptr_t Value, Order O, Site S) {
  return update(Word, orderAt(S, O), [&](uintptr_t, uintptr_t &New) {
    New = Value;
    return true;
  });
}

uintptr_t add(atomic_word *Word, uintptr_t Value, Order O, Site S) {
  return update(Word, orderAt(S, O), [&](uintptr_t Old, uintptr_t &New) {
    New = Old + Value;
    return true;
  });
}

bool cas(atomic_word *Word, uintptr_t Expected, uintptr_t Desired, Order O,
         Site S) {
  uintptr_t Old =
      update(Word, orderAt(S, O), [&](uintptr_t Value, uintptr_t &New) {
        New = Desired;
        return Value == Expected;
      });
  return Old == Expected;
}

void fence(Site S) {
  Order O = orderAt(S, Order::SeqCst);
  E->step();
  Thread &T = E->current();
  if (O == Order::Relaxed)
    return;
  Engine::join(T.Now, T.Acquired);
  if (O == Order::SeqCst) {
    Engine::join(E->SeqCst, T.Now);
    Engine::join(T.Now, E->SeqCst);
  }
  T.Fenced = T.Now;
}

uintptr_t readPlain(const plain_word *Word, Site S) {
  PlainLocation &P = E->plain(Word);
  Thread &T = E->current();
  // An earlier release does not cover this.
  ++T.Now.Clock[E->Running];
  if (E->InThreads && !E->happenedBefore(P.Writer, P.WriteTime, T))
    E->fail("data race: " + nameOf(S));
  P.ReadTimes[E->Running] = T.Now.Clock[E->Running];
  return P.Value;
}

void writePlain(plain_word *Word, uintptr_t Value, Site S) {
  PlainLocation &P = E->plain(Word);
  Thread &T = E->current();
  ++T.Now.Clock[E->Running];
  if (E->InThreads) {
    bool Ordered = E->happenedBefore(P.Writer, P.WriteTime, T);
    for (unsigned I = 0; I < P.ReadTimes.size(); ++I)
      Ordered &= I == E->Running || P.ReadTimes[I] <= T.Now.Clock[I];
    if (!Ordered)
      E->fail("data race: " + nameOf(S));
    P.Writer = int(E->Running);
    P.WriteTime = T.Now.Clock[E->Running];
  }
  P.Value = Value;
}

void sleepWhileEqual(const atomic_word *Word, uint32_t Expected) {
  E->step();
  if (uint32_t(E->location(Word).Order.back()->Value) != Expected)
    return;
  E->current().AsleepOn = Word;
  E->step();
}

void wakeSleepers(const atomic_word *Word, unsigned Count) {
  E->step();
  std::vector<unsigned> Asleep;
  for (unsigned I = 0; I < E->Threads.size(); ++I)
    if (E->Threads[I].AsleepOn == Word)
      Asleep.push_back(I);
  for (; Count > 0 && !Asleep.empty(); --Count) {
    unsigned C = E->choose(unsigned(Asleep.size()));
    E->Threads[Asleep[C]].AsleepOn = nullptr;
    Asleep.erase(Asleep.begin() + C);
  }
}

void pause() {
  E->current().Yields = true;
  E->step();
}

void waitWhile(atomic_word *Word, uintptr_t Value) {
  Thread &T = E->current();
  T.WaitsFor = Word;
  T.WaitsWhile = Value;
  E->step();
  Location &L = E->location(Word);
  Engine::readMessage(T, L, L.Order.back(), false);
}

void require(bool Condition, const char *Message) {
  if (!Condition)
    E->fail(Message);
}

Result explore(const std::function<Program()> &Make, const Settings &S) {
  Engine TheEngine(S);
  E = &TheEngine;
  Result R = TheEngine.run(Make);
  E = nullptr;
  return R;
}

} // namespace model
