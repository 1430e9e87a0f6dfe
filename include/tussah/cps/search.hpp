//===- tussah/cps/search.hpp - Search of games and puzzles ------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Jamboree search (Kuszmaul, "Synchronized MIMD computing", MIT 1994; Joerg,
/// "The Cilk system for parallel multithreaded computing", MIT 1996) by
/// continuation-passing threads, with aborts. The threads of one position, in
/// their order:
///
///     visit   -> [other tasks that the game asks for -> answered ->]
///             -> first move -> first     unless all are expected to fail
///     tests   -> test, test, ...         all ready at once
///             -> join, join, ...         each waits for the one before and a
///                                        test
///             -> finish                  waits for the last join
///     join    -> value of its move -> valued -> the next join
///     refute  -> test, test, ...         if the window is null
///             -> collect                 waits for all of them
///
/// A test ends in "tested", which aborts the others if the move is too good.
/// Tests are children of the position, and joins too: a worker that has enabled
/// one finds it before the tests that are left.
///
/// An aborted search still sends a result, which says so. So nothing is left
/// behind, and the program is fully strict but for the joins. What is sent does
/// not depend on the order in which tests end.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_CPS_SEARCH_HPP
#define TUSSAH_INCLUDE_TUSSAH_CPS_SEARCH_HPP

#include <tussah/cps.hpp>
#include <tussah/support/game_tree.hpp>

