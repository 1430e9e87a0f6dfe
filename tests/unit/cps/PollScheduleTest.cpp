//===- PollScheduleTest.cpp - When to look for messages -------------------===//

#include <tussah/cps/poll_schedule.hpp>

#include <gtest/gtest.h>

using namespace tussah::cps::detail;

namespace {

using Ticks = std::uint64_t;

/// In these units: at 3 GHz.
constexpr Ticks Microsecond = 3000, Millisecond = 1000 * Microsecond;
/// A thread that only divides work, and a long one.
constexpr Ticks Short = 150, Long = 100 * Microsecond;

/// A worker with a clock that nothing else moves.
class PollScheduleTest : public testing::Test {
protected:
  /// Runs a thread, which calls poll() so many times.
  void thread(Ticks length, unsigned polls = 0) {
    ++Thread;
    if (Thread > PollAt)
      poll();
    for (unsigned i = 0; i < polls; ++i) {
      Now += length / polls;
      poll();
    }
    if (polls == 0)
      Now += length;
  }
  void threads(unsigned count, Ticks length) {
    for (unsigned i = 0; i < count; ++i)
      thread(length);
  }
  void threadsFor(Ticks time, Ticks length) {
    for (Ticks end = Now + time; Now < end;)
      thread(length);
  }
  void poll() {
    ++Readings;
    Polls.reach(Now, Thread);
    if (!Polls.isTooEarly(Now)) {
      Ticks began = Now, took = Mail ? HandlingTime : LookTime;
      Now += took;
      Polls.looked(began, Now, Mail);
      ++Looks;
      Longest = std::max(Longest, began - LastLook);
      LastLook = Now;
      if (!Mail)
        InLooks += took;
    }
    PollAt = Thread + Polls.threads(Now) - 1;
  }
  void idle(Ticks time) {
    Now += time;
    Polls.resume(Now, Thread + 1);
    PollAt = Thread + 1;
    LastLook = Now;
  }
  /// From here on, nothing has been counted.
  void count() {
    Readings = Looks = 0;
    InLooks = Longest = 0;
    Began = LastLook = Now;
  }
  /// The longest time without a look.
  Ticks longestPause() const { return std::max(Longest, Now - LastLook); }
  double shareOfLooks() const {
    return static_cast<double>(InLooks) / static_cast<double>(Now - Began);
  }

  /// How long a look takes that finds nothing: 0 with bells.
  Ticks LookTime = 0;
  Ticks HandlingTime = 5 * Microsecond;
  /// Whether each look finds messages.
  bool Mail = false;

