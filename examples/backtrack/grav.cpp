//===- grav.cpp - The gravity of particles on a lattice -------------------===//
///
/// \file
/// Sums the forces that particles at all points of a cube of (2 n + 1)^3 points
/// exert on a place near its middle: three loops, one in the other, each of
/// which can be divided. A task is a box of points, and runs on any rank of a
/// job.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "grav"
#define EXAMPLE_USAGE "[n] " BACKTRACK_USAGE
#include "backtrack_example.h"

#include <tussah/backtrack/ranks.hpp>

#include <array>
#include <cmath>

namespace {
using Force = std::array<double, 3>;

/// Points from `Low` to before `High` in each direction.
struct Box {
  std::array<int, 3> Low, High;
};

struct GravityTask {
  Box Points;
  Force Sum;
  void run(bt::rank_worker &w);
  auto in() { return std::tie(Points); }
  auto out() { return std::tie(Sum); }
};

/// The place, in each direction.
constexpr double Place = 0.25;
} // namespace

static void add(Force &to, const Force &more) {
  for (int i = 0; i < 3; ++i)
    to[i] += more[i];
}

static Force forceOf(int x, int y, int z) {
  double dx = x - Place, dy = y - Place, dz = z - Place;
  double inverse = 1 / (dx * dx + dy * dy + dz * dz);
  double cube = std::sqrt(inverse) * inverse;
  return {dx * cube, dy * cube, dz * cube};
}

/// The loop over the direction \p D, and in it those over the next ones.
template <int D>
static Force gravity(bt::rank_worker &w, const Box &box,
                     std::array<int, 3> at) {
  Force sum = {};
  bt::parallel_for<GravityTask>(
      w, box.Low[D], box.High[D],
      [&](bt::rank_worker &w, int i) {
        std::array<int, 3> next = at;
        next[D] = i;
        if constexpr (D < 2)
          add(sum, gravity<D + 1>(w, box, next));
        else
          add(sum, forceOf(next[0], next[1], next[2]));
      },
      [&](GravityTask &task, int from, int to) {
        task.Points = box;
        for (int d = 0; d < D; ++d) {
          task.Points.Low[d] = at[d];
          task.Points.High[d] = at[d] + 1;
        }
        task.Points.Low[D] = from;
        task.Points.High[D] = to;
      },
      [&](GravityTask &task) { add(sum, task.Sum); });
  return sum;
}

void GravityTask::run(bt::rank_worker &w) {
  Sum = gravity<0>(w, Points, Points.Low);
}

static Force serialGravity(const Box &box) {
  Force sum = {};
  for (int x = box.Low[0]; x < box.High[0]; ++x) {
    Force plane = {};
    for (int y = box.Low[1]; y < box.High[1]; ++y) {
      Force line = {};
      for (int z = box.Low[2]; z < box.High[2]; ++z)
        add(line, forceOf(x, y, z));
      add(plane, line);
    }
    add(sum, plane);
  }
  return sum;
}

/// Sums in other ways must agree in so many digits.
static bool isNear(double a, double b) { return std::fabs(a - b) < 1e-6; }

int main(int argc, char **argv) {
  return runExample([&] {
    Example example(argc, argv, bt::ranks);
    example_arguments(argc, argv, 1);
    int n = argc > 1 ? (int)example_number("n", argv[1], 0, 1000) : 100;
    Box all = {{-n, -n, -n}, {n + 1, n + 1, n + 1}};
    Force force =
        example.run([&] { return serialGravity(all); },
                    [&](const bt::options &how) {
                      return bt::run_on_ranks(how, [&](bt::rank_worker &w) {
                        return gravity<0>(w, all, all.Low);
                      });
                    });
    // The place is the same in all directions, so the force is.
    bool isRight = isNear(force[0], force[1]) && isNear(force[0], force[2]);
    // What Tascell's program prints for these.
    if (n == 100 || n == 400)
      isRight &= isNear(force[0], n == 100 ? -3.405840 : -3.405843);
    else if (n <= 50)
      isRight &= isNear(force[0], serialGravity(all)[0]);
    if (!isRight)
      example_fail(1, "wrong result: %.9f %.9f %.9f", force[0], force[1],
                   force[2]);
    printf("the force of %d^3 particles is %.6f in each direction\n", 2 * n + 1,
           force[0]);
  });
}
