//===- Memory.cpp - The memory model of the model checker -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Engine.h"

#include <algorithm>
#include <cstring>

namespace checker {

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

void Engine::resetMemory() {
  for (Location &L : Locations)
    SpareOrders.push_back(std::move(L.Order));
  Locations.clear();
  Locations.reserve(MaxLocations);
  LocationTable.fill(0);
  Messages.clear();
  Messages.reserve(1 << 14);
  // Index 0 means that nothing was seen.
  Messages.push_back({});
  SeqCst = View();
  SeqCstHash = 0;
  resetPlain();
}

static size_t slotOf(uintptr_t Address) {
  return (Address * 0x9e3779b97f4a7c15u) >> 56;
}

Location *Engine::findLocation(uintptr_t Address) {
  for (size_t I = slotOf(Address); LocationTable[I]; I = (I + 1) % 256) {
    Location &L = Locations[LocationTable[I] - 1u];
    if (reinterpret_cast<uintptr_t>(L.Word) == Address && !L.IsReplaced)
      return &L;
  }
  return nullptr;
}

static uintptr_t getWord(const void *Word, unsigned Size) {
  uintptr_t Value = 0;
  memcpy(&Value, Word, Size);
  return Value;
}

static void setWord(const void *Word, unsigned Size, uintptr_t Value) {
  memcpy(const_cast<void *>(Word), &Value, Size);
}

Location &Engine::location(const void *Word, unsigned Size) {
  uintptr_t Address = reinterpret_cast<uintptr_t>(Word);
  if (Location *L = findLocation(Address))
    return *L;
  if (Locations.size() == MaxLocations)
    fail("the model has too many atomic words");
  uint64_t Generation = 1;
  for (const Location &L : Locations)
    Generation += L.Word == Word;
  Locations.emplace_back();
  Location &L = Locations.back();
  L.Word = Word;
  L.Size = Size;
  if (Size < Alignment)
    Alignment = sizeof(uint32_t);
  L.Number = unsigned(Locations.size() - 1);
  size_t I = slotOf(Address);
  while (LocationTable[I])
    I = (I + 1) % 256;
  LocationTable[I] = uint8_t(L.Number + 1);
  // What the word was initialized with.
  Message Initial{};
  Initial.Value = getWord(Word, Size);
  Initial.Identity = mix(Address, Generation);
  Messages.push_back(Initial);
  if (!SpareOrders.empty()) {
    L.Order = std::move(SpareOrders.back());
    L.Order.clear();
    SpareOrders.pop_back();
  }
  L.Order.push_back(uint16_t(Messages.size() - 1));
  L.FutexSeen = L.Order.back();
  hashOrder(L);
  return L;
}

/// After a change of the order of \p L.
void Engine::hashOrder(Location &L) const {
  L.OrderHash = mix(reinterpret_cast<uintptr_t>(L.Word), 0);
  for (uint16_t M : L.Order)
    L.OrderHash = mix(L.OrderHash, Messages[M].Identity);
}

bool Engine::isIgnored(const void *Word) const {
  uintptr_t Address = reinterpret_cast<uintptr_t>(Word);
  for (auto [Begin, End] : Ignored)
    if (Address >= Begin && Address < End)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// The place of the oldest store of \p L that the current thread may read.
unsigned Engine::oldest(const Location &L) {
  uint16_t M = current().Now.Seen[L.Number];
  return M ? Messages[M].Place : 0;
}

void Engine::joinSeen(View &To, const View &From) {
  for (size_t I = 0; I < Locations.size(); ++I) {
    uint16_t M = From.Seen[I];
    if (M && (!To.Seen[I] || Messages[To.Seen[I]].Place < Messages[M].Place))
      To.Seen[I] = M;
  }
}

void Engine::join(View &To, const View &From) {
  joinSeen(To, From);
  for (size_t I = 0; I < MaxThreads; ++I)
    To.Clock[I] = std::max(To.Clock[I], From.Clock[I]);
}

uint64_t Engine::hashOf(const View &V) const {
  uint64_t Sum = 0;
  for (size_t I = 0; I < Locations.size(); ++I)
    if (V.Seen[I])
      Sum += mix(1, Messages[V.Seen[I]].Identity);
  for (uint32_t Time : V.Clock)
    Sum = mix(Sum, Time);
  return Sum;
}

/// The current thread reads the store \p M.
void Engine::read(Location &L, uint16_t M, bool Acquire) {
  Thread &T = current();
  T.Now.Seen[L.Number] = M;
  join(Acquire ? T.Now : T.Acquired, Messages[M].Released);
  record(mix(reinterpret_cast<uintptr_t>(L.Word), Messages[M].Identity));
}

/// A store of \p Value by the current thread. \p Base is the store that an
/// update has read: it continues its release sequence.
void Engine::insert(Location &L, unsigned Place, uintptr_t Value, bool Release,
                    const Message *Base) {
  if (Messages.size() == Messages.capacity())
    fail("too many stores");
  Thread &T = current();
  Messages.emplace_back();
  Message &M = Messages.back();
  uint16_t Index = uint16_t(Messages.size() - 1);
  M.Value = Value;
  M.Identity = mix(mix(Running + 1, T.Now.Clock[Running]), 0x51);
  M.IsUpdate = Base != nullptr;
  L.Order.insert(L.Order.begin() + Place, Index);
  for (size_t I = Place; I < L.Order.size(); ++I)
    Messages[L.Order[I]].Place = unsigned(I);
  hashOrder(L);
  M.Released = Release ? T.Now : T.Fenced;
  if (Base)
    join(M.Released, Base->Released);
  M.Released.Seen[L.Number] = Index;
  T.Now.Seen[L.Number] = Index;
  record(mix(reinterpret_cast<uintptr_t>(L.Word), Value));
  // Who spins may see the change, rather than let all others go first.
  constexpr unsigned MaxLooks = 2;
  for (Thread &Other : Threads)
    if (Other.Yields && Other.Looks < MaxLooks) {
      Other.Yields = false;
      ++Other.Looks;
    }
  // For plain reads of the word, which are ordered after all stores.
  setWord(L.Word, L.Size, Messages[L.Order.back()].Value);
}

} // namespace checker

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

using namespace checker;

/// Before the threads start and after they have ended, and for words that no
/// protocol depends on, words are ordinary.
static bool isOrdinary(const void *Word) {
  return !model_runs() || E->isIgnored(Word);
}

static uintptr_t load(const void *Word, unsigned Size,
                      struct model_site *Site) {
  model_order O = orderAt(Site);
  if (isOrdinary(Word)) {
    uintptr_t Value = getWord(Word, Size);
    // The thread may go another way because of it.
    if (model_runs())
      E->record(Value);
    return Value;
  }
  E->step();
  Thread &T = E->current();
  Location &L = E->location(Word, Size);
  E->checkAtomic(L, false);
  unsigned First = E->oldest(L);
  // In the end a thread sees what the others have stored.
  constexpr unsigned MaxRereads = 1;
  if (T.LastRead[L.Number] == L.Order[First] &&
      T.Rereads[L.Number] >= MaxRereads && First + 1 < L.Order.size())
    ++First;
  // The newest is the first choice.
  size_t Number = L.Order.size() - First;
  uint16_t M = L.Order[L.Order.size() - 1 - E->chooseValue(unsigned(Number))];
  bool IsReread = T.LastRead[L.Number] == M;
  T.Rereads[L.Number] =
      IsReread ? std::min(T.Rereads[L.Number] + 1u, MaxRereads) : 0;
  T.LastRead[L.Number] = M;
  E->read(L, M, acquires(O));
  return E->Messages[M].Value;
}

static void store(void *Word, unsigned Size, uintptr_t Value,
                  struct model_site *Site) {
  model_order O = orderAt(Site);
  if (isOrdinary(Word)) {
    setWord(Word, Size, Value);
    return;
  }
  E->step();
  Location &L = E->location(Word, Size);
  E->checkAtomic(L, true);
  // Any place in modification order that this thread has not seen passed.
  std::vector<unsigned> &Places = E->Places;
  Places.assign(1, unsigned(L.Order.size()));
  for (unsigned I = E->oldest(L) + 1; I < L.Order.size(); ++I)
    if (!E->Messages[L.Order[I]].IsUpdate)
      Places.push_back(I);
  unsigned Place = Places[E->chooseValue(unsigned(Places.size()))];
  E->insert(L, Place, Value, releases(O), nullptr);
}

/// An update, which F(old value, new value) computes; F returns false if
/// nothing is to be stored. Reads any store that no other update has read, and
/// follows it; or, if nothing is stored, any.
template <class Function>
static uintptr_t update(void *Word, unsigned Size, struct model_site *Site,
                        const Function &F) {
  model_order O = orderAt(Site);
  uintptr_t New;
  if (isOrdinary(Word)) {
    uintptr_t Old = getWord(Word, Size);
    if (F(Old, New))
      setWord(Word, Size, New);
    return Old;
  }
  E->step();
  Location &L = E->location(Word, Size);
  std::vector<unsigned> &Places = E->Places;
  Places.clear();
  for (size_t I = L.Order.size(); I-- > E->oldest(L);) {
    bool IsTaken =
        I + 1 < L.Order.size() && E->Messages[L.Order[I + 1]].IsUpdate;
    if (!IsTaken || !F(E->Messages[L.Order[I]].Value, New))
      Places.push_back(unsigned(I));
  }
  unsigned Place = Places[E->chooseValue(unsigned(Places.size()))];
  uint16_t M = L.Order[Place];
  uintptr_t Old = E->Messages[M].Value;
  bool Stores = F(Old, New);
  E->checkAtomic(L, Stores);
  E->read(L, M, Stores && acquires(O));
  if (Stores)
    E->insert(L, Place + 1, New, releases(O), &E->Messages[M]);
  return Old;
}

static uintptr_t exchange(void *Word, unsigned Size, uintptr_t Value,
                          struct model_site *Site) {
  return update(Word, Size, Site, [&](uintptr_t, uintptr_t &New) {
    New = Value;
    return true;
  });
}

static uintptr_t add(void *Word, unsigned Size, uintptr_t Value,
                     struct model_site *Site) {
  return update(Word, Size, Site, [&](uintptr_t Old, uintptr_t &New) {
    New = Old + Value;
    return true;
  });
}

static uintptr_t compare(void *Word, unsigned Size, uintptr_t Expected,
                         uintptr_t Desired, struct model_site *Site) {
  return update(Word, Size, Site, [&](uintptr_t Old, uintptr_t &New) {
    New = Desired;
    return Old == Expected;
  });
}

uintptr_t model_load(const atomic_word *Word, struct model_site *Site) {
  return load(Word, sizeof *Word, Site);
}

uintptr_t model_load_small(const void *Word, unsigned Size,
                           struct model_site *Site) {
  return load(Word, Size, Site);
}

void model_store(atomic_word *Word, uintptr_t Value, struct model_site *Site) {
  store(Word, sizeof *Word, Value, Site);
}

void model_store_small(void *Word, unsigned Size, uintptr_t Value,
                       struct model_site *Site) {
  store(Word, Size, Value, Site);
}

uintptr_t model_exchange(atomic_word *Word, uintptr_t Value,
                         struct model_site *Site) {
  return exchange(Word, sizeof *Word, Value, Site);
}

uintptr_t model_exchange_small(void *Word, unsigned Size, uintptr_t Value,
                               struct model_site *Site) {
  return exchange(Word, Size, Value, Site);
}

uintptr_t model_add(atomic_word *Word, uintptr_t Value,
                    struct model_site *Site) {
  return add(Word, sizeof *Word, Value, Site);
}

uintptr_t model_add_small(void *Word, unsigned Size, uintptr_t Value,
                          struct model_site *Site) {
  return add(Word, Size, Value, Site);
}

uintptr_t model_compare(atomic_word *Word, uintptr_t Expected,
                        uintptr_t Desired, struct model_site *Site) {
  return compare(Word, sizeof *Word, Expected, Desired, Site);
}

bool model_cas(atomic_word *Word, uintptr_t Expected, uintptr_t Desired,
               struct model_site *Site) {
  return Expected == model_compare(Word, Expected, Desired, Site);
}

bool model_cas_small(void *Word, unsigned Size, uintptr_t Expected,
                     uintptr_t Desired, struct model_site *Site) {
  return Expected == compare(Word, Size, Expected, Desired, Site);
}

uintptr_t model_or(atomic_word *Word, uintptr_t Bits, struct model_site *Site) {
  return update(Word, sizeof *Word, Site, [&](uintptr_t Old, uintptr_t &New) {
    New = Old | Bits;
    return true;
  });
}

uintptr_t model_and(atomic_word *Word, uintptr_t Bits,
                    struct model_site *Site) {
  return update(Word, sizeof *Word, Site, [&](uintptr_t Old, uintptr_t &New) {
    New = Old & Bits;
    return true;
  });
}

/// A fence in \p T, which is not between two steps of an operation.
void Engine::fenceOf(Thread &T, model_order O) {
  if (acquires(O))
    join(T.Now, T.Acquired);
  if (O == MODEL_SEQ_CST) {
    // Fences order what is seen. They synchronize, as ordinary memory needs it,
    // only by what is read.
    joinSeen(T.Now, SeqCst);
    joinSeen(SeqCst, T.Now);
    SeqCstHash = hashOf(SeqCst);
  }
  if (releases(O))
    T.Fenced = T.Now;
  T.History = mix(T.History, hashOf(T.Now));
}

void model_fence(struct model_site *Site) {
  model_order O = orderAt(Site);
  if (!E->InThreads)
    return;
  E->step();
  E->fenceOf(E->current(), O);
}

void model_fence_all(struct model_site *Site) {
  model_order O = orderAt(Site);
  if (!E->InThreads)
    return;
  E->step();
  E->fenceOf(E->current(), O);
  for (size_t I = 0; I < E->Threads.size(); ++I)
    if (I != E->Running) {
      E->step();
      E->fenceOf(E->Threads[I], O);
    }
  E->step();
  E->fenceOf(E->current(), O);
}

void model_futex_wait(const atomic_word *Word, uint32_t Expected) {
  E->step();
  Thread &T = E->current();
  Location &L = E->location(Word);
  // The kernel orders calls for the same word: who sleeps after a wake-up sees
  // at least what the waker saw.
  unsigned First = std::max(E->oldest(L), E->Messages[L.FutexSeen].Place);
  size_t Number = L.Order.size() - First;
  uint16_t M = L.Order[L.Order.size() - 1 - E->chooseValue(unsigned(Number))];
  E->record(E->Messages[M].Identity);
  if (uint32_t(E->Messages[M].Value) != Expected)
    return;
  constexpr unsigned MaxSpurious = 1;
  if (T.Spurious < MaxSpurious && E->chooseValue(2)) {
    ++T.Spurious;
    E->record(T.Spurious);
    return;
  }
  E->wait(Wait::Futex, Word, 0);
}

void model_futex_wake(const atomic_word *Word, unsigned Count) {
  if (!E->InThreads)
    return;
  E->step();
  Location &L = E->location(Word);
  uint16_t Mine = E->current().Now.Seen[L.Number];
  if (Mine && E->Messages[Mine].Place > E->Messages[L.FutexSeen].Place)
    L.FutexSeen = Mine;
  std::vector<Thread *> Asleep;
  for (Thread &T : E->Threads)
    if (T.WaitsFor == Wait::Futex && T.WaitWord == Word)
      Asleep.push_back(&T);
  E->record(0x77);
  for (; Count > 0 && !Asleep.empty(); --Count) {
    unsigned C = E->choose(unsigned(Asleep.size()));
    Asleep[C]->WaitsFor = Wait::None;
    Asleep.erase(Asleep.begin() + C);
  }
}

void model_pause(void) {
  if (!model_runs())
    return;
  E->current().Yields = true;
  E->step();
  E->record(0x79);
}

void model_take_turns(void) {
  if (model_runs())
    E->current().TakesTurns = true;
  model_pause();
}

//===----------------------------------------------------------------------===//
// For models
//===----------------------------------------------------------------------===//

uintptr_t model_wait_while(atomic_word *Word, uintptr_t Value) {
  E->wait(Wait::Change, Word, Value);
  Location &L = E->location(Word);
  E->checkAtomic(L, false);
  uint16_t M = L.Order.back();
  E->read(L, M, false);
  return E->Messages[M].Value;
}

void model_start(unsigned Number) {
  E->step();
  Thread &T = E->Threads[Number];
  model_require(T.WaitsFor == Wait::Start, "the thread has been started");
  E->record(Number);
  T.WaitsFor = Wait::None;
  T.History = mix(T.History, E->current().History);
  E->join(T.Now, E->current().Now);
}

void model_join(unsigned Number) {
  E->wait(Wait::End, nullptr, Number);
  E->record(E->Threads[Number].History);
  E->join(E->current().Now, E->Threads[Number].Now);
}

void model_require(bool Condition, const char *Message) {
  if (!Condition)
    E->fail(Message);
}

void model_outcome(unsigned Outcome) { E->Outcomes.insert(Outcome); }

unsigned model_self(void) { return E->Running; }

bool model_runs(void) { return E && E->InThreads; }

void model_ignore(const void *Memory, size_t Size) {
  uintptr_t Begin = reinterpret_cast<uintptr_t>(Memory);
  E->Ignored.push_back({Begin, Begin + Size});
}
