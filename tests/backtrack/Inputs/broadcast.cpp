// Values that all ranks have. With one worker for each rank, so that only
// another rank can get a task.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <tussah/backtrack/broadcast.hpp>
#include <vector>

using namespace tussah::backtrack;

static void check(bool good, const char *what) {
  if (good)
    return;
  std::fprintf(stderr, "rank %u: wrong: %s\n", rank(), what);
  std::_Exit(1);
}

// What this process has made of messages, and how many values it has.
static int Unpacked = 0, Alive = 0;

struct Text {
  explicit Text(std::string what) : What(std::move(what)) { ++Alive; }
  Text(Text &&other) noexcept : What(std::move(other.What)) { ++Alive; }
  Text &operator=(Text &&) = default;
  ~Text() { --Alive; }
  void pack(packer &to) const { to(What); }
  static Text unpack(unpacker &from) {
    ++Unpacked;
    return Text(from.get<std::string>());
  }
  std::string What;
};
using Shared = everywhere<Text>;

// Says what it finds where it runs; the inner ones, too.
struct Reader {
  Shared Value;
  int Depth = 0;
  bool Sends = false;
  std::string Found;
  int Ranks = 0, Made = 0, Left = 0;
  void run(rank_worker &w);
  auto in() { return std::tie(Value, Depth, Sends); }
  auto out() { return std::tie(Found, Ranks, Made, Left); }
};

// Runs a reader on another rank.
static Reader elsewhere(rank_worker &w, const Shared &value, int depth = 0,
                        bool sends = false) {
  Reader result;
  bool given = false;
  do_two<Reader>(
      w,
      [&](rank_worker &w) {
        while (!given)
          w.poll();
      },
      [](rank_worker &) { check(false, "the task has stayed"); },
      [&](Reader &task) {
        task.Value = value;
        task.Depth = depth;
        task.Sends = sends;
        given = true;
      },
      [&](Reader &task) { result = std::move(task); });
  return result;
}

void Reader::run(rank_worker &w) {
  Found = Value ? Value->What : "nothing";
  Ranks = 1 << rank();
  Made = Unpacked;
  Left = Alive;
  if (Depth == 0)
    return;
  Shared own = Sends ? broadcast(w, Text(Found + "+")) : Value;
  Reader inner = elsewhere(w, own, Depth - 1, Sends);
  Found += "," + inner.Found;
  Ranks |= inner.Ranks;
}

static void reading(rank_worker &w) {
  Shared a = broadcast(w, Text("a")), b = broadcast(w, Text("b"));
  check(elsewhere(w, a).Found == "a", "the first value");
  check(elsewhere(w, b).Found == "b", "the second value");
  check(elsewhere(w, Shared()).Found == "nothing", "no value");
  check(a->What == "a" && (*b).What == "b" && Unpacked == 0, "values here");
  // From rank to rank.
  check(elsewhere(w, a, 4).Found == "a,a,a,a,a", "values of inner tasks");
  // Each task sends a value to all.
  check(elsewhere(w, a, 3, true).Found == "a,a+,a++,a+++", "values of tasks");
}

// A rank unpacks a value once, however many tasks read it.
static void unpacking(rank_worker &w) {
  Shared a = broadcast(w, Text("once"));
  std::vector<int> made(ranks(), -1);
  for (int count = 0; count < 100; ++count) {
    Reader task = elsewhere(w, a);
    for (unsigned rank = 1; rank < ranks(); ++rank)
      if (task.Ranks == 1 << rank) {
        check(made[rank] < 0 || made[rank] == task.Made, "unpacked twice");
        made[rank] = task.Made;
      }
  }
}

// A value ends on all ranks when the last reference here has.
static void ending(rank_worker &w) {
  Shared kept = broadcast(w, Text("kept"));
  for (int count = 0; count < 20; ++count) {
    Shared other = broadcast(w, Text(std::to_string(count)));
    check(elsewhere(w, other).Found == std::to_string(count), "a short value");
  }
  // The message that says so is on its way.
  while (Alive > 1 || elsewhere(w, kept).Left > 1)
    ;
  // Two with the same contents do not end each other.
  {
    Shared same = broadcast(w, Text("kept"));
  }
  for (int count = 0; count < 20; ++count)
    check(elsewhere(w, kept).Found == "kept", "the same value twice");
}

