//===- tussah/support/game_tree.hpp - Games as searches see them *- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a program tells the searches of tussah/search.hpp (Cilk keywords) and
/// tussah/cps/search.hpp (continuation-passing threads): a game, or a puzzle.
/// And the search of one strand, which both use below some depth.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_SUPPORT_GAME_TREE_HPP
#define TUSSAH_INCLUDE_TUSSAH_SUPPORT_GAME_TREE_HPP

#if __cplusplus < 202002L
#error "searches need C++20; compile with -std=c++20"
#endif

#include <array>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace tussah {

/// The scores that a search tells apart: those up to alpha are the same to it,
/// and those from beta on.
struct search_window {
  int alpha, beta;
  /// Asks only whether the score is more than alpha.
  bool is_null() const { return beta - alpha == 1; }
};

/// Why a move is searched: for its value, as a test whether it is better than
/// what is known, or as a test again, when a first one was made easier.
enum class search_purpose { value, test, again };

/// What is known of a position when its moves have been compared: the score is
/// at most that of the value, exactly that, or at least that.
enum class search_bound { upper, exact, lower };

namespace detail {

struct NoTrail {};
template <class G> struct TrailOf {
  using Type = NoTrail;
};
template <class G>
  requires requires { typename G::trail; }
struct TrailOf<G> {
  using Type = typename G::trail;
};

template <class G>
concept HasTrail = requires { typename G::trail; };

} // namespace detail

/// How a search sees what is around a position.
template <class G> class search_context {
public:
  using trail = typename detail::TrailOf<G>::Type;

  /// What G::mark says of the positions from the first one of the search to
  /// this one, behind what the search was given.
  std::span<const trail> path() const { return Path; }

  /// Whether nobody needs this position any more. Once it is so it remains so,
  /// and what is found then is not used. Long functions of a game ask it now
  /// and then; it takes some ten nanoseconds.
  bool aborted() { return Seen || (Seen = Ask(*this)); }

protected:
  using Question = bool(search_context &);
  search_context(std::span<const trail> path, Question *ask)
      : Path(path), Ask(ask) {}

  std::span<const trail> Path;

private:
  Question *Ask;
  bool Seen = false;
};

/// What is to be done at a position.
template <class G> class search_step {
public:
  using task = typename G::task;
  using value = typename G::value;
  using move = typename G::move;

  /// The value is known.
  static search_step known(value v) {
    return search_step(State(std::in_place_index<0>, std::move(v)));
  }
  /// Search another task first; then G::answered is called, with \p which, and
  /// says what is next. \p below: the task is another position, and gets a mark
  /// in the path.
  static search_step ask(task other, int which, bool below) {
    return search_step(State(std::in_place_index<1>,
                             Question{std::move(other), which, below}));
  }
  /// Compare moves, the most promising one first. That one is searched for its
  /// value; then the others are tested at the same time.
  static search_step compare() {
    return search_step(State(std::in_place_index<2>));
  }
  /// The same where no move is expected to be good enough: all are tested at
  /// the same time.
  static search_step refute() {
    search_step step = compare();
    std::get<2>(step.What).AtOnce = true;
    return step;
  }
  /// Adds a move to compare(). At most G::most_moves are kept, which is as many
  /// as there can be.
  void add(move m) {
    Moves &moves = std::get<2>(What);
    if (moves.Count < G::most_moves)
      moves.Each[moves.Count++] = std::move(m);
  }

  // For searches.
  struct Question {
    task Other;
    int Which;
    bool Below;
  };
  struct Moves {
    std::array<move, G::most_moves> Each;
    std::size_t Count = 0;
    bool AtOnce = false;
    std::span<const move> span() const { return {Each.data(), Count}; }
  };
  value *isKnown() { return std::get_if<0>(&What); }
  Question *isQuestion() { return std::get_if<1>(&What); }
  Moves &moves() { return std::get<2>(What); }

private:
  using State = std::variant<value, Question, Moves>;
  explicit search_step(State what) : What(std::move(what)) {}
  State What;
};

/// A game is a class with these types and static functions. docs/guides/cps.md
/// says what each is for. Those that need not be there:
///
///     answered(task &, int which, const value &, context &) -> step
///     again(task &child) -> bool
///     improved(const task &, const value &)
///     finished(const task &, const value &, search_bound)
///     serial(const task &) -> bool
///     stopped() -> bool
///     trail, mark(const task &) -> trail
template <class G>
concept game = requires(typename G::task &t, const typename G::task &ct,
                        const typename G::value &v, const typename G::move &m,
                        int n, search_context<G> &context) {
  { G::most_moves } -> std::convertible_to<std::size_t>;
  { G::window(ct) } -> std::same_as<search_window>;
  { G::score(v) } -> std::same_as<int>;
  { G::open(t, context) } -> std::same_as<search_step<G>>;
  {
    G::child(ct, m, n, search_window{}, search_purpose::value)
  } -> std::same_as<typename G::task>;
  { G::parent(ct, m, v) } -> std::same_as<typename G::value>;
  { G::bound(ct, n) } -> std::same_as<typename G::value>;
};

