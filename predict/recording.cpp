//===- recording.cpp - Reads what tools/predict has recorded --------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "recording.h"

#include "support/read_file.h"
#include "tools/predict/format.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tussah::predict {

namespace {

/// Steps, and the strand behind them.
struct Sequence {
  std::vector<Step> Steps;
  double Strand = 0;

  void step(Step::Kind what, std::uint32_t target) {
    Steps.push_back({Strand, what, target});
    Strand = 0;
  }
  void append(const Sequence &other) {
    for (Step step : other.Steps) {
      step.Before += Strand;
      Strand = 0;
      Steps.push_back(step);
    }
    Strand += other.Strand;
  }
};

/// Leaves of a loop: those that are alike, or one that has tasks.
struct Leaves {
  std::uint64_t Count, Iterations;
  double Time;
  Sequence With;
  bool HasTasks;
};

/// A part that has begun.
struct Part {
  unsigned Kind;
  Sequence Inside;
  std::uint64_t Number = 0;
  // Of a loop:
  std::vector<Leaves> Pieces = {};
  std::uint64_t Instructions = 0;
  bool IsAutomatic = false;
};

class Parser {
  const std::string &Bytes;
  std::size_t At;
  Dag &To;
  double Tick; // nanoseconds
  std::vector<Part> Parts;
  double Carry = 0;
  /// What a look at the clock has cost more than the recorder knew, which may
  /// be less than nothing, and what could not be taken off the strands so far.
  double Excess, Debt = 0;
  bool IsSound = true;

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (At == Bytes.size())
        break;
      auto byte = static_cast<unsigned char>(Bytes[At++]);
      value |= std::uint64_t(byte & 0x7f) << shift;
      if (!(byte & 0x80))
        return value;
    }
    IsSound = false;
    return 0;
  }

  /// \p time to one part in 32, so that tasks that are alike become equal. What
  /// is cut off is added to the next one.
  double rounded(double time) {
    double exact = time + Carry;
    if (exact <= 0) {
      Carry = exact;
      return 0;
    }
    double unit = std::exp2(std::floor(std::log2(exact)) - 4);
    double result = std::round(exact / unit) * unit;
    Carry = exact - result;
    return result;
  }

  /// A strand in which so many looks were, without what they cost.
  double withoutLooks(double time, std::uint64_t looks) {
    double rest = time - Debt - Excess * static_cast<double>(looks);
    Debt = rest < 0 ? -rest : 0;
    return rest < 0 ? 0 : rest;
  }

  /// Ends the innermost part, which must be of a kind.
  Part pop(unsigned kind) {
    if (Parts.size() < 2 || Parts.back().Kind != kind) {
      IsSound = false;
      return {0, {}};
    }
    Part part = std::move(Parts.back());
    Parts.pop_back();
    return part;
  }

  std::uint32_t body(Sequence of) {
    of.step(Step::End, 0);
    return To.add(of.Steps);
  }

  std::uint32_t loop(const Part &part, const Leaves *from, const Leaves *to) {
    Loop loop;
    std::uint64_t longest = 1;
    for (; from != to; ++from) {
      loop.add(from->Iterations, from->Time);
      longest =
          std::max(longest, (from->Iterations + from->Count - 1) / from->Count);
    }
    loop.Grain = part.IsAutomatic ? 0 : longest;
    loop.Instructions = part.Instructions;
    To.Loops.push_back(std::move(loop));
    return static_cast<std::uint32_t>(To.Loops.size() - 1);
  }

  /// What divide and conquer makes of the pieces of a loop, some of which have
  /// tasks.
  void divide(const Part &part, const Leaves *from, const Leaves *to,
              Sequence &into) {
    if (to - from == 1) {
      if (from->HasTasks)
        into.append(from->With);
      else
        into.step(Step::Loop, loop(part, from, to));
      return;
    }
    const Leaves *middle = from + (to - from) / 2;
    into.step(Step::Open, 0);
    Sequence lower;
    divide(part, from, middle, lower);
    into.step(Step::Spawn, body(std::move(lower)));
    divide(part, middle, to, into);
    into.step(Step::Sync, 0);
  }

  void endLoop(const Part &part) {
    Sequence &around = Parts.back().Inside;
    const Leaves *from = part.Pieces.data(), *to = from + part.Pieces.size();
    bool hasTasks = std::any_of(from, to, [](auto &l) { return l.HasTasks; });
    if (hasTasks)
      divide(part, from, to, around);
    else if (from != to)
      around.step(Step::Loop, loop(part, from, to));
    around.Strand += part.Inside.Strand;
  }

  void addLeaves(Leaves leaves) {
    if (Parts.back().Kind != TOKEN_LOOP || !leaves.Count || !leaves.Iterations)
      IsSound = false;
    else
      Parts.back().Pieces.push_back(std::move(leaves));
  }

  void token(unsigned kind) {
    double strand = static_cast<double>(number()) * Tick;
    Sequence &now = Parts.back().Inside;
    if (kind == TOKEN_LEAVES) {
      std::uint64_t count = number(), iterations = number();
      // One where it begins, and one where it ends.
      strand = withoutLooks(strand, 2 * count);
      addLeaves({count, iterations, strand, {}, false});
      return;
    }
    now.Strand += rounded(withoutLooks(strand, kind != TOKEN_GRAIN));
    switch (kind) {
    case TOKEN_OPEN:
      now.step(Step::Open, 0);
      Parts.push_back({kind, {}});
      break;
    case TOKEN_SPAWN:
      if (Parts.back().Kind != TOKEN_OPEN)
        IsSound = false;
      Parts.push_back({kind, {}});
      break;
    case TOKEN_END: {
      Part part = pop(TOKEN_SPAWN);
      Parts.back().Inside.step(Step::Spawn, body(std::move(part.Inside)));
      break;
    }
    case TOKEN_SYNC: {
      Part part = pop(TOKEN_OPEN);
      Parts.back().Inside.append(part.Inside);
      Parts.back().Inside.step(Step::Sync, 0);
      break;
    }
    case TOKEN_LOOP:
    case TOKEN_LEAF:
      Parts.push_back({kind, {}, number()});
      break;
    case TOKEN_LEAF_END: {
      Part part = pop(TOKEN_LEAF);
      addLeaves({1, part.Number, 0, std::move(part.Inside), true});
      break;
    }
    case TOKEN_LOOP_END: {
      Part part = pop(TOKEN_LOOP);
      if (IsSound)
        endLoop(part);
      break;
    }
    case TOKEN_GRAIN:
      Parts.back().IsAutomatic = true;
      Parts.back().Instructions = number();
      break;
    default:
      IsSound = false;
    }
  }

