//===- SplitTest.cpp - Where loops with checkpoints are split -------------===//

#include <tussah/backtrack.hpp>

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <set>
#include <utility>

using namespace tussah::backtrack::detail;

template <class I> using Parts = std::set<std::pair<I, I>>;

/// All parts that a loop gives away which goes on from \p next, and the end of
/// what it keeps.
template <class I> static Parts<I> partsFrom(I next, I end) {
  Parts<I> parts;
  while (next < end) {
    I middle = alignedMiddle(next, end);
    parts.insert({middle, end});
    EXPECT_LE(next, middle);
    EXPECT_LT(middle, end);
    if (middle < next || middle >= end)
      break;
    end = middle;
  }
  return parts;
}

/// The greatest part that begins at a multiple of its size, by trying all.
template <class I> static I greatest(I next, I end) {
  using Unsigned = std::make_unsigned_t<I>;
  I found = static_cast<I>(end - 1);
  for (unsigned bit = 0; bit < std::numeric_limits<Unsigned>::digits; ++bit) {
    auto size = static_cast<Unsigned>(Unsigned(1) << bit);
    auto begin = static_cast<Unsigned>(Unsigned(end) - size);
    bool isInside =
        size <= static_cast<Unsigned>(Unsigned(end) - Unsigned(next));
    if (isInside && begin % size == 0)
      found = static_cast<I>(begin);
  }
  return found;
}

template <class I> static void trySmall(I from, I to) {
  for (I end = static_cast<I>(from + 1); end <= to; ++end)
    for (I next = from; next < end; ++next)
      ASSERT_EQ(alignedMiddle(next, end), greatest(next, end))
          << +next << " to " << +end;
}

namespace {

TEST(Split, PartsBeginAtMultiplesOfTheirSizes) {
  trySmall<int>(-40, 70);
  trySmall<std::uint8_t>(0, 254);
  trySmall<std::int8_t>(-128, 126);
  trySmall<unsigned>(1000, 1100);
}

TEST(Split, TheWholeRangeOfAType) {
  constexpr auto least = std::numeric_limits<std::int64_t>::min(),
                 most = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(alignedMiddle<std::int64_t>(least, most), most - 1);
  EXPECT_EQ(alignedMiddle<std::int64_t>(least, 0), least);
  EXPECT_EQ(alignedMiddle<std::int64_t>(least + 1, 0), least / 2);
}

/// A job that goes on looks up the parts that an earlier one has made, which
/// was somewhere else in the loop at that time.
TEST(Split, AnotherJobMakesTheSameParts) {
  std::mt19937 random(3);
  for (int round = 0; round < 2000; ++round) {
    int from = int(random() % 200) - 100, end = from + 2 + int(random() % 300);
    int early = from + int(random() % unsigned(end - from)),
        late = early + int(random() % unsigned(end - early));
    Parts<int> before = partsFrom(early, end), after = partsFrom(late, end);
    // Those that are whole in what is left for both.
    Parts<int> whole;
    for (auto part : before)
      if (part.first >= late)
        whole.insert(part);
    EXPECT_TRUE(
        std::includes(after.begin(), after.end(), whole.begin(), whole.end()))
        << early << ", " << late << " to " << end;
    // And what is not lies in the one part in which the later job is.
    EXPECT_LE(before.size() - whole.size(),
              1u + std::size_t(std::count_if(
                       before.begin(), before.end(),
                       [&](auto part) { return part.second <= late; })));
  }
}

} // namespace
