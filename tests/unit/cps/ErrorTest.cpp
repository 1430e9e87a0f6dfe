//===- ErrorTest.cpp - Mistakes that are found when a program runs --------===//

#include <tussah/cps.hpp>

#include <cstdlib>
#include <gtest/gtest.h>

using namespace tussah::cps;

namespace {

options with(unsigned workers) {
  options o;
  o.workers = workers;
  return o;
}

/// Runs it, and returns the message of the error, which must be of that kind.
template <class Root>
std::string errorOf(error::kind kind, const options &o, Root root) {
  try {
    run(o, root);
  } catch (const error &e) {
    EXPECT_EQ(e.why(), kind) << e.what();
    return e.what();
  }
  ADD_FAILURE() << "no error";
  return "";
}

/// Whether \p part is in \p text.
testing::AssertionResult has(const std::string &text, const std::string &part) {
  if (text.find(part) != std::string::npos)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "no '" << part << "' in: " << text;
}

void two(cont<int> k, int a, int b) { send_argument(k, a + b); }

TEST(Error, SendingTwice) {
  auto root = [](cont<int> k) {
    cont<int> x, y;
    spawn_next<two>(k, missing(x), missing(y));
    send_argument(x, 1);
    send_argument(x, 2);
  };
  std::string text = errorOf(error::sent_twice, with(1), root);
  EXPECT_TRUE(has(text, "a second value was sent to argument 2 of a "
                        "closure of "));
  EXPECT_TRUE(has(text, "two"));
}

TEST(Error, SendingTwiceToAnElement) {
  auto root = [](cont<int> k) {
    auto never = [](cont<int>, array<int>) {};
    cont<int> ks[3];
    spawn_next(never, k, missing(ks));
    send_argument(ks[1], 1);
    send_argument(ks[1], 2);
  };
  EXPECT_TRUE(has(errorOf(error::sent_twice, with(1), root),
                  "argument 2 of a closure"));
}

/// All workers at the same time: one of them is first, and the run ends.
TEST(Error, SendingTwiceFromManyWorkers) {
  for (int round = 0; round < 30; ++round) {
    auto root = [](cont<int> k) {
      cont<std::string> x;
      cont<int> y;
      auto never = [](cont<int>, std::string, int) { FAIL(); };
      spawn_next(never, k, missing(x), missing(y));
      auto send = [](cont<std::string> x) {
        send_argument(x, std::string(100, 'x'));
      };
      for (unsigned i = 0; i < 8; ++i)
        spawn_on(i % 4, send, x);
    };
    errorOf(error::sent_twice, with(4), root);
  }
}

TEST(Error, SendingToWhatHasEnded) {
  auto root = [](cont<int> k) {
    cont<int> x;
    auto end = [](int) {};
    auto late = [](cont<int> x) { send_argument(x, 2); };
    spawn_next(end, missing(x));
    spawn_next(late, x);
    send_argument(x, 1); // now the first one is at the head
    send_argument(k, 0);
  };
  EXPECT_TRUE(has(errorOf(error::sent_to_finished, with(1), root),
                  "sent to a closure whose thread has ended"));
}

TEST(Error, SendingToNothing) {
  auto root = [](cont<int> k) {
    cont<int> none;
    send_argument(none, 1);
    send_argument(k, 0);
  };
  EXPECT_TRUE(
      has(errorOf(error::sent_to_nothing, with(1), root), "refers to nothing"));
}

/// A continuation in a global variable: the runtime does not see it come.
cont<int> Hidden;

TEST(Error, HiddenContinuations) {
  auto root = [](cont<int> k) {
    spawn_next<two>(k, 1, missing(Hidden));
    // This thread may have been stolen.
    spawn_on(1 - processor(), [] { send_argument(Hidden, 2); });
  };
  EXPECT_TRUE(has(errorOf(error::hidden_continuation, with(2), root),
                  "may travel in arguments and sent values only"));
}

TEST(Error, DeadlockNamesTheClosures) {
  for (unsigned workers : {1, 3}) {
    static int line;
    auto root = [](cont<int> k) {
      cont<int> x, y;
      line = __LINE__ + 1;
      spawn_next<two>(k, missing(x), missing(y));
      send_argument(y, 1);
    };
    std::string text = errorOf(error::deadlock, with(workers), root);
    EXPECT_TRUE(has(text, "2 closures wait for arguments"));
    EXPECT_TRUE(has(text, "two"));
    EXPECT_TRUE(has(text, "waits for argument 2; made at "));
    EXPECT_TRUE(has(text, "ErrorTest.cpp:" + std::to_string(line)));
    EXPECT_TRUE(has(text, "the caller of run waits for its value, from "));
  }
}

TEST(Error, ManyWaitingClosuresAreCounted) {
  auto root = [](cont<int> k) {
    for (int i = 0; i < 50; ++i) {
      cont<int> x, y;
      spawn_next<two>(k, missing(x), missing(y));
    }
  };
  std::string text = errorOf(error::deadlock, with(1), root);
  EXPECT_TRUE(has(text, "51 closures wait"));
  EXPECT_TRUE(has(text, "waits for argument 2, 3; made at"));
  EXPECT_TRUE(has(text, "and 41 more"));
}

TEST(Error, WaitingClosuresBesideTheResult) {
  auto root = [](cont<int> k) {
    cont<std::string> x;
    auto never = [](std::string, std::string) {};
    spawn_next(never, std::string(100, 'x'), missing(x));
    send_argument(k, 5);
  };
  EXPECT_TRUE(has(errorOf(error::deadlock, with(1), root), "1 closure waits"));
  options o = with(1);
  o.allow_waiting = true;
  EXPECT_EQ(run(o, root), 5);
}

TEST(Error, NoResultIsAnErrorInAnyCase) {
  options o = with(1);
  o.allow_waiting = true;
  EXPECT_TRUE(
      has(errorOf(error::deadlock, o, [](cont<int>) {}), "no result was sent"));
}

/// A line of a test, as messages have it.
std::string line(int number) {
  return std::string(__FILE__) + ":" + std::to_string(number);
}

void pair(cont<int> k, int x, int y) { send_argument(k, x + y); }
constexpr int SendLine = __LINE__ + 2, SecondLine = __LINE__ + 3;
void sendsTwice(cont<int> k) {
  send_argument(k, 1);
  send_argument(k, 2);
}

/// What is known of a second value: who has sent it, and where; to which
/// argument of which closure; and, where sends are noted, who sent the first.
TEST(Error, SecondValuesAreNamed) {
  static int made;
  auto root = [](cont<int> k) {
    cont<int> x, y;
    made = __LINE__ + 1;
    spawn_next<pair>(k, missing(x), missing(y));
    spawn<sendsTwice>(y);
  };
  std::string text = errorOf(error::sent_twice, with(1), root);
  EXPECT_TRUE(has(text, "argument 3 of a closure of"));
  EXPECT_TRUE(has(text, "pair, made at " + line(made)));
  EXPECT_TRUE(has(text, "; sent at " + line(SecondLine) + " in '"));
  EXPECT_TRUE(has(text, "sendsTwice("));
  options o = with(1);
  o.check_sends = true;
  text = errorOf(error::sent_twice, o, root);
  EXPECT_TRUE(has(text, "pair, made at " + line(made)));
  EXPECT_TRUE(has(text, "; sent at " + line(SecondLine) + " in '"));
  EXPECT_TRUE(has(text, "; the first one was sent at " + line(SendLine)));
}

TEST(Error, SecondValuesOfElementsAreNamed) {
  auto root = [](cont<int> k) {
    auto take = [](cont<int>, array<int>) {};
    std::vector<cont<int>> ks(9);
    spawn_next(take, k, missing(ks));
    send_argument(ks[7], 1);
    send_argument(ks[7], 1);
  };
  EXPECT_TRUE(has(errorOf(error::sent_twice, with(1), root),
                  "to element 7 of argument 2 of a closure of"));
}

void takesOne(int) {}

/// The closure has ended, and its block was used again, if it can be.
TEST(Error, ClosuresThatHaveEndedAreNamed) {
  static int made, sent;
  auto root = [](cont<int> k) {
    cont<int> x;
    auto late = [](cont<int> x) {
      for (int i = 0; i < 10; ++i) {
        cont<int> other; // in blocks of the same size
        spawn_next<takesOne>(missing(other));
      }
      sent = __LINE__ + 1;
      send_argument(x, 2);
    };
    made = __LINE__ + 1;
    spawn_next<takesOne>(missing(x));
    spawn_next(late, x);
    send_argument(x, 1); // now the first one is at the head
    send_argument(k, 0);
  };
  std::string text = errorOf(error::sent_to_finished, with(1), root);
  EXPECT_TRUE(has(text, "; sent at " + line(sent) + " in '"));
  EXPECT_TRUE(has(text, "; --check-sends tells more"));
  options o = with(1);
  o.check_sends = true;
  text = errorOf(error::sent_twice, o, root);
  EXPECT_TRUE(has(text, "argument 1 of a closure of"));
  EXPECT_TRUE(has(text, "takesOne, made at " + line(made) +
                            ", whose thread has ended; sent at " + line(sent)));
}

/// The result is no closure that the program has made.
TEST(Error, AMissingResultNamesTheFirstThread) {
  auto root = [](cont<int> k) {
    cont<int> x;
    spawn_next<two>(k, missing(x), 1);
  };
  std::string text = errorOf(error::deadlock, with(1), root);
  EXPECT_TRUE(has(text, "the caller of run waits for its value, from "));
  EXPECT_TRUE(has(text, "ErrorTest.cpp:" + std::to_string(__LINE__ - 4)));
  EXPECT_FALSE(has(text, "cps.hpp"));
}

/// All elements could be named only by continuations of more bytes.
TEST(Error, TooManyMissingElements) {
  EXPECT_GE(detail::Reference::MostElements, 100'000'000u);
  auto root = [](cont<int> k) {
    auto take = [](cont<int>, array<char>) {};
    // Nothing is written to what is not there.
    std::span<cont<char>> many(static_cast<cont<char> *>(nullptr),
                               std::size_t(detail::Reference::MostElements) +
                                   1);
    spawn_next(take, k, missing(many));
  };
  EXPECT_TRUE(has(errorOf(error::closure_too_large, with(1), root),
                  "with an array of 134217727 missing elements; there can be "
                  "134217726"));
}

TEST(Error, TwoTailCalls) {
  auto root = [](cont<int> k) {
    auto next = [](cont<int> k) { send_argument(k, 1); };
    tail_call(next, k);
    tail_call(next, k);
  };
  errorOf(error::two_tail_calls, with(1), root);
}

TEST(Error, OutsideOfThreads) {
  cont<int> k;
  EXPECT_THROW(spawn([] {}), error);
  EXPECT_THROW(tail_call([] {}), error);
  EXPECT_THROW(send_argument(k, 1), error);
  EXPECT_THROW(processor(), error);
  try {
    poll();
    FAIL();
  } catch (const error &e) {
    EXPECT_EQ(e.why(), error::wrong_context);
    EXPECT_STREQ(e.what(), "poll was called outside of a thread of run");
  }
}

TEST(Error, RunsInThreads) {
  auto root = [](cont<int> k) {
    send_argument(k, run(with(1), [](cont<int> k) { send_argument(k, 1); }));
  };
  EXPECT_TRUE(has(errorOf(error::wrong_context, with(1), root),
                  "run was called in a thread of a run"));
}

TEST(Error, PlacesThatDoNotExist) {
  auto root = [](cont<int>) { spawn_on(2, [] {}); };
  EXPECT_TRUE(has(errorOf(error::no_such_worker, with(2), root),
                  "no worker 2; the last one is 1"));
}

TEST(Error, NumbersOfWorkers) {
  auto root = [](cont<unsigned> k) { send_argument(k, processors()); };
  setenv("CILK_NWORKERS", "3", 1);
  EXPECT_EQ(run(options(), root), 3u);
  setenv("CILK_NWORKERS", "3x", 1);
  testing::internal::CaptureStderr();
  const unsigned usual = run(options(), root);
  // What is wrong is said once, not for each run.
  EXPECT_EQ(run(options(), root), usual);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "tussah: warning: CILK_NWORKERS is '3x', but must be a number from "
            "1 to 2048; using " +
                std::to_string(usual) + "\n");
  unsetenv("CILK_NWORKERS");
  EXPECT_EQ(run(options(), root), usual);
  errorOf(error::wrong_option, with(options::max_workers + 1), root);
}

