// Programs with a mistake, or a rank that dies: "faults WHAT [RANK SIGNAL MS]".
// What goes wrong does so on the last worker, which is on the last rank.
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>
#include <tussah/cps.hpp>
#include <unistd.h>

using namespace tussah::cps;

static void sum(cont<long> k, long x, long y) { send_argument(k, x + y); }
static void fib(cont<long> k, int n) {
  if (n < 2)
    return send_argument(k, n);
  cont<long> x, y;
  spawn_next<sum>(k, missing(x), missing(y));
  spawn<fib>(x, n - 1);
  tail_call<fib>(y, n - 2);
}

static void nap(cont<long> k, int seconds) {
  for (int i = 0; i < 100; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10 * seconds));
  send_argument(k, 1);
}
static void throws(cont<long>) { throw std::runtime_error("as wanted"); }
static void forgets(cont<long> k) {
  cont<long> x, y;
  spawn_next<sum>(k, missing(x), missing(y));
  send_argument(x, 1);
}
static void again(cont<long> k) {
  send_argument(k, 1);
  send_argument(k, 2);
}
static void leaves(cont<long>) { std::exit(0); }
// Sends to another rank's closure, which has run.
static void late(cont<long> k, cont<long> old) {
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  send_argument(old, 1);
  send_argument(k, 1);
}
static void one(cont<long> k, long) { send_argument(k, 1); }

static void begin(cont<long> k, std::string what) {
  unsigned last = processors() - 1;
  cont<long> x, y;
  if (what == "fib")
    return spawn<fib>(k, 44);
  if (what == "nap")
    return spawn_on<nap>(last, k, 60);
  if (what == "short")
    return spawn_on<nap>(last, k, 3);
  if (what == "throw")
    return spawn_on<throws>(last, k);
  if (what == "deadlock")
    return spawn_on<forgets>(last, k);
  if (what == "twice") {
    spawn_next<sum>(k, missing(x), missing(y));
    return spawn_on<again>(last, x);
  }
  if (what == "exit")
    return spawn_on<leaves>(last, k);
  if (what == "late") {
    spawn_next<sum>(k, missing(x), missing(y));
    cont<long> old;
    spawn_next<one>(x, missing(old));
    spawn_on<late>(last, y, old);
    return send_argument(old, 1);
  }
  throw std::runtime_error("there is no fault " + what);
}
// On rank 0: another one may steal the first thread of a run.
static void first(cont<long> k, std::string what) {
  spawn_on<begin>(0, k, what);
}

// Two threads of the system, one job: one run at a time, and the other one is
// refused.
static int race() {
  std::atomic<int> begun = 0, done = 0;
  const auto calls = [&] {
    for (int round = 1; round <= 300; ++round) {
      ++begun;
      while (begun < 2 * round)
        std::this_thread::yield();
      try {
        done += run<fib>({}, 10) == 55;
      } catch (const error &e) {
        if (e.why() != error::wrong_context)
          std::printf("%s\n", e.what());
        else
          ++done;
      }
    }
  };
  std::thread other(calls);
  calls();
  other.join();
  std::printf("done %d\n", done.load());
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 5 && rank() == (unsigned)std::atoi(argv[2]))
    std::thread([&] {
      std::this_thread::sleep_for(
          std::chrono::milliseconds(std::atoi(argv[4])));
      kill(getpid(), !std::strcmp(argv[3], "stop") ? SIGSTOP : SIGKILL);
    }).detach();
  if (!std::strcmp(argv[1], "race"))
    return race();
  try {
    if (!std::strcmp(argv[1], "blob") && rank() == 1)
      broadcast([] { return 1; });
    std::printf("result %ld\n", run<first>({}, std::string(argv[1])));
  } catch (const std::exception &e) {
    std::printf("%s\n", e.what());
    return 3;
  }
}