// Half a megabyte.
static void large(rank_worker &w) {
  std::string text(500'000, 'x');
  check(elsewhere(w, broadcast(w, Text(text))).Found == text, "a large value");
}

static Shared Kept;
struct Returns {
  Shared Value;
  void run(rank_worker &w) { Value = broadcast(w, Text("result")); }
  auto in() { return std::tie(); }
  auto out() { return std::tie(Value); }
};

static bool saysNotHere(const error &e) {
  return std::string(e.what()).find("the value of a broadcast is not here: ") ==
         0;
}
// References that mean nothing any more.
static void mistakes(rank_worker &w) {
  try {
    elsewhere(w, Kept);
    check(false, "a value of another run");
  } catch (const error &e) {
    check(saysNotHere(e), e.what());
  }
  // In a result; the message that the value has ended comes soon after it.
  for (int tries = 0;; ++tries)
    try {
      check(tries < 10'000, "a reference in a result");
      bool given = false;
      do_two<Returns>(
          w,
          [&](rank_worker &w) {
            while (!given)
              w.poll();
            for (int count = 0; count < tries; ++count)
              broadcast(w, count);
          },
          [](rank_worker &) {}, [&](Returns &) { given = true; },
          [](Returns &) {});
    } catch (const error &e) {
      check(saysNotHere(e), e.what());
      return;
    }
}

// Many at once, by all.
struct Storm {
  everywhere<std::vector<int>> Numbers;
  int Depth;
  long Sum;
  void run(rank_worker &w);
  auto in() { return std::tie(Numbers, Depth); }
  auto out() { return std::tie(Sum); }
};
static long storm(rank_worker &w, const everywhere<std::vector<int>> &numbers,
                  int depth) {
  long sum = 0;
  for (int number : *numbers)
    sum += number;
  if (depth == 0)
    return sum;
  auto [a, b] = do_two<Storm>(
      w,
      [&](rank_worker &w) {
        auto more = broadcast(w, std::vector<int>{depth, 1, 2});
        return storm(w, more, depth - 1);
      },
      [&](rank_worker &w) { return storm(w, numbers, depth - 1); },
      [&](Storm &task) {
        task.Numbers = numbers;
        task.Depth = depth - 1;
      },
      [](Storm &task) { return task.Sum; });
  return sum + a + b;
}
void Storm::run(rank_worker &w) { Sum = storm(w, Numbers, Depth); }

// Values take long to rank 2, tasks do not.
static void late(rank_worker &w) {
  std::vector<Shared> all;
  for (char letter = 'a'; letter < 'k'; ++letter) {
    std::string text(20'000, letter);
    all.push_back(broadcast(w, Text(text)));
    for (int count = 0; count < 10; ++count)
      check(elsewhere(w, all.back()).Found == text, "a value that is late");
  }
}

int main(int argc, char **argv) try {
  options how;
  statistics result;
  how.result = &result;
  if (argc > 1 && argv[1] == std::string("late")) {
    run_on_ranks(how, late);
    return 0;
  }
  if (argc > 1)
    how.workers = static_cast<unsigned>(std::atoi(argv[1]));
  long sums[2];
  for (long &sum : sums)
    run_on_ranks(how, [&](rank_worker &w) {
      sum = storm(w, broadcast(w, std::vector<int>{7}), 8);
    });
  check(sums[0] == sums[1], "the sums of two storms");
  check(ranks() == 1 || result.total_of_ranks().broadcasts == 256, "counts");
  if (ranks() > 1 && argc == 1) {
    run_on_ranks(how, [&](rank_worker &w) {
      reading(w);
      unpacking(w);
      large(w);
      Kept = broadcast(w, Text("kept"));
    });
    run_on_ranks(how, mistakes);
    Kept = {};
    run_on_ranks(how, ending);
  }
  std::printf("sum %ld\n", sums[0]);
} catch (const std::exception &e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 3;
}
