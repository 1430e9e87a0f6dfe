//===- AxiomsTest.cpp - Compares the checker with the axioms of RC11 ------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
///     axioms [NUMBER [SEED]]     tries NUMBER random programs
///
/// For each, the checker's outcomes must be those of the executions that the
/// axioms of the memory model allow (Lahav et al., Repairing sequential
/// consistency in C/C++11, with the release sequences of C++20), which are
/// enumerated here without any notion of a step: an execution is a choice of
/// the store that each load reads, and of an order of the stores to each
/// word. A program must have a data race if and only if an execution has one.
///
//===----------------------------------------------------------------------===//

#include "Checker.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace checker;

namespace {

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

constexpr unsigned WordCount = 2, MaxThreadCount = 3, MaxEvents = 16;

enum class Kind {
  Load,
  Store,
  Add,
  Swap, ///< compare and swap
  Fence,
  Plain ///< a write to ordinary memory, if the thread's last read was not of 0
};

struct Op {
  Kind K;
  model_order Order;
  unsigned Word;
  uintptr_t Value;    ///< that is stored or added
  uintptr_t Expected; ///< by Swap

  bool reads() const {
    return K == Kind::Load || K == Kind::Add || K == Kind::Swap;
  }
  bool mayWrite() const {
    return K == Kind::Store || K == Kind::Add || K == Kind::Swap;
  }
};

using Program = std::vector<std::vector<Op>>;

uint64_t RandomState;

unsigned randomBelow(unsigned N) {
  RandomState ^= RandomState << 13;
  RandomState ^= RandomState >> 7;
  RandomState ^= RandomState << 17;
  return unsigned((RandomState >> 33) % N);
}

model_order randomOrder(std::initializer_list<model_order> Orders) {
  return Orders.begin()[randomBelow(unsigned(Orders.size()))];
}

Op randomOp(Kind K, uintptr_t Unique) {
  Op O{K, MODEL_RELAXED, randomBelow(WordCount), Unique, randomBelow(3)};
  switch (K) {
  case Kind::Load:
    O.Order = randomOrder({MODEL_RELAXED, MODEL_ACQUIRE});
    break;
  case Kind::Store:
    O.Order = randomOrder({MODEL_RELAXED, MODEL_RELEASE});
    break;
  case Kind::Add:
  case Kind::Swap:
    O.Order = randomOrder(
        {MODEL_RELAXED, MODEL_ACQUIRE, MODEL_RELEASE, MODEL_ACQ_REL});
    break;
  case Kind::Fence:
    O.Order = randomOrder({MODEL_ACQUIRE, MODEL_RELEASE, MODEL_ACQ_REL,
                           MODEL_SEQ_CST, MODEL_SEQ_CST, MODEL_SEQ_CST});
    break;
  case Kind::Plain:
    break;
  }
  return O;
}

/// What the threads of a program consist of: `a` stands for a load or a store,
/// `f` for a fence, `u` for an update, `p` for a plain write, `?` for anything.
/// Without shapes, what a fence or a release sequence does is seen in few
/// programs.
const char *const Shapes[][MaxThreadCount] = {
    {"????", "????", ""}, {"???", "???", "???"}, {"afa", "afa", ""},
    {"afa", "afa", "a"},  {"afa", "afa", "aa"},  {"aau", "aa", ""},
    {"aa", "u", "aa"},    {"aa", "au", "ua"},    {"afa", "u", "aa"},
    {"aa", "aaa", "aa"},  {"pa", "ap", ""},      {"pfa", "afp", ""},
    {"pa", "u", "ap"},    {"pfa", "u", "afp"},   {"pa", "aa", "ap"},
    {"pfaa", "afap", ""}, {"afa", "afa", "afa"},
};

Kind randomKind(char Shape) {
  static const Kind Any[] = {Kind::Load,  Kind::Load,  Kind::Store,
                             Kind::Store, Kind::Fence, Kind::Fence,
                             Kind::Add,   Kind::Swap,  Kind::Plain};
  switch (Shape) {
  case 'a':
    return randomBelow(2) ? Kind::Load : Kind::Store;
  case 'f':
    return Kind::Fence;
  case 'u':
    return randomBelow(2) ? Kind::Add : Kind::Swap;
  case 'p':
    return Kind::Plain;
  default:
    return Any[randomBelow(sizeof Any / sizeof *Any)];
  }
}

Program randomProgram() {
  const auto &Shape = Shapes[randomBelow(sizeof Shapes / sizeof *Shapes)];
  Program P;
  uintptr_t Unique = 1;
  for (std::string Thread : Shape) {
    if (Thread.empty())
      break;
    P.emplace_back();
    unsigned Loads[WordCount] = {};
    for (char C : Thread) {
      Op O = randomOp(randomKind(C), Unique);
      // The checker limits how often a thread reads an old value again.
      while (O.K == Kind::Load && Loads[O.Word] == 2)
        O = randomOp(randomKind(C), Unique);
      Loads[O.Word] += O.K == Kind::Load;
      Unique += O.mayWrite();
      P.back().push_back(O);
    }
  }
  return P;
}

void print(const Program &P) {
  static const char *const Kinds[] = {"load", "store", "add",
                                      "swap", "fence", "plain"};
  static const char *const Orders[] = {"relaxed", "acquire", "release",
                                       "acq_rel", "seq_cst"};
  for (const std::vector<Op> &Thread : P) {
    printf("     thread:");
    for (const Op &O : Thread)
      printf(" %s_%s(%c, %lu, %lu);", Kinds[int(O.K)], Orders[O.Order],
             'x' + int(O.Word), static_cast<unsigned long>(O.Value),
             static_cast<unsigned long>(O.Expected));
    printf("\n");
  }
}

/// Of what all reads have read, in the order of the program, and of what the
/// words are in the end.
class Outcome {
public:
  void add(uintptr_t Value) { Hash = (Hash ^ unsigned(Value)) * 0x01000193u; }
  unsigned get() const { return Hash; }

private:
  unsigned Hash = 0x811c9dc5u;
};

//===----------------------------------------------------------------------===//
// As the checker runs them
//===----------------------------------------------------------------------===//

Program Current;
atomic_word Words[WordCount];
plain_word Memory;
std::vector<std::vector<uintptr_t>> Registers; ///< of each thread

void begin() {
  memset(Words, 0, sizeof Words);
  memset(&Memory, 0, sizeof Memory);
  Registers.assign(Current.size(), {});
}

void runThread(unsigned Number) {
  // Sites of operations by their order; nothing here is mutated.
  static model_site Sites[] = {
      {"relaxed", MODEL_RELAXED, "random", 1, "", 0},
      {"acquire", MODEL_ACQUIRE, "random", 2, "", 0},
      {"release", MODEL_RELEASE, "random", 3, "", 0},
      {"acq_rel", MODEL_ACQ_REL, "random", 4, "", 0},
      {"seq_cst", MODEL_SEQ_CST, "random", 5, "", 0},
  };
  std::vector<uintptr_t> &Read = Registers[Number];
  for (const Op &O : Current[Number]) {
    model_site *Site = &Sites[O.Order];
    atomic_word *Word = &Words[O.Word];
    switch (O.K) {
    case Kind::Load:
      Read.push_back(model_load(Word, Site));
      break;
    case Kind::Store:
      model_store(Word, O.Value, Site);
      break;
    case Kind::Add:
      Read.push_back(model_add(Word, O.Value, Site));
      break;
    case Kind::Swap:
      Read.push_back(model_cas(Word, O.Expected, O.Value, Site));
      break;
    case Kind::Fence:
      model_fence(Site);
      break;
    case Kind::Plain:
      if (Read.empty() || Read.back() != 0)
        model_write(&Memory, 1);
      break;
    }
  }
}

void recordOutcome() {
  Outcome O;
  for (const std::vector<uintptr_t> &Read : Registers)
    for (uintptr_t Value : Read)
      O.add(Value);
  for (const atomic_word &Word : Words)
    O.add(Word.value);
  model_outcome(O.get());
}

//===----------------------------------------------------------------------===//
// As the axioms have them
//===----------------------------------------------------------------------===//

/// A relation of events.
struct Relation {
  uint16_t To[MaxEvents] = {}; ///< for each event a bit for each other