namespace detail {

/// The parts of a game that need not be there.
template <class G> struct Game {
  using Task = typename G::task;
  using Value = typename G::value;
  using Move = typename G::move;
  using Step = search_step<G>;
  using Trail = typename TrailOf<G>::Type;

  /// A game that never asks needs no answered().
  static Step answered(Task &task, int which, const Value &value,
                       search_context<G> &context) {
    if constexpr (requires { G::answered(task, which, value, context); })
      return G::answered(task, which, value, context);
    else
      return Step::known(value);
  }
  static bool again(Task &child) {
    if constexpr (requires { G::again(child); })
      return G::again(child);
    else
      return false;
  }
  static void improved(const Task &task, const Value &value) {
    if constexpr (requires { G::improved(task, value); })
      G::improved(task, value);
  }
  static void finished(const Task &task, const Value &value,
                       search_bound bound) {
    if constexpr (requires { G::finished(task, value, bound); })
      G::finished(task, value, bound);
  }
  static bool serial(const Task &task) {
    if constexpr (requires { G::serial(task); })
      return G::serial(task);
    else
      return false;
  }
  static bool stopped() {
    if constexpr (requires { G::stopped(); })
      return G::stopped();
    else
      return false;
  }
  static Trail mark(const Task &task) {
    if constexpr (HasTrail<G>)
      return G::mark(task);
    else
      return {};
  }
};

/// What is known of a position while its moves are compared, in their order.
template <class G> class Comparison {
public:
  using Game = detail::Game<G>;

  Comparison() = default;
  explicit Comparison(const typename Game::Task &task)
      : Window(G::window(task)), Best(G::bound(task, Window.alpha)),
        Score(Window.alpha) {}
  /// One that goes on where another one is: what a message has.
  Comparison(search_window window, typename Game::Value best, int score)
      : Window(window), Best(std::move(best)), Score(score) {}
  const search_window &given() const { return Window; }
  const typename Game::Value &best() const { return Best; }
  int score() const { return Score; }

  /// The scores that a move is to be searched for.
  search_window window() const { return {Score, Window.beta}; }
  /// Those of a test that begins now.
  search_window test() const { return {Score, Score + 1}; }
  bool isCut() const { return Score >= Window.beta; }

  /// The value of a move has come.
  void add(const typename Game::Task &task, const typename Game::Move &move,
           const typename Game::Value &value) {
    int score = -G::score(value);
    if (score <= Score)
      return;
    Score = score < Window.beta ? score : Window.beta;
    Best = G::parent(task, move, value);
    Game::improved(task, Best);
  }

  /// Ends it. If no move was better than alpha, the value is a bound.
  const typename Game::Value &finish(const typename Game::Task &task) const {
    Game::finished(task, Best,
                   isCut()                ? search_bound::lower
                   : Score > Window.alpha ? search_bound::exact
                                          : search_bound::upper);
    return Best;
  }

private:
  search_window Window = {0, 0};
  typename Game::Value Best = {};
  int Score = 0;
};

/// Whether a test, of a move for the other side, says that the move is better.
template <class G>
bool passes(const typename G::task &child, const typename G::value &value) {
  return G::score(value) <= G::window(child).alpha;
}

/// The search of one strand. It compares moves as the parallel searches do, so
/// that results do not depend on where these begin to be serial.
template <class G> class SerialSearch final : public search_context<G> {
public:
  using Game = detail::Game<G>;
  using Context = search_context<G>;
  using Value = typename Game::Value;
  using Task = typename Game::Task;

  /// \p path is that of the first task. \p aborted is asked at each position.
  SerialSearch(std::span<const typename Game::Trail> path,
               bool (*aborted)(void *), void *data)
      : Context({}, ask), Marks(path.begin(), path.end()), Aborted(aborted),
        Data(data) {
    this->Path = Marks;
  }

  /// Nothing if it was aborted.
  std::optional<Value> search(Task task) {
    if (this->aborted())
      return std::nullopt;
    search_step<G> step = G::open(task, *this);
    while (auto *question = step.isQuestion()) {
      int which = question->Which;
      std::optional<Value> value = question->Below
                                       ? below(std::move(question->Other))
                                       : search(std::move(question->Other));
      if (!value)
        return std::nullopt;
      step = Game::answered(task, which, *value, *this);
    }
    if (this->aborted())
      return std::nullopt;
    if (Value *value = step.isKnown())
      return std::move(*value);
    return compare(task, step.moves());
  }

private:
  static bool ask(Context &self) {
    auto &search = static_cast<SerialSearch &>(self);
    return Game::stopped() || search.Aborted(search.Data);
  }

  std::optional<Value> below(Task task) {
    if constexpr (!HasTrail<G>)
      return search(std::move(task));
    Marks.push_back(Game::mark(task));
    this->Path = Marks;
    std::optional<Value> value = search(std::move(task));
    Marks.pop_back();
    this->Path = Marks;
    return value;
  }

  std::optional<Value> compare(const Task &task,
                               const typename search_step<G>::Moves &moves) {
    Comparison<G> state(task);
    std::size_t i = 0;
    if (!moves.AtOnce && moves.Count > 0) {
      std::optional<Value> value = below(G::child(
          task, moves.Each[i], int(i), state.window(), search_purpose::value));
      if (!value)
        return std::nullopt;
      state.add(task, moves.Each[i++], *value);
    }
    const search_window test = state.test();
    for (; i < moves.Count && !state.isCut(); ++i)
      if (!compare(task, moves.Each[i], int(i), test, state))
        return std::nullopt;
    return state.finish(task);
  }

  /// Tests a move, and searches it if it is better. Returns false if it was
  /// aborted.
  bool compare(const Task &task, const typename Game::Move &move, int index,
               search_window test, Comparison<G> &state) {
    for (;;) {
      Task child = G::child(task, move, index, test, search_purpose::test);
      std::optional<Value> value = below(child);
      if (value && passes<G>(child, *value) && Game::again(child))
        value = below(child);
      if (!value)
        return false;
      if (!passes<G>(child, *value))
        return true;
      if (G::window(task).is_null()) {
        state.add(task, move, *value);
        return true;
      }
      // A move before may have been better than the test says.
      if (state.score() == test.alpha)
        break;
      test = state.test();
    }
    std::optional<Value> value = below(
        G::child(task, move, index, state.window(), search_purpose::value));
    if (value)
      state.add(task, move, *value);
    return value.has_value();
  }

  std::vector<typename Game::Trail> Marks;
  bool (*Aborted)(void *);
  void *Data;
};

} // namespace detail

