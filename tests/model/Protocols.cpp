//===- Protocols.cpp - The protocols of the runtime, model-checked -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
///     Protocols [--more N]                 checks all models, with bounds
///                                          higher by N
///     Protocols --mutate                   weakens each order, one at a time:
///     each
///                                          mutant must fail, or be explained
///                                          below
///     Protocols --replay MODEL C,C,C...    repeats one execution
///
/// The protocols are compiled from runtime/scheduler as they are.
///
//===----------------------------------------------------------------------===//

#define TUSSAH_MODEL
#include "runtime/scheduler/idle.c"
#include "runtime/scheduler/join.h"
#include "runtime/scheduler/lock.h"
#include "runtime/scheduler/request.h"
#include "runtime/scheduler/slot.h"
#include "runtime/scheduler/visit.h"

#include "Checker.h"

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

using namespace model;

namespace {

constexpr uintptr_t Root = 16;

//===----------------------------------------------------------------------===//
// Publish, steal, take back
//===----------------------------------------------------------------------===//

struct SlotState {
  slot Slot{};
  plain_word Frame[3]{}; ///< what the continuations work on
  plain_word Taken[3]{}; ///< how often each was continued
};

/// Runs the continuation that \p O describes.
void runContinuation(SlotState &S, const offer &O) {
  uintptr_t I = O.frame;
  require(O.resume == I + 100 && O.full == I + 200 &&
              O.environment == I + 300 && O.caught == I + 400,
          "an offer is torn");
  require(read_plain(&S.Frame[I]) == I + 1, "a frame is not as it was left");
  write_plain(&S.Taken[I], read_plain(&S.Taken[I]) + 1);
}

void publish(SlotState &S, uintptr_t I) {
  write_plain(&S.Frame[I], I + 1);
  offer O = {I + 100, I, I + 200, I + 300, I + 400};
  slot_publish(&S.Slot, Root, &O);
}

/// The owner publishes continuations one after the other, and takes back each
/// that was not stolen; \p Thieves steal what they see.
Program slots(unsigned Offers, unsigned Thieves) {
  auto S = std::make_shared<SlotState>();
  Program P;
  P.Threads.push_back([=] {
    for (uintptr_t I = 0; I < Offers; ++I) {
      if (!slot_is_free(&S->Slot)) {
        // Serial execution goes on without publishing.
        write_plain(&S->Taken[I], read_plain(&S->Taken[I]) + 1);
        continue;
      }
      publish(*S, I);
      if (slot_take_back(&S->Slot, Root))
        write_plain(&S->Taken[I], read_plain(&S->Taken[I]) + 1);
    }
  });
  for (unsigned T = 0; T < Thieves; ++T)
    P.Threads.push_back([=] {
      offer O;
      for (unsigned Try = 0; Try < 2; ++Try)
        if (slot_peek(&S->Slot) && slot_steal(&S->Slot, Root, &O))
          runContinuation(*S, O);
    });
  P.Finally = [=] {
    for (unsigned I = 0; I < Offers; ++I)
      require(read_plain(&S->Taken[I]) == 1,
              "a continuation was not continued exactly once");
  };
  return P;
}

//===----------------------------------------------------------------------===//
// Join
//===----------------------------------------------------------------------===//

struct JoinState {
  join Join{};
  plain_word Results[3]{};
  failure Failures[2]{};
  plain_word Continued{};
};

/// The last strand continues the frame and reads what the others wrote.
void arriveAt(JoinState &S) {
  if (!join_arrive(&S.Join))
    return;
  write_plain(&S.Continued, read_plain(&S.Continued) + 1);
  for (plain_word &Result : S.Results)
    require(read_plain(&Result) == 1, "a strand's result is missing");
  unsigned Number = 0, Orders = 0;
  for (uintptr_t Next = load_relaxed(&S.Join.failures); Next; ++Number) {
    auto *Failure = reinterpret_cast<failure *>(Next);
    Orders += unsigned(read_plain(&Failure->order));
    Next = read_plain(&Failure->next);
  }
  require(Number == 2 && Orders == 3, "an exception is missing");
}

/// Two children that throw, and the continuation, which leaves the second child
/// behind while it runs.
Program joins() {
  auto S = std::make_shared<JoinState>();
  join_begin(&S->Join);
  join_add_child(&S->Join);
  Program P;
  for (unsigned Child = 0; Child < 2; ++Child)
    P.Threads.push_back([=] {
      write_plain(&S->Results[Child], 1);
      write_plain(&S->Failures[Child].order, Child + 1);
      join_fail(&S->Join, &S->Failures[Child]);
      arriveAt(*S);
    });
  P.Threads.push_back([=] {
    // A promotion that is taken back.
    join_add_child(&S->Join);
    join_remove_child(&S->Join);
    write_plain(&S->Results[2], 1);
    arriveAt(*S);
  });
  P.Finally = [=] {
    require(read_plain(&S->Continued) == 1,
            "the frame was not continued exactly once");
  };
  return P;
}

//===----------------------------------------------------------------------===//
// Requests, sleeping and waking
//===----------------------------------------------------------------------===//

struct IdleState {
  idle Idle{};
  slot Slot{};
  atomic_word Request{};
  atomic_word Done{};
  sleeper Sleepers[2]{};
};

bool stealFrom(IdleState &S) {
  offer O;
  if (!slot_peek(&S.Slot)) {
    request_ask(&S.Request);
    return false;
  }
  if (!slot_steal(&S.Slot, Root, &O))
    return false;
  request_more(&S.Request);
  return true;
}

/// As search and sleep_or_steal in worker.c, with a short search.
void workerLoop(IdleState &S, sleeper &Self) {
  idle_begin_search(&S.Idle, &Self);
  for (;;) {
    if (load_acquire(&S.Done)) {
      idle_end_search(&S.Idle, &Self);
      return;
    }
    bool Found = stealFrom(S);
    if (!Found) {
      idle_announce(&S.Idle, &Self);
      if (load_acquire(&S.Done) || (Found = stealFrom(S)))
        idle_cancel(&S.Idle, &Self);
      else
        idle_sleep(&S.Idle, &Self);
    }
    if (Found) {
      idle_end_search(&S.Idle, &Self);
      idle_begin_search(&S.Idle, &Self);
    }
  }
}

/// A victim publishes \p Offers continuations, each when it is asked to; then
/// ends the workers. If a request or a wake-up is lost, all wait.
Program sleeping(unsigned Offers, unsigned Workers, bool Guests) {
  auto S = std::make_shared<IdleState>();
  Program P;
  P.Threads.push_back([=] {
    for (unsigned I = 0; I < Offers;) {
      waitWhile(&S->Request, 0); // polls
      request_take(&S->Request);
      if (!slot_is_free(&S->Slot))
        continue;
      offer O = {};
      slot_publish(&S->Slot, Root, &O);
      idle_notify(&S->Idle, Root);
      ++I;
    }
    // It has nothing else: somebody must come.
    waitWhile(&S->Slot.state, Root);
    store_release(&S->Done, 1);
    for (unsigned W = 0; W < Workers; ++W)
      idle_wake(&S->Idle, &S->Sleepers[W]);
  });
  for (unsigned W = 0; W < Workers; ++W) {
    S->Sleepers[W].root = Guests && W == 0 ? Root : 0;
    P.Threads.push_back([=] { workerLoop(*S, S->Sleepers[W]); });
  }
  return P;
}

/// Two victims publish one continuation each, unasked; two workers must take
/// both though each victim may rely on a worker that is taking the other's.
Program twoVictims() {
  struct State {
    idle Idle{};
    slot Slots[2]{};
    atomic_word Taken{};
    sleeper Sleepers[2]{};
  };
  auto S = std::make_shared<State>();
  Program P;
  for (unsigned V = 0; V < 2; ++V)
    P.Threads.push_back([=] {
      offer O = {};
      slot_publish(&S->Slots[V], Root, &O);
      idle_notify(&S->Idle, Root);
      waitWhile(&S->Slots[V].state, Root);
    });
  for (unsigned W = 0; W < 2; ++W)
    P.Threads.push_back([=] {
      // Takes one continuation, which keeps it busy from then on.
      sleeper &Self = S->Sleepers[W];
      auto Steal = [=] {
        offer O;
        for (slot &Slot : S->Slots)
          if (slot_peek(&Slot) && slot_steal(&Slot, Root, &O))
            return true;
        return false;
      };
      idle_begin_search(&S->Idle, &Self);
      for (bool Found = false; !Found;) {
        idle_announce(&S->Idle, &Self);
        Found = Steal();
        if (Found)
          idle_cancel(&S->Idle, &Self);
        else
          idle_sleep(&S->Idle, &Self);
        Found = Found || Steal();
      }
      idle_end_search(&S->Idle, &Self);
    });
  return P;
}

//===----------------------------------------------------------------------===//
// Visits
//===----------------------------------------------------------------------===//

struct VisitState {
  host Host{};
  plain_word Memory{}; ///< of the guest's thread
};

/// A guest arrives and leaves twice; two thieves visit.
Program visits() {
  auto S = std::make_shared<VisitState>();
  Program P;
  P.Threads.push_back([=] {
    for (unsigned I = 1; I <= 2; ++I) {
      write_plain(&S->Memory, I);
      host_arrive(&S->Host);
      host_leave(&S->Host);
      write_plain(&S->Memory, 0);
    }
  });
  for (unsigned T = 0; T < 2; ++T)
    P.Threads.push_back([=] {
      if (!visit_begin(&S->Host))
        return;
      require(read_plain(&S->Memory) != 0, "the thread has left");
      visit_end(&S->Host);
    });
  return P;
}

//===----------------------------------------------------------------------===//
// The lock
//===----------------------------------------------------------------------===//

Program locks() {
  struct State {
    lock Lock{};
    plain_word Counter{};
  };
  auto S = std::make_shared<State>();
  Program P;
  for (unsigned T = 0; T < 3; ++T)
    P.Threads.push_back([=] {
      lock_acquire(&S->Lock);
      write_plain(&S->Counter, read_plain(&S->Counter) + 1);
      lock_release(&S->Lock);
    });
  P.Finally = [=] {
    require(read_plain(&S->Counter) == 3, "an increment is lost");
  };
  return P;
}

//===----------------------------------------------------------------------===//
// All models
//===----------------------------------------------------------------------===//

struct Model {
  const char *Name;
  std::function<Program()> Make;
  int Preemptions; ///< bounds; -1: none
  int Surprises;
};

const Model Models[] = {
    {"slot-1-thief", [] { return slots(3, 1); }, -1, -1},
    {"slot-2-thieves", [] { return slots(2, 2); }, 3, -1},
    {"join", joins, 4, -1},
    {"lock", locks, 3, -1},
    {"visit", visits, 3, 2},
    {"sleep-1-worker", [] { return sleeping(2, 1, false); }, 2, 2},
    {"sleep-2-victims", twoVictims, 1, 1},
    {"sleep-guest", [] { return sleeping(1, 1, true); }, 3, 2},
    {"sleep-2-workers", [] { return sleeping(1, 2, false); }, 1, 1},
    {"sleep-worker-and-guest", [] { return sleeping(1, 2, true); }, 1, 1},
};

std::string text(const std::vector<unsigned> &Choices) {
  std::string Text;
  for (unsigned C : Choices)
    Text += (Text.empty() ? "" : ",") + std::to_string(C);
  return Text;
}

Settings settingsOf(const Model &M, int Extra) {
  Settings S;
  S.Preemptions = M.Preemptions < 0 ? -1 : M.Preemptions + Extra;
  S.Surprises = M.Surprises < 0 ? -1 : M.Surprises + Extra;
  return S;
}

bool checkAll(int Extra) {
  bool Good = true;
  for (const Model &M : Models) {
    Result R = explore(M.Make, settingsOf(M, Extra));
    printf("%-24s %9llu executions%s\n", M.Name,
           static_cast<unsigned long long>(R.Executions),
           R.Complete ? "" : " (stopped)");
    if (!R.Failure.empty()) {
      printf("FAIL %s: %s; repeat with --replay %s %s\n", M.Name,
             R.Failure.c_str(), M.Name, text(R.Choices).c_str());
      Good = false;
    }
    Good &= R.Complete || !R.Failure.empty();
    fflush(stdout);
  }
  return Good;
}

//===----------------------------------------------------------------------===//
// Mutants
//===----------------------------------------------------------------------===//

const char *nameOf(Order O) {
  switch (O) {
  case Order::Relaxed:
    return "relaxed";
  case Order::Acquire:
    return "acquire";
  case Order::Release:
    return "release";
  case Order::AcqRel:
    return "acq_rel";
  case Order::SeqCst:
    return "seq_cst";
  }
  return "?";
}

/// Mutants that no model can catch, and why.
struct Explained {
  const char *Where, *Why;
};

const Explained Harmless[] = {
    {nullptr, nullptr},
};

const char *explanation(const Mutation &M) {
  for (const Explained &X : Harmless)
    if (X.Where && M.Where.rfind(X.Where, 0) == 0)
      return X.Why;
  return nullptr;
}

/// Returns the model that catches the mutant in force; null if none does.
const Model *catcher() {
  for (const Model &M : Models) {
    Settings S = settingsOf(M, 0);
    S.Executions = 400000;
    if (!explore(M.Make, S).Failure.empty())
      return &M;
  }
  return nullptr;
}

bool mutateAll() {
  if (!checkAll(0))
    return false;
  unsigned Caught = 0, Harm = 0, Missed = 0;
  for (const Mutation &M : mutations()) {
    // Operations of the models themselves are not the protocols'.
    if (M.Where.rfind("Protocols.cpp", 0) == 0)
      continue;
    setMutation(&M);
    const Model *By = catcher();
    setMutation(nullptr);
    const char *Why = explanation(M);
    (By ? Caught : Why ? Harm : Missed) += 1;
    printf("%-32s %s -> %-8s %s%s\n", M.Where.c_str(), nameOf(M.From),
           M.Drop ? "none" : nameOf(M.To), By ? "caught by " : "",
           By    ? By->Name
           : Why ? Why
                 : "MISSED");
    fflush(stdout);
  }
  printf("%u mutants caught, %u explained, %u missed\n", Caught, Harm, Missed);
  return Missed == 0;
}

bool replay(const char *Name, const char *Choices) {
  for (const Model &M : Models) {
    if (strcmp(M.Name, Name) != 0)
      continue;
    Settings S = settingsOf(M, 0);
    for (const char *P = Choices; *P;) {
      char *End;
      S.Replay.push_back(unsigned(strtoul(P, &End, 10)));
      P = *End ? End + 1 : End;
    }
    Result R = explore(M.Make, S);
    printf("%s\n", R.Failure.empty() ? "no failure" : R.Failure.c_str());
    return R.Failure.empty();
  }
  fprintf(stderr, "Protocols: error: no model '%s'\n", Name);
  return false;
}

} // namespace

int main(int argc, char **argv) {
  if (argc == 2 && !strcmp(argv[1], "--mutate"))
    return mutateAll() ? 0 : 1;
  if (argc == 4 && !strcmp(argv[1], "--replay"))
    return replay(argv[2], argv[3]) ? 0 : 1;
  int Extra = argc == 3 && !strcmp(argv[1], "--more") ? atoi(argv[2]) : 0;
  return checkAll(Extra) ? 0 : 1;
}
