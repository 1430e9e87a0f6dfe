// What programs ask of the target: numbers of workers differ at any time, and are below
// their count while one thread is in parallel code; on all targets. One of the files of the
// program asks, and has no tasks.
//
// DEFINE: %{build} = %tussah-clang++ -O1 -ftussah-keep-spawns
// RUN: %{build} %s -DASK -c -o %t.native.o && %{build} %s %t.native.o -o %t && env CILK_NWORKERS=4 timeout 60 %t
// RUN: %{build} -ftussah-target=reverse %s -DASK -c -o %t.o && %{build} -ftussah-target=reverse %s %t.o -o %t && env CILK_NWORKERS=4 timeout 60 %t
// RUN: %if onetbb %{ %{build} -ftussah-target=onetbb %s -DASK -c -o %t.o && %{build} -ftussah-target=onetbb -DSETS %s %t.o -o %t && env CILK_NWORKERS=4 timeout 60 %t && env CILK_NWORKERS=1 timeout 60 %t %}
// RUN: %if openmp %{ %{build} -ftussah-target=openmp %s -DASK -c -o %t.o && %{build} -ftussah-target=openmp -DSETS %s %t.o -o %t && env CILK_NWORKERS=4 timeout 60 %t && env CILK_NWORKERS=1 timeout 60 %t %}
// RUN: %if onetbb %{ %tussah-clang++ -O0 -ftussah-target=onetbb %s -DASK -c -o %t.o && %tussah-clang++ -O0 -ftussah-target=onetbb -DSETS %s %t.o -o %t && env CILK_NWORKERS=4 timeout 60 %t %}
#include <cilk/cilk_api.h>

unsigned ask();
#ifdef ASK
unsigned ask() { return __cilkrts_get_worker_number(); }
#else

#include <atomic>
#include <cilk/cilk.h>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <thread>
#include <unistd.h>

#define CHECK(condition)                                                       \
  ((condition) ? (void)0                                                       \
               : (fprintf(stderr, "line %d: failed: %s\n", __LINE__,           \
                          #condition),                                         \
                  exit(1)))

static std::atomic<int> In[64];
static std::atomic<int> Tasks{0}, Clashes{0}, Beyond{0}, Serial{0}, Changes{0};

static void task(unsigned Count, int Sleep) {
  unsigned Number = ask();
  // With one worker, nothing may have been spawned.
  Serial += Count > 1 && !__cilkrts_running_on_workers();
  Beyond += Number >= Count;
  Clashes += In[Number % 64]++ != 0;
  if (Sleep)
    usleep(Sleep);
  Changes += ask() != Number || __cilkrts_get_worker_number() != Number;
  --In[Number % 64];
  ++Tasks;
}

static void parent(unsigned Count) {
  for (int I = 0; I < 4; ++I)
    cilk_spawn task(Count, 50);
  task(Count, 50);
  cilk_sync;
}

[[gnu::noinline]] static void runTasks(unsigned Count) {
  cilk_for (int I = 0; I < 100; ++I)
    task(Count, 300);
  cilk_for (int I = 0; I < 10; ++I)
    parent(Count);
}

static void check() {
  CHECK(Clashes == 0);
  CHECK(Beyond == 0);
  CHECK(Serial == 0);
  CHECK(Changes == 0);
}

/// They need not be below the count of workers, but are never the same.
[[gnu::noinline]] static void testTwoThreads() {
  Tasks = 0;
  std::thread Other(runTasks, 64);
  runTasks(64);
  Other.join();
  CHECK(Tasks == 300);
  check();
}

[[gnu::noinline]] static void runMany() {
  Tasks = 0;
  for (int I = 0; I < 5; ++I)
    runTasks(__cilkrts_get_nworkers());
  CHECK(Tasks == 750);
}

int main() {
  const char *Variable = getenv("CILK_NWORKERS");
  CHECK((int)__cilkrts_get_nworkers() == atoi(Variable));
  CHECK(ask() == 0 && !__cilkrts_running_on_workers());
  runMany();
  check();
  // With one worker, a loop is serial code.
  if (atoi(Variable) > 1)
    testTwoThreads();
#ifdef SETS
  for (const char *Number : {"3", "1", "6", "2"}) {
    __cilkrts_end_cilk();
    CHECK(__cilkrts_set_param("nworkers", Number) ==
          __CILKRTS_SET_PARAM_SUCCESS);
    CHECK((int)__cilkrts_get_nworkers() == atoi(Number));
    runMany();
    check();
  }
  CHECK(__cilkrts_set_param("nworkers", "-1") == __CILKRTS_SET_PARAM_XRANGE);
  CHECK(__cilkrts_set_param("nworkers", "x") == __CILKRTS_SET_PARAM_INVALID);
  CHECK(__cilkrts_set_param("x", "1") == __CILKRTS_SET_PARAM_UNIMP);
  CHECK(__cilkrts_set_param("nworkers", "0") == __CILKRTS_SET_PARAM_SUCCESS);
  CHECK((int)__cilkrts_get_nworkers() == atoi(Variable));
  int Status = 9;
  cilk_spawn {
    Status = __cilkrts_set_param("nworkers", "2");
  }
  ask();
  cilk_sync;
  CHECK(Status == __CILKRTS_SET_PARAM_LATE);
#endif
  CHECK(ask() == 0);
}
#endif
