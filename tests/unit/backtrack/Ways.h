//===- Ways.h - Runs of the same program that must agree ------------------===//

#ifndef TUSSAH_TESTS_UNIT_BACKTRACK_WAYS_H
#define TUSSAH_TESTS_UNIT_BACKTRACK_WAYS_H

#include <tussah/backtrack.hpp>

#include <gtest/gtest.h>

#include <ostream>

/// A schedule: how many workers, and how often one makes tasks unasked.
struct Way {
  unsigned Workers, ForceSplits;
};

inline std::ostream &operator<<(std::ostream &to, const Way &way) {
  return to << way.Workers << " workers, force " << way.ForceSplits;
}

/// Tests that run on each schedule, with a few seeds.
class OnEachWay : public testing::TestWithParam<Way> {
protected:
  template <class Test> void forSeeds(Test test) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      tussah::backtrack::options how;
      how.workers = GetParam().Workers;
      how.force_splits = GetParam().ForceSplits;
      how.seed = seed;
      how.result = &Result;
      test(how);
      if (HasFatalFailure())
        return;
    }
  }
  bool isForced() const { return GetParam().ForceSplits != 0; }

  tussah::backtrack::statistics Result;
};

#define INSTANTIATE_WAYS(suite)                                                \
  INSTANTIATE_TEST_SUITE_P(All, suite,                                         \
                           testing::Values(Way{1, 0}, Way{1, 1}, Way{1, 4},    \
                                           Way{2, 0}, Way{3, 5}, Way{5, 0}),   \
                           [](const auto &info) {                              \
                             return std::to_string(info.param.Workers) +       \
                                    "Workers" +                                \
                                    std::to_string(info.param.ForceSplits) +   \
                                    "Forced";                                  \
                           })

#endif // TUSSAH_TESTS_UNIT_BACKTRACK_WAYS_H
