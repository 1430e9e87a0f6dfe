//===- Checker.cpp - Explores all executions of a small program -----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Engine.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <tuple>
#include <utility>

namespace checker {

Engine *E = nullptr;

//===----------------------------------------------------------------------===//
// Places and mutations
//===----------------------------------------------------------------------===//

std::string nameOfFile(const std::string &Path) {
  std::filesystem::path P = std::filesystem::path(Path).lexically_normal();
  return (P.parent_path().filename() / P.filename()).string();
}

static std::vector<Place> Places;
static std::vector<bool> Mutated;  ///< parallel to Places
static std::vector<bool> Executed; ///< in the present exploration; the same
static const Mutation *InForce = nullptr;

static bool isAt(const Mutation &M, const Place &P) {
  return M.File == P.File && M.Line == P.Line && M.Operation == P.Operation;
}

static int placeOf(const struct model_site &Site) {
  std::string File = nameOfFile(Site.file);
  // A header has one site for each model that includes it.
  for (size_t I = 0; I < Places.size(); ++I)
    if (Places[I].File == File && Places[I].Line == Site.line &&
        Places[I].Operation == Site.operation)
      return int(I);
  Places.push_back(
      {File, Site.function, Site.operation, Site.line, Site.order});
  Mutated.push_back(InForce && isAt(*InForce, Places.back()));
  Executed.push_back(false);
  return int(Places.size()) - 1;
}

model_order orderAt(struct model_site *Site) {
  if (!Site->number)
    Site->number = placeOf(*Site) + 1;
  size_t Index = size_t(Site->number) - 1;
  Executed[Index] = true;
  return Mutated[Index] ? InForce->To : Site->order;
}

} // namespace checker

struct model_site *model_site_at(const char *operation, enum model_order order,
                                 const char *file, int line,
                                 const char *function) {
  // The texts are constants of the program, so their addresses tell them apart.
  static std::map<std::tuple<const char *, const char *, int>, model_site>
      Sites;
  auto [At, IsNew] = Sites.try_emplace({operation, file, line});
  if (IsNew)
    At->second = {operation, order, file, line, function, 0};
  return &At->second;
}

