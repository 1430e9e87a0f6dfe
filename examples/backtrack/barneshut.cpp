//===- barneshut.cpp - Gravitation by a tree, by tasks on demand ----------===//
///
/// \file
/// Steps of an N-body simulation by the method of Barnes and Hut (Nature 324,
/// 1986): a tree of cells; what is far from a body acts on it as one mass. The
/// loop over bodies, whose times differ much, is split on demand. In each step
/// all ranks get the positions, and make the tree of them. Checked by direct
/// sums for some bodies.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "barneshut"
#define EXAMPLE_USAGE "[bodies [steps]] " BACKTRACK_RANKS_USAGE
#include "backtrack_example.h"

#include <tussah/backtrack/broadcast.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace {
/// A cell acts as one mass if its width is less than this part of its distance.
constexpr double Opening = 0.4;
/// Bodies have a size, so that forces are bounded.
constexpr double Softening = 1e-4;
constexpr double TimeStep = 1e-3;
/// Deeper cells hold bodies in the same place.
constexpr int MaxDepth = 48;

struct Vector {
  double X = 0, Y = 0, Z = 0;
  Vector operator+(Vector o) const { return {X + o.X, Y + o.Y, Z + o.Z}; }
  Vector operator-(Vector o) const { return {X - o.X, Y - o.Y, Z - o.Z}; }
  Vector operator*(double f) const { return {X * f, Y * f, Z * f}; }
  double square() const { return X * X + Y * Y + Z * Z; }
};

struct Body {
  Vector Position, Velocity, Force;
};

/// What a unit of mass at the distance \p d does.
Vector attraction(Vector d) {
  double square = d.square() + Softening;
  return d * (1 / (square * std::sqrt(square)));
}

/// All bodies have the mass 1.
class Tree {
public:
  explicit Tree(std::vector<Vector> positions)
      : Positions(std::move(positions)) {
    double half = 0;
    for (const Vector &position : Positions)
      for (double x : {position.X, position.Y, position.Z})
        half = std::max(half, std::fabs(x));
    Cells.push_back({{}, {}, 2 * half});
    for (size_t i = 0; i < Positions.size(); ++i)
      insert((int)i);
  }

  // Each rank makes the cells itself: they are larger than the positions.
  void pack(bt::packer &to) const { to(Positions); }
  static Tree unpack(bt::unpacker &from) {
    return Tree(from.get<std::vector<Vector>>());
  }

  Vector forceOn(int body) const { return forceOn(body, 0); }

private:
  static constexpr int None = -1;
  struct Cell {
    Vector Middle, Sum;
    double Width;
    double Mass = 0;
    /// The only body, if there is one.
    int Body = None;
    /// The cells inside, 8 in succession.
    int Inner = None;
  };

  int inner(const Cell &cell, Vector at) const {
    return cell.Inner + (at.X > cell.Middle.X) + 2 * (at.Y > cell.Middle.Y) +
           4 * (at.Z > cell.Middle.Z);
  }

  void divide(int number) {
    Cell cell = Cells[number];
    Cells[number].Inner = (int)Cells.size();
    double quarter = cell.Width / 4;
    for (int i = 0; i < 8; ++i)
      Cells.push_back({cell.Middle + Vector{i & 1 ? quarter : -quarter,
                                            i & 2 ? quarter : -quarter,
                                            i & 4 ? quarter : -quarter},
                       {},
                       cell.Width / 2});
  }

  void insert(int body) {
    Vector at = Positions[body];
    for (int number = 0, depth = 0;; ++depth) {
      Cell &cell = Cells[number];
      cell.Sum = cell.Sum + at;
      cell.Mass += 1;
      if (cell.Mass == 1) {
        cell.Body = body;
        return;
      }
      if (cell.Inner == None) {
        if (depth == MaxDepth)
          return;
        int other = std::exchange(cell.Body, None);
        divide(number);
        Vector there = Positions[other];
        Cell &below = Cells[inner(Cells[number], there)];
        below.Sum = there;
        below.Mass = 1;
        below.Body = other;
      }
      number = inner(Cells[number], at);
    }
  }

  Vector forceOn(int body, int number) const {
    const Cell &cell = Cells[number];
    if (cell.Mass == 0 || cell.Body == body)
      return {};
    Vector distance = cell.Sum * (1 / cell.Mass) - Positions[body];
    if (cell.Inner == None ||
        cell.Width * cell.Width < Opening * Opening * distance.square())
      return attraction(distance) * cell.Mass;
    Vector sum;
    for (int i = 0; i < 8; ++i)
      sum = sum + forceOn(body, cell.Inner + i);
    return sum;
  }

