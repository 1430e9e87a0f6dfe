// Works for a time in one process, as a server does, and says each few seconds what the process has.
//
//   resident SECONDS SEED EVERY
//
// Each round compares parallel work with the same work in serial code. Between rounds, the number of workers changes,
// the pool ends, the process forks, other threads work at the same time, and a timer's signals come. Each line of the
// output is a JSON object: seconds since the start, rounds, kilobytes that are resident, mappings, threads, descriptors.
// Ends with 1 and a message at the first wrong result.
#include <cilk/cilk.h>
#include <cilk/cilk_api.h>
#include <cilk/reducer_list.h>
#include <cilk/reducer_opadd.h>

#include <algorithm>
#include <alloca.h>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <random>
#include <string>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#define NAMESPACE parallel
#define SPAWN cilk_spawn
#ifdef NO_SYNC // a mistake, which must be found
#define SYNC
#else
#define SYNC cilk_sync
#endif
#define FOR cilk_for
#include "work.h"

#define NAMESPACE serial
#define SPAWN
#define SYNC
#define FOR for
#include "work.h"

using Clock = std::chrono::steady_clock;

static std::atomic<unsigned long> Rounds;

static void doRound(std::uint64_t Seed) {
  std::uint64_t Wanted = serial::work(Seed), Result = parallel::work(Seed);
  if (Result != Wanted) {
    std::fprintf(stderr, "resident: seed %llu: %llx, not %llx\n", (unsigned long long)Seed,
                 (unsigned long long)Result, (unsigned long long)Wanted);
    std::_Exit(1);
  }
  ++Rounds;
}

static void inThreads(std::mt19937_64 &Random) {
  std::vector<std::thread> Threads;
  for (unsigned I = 0, Count = 1 + Random() % 4; I < Count; ++I)
    Threads.emplace_back(doRound, Random());
  doRound(Random());
  for (std::thread &Thread : Threads)
    Thread.join();
}

static void inChild(std::mt19937_64 &Random) {
  std::uint64_t Seed = Random();
  std::fflush(stdout);
  pid_t Child = fork();
  if (Child == 0) {
    doRound(Seed);
    std::exit(0);
  }
  int Status = 0;
  if (Child < 0 || waitpid(Child, &Status, 0) != Child || Status != 0) {
    std::fprintf(stderr, "resident: a child ended with status %#x\n", unsigned(Status));
    std::_Exit(1);
  }
}

static void onTimer(int) {}

static void toggleTimer(std::mt19937_64 &Random) {
  struct sigaction Action = {};
  Action.sa_handler = onTimer;
  Action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &Action, nullptr);
  itimerval Timer = {};
  if (Random() % 2)
    Timer.it_interval.tv_usec = Timer.it_value.tv_usec = long(200 + Random() % 2000);
  setitimer(ITIMER_REAL, &Timer, nullptr);
}

static void change(std::mt19937_64 &Random, unsigned Most) {
  switch (Random() % 20) {
  case 0:
    __cilkrts_set_param("nworkers", std::to_string(1 + Random() % Most).c_str());
    break;
  case 1:
    __cilkrts_end_cilk();
    break;
  case 2:
    inChild(Random);
    break;
  case 3:
  case 4:
    inThreads(Random);
    break;
  case 5:
    toggleTimer(Random);
    break;
  }
}

static unsigned long entries(const char *Folder) {
  std::filesystem::directory_iterator Begin(Folder), End;
  return static_cast<unsigned long>(std::distance(Begin, End));
}

static void say(double Seconds) {
  unsigned long Size = 0, Resident = 0, Mappings = 0;
  std::ifstream("/proc/self/statm") >> Size >> Resident;
  std::ifstream Maps("/proc/self/maps");
  for (std::string Line; std::getline(Maps, Line);)
    ++Mappings;
  Maps.close();
  std::printf("{\"seconds\": %.1f, \"rounds\": %lu, \"resident_kb\": %lu, \"mappings\": %lu, \"threads\": %lu, "
              "\"descriptors\": %lu}\n",
              Seconds, Rounds.load(), Resident * (unsigned long)sysconf(_SC_PAGESIZE) / 1024, Mappings,
              entries("/proc/self/task"), entries("/proc/self/fd"));
  std::fflush(stdout);
}

int main(int argc, char **argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: resident SECONDS SEED EVERY\n");
    return 2;
  }
  double Seconds = std::atof(argv[1]), Every = std::atof(argv[3]), Next = 0;
  std::mt19937_64 Random(std::strtoull(argv[2], nullptr, 10));
  auto Begin = Clock::now();
  for (;;) {
    double Now = std::chrono::duration<double>(Clock::now() - Begin).count();
    if (Now >= Next) {
      say(Now);
      Next += Every;
    }
    if (Now >= Seconds)
      return 0;
    change(Random, 16);
    doRound(Random());
  }
}
