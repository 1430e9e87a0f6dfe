//===- tussah/search.hpp - Search of games with Cilk keywords ---*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Jamboree search with Cilk keywords: a game of tussah/support/game_tree.hpp,
/// searched by all workers. The first move of a position is searched for its
/// value, the others are tested at the same time, and those that pass are
/// searched for theirs, in their order. A move that is too good cancels the
/// rest. tussah/cps/search.hpp is the same by continuation-passing threads.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_SEARCH_HPP
#define TUSSAH_INCLUDE_TUSSAH_SEARCH_HPP

#include <tussah/cancel.h>
#include <tussah/support/game_tree.hpp>

#include <memory>
#include <mutex>

namespace tussah {

namespace detail {

template <class G> class KeywordSearch {
public:
  using Game = detail::Game<G>;
  using Task = typename Game::Task;
  using Value = typename Game::Value;
  using Move = typename Game::Move;
  using Path = std::vector<typename Game::Trail>;

  /// Nothing if it was cancelled.
  static std::optional<Value> visit(Task task, const Path &path) {
    Context context(path);
    if (context.aborted())
      return std::nullopt;
    if (Game::serial(task)) {
      SerialSearch<G> search(
          path, [](void *) { return ::tussah_cancelled() != 0; }, nullptr);
      return search.search(std::move(task));
    }
    search_step<G> step = G::open(task, context);
    while (auto *question = step.isQuestion()) {
      int which = question->Which;
      std::optional<Value> value =
          question->Below ? below(question->Other, path)
                          : visit(std::move(question->Other), path);
      if (!value)
        return std::nullopt;
      step = Game::answered(task, which, *value, context);
    }
    if (context.aborted())
      return std::nullopt;
    if (Value *value = step.isKnown())
      return std::move(*value);
    return compare(task, step.moves(), path);
  }

private:
  class Context final : public search_context<G> {
  public:
    explicit Context(const Path &path) : search_context<G>(path, ask) {}

  private:
    static bool ask(search_context<G> &) {
      return Game::stopped() || ::tussah_cancelled();
    }
  };

  static std::optional<Value> below(const Task &child, const Path &path) {
    if constexpr (HasTrail<G>) {
      Path longer;
      longer.reserve(path.size() + 1);
      longer = path;
      longer.push_back(Game::mark(child));
      return visit(child, longer);
    } else {
      return visit(child, path);
    }
  }

  /// The moves of a position while they are compared: strands test them at the
  /// same time, and one at a time goes on with what is known, in their order.
  class Moves {
  public:
    Moves(const Task &task, std::span<const Move> moves, const Path &path,
          Comparison<G> &state, std::size_t from)
        : Of(task), Each(moves), To(path), State(state), Window(state.test()),
          Null(G::window(task).is_null()), Next(from), Tests(moves.size()) {}

    /// The strand of a move.
    void test(std::size_t i) {
      Test result = tested(i, Window);
      if (Null && result.Passed)
        Stop.cancel();
      {
        std::lock_guard<std::mutex> guard(Lock);
        Tests[i] = std::move(result);
        if (Advancing)
          return;
        Advancing = true;
      }
      while (isNextKnown())
        advance();
    }

    /// When all strands have ended. Whether the comparison is complete.
    bool finish() {
      // Of a null window some may have ended behind one that was cancelled.
      for (; Null && Next < Each.size() && !State.isCut(); ++Next)
        advance(Next);
      return State.isCut() || (!Aborted && Next == Each.size());
    }

    cancel_token Stop;

  private:
    struct Test {
      bool Ended = false, Passed = false;
      std::optional<Value> Found;
    };

    Test tested(std::size_t i, search_window window) {
      Task child = G::child(Of, Each[i], int(i), window, search_purpose::test);
      std::optional<Value> value = below(child, To);
      if (value && passes<G>(child, *value) && Game::again(child))
        value = below(child, To);
      bool passed = value && passes<G>(child, *value);
      return {true, passed, std::move(value)};
    }

    /// Whether the next move in the order has been tested; else nobody
    /// advances any more.
    bool isNextKnown() {
      std::lock_guard<std::mutex> guard(Lock);
      return Advancing = Next < Each.size() && Tests[Next].Ended;
    }

    void advance() {
      std::size_t i = Next;
      advance(i);
      std::lock_guard<std::mutex> guard(Lock);
      Next = i + 1;
    }

    /// Adds what the test of a move has found to what is known.
    void advance(std::size_t i) {
      Test &test = Tests[i];
      if (State.isCut())
        return;
      if (!test.Found) {
        Aborted = true;
        return;
      }
      if (!test.Passed)
        return;
      if (Null) {
        State.add(Of, Each[i], *test.Found);
        return;
      }
      if (Aborted)
        return;
      int alpha = Window.alpha;
      // A move before may have been better than the test says.
      while (State.score() > alpha) {
        alpha = State.score();
        Test again = tested(i, State.test());
        if (!again.Found) {
          Aborted = true;
          return;
        }
        if (!again.Passed)
          return;
      }
      std::optional<Value> value = below(
          G::child(Of, Each[i], int(i), State.window(), search_purpose::value),
          To);
      if (!value) {
        Aborted = true;
        return;
      }
      State.add(Of, Each[i], *value);
      if (State.isCut())
        Stop.cancel();
    }

    const Task &Of;
    const std::span<const Move> Each;
    const Path &To;
    Comparison<G> &State;
    const search_window Window;
    const bool Null;
    std::mutex Lock;
    /// Under the lock: whether a strand advances, how far, and the tests. The
    /// rest of the state belongs to the strand that advances.
    bool Advancing = false;
    std::size_t Next;
    std::vector<Test> Tests;
    bool Aborted = false;
  };

  static std::optional<Value>
  compare(const Task &task, const typename search_step<G>::Moves &list,
          const Path &path) {
    std::span<const Move> moves = list.span();
    Comparison<G> state(task);
    std::size_t from = 0;
    if (!list.AtOnce && !moves.empty()) {
      std::optional<Value> value = below(
          G::child(task, moves[0], 0, state.window(), search_purpose::value),
          path);
      if (!value)
        return std::nullopt;
      state.add(task, moves[0], *value);
      from = 1;
    }
    if (state.isCut() || from == moves.size())
      return state.finish(task);
    Moves all(task, moves, path, state, from);
    tussah_cancel_scope(all.Stop) {
      for (std::size_t i = from; i < moves.size(); ++i)
        cilk_spawn all.test(i);
    }
    if (!all.finish())
      return std::nullopt;
    return state.finish(task);
  }
};

template <class P> class KeywordFinder {
public:
  using Task = typename P::task;
  using Solution = std::optional<typename P::solution>;

  static Solution visit(Task task) {
    Context context;
    if (context.aborted())
      return std::nullopt;
    if (Puzzle<P>::serial(task))
      return findAlone<P>(std::move(task), context);
    puzzle_step<P> step = P::open(task, context);
    if (step.Solution || step.Tasks.empty())
      return std::move(step.Solution);
    Tries all(step.Tasks);
    cilk_scope {
      for (std::size_t i = 0; i < step.Tasks.size(); ++i)
        cilk_spawn all.attempt(i);
    }
    for (Solution &each : all.Found)
      if (each)
        return std::move(each);
    return std::nullopt;
  }

private:
  class Context final : public search_context<P> {
  public:
    Context()
        : search_context<P>({}, [](search_context<P> &) {
            return Puzzle<P>::stopped() || ::tussah_cancelled() != 0;
          }) {}
  };

  /// The tasks of a position: a solution cancels those behind its own, which
  /// are not the first.
  struct Tries {
    explicit Tries(std::vector<Task> &tasks)
        : Tasks(tasks), Stop(new cancel_token[tasks.size()]),
          Found(tasks.size()) {}

    void attempt(std::size_t i) {
      tussah_cancel_scope(Stop[i]) { Found[i] = visit(std::move(Tasks[i])); }
      if (Found[i])
        for (std::size_t behind = i + 1; behind < Tasks.size(); ++behind)
          Stop[behind].cancel();
    }

    std::vector<Task> &Tasks;
    std::unique_ptr<cancel_token[]> Stop;
    std::vector<Solution> Found;
  };
};

} // namespace detail

/// The value of a task, searched by all workers, with Cilk keywords. It is the
/// same for any number of workers, and that of search_serially(), if the game's
/// functions depend on their arguments only. \p path is what G::mark says of
/// the positions up to that of \p root, which is the last. Nothing if
/// G::stopped() has become true, or the caller is in a cancelled scope. What a
/// function of the game throws is thrown.
template <game G>
std::optional<typename G::value>
search(typename G::task root,
       std::span<const typename search_context<G>::trail> path = {}) {
  return detail::KeywordSearch<G>::visit(std::move(root),
                                         {path.begin(), path.end()});
}

/// The first solution of a puzzle in the order of its tasks, searched by all
/// workers, with Cilk keywords: that of find_serially(). Nothing if there is
/// none, P::stopped() has become true, or the caller is in a cancelled scope.
template <puzzle P>
std::optional<typename P::solution> find(typename P::task root) {
  return detail::KeywordFinder<P>::visit(std::move(root));
}

} // namespace tussah

#endif // TUSSAH_INCLUDE_TUSSAH_SEARCH_HPP