  Ticks Now = 1'000'000, Began = Now;
  std::uint64_t Thread = 0, PollAt = 0;
  unsigned Readings = 0, Looks = 0;
  Ticks InLooks = 0, Longest = 0, LastLook = Now;
  PollSchedule Polls{Now};
};

constexpr double Share = 1.0 / PollSchedule::LookShare;

TEST_F(PollScheduleTest, LooksTakeTheirShareWithShortThreadsAfterALongOne) {
  LookTime = Microsecond / 2;
  for (unsigned i = 0; i < 1000; ++i) {
    thread(Long);
    threads(100, Short);
  }
  EXPECT_LT(shareOfLooks(), Share);
}

TEST_F(PollScheduleTest, LooksTakeTheirShareAfterIdleness) {
  LookTime = Microsecond / 2;
  threadsFor(Millisecond, Short);
  count();
  constexpr unsigned Times = 100;
  for (unsigned i = 0; i < Times; ++i) {
    idle(Millisecond);
    threadsFor(Millisecond, Short);
  }
  Began += Times * Millisecond;
  // Beside the first one each time.
  InLooks -= Times * LookTime;
  EXPECT_LT(shareOfLooks(), Share);
}

TEST_F(PollScheduleTest, SlowLooksTakeTheirShareToo) {
  LookTime = 100 * Microsecond;
  threadsFor(100 * Millisecond, Short);
  count();
  threadsFor(1000 * Millisecond, Short);
  EXPECT_LT(shareOfLooks(), Share);
  EXPECT_GE(Looks, 100u);
}

TEST_F(PollScheduleTest, PauseInALookIsForgottenSoon) {
  LookTime = Microsecond / 2;
  threadsFor(Millisecond, Short);
  LookTime = 10 * Millisecond;
  unsigned before = Looks;
  while (Looks == before)
    thread(Short);
  LookTime = Microsecond / 2;
  threadsFor(Millisecond, Short);
  count();
  threadsFor(Millisecond, Short);
  EXPECT_LT(longestPause(), 70 * LookTime);
}

TEST_F(PollScheduleTest, LooksAtEachThreadThatIsLong) {
  threads(100, Long);
  count();
  threads(100, Long);
  EXPECT_EQ(Looks, 100u);
}

TEST_F(PollScheduleTest, LooksAfterAsManyThreadsAsFillThePause) {
  threadsFor(100 * Millisecond, 1000);
  count();
  threads(6500, 1000);
  EXPECT_EQ(Looks, 100u);
}

TEST_F(PollScheduleTest, LooksSoonAtLongThreadsAfterShortOnes) {
  for (unsigned i = 0; i < 1000; ++i) {
    threads(60, Short);
    threads(4, Long);
  }
  count();
  for (unsigned i = 0; i < 1000; ++i) {
    threads(60, Short);
    threads(10, Long);
  }
  // After a long time without messages it is at most after so many threads.
  EXPECT_LE(longestPause(), 5 * Long);
}

TEST_F(PollScheduleTest, ReadsTheClockSeldomInShortThreads) {
  threads(100, Long);
  threadsFor(Millisecond, Short);
  count();
  threads(100'000, Short);
  EXPECT_LT(Readings, 100'000u / 100);
}

TEST_F(PollScheduleTest, PollInAThreadSaysNothingAboutItsLength) {
  threads(10, Long);
  thread(Long, 1000);
  count();
  threads(100, Long);
  EXPECT_EQ(Looks, 100u);
}

TEST_F(PollScheduleTest, LooksOfPollTakeTheirShare) {
  LookTime = Microsecond / 2;
  for (unsigned i = 0; i < 1000; ++i)
    thread(Long, 100);
  EXPECT_LT(shareOfLooks(), Share);
}

TEST_F(PollScheduleTest, LooksSoonAfterAMessage) {
  threadsFor(100 * Millisecond, Short);
  Mail = true;
  unsigned before = Looks;
  while (Looks == before)
    thread(Short);
  Mail = false;
  count();
  threadsFor(50 * Microsecond, Short);
  EXPECT_LT(longestPause(), 2 * PollSchedule::ShortestPause);
}

TEST_F(PollScheduleTest, LooksSeldomAfterALongTimeWithoutMessages) {
  threadsFor(100 * Millisecond, Short);
  count();
  threadsFor(100 * Millisecond, Short);
  EXPECT_GT(longestPause(), PollSchedule::LongestPause / 2);
  EXPECT_LT(longestPause(), 2 * PollSchedule::LongestPause);
}

TEST_F(PollScheduleTest, LooksOftenWhileMessagesComeThatTakeLong) {
  for (Ticks time : {Ticks(0), Microsecond / 2}) {
    LookTime = time;
    Mail = false;
    threadsFor(Millisecond, Short);
    Mail = true;
    threadsFor(Millisecond, Short);
    count();
    threadsFor(10 * Millisecond, Short);
    EXPECT_LT(longestPause(), 2 * PollSchedule::ShortestPause);
  }
}

TEST_F(PollScheduleTest, LooksSoonAfterIdlenessThatAMessageEnds) {
  threadsFor(100 * Millisecond, Short);
  Polls.mailCame(Now + Millisecond - Microsecond);
  idle(Millisecond);
  count();
  threadsFor(50 * Microsecond, Short);
  EXPECT_LT(longestPause(), 2 * PollSchedule::ShortestPause);
}

TEST_F(PollScheduleTest, IdlenessIsNoTimeOfThreads) {
  threadsFor(10 * Millisecond, Short);
  count();
  idle(Millisecond);
  threads(1000, Short);
  // With threads of a millisecond, it would be at each.
  EXPECT_LT(Readings, 20u);
}

TEST_F(PollScheduleTest, NewWorkAfterIdlenessMayBeLong) {
  threadsFor(100 * Millisecond, Short);
  idle(Millisecond);
  count();
  thread(Short);
  threads(10, Long);
  EXPECT_LT(longestPause(), 5 * Long);
}

} // namespace
