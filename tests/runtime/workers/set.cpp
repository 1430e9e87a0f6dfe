// The number of workers is changed by the program, in main too, which is in a root
// as it spawns, and the pool is ended, as programs for Cilk Plus do.
//
// RUN: %tussah-clang++ -ftussah-target=native -O2 %s -o %t
// RUN: env CILK_NWORKERS=2 timeout 60 %t
// RUN: env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal,delays timeout 60 %t
// RUN: %tussah-clang++ -ftussah-target=native -O0 %s -o %t
// RUN: env CILK_NWORKERS=2 timeout 60 %t
// RUN: %if asan %{ %tussah-clang++ -ftussah-target=native -O1 -fsanitize=address %s -o %t && env CILK_NWORKERS=2 timeout 60 %t %}
#include "../Inputs/kernels.h"
#include "../Inputs/test.h"

#include <cilk/cilk_api.h>
#include <cilk/opadd_reducer.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>

static int setTo(const char *Number) {
  return __cilkrts_set_param("nworkers", Number);
}

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
    usleep(1000);
  return threads() == Count;
}

static std::atomic<int> At{0};
static void arrive() { ++At; }
static void nothing() {}

/// Spawns, and so can be asked for continuations.
static void await(int Count) {
  while (At < Count) {
    cilk_spawn nothing();
    compute(1e-5);
    cilk_sync;
  }
}

/// Waits until the continuation has been stolen and goes on.
static void first() { await(1); }

static int StatusInside;
static void setInside() {
  StatusInside = setTo("3");
  await(1);
}

static int compare(const void *, const void *) {
  StatusInside = setTo("3");
  return 0;
}
static void setBelowForeign() {
  char Two[2] = {0, 1};
  qsort(Two, 2, 1, compare);
  await(1);
}

static void testStatus() {
  CHECK(__CILKRTS_SET_PARAM_SUCCESS == 0 && __CILKRTS_SET_PARAM_UNIMP == 1 &&
        __CILKRTS_SET_PARAM_XRANGE == 2 && __CILKRTS_SET_PARAM_INVALID == 3 &&
        __CILKRTS_SET_PARAM_LATE == 4);
  CHECK(setTo("5") == 0 && __cilkrts_get_nworkers() == 5);
  CHECK(setTo("") == 3 && setTo("x") == 3 && setTo("3x") == 3);
  CHECK(setTo("-1") == 2 && setTo("100000") == 2);
  CHECK(setTo("99999999999999999999") == 2);
  CHECK(setTo(nullptr) == 3 && __cilkrts_set_param(nullptr, "1") == 3);
  CHECK(__cilkrts_set_param("stack size", "65536") == 1);
  CHECK(__cilkrts_get_nworkers() == 5);
  CHECK(setTo("0") == 0 && __cilkrts_get_nworkers() == 2);
}

static std::atomic<int> Seen[64];

static void note() {
  ++Seen[__cilkrts_get_worker_number()];
  compute(1e-4);
}

static int seen() {
  int Count = 0;
  for (auto &Number : Seen)
    Count += Number != 0;
  return Count;
}

/// So many workers there are, and others than the caller's take part.
static void testNumber(int Number) {
  CHECK(__cilkrts_get_nworkers() == (unsigned)Number && threadsBecome(Number));
  for (auto &Count : Seen)
    Count = 0;
  for (int I = 0; I < 500 && seen() < (Number > 1 ? 2 : 1); ++I) {
    for (int J = 0; J < 50; ++J)
      cilk_spawn note();
    cilk_sync;
  }
  CHECK(seen() >= (Number > 1 ? 2 : 1));
  for (int I = Number; I < 64; ++I)
    CHECK(Seen[I] == 0);
}