  void add(unsigned A, unsigned B) { To[A] |= uint16_t(1u << B); }
  bool has(unsigned A, unsigned B) const { return To[A] >> B & 1; }

  void close() {
    for (unsigned K = 0; K < MaxEvents; ++K)
      for (unsigned I = 0; I < MaxEvents; ++I)
        if (has(I, K))
          To[I] |= To[K];
  }

  bool isIrreflexive() const {
    for (unsigned I = 0; I < MaxEvents; ++I)
      if (has(I, I))
        return false;
    return true;
  }

  Relation operator|(const Relation &R) const {
    Relation Result = *this;
    for (unsigned I = 0; I < MaxEvents; ++I)
      Result.To[I] |= R.To[I];
    return Result;
  }

  /// Composition.
  Relation operator*(const Relation &R) const {
    Relation Result;
    for (unsigned I = 0; I < MaxEvents; ++I)
      for (unsigned K = 0; K < MaxEvents; ++K)
        if (has(I, K))
          Result.To[I] |= R.To[K];
    return Result;
  }
};

struct Event {
  Op O;
  int Thread; ///< -1: the initial store of a word
  // In the present execution:
  uintptr_t Read, Written;
  bool Writes, Exists;
  unsigned Source; ///< that is read

  bool acquires() const {
    return Exists && (O.Order == MODEL_ACQUIRE || O.Order >= MODEL_ACQ_REL) &&
           (O.K != Kind::Swap || Writes);
  }
  bool releases() const {
    return Exists && O.Order >= MODEL_RELEASE && (O.K == Kind::Fence || Writes);
  }
  bool isFence() const { return O.K == Kind::Fence; }
};

class Axioms {
public:
  explicit Axioms(const Program &P);
  void enumerate() { chooseSources(0); }

