// The number of workers, who they are, and roots of several threads.
//
// RUN: %tussah-clang++ -ftussah-target=native -O2 %s -o %t
// RUN: env CILK_NWORKERS=2 timeout 60 %t 2
// RUN: env CILK_NWORKERS=64 timeout 60 %t 64
// RUN: env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal,delays timeout 60 %t 2
#include "../Inputs/kernels.h"
#include "../Inputs/test.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cilk/cilk_api.h>
#include <set>
#include <string>
#include <thread>
#include <vector>

static std::string Calls;

static void atInit() {
  Calls += 'i';
  // A root of its own, and all of the interface.
  CHECK(fib(10) == 55);
  CHECK(__cilkrts_is_initialized());
  CHECK(!__cilkrts_running_on_workers());
}

static void atInitToo() { Calls += 'j'; }

static void atExit() {
  Calls += 'x';
  CHECK(fib(10) == 55);
  CHECK(Calls == "ijyx");
}

static void atExitToo() { Calls += 'y'; }

/// Threads of the process that are neither the program's nor the runtime's.
static unsigned Others;

static unsigned threads() {
  unsigned Count = 0;
  FILE *Status = fopen("/proc/self/status", "r");
  char Line[200];
  while (fgets(Line, sizeof Line, Status))
    sscanf(Line, "Threads: %u", &Count);
  fclose(Status);
  return Count;
}

/// The kernel still counts a thread for a moment after it was joined.
static bool threadsBecome(unsigned Count) {
  for (int I = 0; I < 5000 && threads() != Count; ++I)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return threads() == Count;
}

static std::atomic<unsigned> Seen[4096];

static void note(double Duration) {
  CHECK(__cilkrts_running_on_workers());
  unsigned Number = __cilkrts_get_worker_number();
  CHECK(Number < 4096);
  ++Seen[Number];
  compute(Duration);
  // No other strand has run on this worker meanwhile.
  CHECK(__cilkrts_get_worker_number() == Number);
}

static void noteAll(int N) {
  for (int I = 0; I < N; ++I)
    cilk_spawn note(1e-4);
  cilk_sync;
}

static unsigned seen() {
  unsigned Count = 0;
  for (auto &Number : Seen)
    Count += Number != 0;
  return Count;
}

static void testNumber(unsigned Workers) {
  CHECK(__cilkrts_get_nworkers() == Workers);
  CHECK(fib(15) == 610);
  CHECK(threadsBecome(Workers + Others));
  for (auto &Number : Seen)
    Number = 0;
  for (int I = 0; I < 20 && seen() < 2; ++I)
    noteAll(100);
  if (Workers == 1 ? seen() != 1 : seen() < 2)
    printf("%u workers, but %u seen\n", Workers, seen());
  CHECK(Workers == 1 ? seen() == 1 : seen() >= 2);
  for (unsigned I = Workers; I < 4096; ++I)
    CHECK(Seen[I] == 0);
}

static void testSet() {
  CHECK(__cilkrts_set_param("nworkers", "5") == 0);
  testNumber(5);
  CHECK(__cilkrts_set_param("nworkers", "1") == 0);
  testNumber(1);
  CHECK(__cilkrts_set_param("nworkers", "3") == 0);
  testNumber(3);
  for (const char *Wrong :
       {"-1", "100000", "4294967298", "-18446744073709551613"})
    CHECK(__cilkrts_set_param("nworkers", Wrong) ==
          __CILKRTS_SET_PARAM_XRANGE);
  for (const char *Wrong : {"", "x", "3x", "three"})
    CHECK(__cilkrts_set_param("nworkers", Wrong) ==
          __CILKRTS_SET_PARAM_INVALID);
  CHECK(__cilkrts_set_param("color", "3") == __CILKRTS_SET_PARAM_UNIMP);
  CHECK(__cilkrts_get_nworkers() == 3);
}

/// Numbers of threads that are in a root at the same time differ.
static void testNumbersOfThreads() {
  constexpr int N = 4;
  std::atomic<int> Inside{0};
  std::vector<unsigned> Numbers(N);
  std::vector<std::thread> Threads;
  for (int Round = 0; Round < 3; ++Round) {
    Inside = 0;
    for (int I = 0; I < N; ++I)
      Threads.emplace_back([&, I] {
        [](std::atomic<int> &Inside, unsigned &Number) {
          cilk_spawn compute(1e-6);
          Number = __cilkrts_get_worker_number();
          ++Inside;
          while (Inside < N)
            std::this_thread::yield();
          cilk_sync;
        }(Inside, Numbers[I]);
      });
    for (std::thread &T : Threads)
      T.join();
    Threads.clear();
  }
  // A continuation may have been stolen; who waits meanwhile is no worker.
  CHECK(std::set<unsigned>(Numbers.begin(), Numbers.end()).size() == N);
}

static void testThreads() {
  std::atomic<int> Wrong{0};
  std::vector<std::thread> Threads;
  for (int I = 0; I < 6; ++I)
    Threads.emplace_back([&] {
      for (int J = 0; J < 5; ++J)
        Wrong += run_kernels();
    });
  for (std::thread &T : Threads)
    T.join();
  CHECK(Wrong == 0);
}

/// A thread that a task makes enters a root of its own.
static int nested(int Depth) {
  if (Depth == 0)
    return fib(12);
  int Result = 0;
  int Other = cilk_spawn fib(10);
  std::thread([&] {
    CHECK(!__cilkrts_running_on_workers());
    Result = nested(Depth - 1);
  }).join();
  cilk_sync;
  return Result + Other;
}

int main(int Argc, char **Argv) {
  unsigned Workers = unsigned(atoi(Argv[1]));
  Others = Argc > 2 ? unsigned(atoi(Argv[2])) : 0;
  CHECK(!__cilkrts_is_initialized());
  CHECK(!__cilkrts_running_on_workers());
  CHECK(__cilkrts_get_worker_number() == 0);
  CHECK(__cilkrts_get_nworkers() == Workers);
  CHECK(__cilkrts_atinit(atInit) == 0);
  CHECK(__cilkrts_atinit(atInitToo) == 0);
  CHECK(__cilkrts_atexit(atExit) == 0);
  CHECK(__cilkrts_atexit(atExitToo) == 0);
  CHECK(threads() <= 1 + Others);
  testNumber(Workers);
  CHECK(Calls == "ij");
  CHECK(__cilkrts_atinit(atInit) != 0);
  testThreads();
  testNumbersOfThreads();
  CHECK(nested(5) == 144 + 5 * 55);
  testSet();
}
