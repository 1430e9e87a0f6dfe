// Tasks on other ranks, "ranks WHAT", with one worker for each rank, so that
// only another rank can get a task.
#include "programs.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <new>
#include <string>
#include <sys/resource.h>
#include <system_error>
#include <thread>
#include <tussah/backtrack/ranks.hpp>
#include <tussah/cps.hpp>
#include <unistd.h>

using namespace tussah::backtrack;

static void check(bool good, const char *what) {
  if (good)
    return;
  std::fprintf(stderr, "wrong: %s\n", what);
  std::_Exit(1);
}

// How many allocations of this thread succeed before one fails; none does if
// this is negative.
static thread_local int Allocations = -1;

void *operator new(std::size_t size) {
  void *memory = Allocations >= 0 && Allocations-- == 0
                     ? nullptr
                     : std::malloc(size ? size : 1);
  if (!memory)
    throw std::bad_alloc();
  return memory;
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }

// An exception that says what is in it.
struct Own : std::exception, travels<Own> {
  explicit Own(std::string text) : Text(std::move(text)) {}
  void pack(packer &to) const { to(Text); }
  static Own unpack(unpacker &from) { return Own(from.get<std::string>()); }
  const char *what() const noexcept override { return Text.c_str(); }
  std::string Text;
};

// A value that can be read only once it is what it should be.
struct Broken {
  void pack(packer &to) const { to(1); }
  static Broken unpack(unpacker &) { return {}; }
};

struct Away {
  std::string What;
  int Depth;
  long Rank;
  void run(rank_worker &w);
  auto in() { return std::tie(What, Depth); }
  auto out() { return std::tie(Rank); }
};
struct BrokenTask : Away {
  Broken First;
  auto in() { return std::tie(What, First); }
};

// Runs a task, which \p prepare completes, on another rank, and \p meanwhile
// here, once it is there.
template <class T = Away, class F, class P, class G>
static long elsewhere(rank_worker &w, std::string what, F meanwhile, int depth,
                      P prepare, G finish) {
  long result = -1;
  bool given = false;
  parallel_for<T>(
      w, 0, 2,
      [&](rank_worker &w, int i) {
        check(i == 0, "the task has stayed");
        while (!given) {
          w.poll();
          std::this_thread::sleep_for(std::chrono::microseconds(100));
        }
        meanwhile(w);
      },
      [&](T &task, int, int) {
        task.What = what;
        task.Depth = depth;
        given = true;
        prepare(task);
      },
      [&](T &task) {
        result = task.Rank;
        finish(task);
      });
  return result;
}
template <class T = Away, class F>
static long elsewhere(rank_worker &w, std::string what, F meanwhile,
                      int depth = 0) {
  return elsewhere<T>(w, what, meanwhile, depth, [](T &) {}, [](T &) {});
}
static long elsewhere(rank_worker &w, std::string what, int depth = 0) {
  return elsewhere(w, what, [](rank_worker &) {}, depth);
}

static void nap(int seconds) {
  for (int i = 0; i < 100; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10 * seconds));
}

void Away::run(rank_worker &w) {
  Rank = rank();
  if (What == "chain" && Depth > 0)
    Rank += 10 * elsewhere(w, What, Depth - 1);
  if (What == "forever" && Depth > 0)
    elsewhere(w, What, Depth - 1);
  if (What == "forever")
    for (;;)
      w.poll();
  if (What == "polls") {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::milliseconds(200);
    while (Clock::now() < end)
      w.poll();
  }
  if (What == "standard")
    throw std::invalid_argument("as wanted");
  if (What == "own")
    throw Own("as wanted");
  if (What == "other")
    throw std::system_error(ENOENT, std::generic_category(), "as wanted");
  if (What == "nothing")
    throw 1;
  if (What == "exit")
    std::exit(0);
  if (What == "nested")
    run_on_ranks({}, [](rank_worker &) {});
  if (What == "nap")
    nap(60);
  if (What == "short")
    nap(3);
}