/// The value of a task, searched by this strand alone, in the order and with
/// the windows of the parallel searches. \p path is what G::mark says of the
/// positions up to that of \p root, which is the last. Nothing if G::stopped()
/// has become true. Takes the stack that the depth needs.
template <game G>
std::optional<typename G::value>
search_serially(typename G::task root,
                std::span<const typename detail::TrailOf<G>::Type> path = {}) {
  detail::SerialSearch<G> search(path, [](void *) { return false; }, nullptr);
  return search.search(std::move(root));
}

/// What is to be done at a position of a puzzle: it is solved, or some tasks
/// may lead to a solution, or none does.
template <class P> class puzzle_step {
public:
  static puzzle_step solved(typename P::solution s) {
    puzzle_step step;
    step.Solution.emplace(std::move(s));
    return step;
  }
  /// Adds a task to try, behind those that are there.
  void add(typename P::task t) { Tasks.push_back(std::move(t)); }

  // For searches.
  std::optional<typename P::solution> Solution;
  std::vector<typename P::task> Tasks;
};

/// A puzzle is a class with these types and this static function. It may have
/// serial() and stopped(), as a game.
template <class P>
concept puzzle = requires(typename P::task &t, search_context<P> &context) {
  typename P::solution;
  { P::open(t, context) } -> std::same_as<puzzle_step<P>>;
};

namespace detail {

/// The parts of a puzzle that need not be there.
template <class P> struct Puzzle {
  static bool serial(const typename P::task &task) {
    if constexpr (requires { P::serial(task); })
      return P::serial(task);
    else
      return false;
  }
  static bool stopped() {
    if constexpr (requires { P::stopped(); })
      return P::stopped();
    else
      return false;
  }
};

/// The first solution below a task, by this strand. Nothing, too, if \p context
/// says that nobody needs it.
template <class P>
std::optional<typename P::solution> findAlone(typename P::task task,
                                              search_context<P> &context) {
  if (context.aborted())
    return std::nullopt;
  puzzle_step<P> step = P::open(task, context);
  if (step.Solution)
    return std::move(step.Solution);
  for (auto &each : step.Tasks)
    if (auto found = findAlone<P>(std::move(each), context))
      return found;
  return std::nullopt;
}

/// What a search by one strand sees.
template <class P> class AloneContext final : public search_context<P> {
public:
  AloneContext()
      : search_context<P>(
            {}, [](search_context<P> &) { return Puzzle<P>::stopped(); }) {}
};

} // namespace detail

/// The first solution in the order of the tasks, searched by this strand alone;
/// nothing if there is none, or P::stopped() has become true.
template <puzzle P>
std::optional<typename P::solution> find_serially(typename P::task root) {
  detail::AloneContext<P> context;
  return detail::findAlone<P>(std::move(root), context);
}

} // namespace tussah

#endif // TUSSAH_INCLUDE_TUSSAH_SUPPORT_GAME_TREE_HPP