/// Exceptions of the program end the run; nothing leaks (the sanitizers look).
TEST(Error, ExceptionsLeaveRun) {
  for (unsigned workers : {1, 4}) {
    auto root = [](cont<std::string> k) {
      auto join = [](cont<std::string>, std::string, std::string, std::string) {
      };
      cont<std::string> x, y;
      spawn_next(join, k, std::string(100, 'x'), missing(x), missing(y));
      send_argument(x, std::string(100, 'y'));
      auto fail = [](cont<std::string>, std::string text) {
        throw std::runtime_error(text);
      };
      for (int i = 0; i < 20; ++i)
        spawn(fail, y, "as wanted, in a text that owns memory");
    };
    try {
      run(with(workers), root);
      FAIL();
    } catch (const std::runtime_error &e) {
      EXPECT_STREQ(e.what(), "as wanted, in a text that owns memory");
    }
  }
}

/// An argument whose copy throws: there is no closure then.
struct Throws {
  Throws() = default;
  Throws(const Throws &) { throw std::runtime_error("copied"); }
  Throws(Throws &&) noexcept {}
  void pack(packer &) const {}
  static Throws unpack(unpacker &) { return {}; }
};

TEST(Error, ArgumentsWhoseCopyThrows) {
  statistics s;
  options o = with(1);
  o.measure = true;
  o.result = &s;
  auto root = [](cont<int> k) {
    Throws value;
    auto take = [](std::string, Throws) {};
    EXPECT_THROW(spawn(take, std::string(100, 'x'), value), std::runtime_error);
    send_argument(k, 1);
  };
  EXPECT_EQ(run(o, root), 1);
  EXPECT_EQ(s.space, 2u); // the first thread, and the one for the result
}

