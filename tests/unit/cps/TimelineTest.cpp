//===- TimelineTest.cpp - What workers do, and when -----------------------===//

#include "../../../cps/timeline.h"
#include "../../../support/clock.h"

#include <gtest/gtest.h>

using namespace tussah::cps::detail;

// The counter of another processor may be behind.
TEST(Timeline, NothingEndsBeforeItBegins) {
  Recorder noted(10);
  noted.note(TimelineEvent::Idle, 100'000, 300'000);
  noted.note(TimelineEvent::Stolen, 500'000, 499'000, TimelineEvent::Elsewhere);
  TimelineRow row = noted.row(50'000, 900'000);
  ASSERT_EQ(row.Events.size(), 2u);
  EXPECT_LT(row.Events[0].Begin, row.Events[0].End);
  EXPECT_EQ(row.Events[1].Begin, row.Events[1].End);
  EXPECT_GT(row.Events[1].Begin, row.Events[0].End);
}

// The rate of ticks is measured again and again, but a row has one.
TEST(Timeline, TimesKeepTheirOrder) {
  constexpr std::size_t Count = 10'000;
  Recorder noted(2 * Count);
  const std::uint64_t began = tussah::support::ticks();
  for (std::size_t i = 0; i != Count; ++i) {
    // As if the run had been long: rates then matter most.
    const std::uint64_t time = began + (i + 1) * 10'000'000;
    noted.note(TimelineEvent::Stolen, time, time, TimelineEvent::Elsewhere);
  }
  std::uint64_t last = 0;
  for (const TimelineEvent &event : noted.row(began, began).Events) {
    EXPECT_EQ(event.Begin, event.End);
    EXPECT_LT(last, event.Begin);
    last = event.End;
  }
}
