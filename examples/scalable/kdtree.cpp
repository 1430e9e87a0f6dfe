//===- kdtree.cpp - From serial to scalable, in five steps ----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The program of docs/guides/scalable.md: for each of many points in space,
/// how far is the nearest other one? It makes the points, builds a k-d tree of
/// them, searches for each point, and adds up what was found.
///
/// STEP says how much of it is parallel; all steps print the same:
///
///   1  nothing, but each phase and the first half of each large part of the
///      tree are tasks, so that the tool tells them apart
///   2  the search: a loop
///   3  making points, and adding up
///   4  the tree: both halves at once; parting points becomes a task
///   5  points are parted into the halves by many tasks
///
/// usage: kdtree [number of points]
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#ifndef STEP
#define STEP 5
#endif

#if STEP >= 2
#define SEARCH_FOR cilk_for
#else
#define SEARCH_FOR for
#endif

#if STEP >= 3
#define POINTS_FOR cilk_for
#else
#define POINTS_FOR for
#endif

namespace {

constexpr int Dimensions = 3;
/// No node with fewer points is divided.
constexpr long LeafSize = 16;
/// So many points are too few for tasks of their own.
constexpr long FewPoints = 512;
/// Points that one task counts, parts or adds up.
constexpr long BlockSize = 512;

struct Point {
  uint32_t At[Dimensions];
};

struct Node {
  Node *Halves[2];
  Point *First, *Last;
  int Axis;
  uint32_t Border;
};

//===----------------------------------------------------------------------===//
// Making points
//===----------------------------------------------------------------------===//

/// A number that looks random, for each index, in any order.
uint32_t numberAt(uint64_t Index) {
  uint64_t Z = (Index + 1) * 0x9e3779b97f4a7c15u;
  Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9u;
  Z = (Z ^ (Z >> 27)) * 0x94d049bb133111ebu;
  return (uint32_t)(Z >> 40);
}

void makePoints(std::vector<Point> &Points) {
  long Count = (long)Points.size();
  Point *Out = Points.data();
  POINTS_FOR(long I = 0; I < Count; ++I)
  for (int D = 0; D < Dimensions; ++D)
    Out[I].At[D] = numberAt((uint64_t)(Dimensions * I + D));
}

//===----------------------------------------------------------------------===//
// Building the tree
//===----------------------------------------------------------------------===//

/// The first point of the second half, and what coordinate no point of it is
/// less than, and none of the first half more.
struct Parted {
  Point *Middle;
  uint32_t Border;
};

/// Puts the smaller half of points first.
Parted partSerially(Point *First, Point *Last, int Axis) {
  Point *Middle = First + (Last - First) / 2;
  std::nth_element(First, Middle, Last, [=](const Point &A, const Point &B) {
    return A.At[Axis] < B.At[Axis];
  });
  return {Middle, Middle->At[Axis]};
}

#if STEP >= 5

/// What about half of the points are less than: the median of a sample.
uint32_t middleOf(const Point *First, const Point *Last, int Axis) {
  constexpr long Samples = 127;
  uint32_t Sample[Samples];
  for (long I = 0; I < Samples; ++I)
    Sample[I] = First[I * (Last - First) / Samples].At[Axis];
  std::nth_element(Sample, Sample + Samples / 2, Sample + Samples);
  return Sample[Samples / 2];
}

/// The same as partSerially, by many tasks: each block counts how many of its
/// points are small; then each knows where they go.
Parted partInParallel(Point *First, Point *Last, Point *Scratch, int Axis) {
  uint32_t Border = middleOf(First, Last, Axis);
  long Count = Last - First, Blocks = (Count + BlockSize - 1) / BlockSize;
  std::vector<long> Small((size_t)Blocks + 1);
  long *Before = Small.data();
  cilk_for (long B = 0; B < Blocks; ++B) {
    long End = std::min(Count, (B + 1) * BlockSize), Found = 0;
    for (long I = B * BlockSize; I < End; ++I)
      Found += First[I].At[Axis] < Border;
    Before[B + 1] = Found;
  }
  for (long B = 0; B < Blocks; ++B)
    Before[B + 1] += Before[B];
  long Middle = Before[Blocks];
  cilk_for (long B = 0; B < Blocks; ++B) {
    long Begin = B * BlockSize, End = std::min(Count, Begin + BlockSize);
    Point *Less = Scratch + Before[B];
    Point *Others = Scratch + Middle + (Begin - Before[B]);
    for (long I = Begin; I < End; ++I)
      *(First[I].At[Axis] < Border ? Less++ : Others++) = First[I];
  }
  cilk_for (long B = 0; B < Blocks; ++B) {
    long Begin = B * BlockSize, End = std::min(Count, Begin + BlockSize);
    std::copy(Scratch + Begin, Scratch + End, First + Begin);
  }
  return {First + Middle, Border};
}

#endif

Parted part(Point *First, Point *Last, Point *Scratch, int Axis) {
#if STEP >= 5
  if (Last - First > 2 * BlockSize)
    return partInParallel(First, Last, Scratch, Axis);
#endif
  (void)Scratch;
  return partSerially(First, Last, Axis);
}

/// \p Scratch has room for as many points.
Node *build(Point *First, Point *Last, Point *Scratch, int Axis) {
  Node *Made = new Node{{nullptr, nullptr}, First, Last, Axis, 0};
  if (Last - First <= LeafSize)
    return Made;
#if STEP == 4
  Parted Parts = cilk_spawn part(First, Last, Scratch, Axis);
  cilk_sync;
#else
  Parted Parts = part(First, Last, Scratch, Axis);
#endif
  Point *Middle = Parts.Middle;
  Made->Border = Parts.Border;
  int Next = (Axis + 1) % Dimensions;
  if (Last - First <= FewPoints) {
    Made->Halves[0] = build(First, Middle, Scratch, Next);
    Made->Halves[1] = build(Middle, Last, Scratch, Next);
    return Made;
  }
  Made->Halves[0] = cilk_spawn build(First, Middle, Scratch, Next);
#if STEP < 4
  cilk_sync;
#endif
  Made->Halves[1] = build(Middle, Last, Scratch + (Middle - First), Next);
  cilk_sync;
  return Made;
}

void buildInto(Node **Root, std::vector<Point> &Points) {
  std::unique_ptr<Point[]> Scratch(new Point[STEP >= 5 ? Points.size() : 0]);
  Point *First = Points.data();
  *Root = build(First, First + Points.size(), Scratch.get(), 0);
}

void destroy(Node *Root) {
  if (!Root)
    return;
  destroy(Root->Halves[0]);
  destroy(Root->Halves[1]);
  delete Root;
}

//===----------------------------------------------------------------------===//
// Searching
//===----------------------------------------------------------------------===//

uint64_t distance(const Point &A, const Point &B) {
  uint64_t Sum = 0;
  for (int D = 0; D < Dimensions; ++D) {
    int64_t Difference = (int64_t)A.At[D] - (int64_t)B.At[D];
    Sum += (uint64_t)(Difference * Difference);
  }
  return Sum;
}

/// The least distance of \p From to another point below \p Root, if it is less
/// than \p Least.
uint64_t nearest(const Node *Root, const Point *From, uint64_t Least) {
  if (!Root->Halves[0]) {
    for (const Point *P = Root->First; P != Root->Last; ++P)
      if (P != From)
        Least = std::min(Least, distance(*P, *From));
    return Least;
  }
  int64_t Beyond = (int64_t)From->At[Root->Axis] - (int64_t)Root->Border;
  bool IsRight = Beyond >= 0;
  Least = nearest(Root->Halves[IsRight], From, Least);
  if ((uint64_t)(Beyond * Beyond) <= Least)
    Least = nearest(Root->Halves[!IsRight], From, Least);
  return Least;
}

void search(const Node *Root, const std::vector<Point> &Points,
            std::vector<uint64_t> &Found) {
  long Count = (long)Points.size();
  const Point *From = Points.data();
  uint64_t *Out = Found.data();
  SEARCH_FOR(long I = 0; I < Count; ++I)
  Out[I] = nearest(Root, From + I, UINT64_MAX);
}

//===----------------------------------------------------------------------===//
// Adding up
//===----------------------------------------------------------------------===//

uint64_t sum(const uint64_t *First, const uint64_t *Last) {
#if STEP >= 3
  if (Last - First > BlockSize) {
    const uint64_t *Middle = First + (Last - First) / 2;
    uint64_t A = cilk_spawn sum(First, Middle);
    uint64_t B = sum(Middle, Last);
    cilk_sync;
    return A + B;
  }
#endif
  uint64_t Sum = 0;
  for (; First != Last; ++First)
    Sum += *First;
  return Sum;
}

void sumInto(uint64_t *Sum, const std::vector<uint64_t> &Found) {
  *Sum = sum(Found.data(), Found.data() + Found.size());
}

} // namespace

int main(int Argc, char **Argv) {
  long Count = Argc > 1 ? std::atol(Argv[1]) : 200000;
  if (Count < 2 || Count > 100000000) {
    std::fprintf(stderr, "kdtree: the number of points must be from 2 to "
                         "100000000\n");
    return 1;
  }
  std::vector<Point> Points((size_t)Count);
  std::vector<uint64_t> Found((size_t)Count);
  Node *Root = nullptr;
  uint64_t Sum = 0;
  cilk_spawn makePoints(Points);
  cilk_sync;
  cilk_spawn buildInto(&Root, Points);
  cilk_sync;
  cilk_spawn search(Root, Points, Found);
  cilk_sync;
  cilk_spawn sumInto(&Sum, Found);
  cilk_sync;
  destroy(Root);
  std::printf("%ld points, sum of squared distances %llu\n", Count,
              (unsigned long long)Sum);
  return 0;
}