// What leaves a task of another rank.
template <class E> static std::string caught(const char *what) {
  try {
    run_on_ranks({}, [&](rank_worker &w) { elsewhere(w, what); });
  } catch (const E &e) {
    return e.what();
  }
  return "nothing";
}

static void exceptions() {
  check(caught<std::invalid_argument>("standard") == "as wanted", "standard");
  check(caught<Own>("own") == "as wanted", "own");
  check(caught<remote_exception>("other").find(": as wanted: ") == 6, "other");
  check(caught<remote_exception>("nothing").find(
            ": an exception that is no std::exception") == 6,
        "nothing");
  check(caught<error>("nested") == "run_on_ranks was called in a task",
        "nested");
}

// What is later in the serial order is cancelled on all ranks.
static void cancellation() {
  for (int depth : {0, 1, 3}) {
    bool finished = true;
    run_on_ranks({}, [&](rank_worker &w) {
      cancel_scope scope;
      finished = cancellable(w, scope, [&](rank_worker &w) {
        elsewhere(
            w, "forever",
            [&](rank_worker &) {
              std::this_thread::sleep_for(std::chrono::milliseconds(5));
              scope.cancel();
            },
            depth);
      });
    });
    check(!finished, "the scope has ended otherwise");
    try {
      run_on_ranks({}, [&](rank_worker &w) {
        elsewhere(
            w, "forever", [](rank_worker &) { throw Own("here"); }, depth);
      });
      check(false, "no exception");
    } catch (const Own &e) {
      check(e.Text == "here", "exception here");
    }
  }
}

// A task that cannot be sent is run by its maker, and who has asked for it can
// ask again.
static void shortage() {
  long where = 0;
  for (int enough = 0; where == 0; ++enough) {
    statistics result;
    options how;
    how.result = &result;
    bool again = run_on_ranks(how, [&](rank_worker &w) {
      where = elsewhere(
          w, "where", [](rank_worker &) { Allocations = -1; }, 0,
          [=](Away &) { Allocations = enough; }, [](Away &) {});
      return elsewhere(w, "where") > 0;
    });
    check(again && (enough > 1 || where == 0), "no memory to send a task");
    check(result.total_of_ranks().given == (where ? 2 : 1) &&
              result.total().splits == (where ? 2 : 1),
          "counts of tasks that were not sent");
    check(enough < 100, "no memory for anything");
  }
}

// Where the transport takes messages of half this size only.
static constexpr std::size_t TooLarge = 200'000;
struct Large : Away {
  std::string Before, After;
  void run(rank_worker &w) {
    Away::run(w);
    check(Before == std::string(TooLarge, 'b'), "a large task");
    After.assign(3 * TooLarge, 'a');
  }
  auto in() { return std::tie(What, Depth, Before); }
  auto out() { return std::tie(Rank, After); }
};
static void sizes() {
  statistics result;
  options how;
  how.result = &result;
  std::string after;
  long where = run_on_ranks(how, [&](rank_worker &w) {
    return elsewhere<Large>(
        w, "where", [](rank_worker &) {}, 0,
        [](Large &task) { task.Before.assign(TooLarge, 'b'); },
        [&](Large &task) { after = task.After; });
  });
  check(where == 1 && result.total_of_ranks().given == 1, "a large task");
  check(after == std::string(3 * TooLarge, 'a'), "a large result");
  std::printf("good\n");
}

static void statisticsOfRanks() {
  statistics result;
  options how;
  how.result = &result;
  how.trace = "timeline.json";
  check(run_on_ranks(how,
                     [](rank_worker &w) { return elsewhere(w, "where"); }) > 0,
        "where");
  check(result.ranks.size() == ranks() && result.workers.size() == ranks(),
        "statistics of ranks");
  rank_statistics all = result.total_of_ranks();
  check(all.given == 1 && all.requests >= 1 && all.messages >= 3 &&
            all.bytes > 30 && result.ranks[0].given == 1,
        "counts");
  check(result.total().tasks == 1 && result.total().splits == 1, "tasks");
  // A waiting worker gets parts of what it waits for.
  check(run_on_ranks(
            how, [](rank_worker &w) { return elsewhere(w, "chain", 6); }) > 0,
        "chain");
  check(result.total_of_ranks().given == 7, "tasks of the chain");
  // Who gets nothing asks less and less often: at last every 2 ms.
  run_on_ranks(how, [](rank_worker &w) { elsewhere(w, "polls"); });
  check(result.total_of_ranks().requests <
            (ranks() - 1) * (30 + 500 * result.elapsed),
        "a flood of requests");
  std::printf("good\n");
}