namespace checker {

const std::vector<Place> &places() { return Places; }

void setMutation(const Mutation *M) {
  InForce = M;
  for (size_t I = 0; I < Places.size(); ++I)
    Mutated[I] = M && isAt(*M, Places[I]);
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

bool StateSet::insert(uint64_t Hash) {
  Hash += Hash == 0;
  if (2 * (Count + 1) > Table.size()) {
    std::vector<uint64_t> Old(std::max<size_t>(1024, 2 * Table.size()));
    Old.swap(Table);
    Count = 0;
    for (uint64_t H : Old)
      if (H)
        insert(H);
  }
  size_t I = Hash & (Table.size() - 1);
  for (; Table[I]; I = (I + 1) & (Table.size() - 1))
    if (Table[I] == Hash)
      return false;
  Table[I] = Hash;
  ++Count;
  return true;
}

/// Two executions with the same threads' histories (which store each operation
/// has read, and what a fence learned), modification orders and sleepers behave
/// alike from here on, in whatever order the steps were taken.
uint64_t Engine::stateHash() const {
  uint64_t Hash = SeqCstHash;
  for (const Thread &T : Threads) {
    Hash = mix(Hash, T.History);
    Hash = mix(Hash, T.Looks);
    Hash = mix(Hash, uint64_t(T.WaitsFor) * 8 + T.Entered * 4 + T.Done * 2 +
                         T.Yields);
  }
  uint64_t Sum = 0;
  for (const Location &L : Locations)
    Sum += mix(L.OrderHash + L.IsReplaced, Messages[L.FutexSeen].Identity);
  Hash = mix(Hash, Sum);
  bool InTurns = std::any_of(Threads.begin(), Threads.end(),
                             [](const Thread &T) { return T.TakesTurns; });
  if (S.Preemptions >= 0 || InTurns)
    Hash = mix(Hash, uint64_t(Last + 1) << 32 | unsigned(PreemptionsTaken));
  if (S.Surprises >= 0)
    Hash = mix(Hash, unsigned(SurprisesTaken));
  return Hash;
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

unsigned Engine::choose(unsigned Number) {
  if (Number <= 1)
    return 0;
  if (Depth == Path.size())
    Path.push_back({Depth < S.Replay.size() ? S.Replay[Depth] : 0, Number});
  return Path[Depth++].Taken;
}

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

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

Engine::Engine(const struct model &M, const Settings &S) : M(M), S(S) {
  Threads.resize(M.threads + M.startable);
  if (Threads.size() > MaxThreads)
    abort();
  // Aligned to their size, like fibers, and at the same place in each
  // execution.
  Stacks =
      static_cast<char *>(aligned_alloc(StackSize, MaxThreads * StackSize));
  if (!Stacks)
    abort();
}

Engine::~Engine() { free(Stacks); }

void Engine::runThread() {
  // Each execution jumps here; the frame below stays as it is.
  if (!_setjmp(Starts[Running]))
    _longjmp(Main, 1);
  M.thread(Running);
  current().Done = true;
  leave();
  abort();
}

static void enterThread() { E->runThread(); }

/// Goes to the beginning of each thread once. An execution then needs no call
/// of the system to begin there.
void Engine::makeStacks() {
  for (Running = 0; Running < Threads.size(); ++Running) {
    ucontext_t Start;
    getcontext(&Start);
    Start.uc_stack.ss_sp = Stacks + Running * StackSize;
    Start.uc_stack.ss_size = StackSize - StackReserve;
    Start.uc_link = nullptr;
    makecontext(&Start, enterThread, 0);
    // It does not save the signal mask, which would cost a call of the system.
    if (!_setjmp(Main))
      setcontext(&Start);
  }
}

/// Goes on with thread \p I.
void Engine::resume(unsigned I) {
  Running = I;
  Thread &T = Threads[I];
  _longjmp(std::exchange(T.Entered, true) ? T.Context : Starts[I], 1);
}

/// Goes from the current thread to the engine, which has a stack of its own: on
/// those of the threads there may be frames that models have left and still
/// read.
void Engine::leave() {
  if (!_setjmp(current().Context))
    _longjmp(Main, 1);
}

void Engine::fail(const std::string &Message) {
  if (Failure.empty())
    Failure = Message;
  _longjmp(Main, 1);
}

void Engine::step() {
  leave();
  ++current().Now.Clock[Running];
}

void Engine::wait(Wait Reason, const void *Word, uintptr_t Value) {
  Thread &T = current();
  T.WaitsFor = Reason;
  T.WaitWord = Word;
  T.WaitValue = Value;
  leave();
  ++T.Now.Clock[Running];
  record(uint64_t(Reason));
}

/// Whether what \p T waits for has happened.
bool Engine::isReady(const Thread &T) {
  switch (T.WaitsFor) {
  case Wait::None:
    return true;
  case Wait::Start:
  case Wait::Futex:
    return false;
  case Wait::Change:
    return Messages[location(T.WaitWord).Order.back()].Value != T.WaitValue;
  case Wait::End:
    return Threads[T.WaitValue].Done;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Executions
//===----------------------------------------------------------------------===//

void Engine::prepare() {
  Depth = 0;
  StepsTaken = 0;
  PreemptionsTaken = 0;
  SurprisesTaken = 0;
  Failure.clear();
  Ignored.clear();
  resetMemory();
  Last = -1;
  for (unsigned I = 0; I < Threads.size(); ++I) {
    Thread &T = Threads[I];
    T = Thread();
    T.Now.Clock[I] = 1;
    T.History = I;
    T.WaitsFor = I < M.threads ? Wait::None : Wait::Start;
  }
  M.begin();
}

/// If all \p Ready threads, which spin, wait for each other's steps, makes the
/// next one after the last that ran the first of them. The last would go on for
/// ever otherwise.
bool Engine::takeTurns(unsigned *Ready, unsigned Number) {
  if (Number < 2 || !std::all_of(
                        Ready, Ready + Number,
                        [&](unsigned I) { return Threads[I].TakesTurns; }))
    return false;
  unsigned *Next = std::find_if(Ready, Ready + Number,
                                [&](unsigned I) { return int(I) > Last; });
  std::swap(Ready[0], Next == Ready + Number ? Ready[0] : *Next);
  return true;
}

/// Chooses the thread that takes the next step. False at the end of the
/// execution.
bool Engine::pickNext(unsigned &Next) {
  std::array<unsigned, MaxThreads> Ready, Yielding;
  unsigned Number = 0, YieldingNumber = 0;
  bool AllDone = true;
  for (unsigned I = 0; I < Threads.size(); ++I) {
    const Thread &T = Threads[I];
    AllDone &= T.Done || T.WaitsFor == Wait::Start;
    if (T.Done || !isReady(T))
      continue;
    (T.Yields ? Yielding[YieldingNumber++] : Ready[Number++]) = I;
  }
  if (AllDone)
    return false;
  // A thread that waits by spinning runs when nobody else can.
  if (Number == 0) {
    Ready = Yielding;
    Number = YieldingNumber;
    if (takeTurns(Ready.data(), Number))
      Number = 1;
  }
  if (Number == 0)
    Failure = "all threads wait";
  else if (++StepsTaken > S.Steps)
    Failure = "too many steps";
  else if (S.RememberStates && S.Replay.empty() && Depth == Path.size() &&
           !Known.insert(stateHash()))
    return false; // explored before
  else {
    auto End = Ready.begin() + Number;
    auto Same = std::find(Ready.begin(), End, unsigned(Last));
    if (Last >= 0 && Same != End) {
      // Staying is the first choice; leaving is a preemption.
      std::iter_swap(Ready.begin(), Same);
      bool MayPreempt = S.Preemptions < 0 || PreemptionsTaken < S.Preemptions;
      unsigned C = MayPreempt ? choose(Number) : 0;
      PreemptionsTaken += C != 0;
      Next = Ready[C];
    } else {
      Next = Ready[choose(Number)];
    }
    Threads[Next].Yields = false;
    Threads[Next].WaitsFor = Wait::None;
    Last = int(Next);
    return true;
  }
  return false;
}

void Engine::runOnce() {
  prepare();
  InThreads = true;
  // Each step and each failure comes back here.
  (void)_setjmp(Main);
  if (unsigned Next; Failure.empty() && pickNext(Next))
    resume(Next);
  InThreads = false;
  bool AllDone = Failure.empty();
  for (const Thread &T : Threads)
    AllDone &= T.Done || T.WaitsFor == Wait::Start;
  if (!AllDone || !M.finally)
    return;
  // It knows what all know: the words in memory hold the newest values.
  if (!_setjmp(Main))
    M.finally();
}

Result Engine::run() {
  Result R;
  makeStacks();
  do {
    runOnce();
    ++R.Executions;
    if (!Failure.empty()) {
      R.Failure = Failure;
      for (const Choice &C : Path)
        R.Choices.push_back(C.Taken);
      break;
    }
    if (!S.Replay.empty())
      break;
    if (R.Executions == S.Executions) {
      R.Complete = false;
      break;
    }
  } while (nextPath());
  R.Outcomes = Outcomes;
  R.States = Known.size();
  for (size_t I = 0; I < Executed.size(); ++I)
    if (Executed[I])
      R.Executed.insert(I);
  return R;
}

Result explore(const struct model &M, const Settings &S) {
  Executed.assign(Executed.size(), false);
  Engine TheEngine(M, S);
  E = &TheEngine;
  Result R = TheEngine.run();
  E = nullptr;
  return R;
}

} // namespace checker