namespace tussah::cps {

/// What a search of a game sends.
template <class G> struct searched {
  using value_type = typename G::value;

  value_type value = {};
  /// The search was aborted, or G::stopped(): there is no value.
  bool aborted = false;

  void pack(packer &to) const
    requires(!detail::PlainBytes<value_type>)
  {
    to(value);
    to(aborted);
  }
  static searched unpack(unpacker &from)
    requires(!detail::PlainBytes<value_type>)
  {
    auto value = from.get<value_type>();
    return {std::move(value), from.get<bool>()};
  }
};

namespace detail {

/// Which groups of speculative searches are aborted. A group has a name, which
/// no other one in the job has. A place is used again after many others. What
/// is forgotten so costs time only: a search that goes on delivers a result
/// that is right, and that nobody needs.
class AbortSet {
public:
  void add(std::uint64_t group) { Places[place(group)].store_relaxed(group); }
  bool anyOf(std::span<const std::uint64_t> groups) const {
    for (std::uint64_t group : groups)
      if (Places[place(group)].load_relaxed() == group)
        return true;
    return false;
  }

private:
  static constexpr unsigned Bits = 16;
  static std::size_t place(std::uint64_t group) {
    return group * 0x9e3779b97f4a7c15 >> (64 - Bits);
  }
  Atomic<std::uint64_t> Places[std::size_t(1) << Bits] = {};
};

inline AbortSet Aborts;
/// Names that no thread has taken: each takes many at a time.
inline Atomic<std::uint64_t> FreeGroups = 0;

/// The first of \p count new names, one after the other.
inline std::uint64_t newGroups(std::uint64_t count) {
  constexpr std::uint64_t Many = 1 << 16;
  static thread_local std::uint64_t next = 0, end = 0;
  if (end - next < count) {
    std::uint64_t taken = std::max(Many, count);
    next = FreeGroups.fetch_add_relaxed(taken) + 1;
    end = next + taken;
  }
  next += count;
  return (OwnRank + 1) << 48 | (next - count);
}

inline void abortGroup(std::uint64_t group) {
  Aborts.add(group);
  notify_ranks(group);
}

/// Lets aborts of other ranks have effect on this one.
// NOLINTNEXTLINE(bugprone-throwing-static-initialization): all is noexcept.
inline const bool HearsAborts = []() noexcept {
  on_notice([](std::uint64_t group) { Aborts.add(group); });
  return true;
}();

template <class T> std::vector<T> plus(array<T> values, const T &last) {
  std::vector<T> result;
  result.reserve(values.size() + 1);
  result.assign(values.begin(), values.end());
  result.push_back(last);
  return result;
}

/// The group of the position itself comes last.
using Groups = array<std::uint64_t>;

/// What a thread sees of its search, of a game or a puzzle.
template <class G> class ThreadContext final : public search_context<G> {
public:
  explicit ThreadContext(Groups groups)
      : search_context<G>({}, ask), Within(groups.data(), groups.size()) {}
  ThreadContext(array<typename search_context<G>::trail> path, Groups groups)
      : search_context<G>({path.data(), path.size()}, ask),
        Within(groups.data(), groups.size()) {}

private:
  static bool ask(search_context<G> &self) {
    Worker::current("search").poll();
    return tussah::detail::Puzzle<G>::stopped() ||
           Aborts.anyOf(static_cast<ThreadContext &>(self).Within);
  }
  std::span<const std::uint64_t> Within;
};

// Threads take their arguments by value.
// NOLINTBEGIN(performance-unnecessary-value-param)

/// The threads of the search of a game.
template <class G> struct Jamboree {
  using Game = tussah::detail::Game<G>;
  using Task = typename Game::Task;
  using Move = typename Game::Move;
  using Step = search_step<G>;
  using Found = searched<G>;
  using Context = ThreadContext<G>;
  using Path = array<typename Game::Trail>;

  static_assert(packable<Task> && packable<typename Game::Value>,
                "the task and the value of a game must be packable; give them "
                "pack and unpack");
  static_assert(PlainBytes<Move>,
                "the move of a game must be a value without pointers");
  static_assert(sizeof(typename Game::Value) <= 64,
                "the value of a game has at most 64 bytes; keep what is larger "
                "in a std::vector in it");

  /// Whether values can be the elements of an array that is missing.
  static constexpr bool Flat =
      PlainBytes<Found> && std::is_trivially_destructible_v<Found> &&
      std::is_nothrow_default_constructible_v<Found> &&
      (sizeof(Found) + sizeof(Move)) * G::most_moves + sizeof(Task) <
          max_closure_bytes / 2;

  /// What is known while moves are compared. With Aborted, a later move may
  /// still be the one that the others were aborted for.
  struct Compared {
    tussah::detail::Comparison<G> State;
    bool Aborted = false;

    void pack(packer &to) const
      requires(!PlainBytes<typename Game::Value>)
    {
      to(State.given());
      to(State.best());
      to(State.score());
      to(Aborted);
    }
    static Compared unpack(unpacker &from)
      requires(!PlainBytes<typename Game::Value>)
    {
      auto window = from.get<search_window>();
      auto best = from.get<typename Game::Value>();
      int score = from.get<int>();
      return {{window, std::move(best), score}, from.get<bool>()};
    }
  };

  static Found aborted() {
    Found found;
    found.aborted = true;
    return found;
  }

  static auto below(Path path, const Task &child) {
    if constexpr (tussah::detail::HasTrail<G>)
      return plus(path, Game::mark(child));
    else
      return path;
  }

  /// Sends the value of a task.
  static void visit(cont<Found> k, Task task, Path path, Groups groups) {
    Context context(path, groups);
    if (context.aborted())
      return send_argument(k, aborted());
    if (!Game::serial(task)) {
      Step step = G::open(task, context);
      return proceed(k, task, step, context, path, groups);
    }
    tussah::detail::SerialSearch<G> search(
        context.path(),
        [](void *all) { return static_cast<Context *>(all)->aborted(); },
        &context);
    auto value = search.search(std::move(task));
    send_argument(k, value ? Found{std::move(*value)} : aborted());
  }

  static void proceed(cont<Found> k, const Task &task, Step &step,
                      Context &context, Path path, Groups groups) {
    if (context.aborted())
      return send_argument(k, aborted());
    if (auto *value = step.isKnown())
      return send_argument(k, Found{std::move(*value)});
    cont<Found> value;
    if (auto *question = step.isQuestion()) {
      spawn_next<answered>(k, missing(value), task, question->Which, path,
                           groups);
      if (question->Below)
        tail_call<visit>(value, question->Other, below(path, question->Other),
                         groups);
      else
        tail_call<visit>(value, question->Other, path, groups);
      return;
    }
    std::span<const Move> moves = step.moves().span();
    tussah::detail::Comparison<G> state(task);
    if (step.moves().AtOnce || moves.empty())
      return tests(k, task, state, moves, 0, path, groups);
    Task child =
        G::child(task, moves[0], 0, state.window(), search_purpose::value);
    spawn_next<first>(k, missing(value), task, moves, path, groups);
    tail_call<visit>(value, child, below(path, child), groups);
  }

  /// What the game has asked for has come.
  static void answered(cont<Found> k, Found value, Task task, int which,
                       Path path, Groups groups) {
    Context context(path, groups);
    if (value.aborted)
      return send_argument(k, value);
    Step step = Game::answered(task, which, value.value, context);
    proceed(k, task, step, context, path, groups);
  }

  /// The first move has its value; compares the others with it.
  static void first(cont<Found> k, Found value, Task task, array<Move> moves,
                    Path path, Groups groups) {
    if (value.aborted || Context(path, groups).aborted())
      return send_argument(k, aborted());
    tussah::detail::Comparison<G> state(task);
    state.add(task, moves[0], value.value);
    tests(k, task, state, {moves.data(), moves.size()}, 1, path, groups);
  }

  static void tests(cont<Found> k, const Task &task,
                    const tussah::detail::Comparison<G> &state,
                    std::span<const Move> moves, std::size_t from, Path path,
                    Groups groups) {
    if (state.isCut() || from >= moves.size())
      return send_argument(k, Found{state.finish(task)});
    auto all = plus(groups, newGroups(1));
    const search_window window = state.test();
    if constexpr (Flat)
      if (G::window(task).is_null())
        return refute(k, task, window, moves, from, path, all);
    cont<Compared> next;
    spawn_next<finish>(k, missing(next), task);
    bool cuts = G::window(task).is_null();
    // The first one last, for a worker begins with the newest.
    for (std::size_t i = moves.size(); i-- > from;) {
      Task child =
          G::child(task, moves[i], int(i), window, search_purpose::test);
      cont<Compared> before;
      cont<Found> result;
      spawn<join>(next, missing(before), missing(result), task, moves[i],
                  int(i), window.alpha, path, all);
      spawn<test>(result, child, cuts, below(path, child), all);
      next = before;
    }
    send_argument(next, Compared{state});
  }

  /// The same with a null window: one move that passes is enough, so nothing
  /// has to be in order.
  static void refute(cont<Found> k, const Task &task, search_window window,
                     std::span<const Move> moves, std::size_t from, Path path,
                     const std::vector<std::uint64_t> &groups) {
    moves = moves.subspan(from);
    std::vector<cont<Found>> results(moves.size());
    spawn_next<collect>(k, missing(results), task, moves);
    for (std::size_t i = moves.size(); i-- > 0;) {
      Task child =
          G::child(task, moves[i], int(i + from), window, search_purpose::test);
      spawn<test>(results[i], child, true, below(path, child), groups);
    }
  }

  static void collect(cont<Found> k, array<Found> tests, Task task,
                      array<Move> moves) {
    tussah::detail::Comparison<G> state(task);
    bool someAborted = false;
    for (std::size_t i = 0; i < tests.size() && !state.isCut(); ++i)
      if (tests[i].aborted)
        someAborted = true;
      else
        state.add(task, moves[i], tests[i].value);
    send_argument(k, someAborted && !state.isCut() ? aborted()
                                                   : Found{state.finish(task)});
  }

  /// Tests whether a move is better than its window says; \p path is that of
  /// the child. \p cuts: a move that passes is too good.
  static void test(cont<Found> k, Task child, bool cuts, Path path,
                   Groups groups) {
    if (Context(path, groups).aborted())
      return send_argument(k, aborted());
    cont<Found> result;
    spawn_next<tested>(k, missing(result), child, cuts, path, groups);
    tail_call<visit>(result, child, path, groups);
  }

  static void tested(cont<Found> k, Found result, Task child, bool cuts,
                     Path path, Groups groups) {
    bool passed =
        !result.aborted && tussah::detail::passes<G>(child, result.value);
    if (passed && Game::again(child)) {
      cont<Found> again;
      spawn_next<tested>(k, missing(again), child, cuts, path, groups);
      return tail_call<visit>(again, child, path, groups);
    }
    if (passed && cuts)
      abortGroup(groups[groups.size() - 1]);
    send_argument(k, result);
  }

  /// All moves before \p move are compared, and it is tested, whether it is
  /// better than \p alpha.
  static void join(cont<Compared> next, Compared before, Found test, Task task,
                   Move move, int index, int alpha, Path path, Groups groups) {
    if (before.State.isCut())
      return send_argument(next, before);
    if (test.aborted) {
      before.Aborted = true;
      return send_argument(next, before);
    }
    if (-G::score(test.value) <= alpha)
      return send_argument(next, before);
    if (G::window(task).is_null()) {
      before.State.add(task, move, test.value);
      before.Aborted = false;
      return send_argument(next, before);
    }
    if (before.Aborted)
      return send_argument(next, before);
    const int best = before.State.score();
    if (best > alpha) {
      // A move before has been better: is this one better than that, too?
      Task child = G::child(task, move, index, before.State.test(),
                            search_purpose::test);
      cont<Found> result;
      spawn_next<join>(next, before, missing(result), task, move, index, best,
                       path, groups);
      return tail_call<Jamboree::test>(result, child, false, below(path, child),
                                       groups);
    }
    Task child = G::child(task, move, index, before.State.window(),
                          search_purpose::value);
    cont<Found> value;
    spawn_next<valued>(next, missing(value), before, task, move, groups);
    tail_call<visit>(value, child, below(path, child), groups);
  }

  /// The value of \p move has come; sends what is known now to the next join.
  static void valued(cont<Compared> next, Found value, Compared state,
                     Task task, Move move, Groups groups) {
    if (value.aborted) {
      state.Aborted = true;
    } else {
      state.State.add(task, move, value.value);
      if (state.State.isCut())
        abortGroup(groups[groups.size() - 1]);
    }
    send_argument(next, state);
  }

  /// The moves are compared.
  static void finish(cont<Found> k, Compared state, Task task) {
    send_argument(k,
                  state.Aborted ? aborted() : Found{state.State.finish(task)});
  }
};

/// Which searches are aborted is in no closure.
inline void refuseCheckpoints(const options &how) {
  if (!how.checkpoint.empty())
    throw error(error::wrong_option,
                "a search has no checkpoints; run it without a folder");
}

/// What a search of a puzzle sends.
template <class P> struct Solved {
  typename P::solution Value = {};
  bool There = false;

  void pack(packer &to) const
    requires(!PlainBytes<typename P::solution>)
  {
    to(Value);
    to(There);
  }
  static Solved unpack(unpacker &from)
    requires(!PlainBytes<typename P::solution>)
  {
    auto value = from.get<typename P::solution>();
    return {std::move(value), from.get<bool>()};
  }
};

/// The threads of the search of a puzzle. Each task of a position is a group: a
/// solution aborts those behind its own, which are not the first.
template <class P> struct Finder {
  using Task = typename P::task;
  using Found = Solved<P>;

  static_assert(packable<Task> && packable<typename P::solution>,
                "the task and the solution of a puzzle must be packable; give "
                "them pack and unpack");
  static_assert(sizeof(Found) <= 72,
                "the solution of a puzzle has at most 64 bytes; keep what is "
                "larger in a std::vector in it");

  static void visit(cont<Found> k, Task task, Groups groups) {
    ThreadContext<P> context(groups);
    if (context.aborted())
      return send_argument(k, Found());
    if (tussah::detail::Puzzle<P>::serial(task))
      return send(k, tussah::detail::findAlone<P>(std::move(task), context));
    puzzle_step<P> step = P::open(task, context);
    if (step.Solution || step.Tasks.empty())
      return send(k, std::move(step.Solution));
    const std::size_t count = step.Tasks.size();
    const std::uint64_t first = newGroups(count);
    for (std::size_t i = count; i-- > 0;) {
      cont<Found> before, own;
      spawn_next<choose>(k, missing(before), missing(own));
      spawn<attempt>(own, std::move(step.Tasks[i]), first + i + 1,
                     first + count, plus(groups, first + i));
      k = before;
    }
    send_argument(k, Found());
  }

  /// Looks below a task; a solution aborts the groups from \p behind to \p end.
  static void attempt(cont<Found> k, Task task, std::uint64_t behind,
                      std::uint64_t end, Groups groups) {
    cont<Found> found;
    spawn_next<attempted>(k, missing(found), behind, end);
    tail_call<visit>(found, std::move(task), groups);
  }

  static void attempted(cont<Found> k, Found found, std::uint64_t behind,
                        std::uint64_t end) {
    if (found.There)
      for (; behind < end; ++behind)
        abortGroup(behind);
    send_argument(k, std::move(found));
  }

  static void choose(cont<Found> k, Found before, Found own) {
    send_argument(k, before.There ? std::move(before) : std::move(own));
  }

private:
  static void send(const cont<Found> &k,
                   std::optional<typename P::solution> solution) {
    send_argument(k, solution ? Found{std::move(*solution), true} : Found());
  }
};

// NOLINTEND(performance-unnecessary-value-param)

} // namespace detail

/// A thread: sends what the search of a task finds. \p path is what G::mark
/// says of the positions up to that of \p task, which is the last; it may be
/// empty if the game has no marks. For programs with threads of their own
/// around searches.
template <game G>
void jamboree(cont<searched<G>> k, typename G::task task,
              array<typename search_context<G>::trail> path) {
  tail_call<detail::Jamboree<G>::visit>(k, std::move(task), path,
                                        std::span<const std::uint64_t>());
}

/// The value of a task, searched by all workers. It is the same for any number
/// of workers and ranks, and that of tussah::search_serially, if the game's
/// functions depend on their arguments only. Nothing if G::stopped() has become
/// true. Throws what run() throws.
template <game G>
std::optional<typename G::value>
search(const options &how, typename G::task root,
       std::span<const typename search_context<G>::trail> path = {}) {
  detail::refuseCheckpoints(how);
  searched<G> found = run<jamboree<G>>(how, std::move(root), path);
  if (found.aborted)
    return std::nullopt;
  return std::move(found.value);
}

/// The first solution of a puzzle in the order of its tasks, searched by all
/// workers: that of tussah::find_serially. Nothing if there is none, or
/// P::stopped() has become true. Throws what run() throws.
template <puzzle P>
std::optional<typename P::solution> find(const options &how,
                                         typename P::task root) {
  detail::refuseCheckpoints(how);
  auto found = run<detail::Finder<P>::visit>(how, std::move(root),
                                             std::span<const std::uint64_t>());
  if (!found.There)
    return std::nullopt;
  return std::move(found.Value);
}

} // namespace tussah::cps

#endif // TUSSAH_INCLUDE_TUSSAH_CPS_SEARCH_HPP
