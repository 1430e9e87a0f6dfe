// Random game trees, and their scores by plain alpha-beta search. Each position is a
// number from which its moves and its score follow.
#ifndef TUSSAH_TESTS_CPS_RANDOM_GAME_H
#define TUSSAH_TESTS_CPS_RANDOM_GAME_H

#include <tussah/support/game_tree.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>

struct RandomGame {
  struct task {
    std::uint64_t Name = 0;
    std::int16_t Depth = 0, SerialDepth = 0;
    int Alpha = 0, Beta = 0;
    // A test that is made easier: it may say at most that a move is better.
    bool Easy = false;
    // Asked for by its own position, or by the one before.
    bool Asked = false;
  };
  struct value {
    int Score = 0;
    std::uint64_t Best = 0;
  };
  using move = std::uint8_t;
  using trail = std::uint64_t;
  using step = tussah::search_step<RandomGame>;
  static constexpr std::size_t most_moves = 7;

  // Ends all searches after so many positions, if it is not 0.
  static inline std::atomic<std::uint64_t> Limit = 0, Opened = 0;
  static inline std::atomic<bool> WrongPath = false;

  static std::uint64_t mix(std::uint64_t x) {
    x = (x ^ x >> 31) * 0x7fb5d329728ea185;
    x = (x ^ x >> 27) * 0x81dadef4bc2dd44d;
    return x ^ x >> 33;
  }
  static std::uint64_t after(std::uint64_t name, move m) {
    return mix(name * 31 + m + 1);
  }
  // None at one position in sixteen: the game is over there.
  static int moves(std::uint64_t name) {
    return name % 16 == 0 ? 0 : 1 + int(name / 16 % most_moves);
  }
  // Few different ones, so that many are the same.
  static int score(std::uint64_t name) { return int(mix(name) % 41) - 20; }

  static tussah::search_window window(const task &t) {
    return {t.Alpha, t.Beta};
  }
  static int score(const value &v) { return v.Score; }
  static trail mark(const task &t) { return t.Name; }
  static bool serial(const task &t) { return t.Depth <= t.SerialDepth; }
  static bool stopped() { return Limit != 0 && Opened >= Limit; }
  static value bound(const task &, int score) { return {score, 0}; }
  static value parent(const task &t, move m, const value &v) {
    return {std::min(-v.Score, t.Beta), after(t.Name, m)};
  }

  static step open(task &t, tussah::search_context<RandomGame> &context) {
    Opened.fetch_add(1, std::memory_order_relaxed);
    if (context.path().empty() || context.path().back() != t.Name)
      WrongPath = true;
    if (t.Easy || t.Depth == 0 || moves(t.Name) == 0)
      return step::known(
          {std::clamp(t.Easy ? t.Alpha : score(t.Name), t.Alpha, t.Beta), 0});
    if (t.Name % 5 == 0 && !t.Asked) {
      task other = t;
      other.Asked = true;
      other.Depth = std::int16_t(t.Depth / 2);
      if (t.Name % 2)
        other.Name = after(t.Name, 0);
      return step::ask(other, 7, t.Name % 2);
    }
    return all(t);
  }
  static step answered(task &t, int which, const value &,
                       tussah::search_context<RandomGame> &) {
    if (which != 7)
      WrongPath = true;
    // Twice, once each.
    if (t.Name % 3 == 0 && !t.Asked) {
      t.Asked = true;
      task other = t;
      other.Depth = 0;
      return step::ask(other, 7, false);
    }
    return all(t);
  }
  static step all(const task &t) {
    step s = t.Name % 3 ? step::compare() : step::refute();
    for (int i = 0; i < moves(t.Name); ++i)
      s.add(move(i));
    return s;
  }
  static task child(const task &t, move m, int index,
                    tussah::search_window w, tussah::search_purpose purpose) {
    task next;
    next.Name = after(t.Name, m);
    next.Depth = t.Depth - 1;
    next.SerialDepth = t.SerialDepth;
    next.Alpha = -w.beta;
    next.Beta = -w.alpha;
    next.Easy = purpose == tussah::search_purpose::test && index % 2 == 1;
    return next;
  }
  static bool again(task &t) { return std::exchange(t.Easy, false); }

  // What is right: without windows, tests and aborts, cut to a window at the
  // end.
  static int plain(std::uint64_t name, int depth) {
    if (depth == 0 || moves(name) == 0)
      return score(name);
    int best = -1000;
    for (int i = 0; i < moves(name); ++i)
      best = std::max(best, -plain(after(name, move(i)), depth - 1));
    return best;
  }
};

#endif
