//===- TimelineTest.cpp - What workers do, and when -----------------------===//

#include "../../../cps/timeline.h"

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