TEST(Error, OptionsOnTheCommandLine) {
  const auto parse = [](std::vector<const char *> words) {
    words.insert(words.begin(), "program");
    words.push_back(nullptr);
    int argc = static_cast<int>(words.size()) - 1;
    command_line line(argc, const_cast<char **>(words.data()));
    std::string rest;
    for (int i = 1; i < argc; ++i)
      rest += std::string(words[i]) + " ";
    EXPECT_EQ(words[argc], nullptr);
    return std::pair(line.run, rest);
  };
  auto [o, rest] = parse({"a", "--workers", "3", "--seed=9", "b", "--stats=csv",
                          "--migrate", "message", "--post=owner", "--", "--x"});
  EXPECT_EQ(o.workers, 3u);
  EXPECT_EQ(o.seed, 9u);
  EXPECT_TRUE(o.measure);
  EXPECT_EQ(o.migration, migrate_by::message);
  EXPECT_EQ(o.post, post_to::owner);
  EXPECT_EQ(rest, "a b --x ");
  EXPECT_FALSE(parse({"--other"}).first.measure);
  for (const auto &wrong :
       std::vector<std::vector<const char *>>{{"--workers"},
                                              {"--workers", "0"},
                                              {"--workers", "2049"},
                                              {"--workers", "2 "},
                                              {"--workers="},
                                              {"--seed", "-1"},
                                              {"--stats=xml"},
                                              {"--post", "me"},
                                              {"--migrate=", "x"}})
    EXPECT_THROW(parse(wrong), error) << wrong[0];
}

} // namespace
