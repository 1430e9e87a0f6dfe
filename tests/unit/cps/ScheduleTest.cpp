//===- ScheduleTest.cpp - What runs next, and what is stolen --------------===//

#include "../../../support/thread_apart.h"

#include <tussah/cps.hpp>

#include <atomic>
#include <gtest/gtest.h>
#include <mutex>
#include <random>
#include <string>
#include <thread>

using namespace tussah::cps;

namespace {

/// What has run, in order, on which worker. For one run at a time.
std::mutex Lock;
std::string Order;
std::vector<unsigned> Workers;
std::atomic<int> Ran;

void note(char name) {
  std::lock_guard<std::mutex> guard(Lock);
  Order += name;
  Workers.push_back(processor());
  ++Ran;
}

class ScheduleTest : public testing::Test {
protected:
  void SetUp() override {
    Order.clear();
    Workers.clear();
    Ran = 0;
  }
};

void leaf(char name) { note(name); }
void leafWith(char name, int) { note(name); }

options one() {
  options o;
  o.workers = 1;
  return o;
}

TEST_F(ScheduleTest, OneWorkerRunsTheHeadOfTheDeepestLevel) {
  auto root = [](cont<int> k) {
    spawn_next<leaf>('s');
    spawn<leaf>('a');
    spawn<leaf>('b');
    spawn<leaf>('c');
    spawn_next<leaf>('t');
    send_argument(k, 1);
  };
  EXPECT_EQ(run(one(), root), 1);
  EXPECT_EQ(Order, "cbats");
}

TEST_F(ScheduleTest, AnEnabledClosureIsPostedAtTheHeadOfItsLevel) {
  auto root = [](cont<int> k) {
    cont<int> x;
    spawn_next<leafWith>('w', missing(x)); // level 0, waits
    spawn_next<leaf>('s');                 // level 0
    auto child = [](cont<int> x, char name) {
      note(name);
      send_argument(x, 1);
    };
    spawn<leaf>('a');
    spawn(child, x, 'b');
    send_argument(k, 1);
  };
  run(one(), root);
  // The child enables w before a, which is deeper, has run; w then comes before
  // s.
  EXPECT_EQ(Order, "baws");
}

TEST_F(ScheduleTest, ATailCallComesBeforeAllThatIsReady) {
  auto root = [](cont<int> k) {
    auto called = [](cont<int> k) {
      note('c');
      spawn<leaf>('d');
      send_argument(k, 1);
    };
    spawn<leaf>('a');
    tail_call(called, k);
    spawn<leaf>('b');
  };
  run(one(), root);
  // What the called thread spawns is one level deeper than the others.
  EXPECT_EQ(Order, "cdba");
}

/// Holds a worker back until the test has posted what it wants.
std::atomic<bool> Held, Open;
void hold() {
  Held = true;
  while (!Open)
    std::this_thread::yield();
}

TEST_F(ScheduleTest, AThiefTakesTheTailOfTheShallowestLevel) {
  Held = Open = false;
  auto body = [](cont<int> k) {
    spawn_on<hold>(1);
    while (!Held)
      std::this_thread::yield();
    spawn<leaf>('a'); // level 1
    spawn<leaf>('b');
    spawn<leaf>('c');
    auto deeper = [] { spawn<leaf>('d'); };
    tail_call(deeper);
    spawn_next<leaf>('s'); // level 0, posted last
    Open = true;
    // A long thread, which never lets its worker run any of them.
    while (Ran != 4) {
      poll();
      std::this_thread::yield();
    }
    send_argument(k, 1);
  };
  // The first thread could be stolen itself.
  auto root = [](cont<int> k) { spawn_next_on(0, decltype(body)(), k); };
  options o;
  o.workers = 2;
  statistics s;
  o.result = &s;
  run(o, root);
  // A deque would give the oldest first, a, and s last.
  EXPECT_EQ(Order.substr(0, 4), "sabc");
  EXPECT_EQ(std::vector(Workers.begin(), Workers.begin() + 4),
            std::vector<unsigned>(4, 1));
  EXPECT_EQ(Order[4], 'd');
  EXPECT_GE(s.workers[1].steals, 4u);
  EXPECT_GE(s.workers[1].requests, s.workers[1].steals);
}

/// The same at the level of workers, without threads: whatever is posted and
/// shared in whatever order, thieves get closures in the order of one queue.
TEST_F(ScheduleTest, SharingInPartsDoesNotChangeWhatIsStolen) {
  using namespace tussah::cps::detail;
  using T = ThreadOf<ConstantBody<leaf>>;
  std::mt19937 random(3);
  options o;
  o.workers = 2;
  for (int round = 0; round < 200; ++round) {
    detail::Run all(o);
    Worker &victim = *all.Workers[0], &thief = *all.Workers[1];
    // The paper's queue, as the thief sees it: by level, then the oldest first.
    std::vector<std::pair<std::uint32_t, Closure *>> wanted;
    all.start([&](Worker &) {
      for (int step = 0; step < 60; ++step) {
        if (random() % 3 == 0)
          victim.share();
        if (random() % 3 == 0 && !wanted.empty()) {
          Closure *stolen = thief.stealFrom(victim);
          if (stolen) {
            ASSERT_EQ(stolen, wanted.front().second) << "round " << round;
            wanted.erase(wanted.begin());
            thief.release(stolen, stolen->SizeClass);
          }
          continue;
        }
        std::uint32_t level = random() % 12;
        Closure *made = T::make(victim, {}, level, 'x');
        auto later =
            std::find_if(wanted.begin(), wanted.end(), [&](const auto &entry) {
              return entry.first > level;
            });
        wanted.insert(later, {level, made});
        victim.post(made, level);
      }
      while (!wanted.empty()) {
        victim.share();
        Closure *stolen = thief.stealFrom(victim);
        ASSERT_EQ(stolen, wanted.front().second) << "round " << round;
        wanted.erase(wanted.begin());
        thief.release(stolen, stolen->SizeClass);
      }
    });
    EXPECT_EQ(thief.stealFrom(victim), nullptr);
  }
}

/// Section 3: a thief chooses uniformly at random.
TEST_F(ScheduleTest, VictimsAreAllOthersAlike) {
  options o;
  o.workers = 8;
  detail::Run all(o);
  for (unsigned thief : {0, 3, 7}) {
    std::vector<int> chosen(o.workers + 1);
    for (int i = 0; i < 80000; ++i)
      ++chosen[std::min(all.Workers[thief]->chooseVictim(), o.workers)];
    for (unsigned worker = 0; worker < o.workers; ++worker)
      // Five times the standard deviation.
      EXPECT_NEAR(chosen[worker], worker == thief ? 0 : 80000 / 7,
                  worker == thief ? 0 : 500);
    EXPECT_EQ(chosen[o.workers], 0);
  }
}

std::atomic<bool> Sent;

void where(cont<unsigned> k, int) {
  send_argument(k, processor());
  ++Ran;
}

void sendFromHere(cont<int> x, post_to rule) {
  send_argument(x, 1);
  Sent = true;
  // Under the other rule this worker itself must run what it has enabled.
  while (rule == post_to::owner && Ran == 0)
    std::this_thread::yield();
}

/// The worker that runs a closure of worker 0 whose last argument worker 1
/// sends, while the other one is in a long thread.
unsigned workerOfEnabled(post_to rule, statistics &s) {
  Ran = 0;
  Sent = false;
  auto body = [](cont<unsigned> k, post_to rule) {
    cont<int> x;
    spawn_next<where>(k, missing(x));
    spawn_on<sendFromHere>(1, x, rule);
    while (rule == post_to::owner ? !Sent : Ran == 0)
      std::this_thread::yield();
  };
  auto root = [](cont<unsigned> k, post_to rule) {
    spawn_on(0, decltype(body)(), k, rule);
  };
  options o;
  o.workers = 2;
  o.post = rule;
  o.result = &s;
  return run(o, root, rule);
}

TEST_F(ScheduleTest, AnEnabledClosureIsPostedWhereTheOptionSays) {
  statistics s;
  EXPECT_EQ(workerOfEnabled(post_to::initiator, s), 1u);
  EXPECT_EQ(s.workers[1].migrated, 1u);
  EXPECT_EQ(workerOfEnabled(post_to::owner, s), 0u);
  EXPECT_EQ(s.workers[1].migrated, 0u);
}

#ifdef __linux__
/// Makes a thread that is on the processor of its maker, and may use all of
/// \p all. Returns whether it is on another one when it has left that.
bool leaves(const cpu_set_t &all) {
  bool left = false;
  std::thread([&] {
    int maker = sched_getcpu();
    cpu_set_t here, after;
    CPU_ZERO(&here);
    CPU_SET(maker, &here);
    pthread_setaffinity_np(pthread_self(), sizeof(here), &here);
    pthread_setaffinity_np(pthread_self(), sizeof(all), &all);
    tussah::support::leaveProcessor(maker);
    left = sched_getcpu() != maker;
    pthread_getaffinity_np(pthread_self(), sizeof(after), &after);
    EXPECT_TRUE(CPU_EQUAL(&all, &after));
  }).join();
  return left;
}

TEST(Threads, NewOnesLeaveTheProcessorOfTheirMaker) {
  cpu_set_t all;
  pthread_getaffinity_np(pthread_self(), sizeof(all), &all);
  if (CPU_COUNT(&all) < 2 || tussah_calls_are_filtered())
    GTEST_SKIP() << "there is one processor, or a filter of system calls";
  // The system may have moved some, here or there.
  int left = 0;
  for (int i = 0; i < 20; ++i)
    left += leaves(all);
  EXPECT_GT(left, 10);
}
#endif

} // namespace
