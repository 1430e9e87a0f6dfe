// A worker that runs threads looks for messages when PollSchedule says so, and tells it
// what happened to the worker: that somebody else has taken a message from the network
// for it, after which it looks often; and that it was idle, after which the threads may
// be of another kind. In a job of two processes, of which the first one runs the threads
// and has nobody else but its watch.
// REQUIRES: newest-llvm
// RUN: %clangxx -std=c++20 -O2 -shared -fPIC -I%include-dir %S/Inputs/sockets.cpp -o %t.so
// RUN: %clangxx -std=c++20 -O2 -rdynamic -I%include-dir %s -o %t %lib-dir/../libtussah-cps.a -pthread
// RUN: env TUSSAH_CPS_TRANSPORT=%t.so timeout 100 %t
#include <tussah/cps.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tussah::cps;

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      std::fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__,          \
                   #condition);                                                \
      std::_Exit(1);                                                           \
    }                                                                          \
  } while (0)

// All that follows is used by the only worker of the first process.

/// How often it has looked for messages, and how many threads it has run.
static unsigned Looks, Threads;

extern "C" {
int OwnRank, Socket;
/// It never finds any: the watch does.
bool mayLook() {
  ++Looks;
  return OwnRank != 0;
}
}

static double seconds() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

static void compute(int steps) {
  volatile int last = 0;
  for (int i = 0; i < steps; ++i)
    last = last + 1;
}

//===----------------------------------------------------------------------===//
// A message that the watch has taken
//===----------------------------------------------------------------------===//

/// Long enough that the worker looks as seldom as it ever does.
constexpr double Quiet = 0.03;
/// In so many threads, of some microseconds, looks are counted before and after the
/// message. There are many attempts, for the process may be stopped at any time.
constexpr unsigned Window = 200, Attempts = 100;

static enum { Resting, Counting, Waiting, CountingAgain } Phase;
static double QuietSince = seconds();
static unsigned Begin, LooksAtBegin, Usual, Failures;

static void beginToCount(decltype(Phase) phase) {
  Phase = phase;
  Begin = Threads;
  LooksAtBegin = Looks;
}

static void messageCame() { beginToCount(CountingAgain); }
/// Runs on the other worker.
static void sendMessage() { spawn_on<messageCame>(0); }

/// At first the worker looks in few threads, and then in most.
static bool looksMoreOften(unsigned looks) {
  return Usual < Window / 2 && looks > Window / 4 * 3;
}

static void countLooks(cont<bool> k) {
  compute(2000);
  ++Threads;
  if (Phase == Resting && seconds() - QuietSince > Quiet)
    beginToCount(Counting);
  if (Threads - Begin == Window) {
    unsigned looks = Looks - LooksAtBegin;
    if (Phase == Counting) {
      Usual = looks;
      Phase = Waiting;
      spawn_on<sendMessage>(1);
    } else if (Phase == CountingAgain) {
      if (looksMoreOften(looks) || ++Failures == Attempts)
        return send_argument(k, Failures < Attempts);
      QuietSince = seconds();
      Phase = Resting;
    }
  }
  spawn_next_on<countLooks>(0, k);
}

//===----------------------------------------------------------------------===//
// Idleness
//===----------------------------------------------------------------------===//

/// Threads between two looks: so many more would follow if the worker did not know that
/// it was idle.
constexpr unsigned Seldom = 50;
constexpr unsigned Rounds = 5;

static unsigned LastLooks, LastThreads, IdleTimes;
static void shortThread(cont<bool> k);

/// The first threads after the idleness, which are long ones.
static void longThread(cont<bool> k, unsigned number) {
  if (Looks == LastLooks) {
    if (number > 3)
      return send_argument(k, false);
    compute(100'000);
    return spawn_next_on<longThread>(0, k, number + 1);
  }
  if (++IdleTimes == Rounds)
    return send_argument(k, true);
  spawn_next_on<shortThread>(0, k);
}

/// Runs on the other worker, while this one is idle.
static void wake(cont<bool> k) { spawn_on<longThread>(0, k, 1u); }

/// The last one ends right after a look, if it was the first one for long.
static void shortThread(cont<bool> k) {
  compute(50);
  ++Threads;
  if (Looks != LastLooks) {
    bool isSeldom = Threads - LastThreads >= Seldom;
    LastLooks = Looks;
    LastThreads = Threads;
    if (isSeldom)
      return spawn_on<wake>(1, k);
  }
  spawn_next_on<shortThread>(0, k);
}

static pid_t Other;

/// At exit, after this process has said that the job is over.
static void waitForOther() {
  int status = -1;
  CHECK(waitpid(Other, &status, 0) == Other && status == 0);
}

int main() {
  int sockets[2];
  CHECK(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, sockets) == 0);
  Other = fork();
  CHECK(Other >= 0);
  OwnRank = Other == 0;
  Socket = sockets[OwnRank];
  if (OwnRank == 0)
    std::atexit(waitForOther);
  options o;
  o.workers = 1;
  // Their first threads may be stolen.
  auto often = [](cont<bool> k) { spawn_next_on<countLooks>(0, k); };
  auto soon = [](cont<bool> k) { spawn_next_on<shortThread>(0, k); };
  CHECK(run(o, often));
  CHECK(run(o, soon));
}