  std::vector<Vector> Positions;
  std::vector<Cell> Cells;
};

/// The forces on some of the bodies.
struct ForcesTask {
  bt::everywhere<Tree> Of;
  long From, To;
  std::vector<Vector> Forces;
  void run(bt::rank_worker &w);
  auto in() { return std::tie(Of, From, To); }
  auto out() { return std::tie(Forces); }
};

/// Writes the force on the body i to forces[i - from].
void findForces(bt::rank_worker &w, const bt::everywhere<Tree> &tree, long from,
                long to, std::vector<Vector> &forces) {
  bt::parallel_for<ForcesTask>(
      w, from, to,
      [&](bt::rank_worker &, long i) {
        forces[i - from] = tree->forceOn((int)i);
      },
      [&](ForcesTask &task, long a, long b) {
        task.Of = tree;
        task.From = a;
        task.To = b;
      },
      [&](ForcesTask &task) {
        std::copy(task.Forces.begin(), task.Forces.end(),
                  forces.begin() + (task.From - from));
      });
}

void ForcesTask::run(bt::rank_worker &w) {
  Forces.resize(To - From);
  findForces(w, Of, From, To, Forces);
}

std::vector<Vector> positionsOf(const std::vector<Body> &bodies) {
  std::vector<Vector> positions;
  for (const Body &body : bodies)
    positions.push_back(body.Position);
  return positions;
}

/// Two clusters, dense in their middles.
std::vector<Body> clusters(long count) {
  std::vector<Body> bodies(count);
  uint64_t state = 1;
  const auto random = [&] {
    return (double)(example_random(&state) >> 11) * 0x1p-53;
  };
  for (long i = 0; i < count; ++i) {
    double radius = random() * random(), z = 2 * random() - 1;
    double angle = 6.283185307179586 * random(), r = std::sqrt(1 - z * z);
    bodies[i].Position =
        Vector{r * std::cos(angle), r * std::sin(angle), z} * radius +
        Vector{i % 2 ? 1.0 : -1.0, 0, 0};
  }
  return bodies;
}

void move(std::vector<Body> &bodies) {
  for (Body &body : bodies) {
    body.Velocity = body.Velocity + body.Force * TimeStep;
    body.Position = body.Position + body.Velocity * TimeStep;
  }
}

/// Compares the forces on some bodies with direct sums.
void check(const std::vector<Body> &bodies) {
  size_t step = std::max<size_t>(bodies.size() / 50, 1);
  double error = 0, size = 0;
  for (size_t i = 0; i < bodies.size(); i += step) {
    Vector direct;
    for (size_t j = 0; j < bodies.size(); ++j)
      if (j != i)
        direct = direct + attraction(bodies[j].Position - bodies[i].Position);
    error += std::sqrt((direct - bodies[i].Force).square());
    size += std::sqrt(direct.square());
  }
  if (!(error <= 0.01 * size))
    example_fail(1, "wrong result: forces are off by %g of %g", error, size);
}
} // namespace

int main(int argc, char **argv) {
  return runExample([&] {
    Example example(argc, argv, bt::ranks);
    example_arguments(argc, argv, 2);
    long count =
        argc > 1 ? example_number("bodies", argv[1], 1, 10000000) : 10000;
    long steps = argc > 2 ? example_number("steps", argv[2], 1, 1000000) : 3;
    std::vector<Body> bodies = clusters(count);
    // The last forces belong to the positions before the last move, which so
    // is left out.
    const auto simulate = [&](auto forces) {
      for (long step = 0; step < steps; ++step) {
        if (step > 0)
          move(bodies);
        forces(Tree(positionsOf(bodies)));
      }
      return true;
    };
    example.run(
        [&] {
          return simulate([&](const Tree &tree) {
            for (long i = 0; i < count; ++i)
              bodies[i].Force = tree.forceOn((int)i);
          });
        },
        [&](const bt::options &how) {
          return bt::run_on_ranks(how, [&](bt::rank_worker &w) {
            std::vector<Vector> found(count);
            return simulate([&](Tree tree) {
              findForces(w, bt::broadcast(w, std::move(tree)), 0L, count,
                         found);
              for (long i = 0; i < count; ++i)
                bodies[i].Force = found[i];
            });
          });
        });
    check(bodies);
    // The same for each schedule: no body's force depends on another's.
    uint64_t checksum = 0;
    for (const Body &body : bodies) {
      uint64_t bits;
      memcpy(&bits, &body.Force.X, sizeof(bits));
      checksum = example_mix(checksum ^ bits);
    }
    printf("%ld bodies, %ld steps\n", count, steps);
    example_checksum(checksum);
  });
}