// Each worker of each rank has data, which its tasks change.
using Counting = rank_worker_of<long>;
struct CountTask {
  long Sum;
  bool IsElsewhere;
  void run(Counting &w) {
    Sum = ++w.data();
    IsElsewhere = rank() != 0;
  }
  auto in() { return std::tie(); }
  auto out() { return std::tie(Sum, IsElsewhere); }
};
static void data() {
  run_on_ranks_with(
      {}, [](unsigned number) { return 40L + number + 100 * rank(); },
      [&](Counting &w) {
        check(w.data() == 40, "data of rank 0");
        for (long count = 1; count <= 2; ++count) {
          bool given = false;
          do_two<CountTask>(
              w,
              [&](Counting &w) {
                while (!given)
                  w.poll();
              },
              [](Counting &) { check(false, "the task has stayed"); },
              [&](CountTask &) { given = true; },
              [&](CountTask &task) {
                check(task.IsElsewhere && task.Sum % 100 > 40, "data");
                check(ranks() > 2 || task.Sum == 140 + count, "kept data");
              });
        }
        long sum = 0;
        w.visit_data([&](long value) { sum += value; });
        check(sum == 40, "data that were visited");
      });
}

// The tasks of a loop whose iterations change the workspace travel, too.
struct Set {
  int &What;
  bool apply(int i) {
    What = i;
    return true;
  }
  void undo(int) { What = -1; }
};
static void changes() {
  int present = -1;
  long result = run_on_ranks({}, [&](rank_worker &w) {
    long where = -1;
    bool given = false;
    choices<Away>(
        w, 0, 2, Set{present},
        [&](rank_worker &w, int i) {
          check(i == 0, "the choice has stayed");
          while (!given)
            w.poll();
          check(present == 0, "the workspace is as before");
        },
        [&](Away &task, int a, int b) {
          check(a == 1 && b == 2 && present == -1, "the split of choices");
          task.What = "where";
          given = true;
        },
        [&](Away &task) { where = task.Rank; });
    return where;
  });
  check(result > 0 && present == -1, "choices on another rank");
}

// Other ranks get tasks of the worker whose task was divided least often.
struct Some {
  void run(rank_worker &) {}
  auto in() { return std::tie(); }
  auto out() { return std::tie(); }
};
static void largest() {
  if (ranks() > 2)
    return;
  constexpr int before = 3, all = 5;
  std::atomic<int> given = 0, ofOther = 0;
  const auto loop = [&](rank_worker &w, bool isOther) {
    parallel_for<Some>(
        w, 0, 1000,
        [&](rank_worker &w, int) {
          while (given < all)
            w.poll();
        },
        [&](Some &, int, int) {
          ++given;
          ofOther += isOther;
        },
        [](Some &) {},
        // The other one is divided once, and gives nothing at first.
        guard{[&, isOther] {
          return given < all && (isOther ? given >= before : given != 0);
        }});
  };
  std::atomic<bool> isThere = false;
  options how;
  how.workers = 2;
  run_on_ranks(how, [&](rank_worker &w) {
    do_two(
        w,
        [&](rank_worker &w) {
          while (!isThere)
            w.poll();
          // All but one of the first ones, which the outer statement is.
          given = 1;
          loop(w, false);
        },
        [&](rank_worker &w) {
          isThere = true;
          loop(w, true);
        });
  });
  check(ofOther == all - before, "the largest task");
}