public:
  Parser(const std::string &bytes, std::size_t at, double tick, double excess,
         Dag &to)
      : Bytes(bytes), At(at), To(to), Tick(tick), Parts{{0, {}}},
        Excess(excess) {}

  /// Returns whether there is nothing but tokens that nest, and a last one.
  bool parse() {
    while (IsSound && At != Bytes.size()) {
      auto kind = static_cast<unsigned char>(Bytes[At++]);
      if (kind == TOKEN_FINISH) {
        Parts.back().Inside.Strand += static_cast<double>(number()) * Tick;
        if (Parts.size() != 1 || At != Bytes.size())
          return false;
        To.finish(body(std::move(Parts.back().Inside)));
        return IsSound;
      }
      token(kind);
    }
    return false;
  }

  std::size_t at() const { return At; }
};

} // namespace

/// As parseRecording; a look has cost \p excess more than is taken off.
static std::string parse(const std::string &bytes, double excess, Dag &to,
                         Recording &about) {
  recording_header header;
  std::uint64_t magic = 0;
  std::memcpy(&magic, bytes.data(), std::min(bytes.size(), sizeof magic));
  if (magic != RECORDING_MAGIC)
    return "is no recording of tussah predict";
  if (bytes.size() < sizeof header)
    return "is truncated; record again";
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.version != RECORDING_VERSION)
    return "is a recording of version " + std::to_string(header.version) +
           ", not " + std::to_string(RECORDING_VERSION) + "; record again";
  if (bytes.size() - sizeof header < header.bytes)
    return "is truncated; record again";
  bool isSound = bytes.size() - sizeof header == header.bytes &&
                 header.ticks_per_second > 1 && header.ticks_per_second < 1e15;
  double tick = 1e9 / header.ticks_per_second;
  Parser parser(bytes, sizeof header, tick, excess, to);
  if (!isSound || !parser.parse())
    return "is damaged at byte " + std::to_string(parser.at()) +
           "; record again";
  about.Tasks = header.tasks;
  about.Loops = header.loops;
  about.Leaves = header.leaves;
  about.Looks = header.looks;
  about.Bytes = header.bytes;
  about.Threshold = static_cast<double>(header.threshold) * tick;
  about.Look = header.ticks_per_look * tick;
  about.HasOtherThreads = header.other_threads != 0;
  about.IsCut = header.is_cut != 0;
  return "";
}

std::string parseRecording(const std::string &bytes, Dag &to, Recording &about,
                           double work) {
  std::string wrong = parse(bytes, 0, to, about);
  if (!wrong.empty() || work <= 0 || to.Work <= 0)
    return wrong;
  // Where strands have been merged, nobody knows how many looks are in each.
  if (about.Threshold == 0 && about.Looks) {
    double excess = (to.Work - work) / static_cast<double>(about.Looks);
    Dag exact;
    // Less than nothing if too much was taken off: at most all of it.
    wrong = parse(bytes, std::max(excess, -about.Look), exact, about);
    to = std::move(exact);
  }
  if (to.Work > 0)
    to.scale(work / to.Work);
  return wrong;
}

std::string readRecording(const std::string &path, Dag &to, Recording &about,
                          double work) {
  std::string bytes;
  if (std::string wrong = support::readFile(path, bytes); !wrong.empty())
    return wrong;
  return parseRecording(bytes, to, about, work);
}

} // namespace tussah::predict