/// A continuation that is longer than the child goes on with the thief behind
/// the sync; and then with the thread of main.
static void testGoesHome() {
  pid_t Home = getpid();
  bool WasElsewhere = false;
  for (int I = 0; I < 10 && !WasElsewhere; ++I) {
    CHECK(setTo("2") == 0);
    CHECK(gettid() == Home);
    At = 0;
    cilk_spawn first();
    arrive();
    usleep(10000);
    cilk_sync;
    WasElsewhere = gettid() != Home;
    CHECK(setTo("1") == 0);
    CHECK(gettid() == Home && __cilkrts_get_worker_number() == 0);
    CHECK(threadsBecome(1));
    CHECK(fib(15) == 610);
  }
  CHECK(WasElsewhere);
}

static void throwIt() { throw std::runtime_error("kept"); }

/// What a strand has goes home with it: the exception that it handles, and
/// views.
static void testTakesAlong() {
  pid_t Home = getpid();
  cilk::opadd_reducer<long> Sum = 0;
  bool WasElsewhere = false;
  for (int I = 1; I <= 10; ++I) {
    CHECK(setTo("2") == 0);
    try {
      throwIt();
    } catch (const std::runtime_error &) {
      At = 0;
      cilk_spawn { first(); Sum += I; }
      arrive();
      Sum += I;
      usleep(5000);
      cilk_sync;
      WasElsewhere |= gettid() != Home;
      CHECK(setTo("3") == 0 && gettid() == Home);
      try {
        throw;
      } catch (const std::exception &E) {
        CHECK(!strcmp(E.what(), "kept"));
      }
      CHECK(std::uncaught_exceptions() == 0);
    }
    CHECK(!std::current_exception());
    CHECK(Sum == I * (I + 1));
  }
  CHECK(WasElsewhere);
}

static void testLate() {
  CHECK(setTo("2") == 0);
  At = 0;
  cilk_spawn first();
  arrive(); // the continuation is stolen, or this would not be reached
  CHECK(setTo("3") == 4);
  cilk_sync;
  for (void (*Child)() : {setInside, setBelowForeign}) {
    At = 0;
    cilk_spawn Child();
    arrive();
    cilk_sync;
    CHECK(StatusInside == 4);
  }
  std::atomic<bool> IsIn{false}, Ends{false};
  std::thread Other([&] {
    cilk_spawn arrive();
    IsIn = true;
    while (!Ends)
      usleep(100);
    cilk_sync;
  });
  while (!IsIn)
    usleep(100);
  CHECK(setTo("3") == 4);
  Ends = true;
  Other.join();
  CHECK(__cilkrts_get_nworkers() == 2);
  CHECK(setTo("3") == 0);
}

/// In a root nothing happens; otherwise the threads end, and come again.
static void testEnd() {
  CHECK(setTo("3") == 0 && threadsBecome(3));
  __cilkrts_end_cilk();
  CHECK(__cilkrts_is_initialized() && threads() == 3);
}

[[gnu::noinline]] static void testEndInSerialCode() {
  CHECK(!__cilkrts_running_on_workers());
  for (int I = 0; I < 3; ++I) {
    __cilkrts_end_cilk();
    __cilkrts_end_cilk();
    CHECK(!__cilkrts_is_initialized() && threadsBecome(1));
    CHECK(setTo(I % 2 ? "0" : "3") == 0);
    CHECK(fib(20) == 6765);
    CHECK(threadsBecome(I % 2 ? 2 : 3));
    CHECK(__cilkrts_get_total_workers() == (I % 2 ? 2 : 3));
    __cilkrts_end_cilk();
    __cilkrts_init();
    CHECK(__cilkrts_is_initialized());
  }
  CHECK(__cilkrts_get_stack_size() >= 65536);
}

[[gnu::noinline]] static void inRoot() {
  CHECK(setTo("4") == 0 && __cilkrts_get_nworkers() == 4);
  long Fib;
  Fib = cilk_spawn fib(20);
  fib(20);
  cilk_sync;
  CHECK(Fib == 6765);
  testStatus();
  for (int I : {3, 1, 2, 4}) {
    CHECK(setTo(std::to_string(I).c_str()) == 0);
    testNumber(I);
  }
  testGoesHome();
  testTakesAlong();
  testLate();
  testEnd();
}

int main() {
  inRoot();
  testEndInSerialCode();
}
