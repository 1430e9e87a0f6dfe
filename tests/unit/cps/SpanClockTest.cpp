//===- SpanClockTest.cpp - What disturbs threads, and what they have -----===//

#include "../../../cps/span_clock.h"

#include <chrono>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <thread>

using namespace tussah::cps::detail;

/// As many as are known before one can be unusual.
static void addMany(SegmentKind &kind, std::uint64_t length) {
  for (unsigned i = 0; i < SegmentKind::OneIn; ++i)
    kind.add(length);
}

namespace {

TEST(SegmentKind, NothingIsUnusualAtFirst) {
  SegmentKind kind;
  for (unsigned i = 1; i < SegmentKind::Enough; ++i)
    kind.add(100);
  EXPECT_FALSE(kind.isKnown());
  EXPECT_FALSE(kind.isUnusual(1'000'000));
  EXPECT_EQ(kind.least(), 100u);
}

TEST(SegmentKind, OneInAThousandIsUnusual) {
  SegmentKind kind;
  addMany(kind, 100);
  kind.add(50'000);
  addMany(kind, 100);
  EXPECT_TRUE(kind.isUnusual(50'000));
  EXPECT_FALSE(kind.isUnusual(150));
  EXPECT_EQ(kind.mean(), 100u);
  EXPECT_EQ(kind.least(), 100u);
  // No more than by a quarter above the factor.
  EXPECT_LE(kind.limit(), 100 * SegmentKind::Factor * 5 / 4);
}

/// Long ones that are not so seldom are the kind's own.
TEST(SegmentKind, OneInAHundredIsUsual) {
  SegmentKind kind;
  for (unsigned i = 0; i < 8 * SegmentKind::OneIn; ++i)
    kind.add(i % 100 == 0 ? 50'000 : 100);
  EXPECT_FALSE(kind.isUnusual(50'000));
}

TEST(SegmentKind, AllLengthsHaveAClass) {
  for (unsigned bits = 0; bits < 64; ++bits) {
    SegmentKind kind;
    std::uint64_t length = std::uint64_t(1) << bits;
    for (unsigned i = 0; i < 2 * SegmentKind::Enough; ++i)
      kind.add(length);
    if (bits < 40)
      EXPECT_FALSE(kind.isUnusual(length)) << bits;
  }
}

#if defined(__x86_64__)
/// A fault returns as an interrupt does.
TEST(Disturbances, SeesFaults) {
  Disturbances system;
  system.watch();
  constexpr std::size_t pages = 64, size = 4096;
  std::size_t seen = 0, unseen = 0;
  auto *memory = static_cast<volatile char *>(
      mmap(nullptr, pages * size, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(memory, MAP_FAILED);
  madvise(const_cast<char *>(memory), pages * size, MADV_NOHUGEPAGE);
  for (std::size_t i = 0; i < pages; ++i) {
    system.seen();
    unseen += !system.seen();
    memory[i * size] = 1;
    seen += system.seen();
  }
  munmap(const_cast<char *>(memory), pages * size);
  system.leave();
  if (seen == 0)
    GTEST_SKIP() << "this processor or this system leaves no traces";
  EXPECT_EQ(seen, pages);
  EXPECT_GT(unseen, pages / 2);
}
#endif

TEST(Disturbances, ToldFromWaiting) {
  Disturbances system;
  system.watch();
  EXPECT_FALSE(system.ask().Waited);
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  EXPECT_TRUE(system.ask().Waited);
  system.leave();
}

} // namespace