  std::set<unsigned> Outcomes;
  bool HasRace = false;

private:
  void chooseSources(unsigned I);
  bool evaluate();
  void chooseOrder(unsigned Word);
  Relation happensBefore() const;
  void check();

  std::vector<Event> Events;
  std::vector<unsigned> Evaluated;
  std::vector<unsigned> Order[WordCount]; ///< of stores
  Relation Sequenced, ReadsFrom;
};

Axioms::Axioms(const Program &P) {
  for (unsigned Word = 0; Word < WordCount; ++Word)
    Events.push_back(
        {{Kind::Store, MODEL_RELAXED, Word, 0, 0}, -1, 0, 0, true, true, 0});
  for (unsigned T = 0; T < P.size(); ++T)
    for (const Op &O : P[T])
      Events.push_back({O, int(T), 0, 0, false, true, 0});
  if (Events.size() > MaxEvents)
    abort();
  for (unsigned A = 0; A < Events.size(); ++A)
    for (unsigned B = 0; B < Events.size(); ++B)
      if (Events[B].Thread >= 0 &&
          (Events[A].Thread < 0 ||
           (Events[A].Thread == Events[B].Thread && A < B)))
        Sequenced.add(A, B);
}

/// All choices of what the events from \p I on read.
void Axioms::chooseSources(unsigned I) {
  if (I == Events.size()) {
    if (evaluate())
      chooseOrder(0);
    return;
  }
  if (!Events[I].O.reads()) {
    chooseSources(I + 1);
    return;
  }
  for (unsigned W = 0; W < Events.size(); ++W)
    if (W != I && Events[W].O.mayWrite() &&
        Events[W].O.Word == Events[I].O.Word) {
      Events[I].Source = W;
      chooseSources(I + 1);
    }
}

/// Computes values. False if somebody reads what is not written, or what is
/// written only later (load buffering, which the checker does not explore).
bool Axioms::evaluate() {
  ReadsFrom = Relation();
  for (unsigned I = 0; I < Events.size(); ++I)
    if (Events[I].O.reads())
      ReadsFrom.add(Events[I].Source, I);
  Relation Before = Sequenced | ReadsFrom;
  Before.close();
  if (!Before.isIrreflexive())
    return false;
  std::vector<unsigned> Sorted(Events.size());
  for (unsigned I = 0; I < Sorted.size(); ++I)
    Sorted[I] = I;
  // By the number of events before, which is a topological order.
  auto CountBefore = [&](unsigned I) {
    unsigned Count = 0;
    for (unsigned A = 0; A < Events.size(); ++A)
      Count += Before.has(A, I);
    return Count;
  };
  std::sort(Sorted.begin(), Sorted.end(), [&](unsigned A, unsigned B) {
    return CountBefore(A) < CountBefore(B);
  });
  for (unsigned I : Sorted) {
    Event &V = Events[I];
    if (V.Thread < 0)
      continue;
    if (V.O.reads()) {
      if (!Events[V.Source].Writes)
        return false;
      V.Read = Events[V.Source].Written;
    }
    V.Writes = V.O.K == Kind::Store || V.O.K == Kind::Add ||
               (V.O.K == Kind::Swap && V.Read == V.O.Expected);
    V.Written = V.O.K == Kind::Add ? V.Read + V.O.Value : V.O.Value;
    if (V.O.K == Kind::Plain) {
      V.Exists = true;
      for (unsigned A = 0; A < I; ++A)
        if (Events[A].Thread == V.Thread && Events[A].O.reads())
          V.Exists = Events[A].O.K == Kind::Swap ? Events[A].Writes
                                                 : Events[A].Read != 0;
    }
  }
  return true;
}

/// All orders of the stores to the words from \p Word on.
void Axioms::chooseOrder(unsigned Word) {
  if (Word == WordCount) {
    check();
    return;
  }
  std::vector<unsigned> Stores;
  for (unsigned I = WordCount; I < Events.size(); ++I)
    if (Events[I].Writes && Events[I].O.Word == Word)
      Stores.push_back(I);
  do {
    Order[Word] = {Word};
    Order[Word].insert(Order[Word].end(), Stores.begin(), Stores.end());
    // An update follows at once the store that it reads.
    bool IsAtomic = true;
    for (size_t I = 1; I < Order[Word].size(); ++I) {
      const Event &V = Events[Order[Word][I]];
      IsAtomic &= !V.O.reads() || V.Source == Order[Word][I - 1];
    }
    if (IsAtomic)
      chooseOrder(Word + 1);
  } while (std::next_permutation(Stores.begin(), Stores.end()));
}

Relation Axioms::happensBefore() const {
  Relation HappensBefore = Sequenced;
  for (unsigned R = 0; R < Events.size(); ++R) {
    if (!Events[R].O.reads())
      continue;
    // The stores whose release sequences the load reads.
    for (unsigned W = Events[R].Source;; W = Events[W].Source) {
      for (unsigned A = 0; A < Events.size(); ++A) {
        bool Releases =
            Events[A].releases() &&
            (A == W || (Events[A].isFence() && Sequenced.has(A, W)));
        for (unsigned B = 0; Releases && B < Events.size(); ++B)
          if (Events[B].acquires() &&
              (B == R || (Events[B].isFence() && Sequenced.has(R, B))))
            HappensBefore.add(A, B);
      }
      if (!Events[W].O.reads())
        break;
    }
  }
  HappensBefore.close();
  return HappensBefore;
}

/// Records the execution if the axioms allow it.
void Axioms::check() {
  Relation Coherence = ReadsFrom;
  for (const std::vector<unsigned> &Stores : Order)
    for (size_t I = 0; I < Stores.size(); ++I)
      for (size_t J = I + 1; J < Stores.size(); ++J) {
        Coherence.add(Stores[I], Stores[J]);
        for (unsigned R = 0; R < Events.size(); ++R)
          if (Events[R].O.reads() && Events[R].Source == Stores[I] &&
              R != Stores[J])
            Coherence.add(R, Stores[J]);
      }
  Coherence.close();
  Relation HappensBefore = happensBefore();
  if (!HappensBefore.isIrreflexive() || !Coherence.isIrreflexive() ||
      !(HappensBefore * Coherence).isIrreflexive())
    return;
  Relation Between = HappensBefore | HappensBefore * Coherence * HappensBefore;
  Relation Fences;
  for (unsigned A = 0; A < Events.size(); ++A)
    for (unsigned B = 0; B < Events.size(); ++B)
      if (Events[A].O.Order == MODEL_SEQ_CST &&
          Events[B].O.Order == MODEL_SEQ_CST && Between.has(A, B))
        Fences.add(A, B);
  Fences.close();
  if (!Fences.isIrreflexive())
    return;
  for (unsigned A = 0; A < Events.size(); ++A)
    for (unsigned B = 0; B < A; ++B)
      HasRace |= Events[A].O.K == Kind::Plain && Events[A].Exists &&
                 Events[B].O.K == Kind::Plain && Events[B].Exists &&
                 Events[A].Thread != Events[B].Thread &&
                 !HappensBefore.has(A, B) && !HappensBefore.has(B, A);
  Outcome O;
  for (const Event &V : Events)
    if (V.O.reads())
      O.add(V.O.K == Kind::Swap ? V.Writes : V.Read);
  for (const std::vector<unsigned> &Stores : Order)
    O.add(Events[Stores.back()].Written);
  Outcomes.insert(O.get());
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

bool compare(unsigned Number) {
  Current = randomProgram();
  Axioms A(Current);
  A.enumerate();
  model M = {"random",  unsigned(Current.size()),
             0,         begin,
             runThread, recordOutcome,
             -1,        -1};
  Result R = explore(M, Settings());
  bool Raced = R.Failure.rfind("data race", 0) == 0;
  bool Good = A.HasRace
                  ? Raced
                  : R.Failure.empty() && R.Complete && R.Outcomes == A.Outcomes;
  if (!Good) {
    printf("FAIL program %u: %zu outcomes, expected %zu; race %d, expected %d; "
           "%s\n",
           Number, R.Outcomes.size(), A.Outcomes.size(), Raced, A.HasRace,
           R.Failure.c_str());
    print(Current);
  }
  return Good;
}

} // namespace

int main(int Argc, char **Argv) {
  unsigned Number = Argc > 1 ? unsigned(atoi(Argv[1])) : 4000;
  RandomState = Argc > 2 ? strtoull(Argv[2], nullptr, 10) : 1;
  RandomState = RandomState * 0x9e3779b97f4a7c15u + 1;
  unsigned Failed = 0;
  for (unsigned I = 0; I < Number; ++I)
    Failed += !compare(I);
  printf("%u of %u programs differ\n", Failed, Number);
  return Failed != 0;
}