// Two threads of the system, one job.
static void race() {
  std::atomic<bool> refused = false;
  run_on_ranks({}, [&](rank_worker &) {
    std::thread([&] {
      try {
        run_on_ranks({}, [](rank_worker &) {});
      } catch (const error &e) {
        refused = !std::strcmp(
            e.what(), "a job of several processes has one run at a time");
      }
    }).join();
  });
  check(refused, "two runs");
}

// So that a run is long enough for other ranks to come.
static void leaf(int number) {
  if (number % 4 == 0)
    std::this_thread::sleep_for(std::chrono::microseconds(20));
}
static void leave(int node) { throw Own(std::to_string(node)); }

static void storm() {
  int runs = 0;
  for (unsigned workers : {1, 2, 3})
    for (unsigned force : {0, 1, 30}) {
      options how;
      how.workers = workers;
      how.force_splits = force;
      how.seed = ++runs;
      std::string word, found;
      run_on_ranks(how, [&](rank_worker &w) { words(w, word, 0, 3, found); });
      check(word.empty() && areAllWords(found), "words");
      for (int thrower : {1 << 20, 1, 300, 1000})
        try {
          long sum = run_on_ranks(
              how, [&](rank_worker &w) { return tree(w, 1, 9, thrower); });
          check(thrower > 1023 && sum == 1023 * 1024 / 2, "tree");
        } catch (const Own &e) {
          check(e.Text == std::to_string(thrower), "exception of the tree");
        }
      std::atomic<int> count = 0;
      run_on_ranks(how, [&](rank_worker &w) { leaves(w, 4, count); });
      check(count == 81, "leaves");
    }
  std::printf("%d runs\n", runs);
}

// Rank 1 has no memory for the stacks of 64 threads.
static void manyWorkers() {
  if (rank() == 1) {
    rlim_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    rlimit limit;
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = pages * (rlim_t)getpagesize() + (8 << 20);
    setrlimit(RLIMIT_AS, &limit);
  }
  options how;
  how.workers = 64;
  run_on_ranks(how, [](rank_worker &w) { elsewhere(w, "forever"); });
}

// The data of rank 1's worker cannot be made, and nobody knows why.
static int makeNone(unsigned) {
  if (rank() == 1)
    throw 1;
  return 0;
}
static void noData() {
  run_on_ranks_with({}, makeNone, [](rank_worker_of<int> &w) {
    for (;;)
      w.poll();
  });
}

// Both libraries in one job.
static void begin(tussah::cps::cont<int> k) {
  tussah::cps::send_argument(k, 1);
}

int main(int argc, char **argv) {
  const std::string what = argv[1];
  try {
    if (what == "differ" && std::getenv("OTHER"))
      tussah::cps::run<begin>({});
    if (argc == 5 && rank() == (unsigned)std::atoi(argv[2]))
      std::thread([&] {
        std::this_thread::sleep_for(
            std::chrono::milliseconds(std::atoi(argv[4])));
        kill(getpid(), !std::strcmp(argv[3], "stop") ? SIGSTOP : SIGKILL);
      }).detach();
    if (what == "both")
      check(tussah::cps::run<begin>({}) == 1, "cps");
    if (what == "good") {
      exceptions();
      cancellation();
      data();
      changes();
      largest();
      race();
      shortage();
      statisticsOfRanks();
    } else if (what == "sizes") {
      sizes();
    } else if (what == "storm") {
      storm();
    } else if (what == "threads") {
      manyWorkers();
    } else if (what == "data") {
      noData();
    } else if (what == "broken") {
      run_on_ranks({}, [](rank_worker &w) {
        elsewhere<BrokenTask>(w, "broken", [](rank_worker &) {});
      });
    } else {
      long where =
          run_on_ranks({}, [&](rank_worker &w) { return elsewhere(w, what); });
      std::printf("result %ld\n", where);
    }
  } catch (const std::exception &e) {
    std::printf("%s\n", e.what());
    return 3;
  }
}
