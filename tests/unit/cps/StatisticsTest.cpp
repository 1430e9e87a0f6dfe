//===- StatisticsTest.cpp - Measurement, and the bounds of the paper ------===//

#include <tussah/cps.hpp>

#include <atomic>
#include <chrono>
#include <ctime>
#include <gtest/gtest.h>
#include <sched.h>
#include <string>
#include <thread>

using namespace tussah::cps;

namespace {

void sum(cont<long> k, long x, long y) { send_argument(k, x + y); }

void fib(cont<long> k, int n) {
  if (n < 2)
    return send_argument(k, n);
  cont<long> x, y;
  spawn_next<sum>(k, missing(x), missing(y));
  spawn<fib>(x, n - 1);
  tail_call<fib>(y, n - 2);
}

void total(cont<long> k, array<long> values) {
  long result = 0;
  for (long value : values)
    result += value;
  send_argument(k, result);
}

/// An irregular tree, whose nodes have up to five children.
void irregular(cont<long> k, unsigned seed, int depth) {
  unsigned children = depth == 0 ? 0 : seed % 6;
  if (children == 0)
    return send_argument(k, 1);
  cont<long> ks[5];
  spawn_next<total>(k, missing(std::span(ks, children)));
  for (unsigned i = 0; i < children; ++i)
    spawn<irregular>(ks[i], (seed + i) * 2654435761u >> 7, depth - 1);
}

template <class Root, class... A>
statistics measure(unsigned workers, Root root, A... arguments) {
  statistics s;
  options o;
  o.workers = workers;
  o.measure = true;
  o.result = &s;
  run(o, root, arguments...);
  return s;
}

/// Table 4: fib(33) has 17,108,660 threads. fib(n) has 2 F(n + 1) - 1 calls,
/// one successor for each that is not a leaf, and the thread that gets the
/// result.
TEST(Statistics, ThreadsOfFib) {
  for (unsigned workers : {1, 3})
    EXPECT_EQ(measure(workers, fib, 20).threads(), 21891u + 10945u + 1u);
  long calls = 1, before = 1;
  for (int n = 2; n <= 33; ++n) {
    long now = calls + before + 1;
    before = calls;
    calls = now;
  }
  EXPECT_EQ(calls + calls / 2 + 1, 17108660);
}

TEST(Statistics, SpaceIsAtMostThatOfOneWorkerTimesWorkers) {
  const auto check = [](auto root, auto... arguments) {
    std::uint64_t one = measure(1, root, arguments...).space;
    EXPECT_GT(one, 5u);
    for (unsigned workers : {2, 3, 8})
      for (int round = 0; round < 5; ++round) {
        statistics s = measure(workers, root, arguments...);
        EXPECT_LE(s.space, one * workers);
        EXPECT_GE(s.space, s.space_per_processor());
      }
  };
  check(fib, 17);
  check(irregular, 3u, 9);
  check(irregular, 11u, 7);
}

/// On one worker: one closure for the result and one successor per level,
/// beside the children that wait and the thread that runs.
TEST(Statistics, SpaceOfFibGrowsWithItsDepth) {
  std::uint64_t ten = measure(1, fib, 10).space;
  EXPECT_EQ(measure(1, fib, 20).space, ten + 10);
  EXPECT_EQ(measure(1, fib, 25).space, ten + 15);
}

double ownSeconds() {
  timespec time = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

/// Works for so long: the time of others is no work.
void pass(cont<long> k, int milliseconds, long x) {
  double end = ownSeconds() + 1e-3 * milliseconds;
  while (ownSeconds() < end)
    ;
  send_argument(k, x);
}

/// A chain of three threads beside four of the same length.
TEST(Statistics, TheCriticalPathIsTheLongestChain) {
  auto root = [](cont<long> k) {
    cont<long> ks[5];
    spawn_next<total>(k, missing(ks));
    cont<long> a, b;
    spawn_next<pass>(ks[0], 4, missing(b));
    spawn_next<pass>(b, 4, missing(a));
    spawn<pass>(a, 4, 1);
    for (int i = 1; i < 5; ++i)
      spawn<pass>(ks[i], 4, 1);
  };
  for (unsigned workers : {1, 2}) {
    statistics s = measure(workers, root);
    EXPECT_GE(s.critical_path, 0.012 * 0.98);
    EXPECT_GE(s.work(), 0.028 * 0.98);
    EXPECT_LE(s.critical_path_least, s.critical_path);
    EXPECT_LE(s.critical_path, s.critical_path_most);
    EXPECT_LE(s.work_least(), s.work());
    EXPECT_LE(s.work(), s.work_most());
    EXPECT_EQ(s.critical_path_threads, 6u);
    // Rounding of clocks aside.
    EXPECT_LE(s.critical_path, s.work() * 1.01);
    EXPECT_LE(s.work(), s.elapsed * workers * 1.01);
    EXPECT_GE(s.parallelism(), 1 / 1.01);
    EXPECT_DOUBLE_EQ(s.model(), s.work() / workers + s.critical_path);
    EXPECT_DOUBLE_EQ(s.speedup(), s.work() / s.elapsed);
    EXPECT_DOUBLE_EQ(s.parallel_efficiency(), s.speedup() / workers);
    EXPECT_DOUBLE_EQ(s.thread_length(), s.work() / s.threads());
  }
}

/// fib(n) calls fib(n - 1), and so on to fib(1); then there is a sum for each
/// but the last, and the thread that gets the result.
TEST(Statistics, TheCriticalPathInThreads) {
  for (unsigned workers : {1, 3})
    for (int n : {1, 2, 10, 20}) {
      statistics s = measure(workers, fib, n);
      EXPECT_EQ(s.critical_path_threads, 2u * unsigned(n));
      EXPECT_DOUBLE_EQ(s.parallelism_in_threads(),
                       double(s.threads()) / (2 * n));
    }
}

double Passed = 0, Ran = 0;

/// Gives the processor away until another thread has had it for a while.
void giveWay(cont<long> k) {
  auto begin = std::chrono::steady_clock::now();
  double own = ownSeconds();
  do {
    sched_yield();
    Passed =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
            .count();
    Ran = ownSeconds() - own;
  } while (Passed - Ran < 0.02);
  send_argument(k, 1);
}

/// As on a busy machine: another thread shares the processor.
TEST(Statistics, TheTimeOfOthersIsNoWork) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  CPU_ZERO(&one);
  for (int processor = 0; CPU_COUNT(&one) == 0; ++processor)
    if (CPU_ISSET(processor, &before))
      CPU_SET(processor, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  std::atomic<bool> over = false;
  std::thread other([&] {
    while (!over)
      ;
  });
  statistics s = measure(1, giveWay);
  over = true;
  other.join();
  sched_setaffinity(0, sizeof(before), &before);
  EXPECT_LE(s.critical_path, Passed - 0.015);
  EXPECT_LE(s.work(), Passed - 0.015);
  EXPECT_GE(s.critical_path, Ran * 0.9);
}

void nap(cont<long> k) {
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  send_argument(k, 1);
}

/// A thread that waits for something does so itself, and later than a thread
/// that does not.
TEST(Statistics, WaitingIsPartOfAThread) {
  statistics s = measure(1, nap);
  EXPECT_GE(s.critical_path, 0.0199);
  EXPECT_GE(s.work(), 0.0199);
}

/// An argument that takes its time to become a closure's.
struct slow {
  operator long() const {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return 1;
  }
};

/// Not part of the computation: neither of its work nor of its longest path.
TEST(Statistics, MakingTheFirstClosureIsNoWork) {
  statistics s =
      measure(1, [](cont<long> k, long x) { send_argument(k, x); }, slow());
  EXPECT_GT(s.critical_path, 0);
  EXPECT_LE(s.critical_path, s.work() * 1.01);
}

TEST(Statistics, OneWorkerAsksNobody) {
  statistics s = measure(1, fib, 12);
  EXPECT_EQ(s.requests(), 0u);
  EXPECT_EQ(s.steals(), 0u);
}

TEST(Statistics, WithoutMeasurementThreadsAreCounted) {
  statistics s;
  options o;
  o.workers = 2;
  o.result = &s;
  run<fib>(o, 12);
  EXPECT_FALSE(s.measured);
  EXPECT_EQ(s.threads(), 465u + 232u + 1u);
  EXPECT_LE(s.steals(), s.requests());
  EXPECT_NE(s.json().find("\"t_1\": null"), std::string::npos);
  EXPECT_NE(s.text().find("T_1                           -\n"),
            std::string::npos);
}

TEST(Statistics, Formats) {
  statistics s;
  s.workers.resize(2);
  s.workers[0].threads = 30;
  s.workers[0].work = 6;
  s.workers[0].work_least = 5;
  s.workers[0].work_most = 7;
  s.workers[0].replaced = 4;
  s.workers[0].space = 7;
  s.workers[1].threads = 10;
  s.workers[1].work = 2;
  s.workers[1].work_least = 1;
  s.workers[1].work_most = 3;
  s.workers[1].space = 9;
  s.workers[1].requests = 5;
  s.workers[1].steals = 3;
  s.measured = true;
  s.elapsed = 5;
  s.critical_path = 0.5;
  s.critical_path_least = 0.4;
  s.critical_path_most = 1;
  s.critical_path_threads = 5;
  s.space = 12;
  s.serial = 6.0;
  s.ranks = 2;
  s.workers[0].remote_waits = {3e-5, 1e-5};
  s.workers[1].remote_waits = {2e-5};
  EXPECT_EQ(s.text(), "P                             2\n"
                      "ranks                         2\n"
                      "T_serial                      6 s\n"
                      "T_1                           8 s (6 to 10)\n"
                      "T_serial/T_1               0.75\n"
                      "T_inf                       0.5 s (0.4 to 1)\n"
                      "T_1/T_inf                    16 (6 to 25)\n"
                      "threads                      40\n"
                      "T_inf in threads              5\n"
                      "threads/T_inf                 8\n"
                      "disturbed                     4 parts of threads\n"
                      "thread length               0.2 s\n"
                      "T_P                           5 s\n"
                      "T_1/P + T_inf               4.5 s\n"
                      "T_1/T_P                     1.6\n"
                      "T_1/(P*T_P)                 0.8\n"
                      "space/proc.                   9 closures\n"
                      "space                        12 closures\n"
                      "requests/proc.              2.5\n"
                      "steals/proc.                1.5\n"
                      "remote steal              2e-05 s\n");
  EXPECT_EQ(
      s.csv(),
      "processors,ranks,t_serial,t_1,t_1_least,t_1_most,efficiency,t_inf,"
      "t_inf_least,t_inf_most,parallelism,parallelism_least,"
      "parallelism_most,threads,t_inf_threads,parallelism_in_threads,"
      "disturbed,thread_length,t_p,model,speedup,parallel_efficiency,"
      "space_per_processor,space,requests_per_processor,"
      "steals_per_processor,remote_steal\n2,2,6,8,6,10,0.75,0.5,0.4,1,16,6,25,"
      "40,5,8,4,0.2,5,4.5,1.6,0.8,9,12,"
      "2.5,1.5,2e-05\n");
  EXPECT_EQ(
      s.json(),
      "{\"processors\": 2, \"ranks\": 2, \"t_serial\": 6, \"t_1\": 8, "
      "\"t_1_least\": 6, \"t_1_most\": 10, \"efficiency\": 0.75, "
      "\"t_inf\": 0.5, \"t_inf_least\": 0.4, \"t_inf_most\": 1, "
      "\"parallelism\": 16, \"parallelism_least\": 6, "
      "\"parallelism_most\": 25, \"threads\": 40, \"t_inf_threads\": 5, "
      "\"parallelism_in_threads\": 8, \"disturbed\": 4, "
      "\"thread_length\": 0.2, \"t_p\": 5, \"model\": 4.5, \"speedup\": 1.6, "
      "\"parallel_efficiency\": 0.8, \"space_per_processor\": 9, \"space\": "
      "12, "
      "\"requests_per_processor\": 2.5, \"steals_per_processor\": 1.5, "
      "\"remote_steal\": 2e-05, "
      "\"workers\": [{\"threads\": 30, \"requests\": 0, \"steals\": 0, "
      "\"migrated\": 0, \"space\": 7, \"work\": 6}, {\"threads\": 10, "
      "\"requests\": 5, \"steals\": 3, \"migrated\": 0, \"space\": 9, "
      "\"work\": 2}]}\n");
}

} // namespace
