//===- ExceptionTest.cpp - Exceptions and cancellation --------------------===//

#include "Ways.h"

#include <atomic>
#include <stdexcept>
#include <vector>

using namespace tussah::backtrack;

namespace {
class Exceptions : public OnEachWay {};

/// Counts its objects.
struct Counted {
  static std::atomic<int> Objects;
  Counted() { ++Objects; }
  Counted(const Counted &) { ++Objects; }
  Counted &operator=(const Counted &) = default;
  ~Counted() { --Objects; }
};
std::atomic<int> Counted::Objects = 0;

/// A tree whose nodes are numbered in the order of a serial run; throws the
/// numbers of those that are multiples of `Step`.
struct TreeTask {
  workspace<Counted> Space;
  int First, Depth, Step;
  long Sum;
  void run(worker &w);
};
long tree(worker &w, Counted &space, int first, int depth, int step) {
  if (first % step == 0)
    throw first;
  if (depth == 0)
    return first;
  int half = (1 << depth) - 1;
  auto [a, b] = do_two<TreeTask>(
      w, [&](worker &w) { return tree(w, space, first + 1, depth - 1, step); },
      [&](worker &w) {
        return tree(w, space, first + 1 + half, depth - 1, step);
      },
      [&](TreeTask &task) {
        task.Space = w.copy(space);
        task.First = first + 1 + half;
        task.Depth = depth - 1;
        task.Step = step;
      },
      [](TreeTask &task) { return task.Sum; });
  return first + a + b;
}
void TreeTask::run(worker &w) { Sum = tree(w, *Space, First, Depth, Step); }

TEST_P(Exceptions, TheSeriallyFirstOneArrives) {
  forSeeds([&](const options &how) {
    Counted space;
    for (int step : {3, 50, 211, 500}) {
      int thrown = 0;
      try {
        run(how, [&](worker &w) { return tree(w, space, 1, 8, step); });
      } catch (int value) {
        thrown = value;
      }
      ASSERT_EQ(thrown, step);
      ASSERT_EQ(Counted::Objects, 1);
    }
    long sum = run(how, [&](worker &w) { return tree(w, space, 1, 8, 5000); });
    ASSERT_EQ(sum, 511 * 512 / 2);
  });
}

struct LoopTask {
  int From, To, Thrower;
  void run(worker &w);
};
void loop(worker &w, int from, int to, int thrower, int &inside) {
  parallel_for<LoopTask>(
      w, from, to,
      [&](worker &w, int i) {
        dynamic_wind(
            w, [&] { ++inside; },
            [&](worker &w) {
              parallel_for(w, 0, 4, [&](worker &, int j) {
                if (i >= thrower && j == 2)
                  throw std::runtime_error(std::to_string(i));
              });
            },
            [&] { --inside; });
      },
      [&](LoopTask &task, int a, int b) { task = {a, b, thrower}; },
      [](LoopTask &) {});
}
void LoopTask::run(worker &w) {
  int inside = 0;
  loop(w, From, To, Thrower, inside);
}

TEST_P(Exceptions, LoopsThrowTheirFirst) {
  forSeeds([&](const options &how) {
    for (int thrower : {0, 1, 30, 59}) {
      int inside = 0;
      std::string text;
      try {
        run(how, [&](worker &w) { loop(w, 0, 60, thrower, inside); });
      } catch (const std::runtime_error &e) {
        text = e.what();
      }
      ASSERT_EQ(text, std::to_string(thrower));
      ASSERT_EQ(inside, 0);
    }
  });
}

TEST_P(Exceptions, ThrowingHandlersDecline) {
  forSeeds([&](const options &how) {
    std::vector<int> order;
    run(how, [&](worker &w) {
      parallel_for<LoopTask>(
          w, 0, 50, [&](worker &w, int i) { w.poll(), order.push_back(i); },
          [](LoopTask &, int, int) { throw 1; }, [](LoopTask &) {});
    });
    ASSERT_EQ(order.size(), 50u);
    EXPECT_EQ(Result.total().splits + Result.total().forced, 0u);
  });
}

TEST_P(Exceptions, GetHandlersMayThrow) {
  forSeeds([&](const options &how) {
    bool thrown = false, given = false;
    try {
      run(how, [&](worker &w) {
        parallel_for<LoopTask>(
            w, 0, 50, [](worker &w, int) { w.poll(); },
            [&](LoopTask &task, int a, int b) {
              given = true;
              task = {a, b, 1000};
            },
            [](LoopTask &) { throw 1; });
      });
    } catch (int) {
      thrown = true;
    }
    ASSERT_EQ(thrown, given);
    if (isForced())
      EXPECT_TRUE(given);
  });
}

TEST_P(Exceptions, CancelledScopesEnd) {
  forSeeds([&](const options &how) {
    int inside = 0;
    bool after = false;
    run(how, [&](worker &w) {
      cancel_scope scope;
      EXPECT_FALSE(scope.is_cancelled());
      bool finished = cancellable(w, scope, [&](worker &w) {
        dynamic_wind(
            w, [&] { ++inside; },
            [&](worker &w) {
              // Without an end, but for the cancellation.
              parallel_for(w, 0, 20, [&](worker &w, int i) {
                if (i == 0)
                  scope.cancel();
                for (;;)
                  w.poll();
              });
            },
            [&] { --inside; });
      });
      EXPECT_FALSE(finished);
      EXPECT_TRUE(scope.is_cancelled());
      after = true;
      // What comes after is not concerned.
      std::atomic<int> count = 0;
      parallel_for(w, 0, 20, [&](worker &, int) { ++count; });
      EXPECT_EQ(count, 20);
      cancel_scope another;
      EXPECT_TRUE(cancellable(w, another, [](worker &w) { w.poll(); }));
    });
    ASSERT_EQ(inside, 0);
    ASSERT_TRUE(after);
  });
}

TEST_P(Exceptions, ScopesThatWereCancelledBeforeDoNotBegin) {
  forSeeds([&](const options &how) {
    run(how, [&](worker &w) {
      cancel_scope scope;
      scope.cancel();
      EXPECT_FALSE(cancellable(
          w, scope, [](worker &) { ADD_FAILURE() << "the scope has begun"; }));
    });
  });
}

TEST_P(Exceptions, OuterScopesEndInnerOnes) {
  forSeeds([&](const options &how) {
    run(how, [&](worker &w) {
      cancel_scope outer;
      bool finished = cancellable(w, outer, [&](worker &w) {
        cancel_scope inner;
        cancellable(w, inner, [&](worker &w) {
          parallel_for(w, 0, 10, [&](worker &w, int i) {
            if (i == 0)
              outer.cancel();
            for (;;)
              w.poll();
          });
        });
        ADD_FAILURE() << "the outer scope goes on";
      });
      EXPECT_FALSE(finished);
    });
  });
}

TEST_P(Exceptions, ErrorsLeaveScopes) {
  forSeeds([&](const options &how) {
    bool thrown = false;
    try {
      run(how, [&](worker &w) {
        cancel_scope scope;
        cancellable(w, scope, [](worker &w) {
          parallel_for(w, 0, 10, [](worker &, int i) {
            if (i == 7)
              throw i;
          });
        });
      });
    } catch (int) {
      thrown = true;
    }
    ASSERT_TRUE(thrown);
  });
}

/// A change that can be copied so many times.
struct FewCopies {
  int &Value, Left;
  FewCopies(int &value, int copies) : Value(value), Left(copies) {}
  FewCopies(const FewCopies &other) : Value(other.Value), Left(other.Left - 1) {
    if (Left < 0)
      throw std::runtime_error("no copy");
  }
  void apply() { ++Value; }
  void undo() { --Value; }
};

TEST_P(Exceptions, AChangeThatCannotBeCopiedIsUndone) {
  forSeeds([&](const options &how) {
    int value = 0;
    bool reached = false;
    run(how, [&](worker &w) {
      for (int copies = 0; !reached; ++copies) {
        ASSERT_LT(copies, 9);
        try {
          dynamic_wind(w, FewCopies(value, copies), [&](worker &w) {
            EXPECT_EQ(value, 1);
            w.poll();
            reached = true;
          });
        } catch (const std::runtime_error &) {
        }
        ASSERT_EQ(value, 0);
      }
    });
    ASSERT_TRUE(reached);
  });
}

INSTANTIATE_WAYS(Exceptions);

TEST(Abandon, WhatIsLaterIsCancelled) {
  options how;
  how.workers = 2;
  std::atomic<bool> begun = false;
  // The second statement would run for ever.
  EXPECT_THROW(run(how,
                   [&](worker &w) {
                     do_two(
                         w,
                         [&](worker &w) {
                           while (!begun)
                             w.poll();
                           throw 1;
                         },
                         [&](worker &w) {
                           begun = true;
                           for (;;)
                             w.poll();
                         });
                   }),
               int);
}
} // namespace
