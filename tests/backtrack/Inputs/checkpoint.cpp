// A tree of all constructs whose tasks travel: "checkpoint WHAT FOLDER
// [PERCENT]". Prints how many leaves this process has visited, and whether the
// leaves came in order. With PERCENT, kills itself when it has visited so many,
// and a later checkpoint is there.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>
#include <tussah/backtrack/broadcast.hpp>
#include <unistd.h>

using namespace tussah::backtrack;
namespace fs = std::filesystem;

static constexpr int Levels = 6, All = 4 * 2 * 4 * 4 * 2 * 4;
static std::atomic<int> Leaves = 0, Thrower = -1;
static std::atomic<bool> Misplaced = false;
static std::string Folder;
static int DieAt = 0;

// Where a worker is in the tree; one letter for each level.
struct Path {
  std::string Letters;
  void pack(packer &to) const { to(Letters); }
  static Path unpack(unpacker &from) { return {from.get<std::string>()}; }
};

struct Thrown : std::exception, travels<Thrown> {
  void pack(packer &) const {}
  static Thrown unpack(unpacker &) { return {}; }
  const char *what() const noexcept override { return "thrown by a leaf"; }
};

static int newest() {
  int result = 0;
  for (const auto &entry : fs::directory_iterator(Folder))
    if (entry.path().extension() == ".checkpoint")
      result = std::max(result, std::atoi(entry.path().filename().c_str() +
                                          std::strlen("1.")));
  return result;
}

static void die() {
  // Two more, so that one has begun after this leaf.
  for (int before = newest(); newest() < before + 2;)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  std::printf("dies after %d leaves\n", Leaves.load());
  std::fflush(stdout);
  kill(getpid(), SIGKILL);
}

static std::string visit(rank_worker &w, Path &path);

struct Letter {
  Path &On;
  bool apply(int i) {
    On.Letters += (char)('e' + i);
    return true;
  }
  void undo(int) { On.Letters.pop_back(); }
};

static std::string pick(rank_worker &w, Path &path, int from, int to);
// What tasks of "shared" read on all ranks.
using Shared = everywhere<std::string>;
static std::string wide(rank_worker &w, const Shared &text, int from, int to);
static std::string loop(rank_worker &w, Path &path, int from, int to);

// The iterations of a loop, or the second of two statements.
struct Part {
  workspace<Path> At;
  Shared Text;
  int Kind, From, To;
  std::string Found;
  // Another job must make the same parts: they begin at multiples of their
  // sizes.
  void give(int kind, int from, int to) {
    Kind = kind;
    From = from;
    To = to;
    int size = to - from;
    if (size <= 0 || (size & (size - 1)) != 0 || from % size != 0)
      Misplaced = true;
  }
  void run(rank_worker &w) {
    if (Kind == 0)
      Found = pick(w, *At, From, To);
    if (Kind == 1)
      Found = visit(w, *At);
    if (Kind == 2)
      Found = loop(w, *At, From, To);
    if (Kind == 3)
      Found = wide(w, Text, From, To);
  }
  auto in() { return std::tie(At, Text, Kind, From, To); }
  auto out() { return std::tie(Found); }
};

static std::string pick(rank_worker &w, Path &path, int from, int to) {
  std::string found;
  choices<Part>(
      w, from, to, Letter{path},
      [&](rank_worker &w, int) { found += visit(w, path); },
      [&](Part &task, int a, int b) {
        task.At = w.copy(path);
        task.give(0, a, b);
      },
      [&](Part &task) { found += task.Found; });
  return found;
}

static std::string loop(rank_worker &w, Path &path, int from, int to) {
  std::string found;
  parallel_for<Part>(
      w, from, to,
      [&](rank_worker &w, int i) {
        Path inner = {path.Letters + (char)('e' + i)};
        found += visit(w, inner);
      },
      [&](Part &task, int a, int b) {
        task.At = w.copy(path);
        task.give(2, a, b);
      },
      [&](Part &task) { found += task.Found; });
  return found;
}

static std::string two(rank_worker &w, Path &path) {
  Path first = {path.Letters + 'e'}, second = {path.Letters + 'f'};
  auto [a, b] = do_two<Part>(
      w, [&](rank_worker &w) { return visit(w, first); },
      [&](rank_worker &w) { return visit(w, second); },
      [&](Part &task) {
        task.At = w.copy(second);
        task.Kind = 1;
      },
      [&](Part &task) { return task.Found; });
  return a + b;
}

static void leaf() {
  std::this_thread::sleep_for(std::chrono::microseconds(300));
  if (++Leaves == DieAt)
    die();
  if (Leaves == Thrower)
    throw Thrown();
}

// One loop that has all leaves.
static std::string wide(rank_worker &w, const Shared &text, int from, int to) {
  std::string found;
  parallel_for<Part>(
      w, from, to,
      [&](rank_worker &w, int i) {
        w.poll();
        leaf();
        found += (text ? *text : "") + std::to_string(i) + "\n";
      },
      [&](Part &task, int a, int b) {
        task.At = w.copy(Path());
        task.Text = text;
        task.give(3, a, b);
      },
      [&](Part &task) { found += task.Found; });
  return found;
}

static std::string visit(rank_worker &w, Path &path) {
  std::size_t level = path.Letters.size();
  if (level == Levels) {
    leaf();
    return path.Letters + "\n";
  }
  if (level % 3 == 0)
    return pick(w, path, 0, 4);
  // With negative numbers.
  return level % 3 == 1 ? two(w, path) : loop(w, path, -2, 2);
}

static bool isRight(const std::string &what, const std::string &found) {
  std::string right, letters;
  if (what == "wide" || what == "shared") {
    for (int i = 0; i < All; ++i)
      right += (what == "shared" ? "text" : "") + std::to_string(i) + "\n";
    return found == right;
  }
  const auto add = [&](auto &self) -> void {
    if (letters.size() == Levels) {
      right += letters + "\n";
      return;
    }
    auto level = letters.size() % 3;
    for (int i = level == 2 ? -2 : 0; i < (level == 2 ? 2
                                           : level    ? 2
                                                      : 4);
         ++i) {
      letters += (char)('e' + i);
      self(self);
      letters.pop_back();
    }
  };
  add(add);
  return found == right;
}

int main(int argc, char **argv) {
  try {
    command_line line(argc, argv);
    const std::string what = argv[1];
    options how = line.run;
    how.checkpoint = Folder = argv[2];
    how.checkpoint_every = std::chrono::milliseconds(30);
    // What the process does by itself is not what it computes.
    how.checkpoint_of = argc > 4 ? argv[4] : what;
    if (argc > 3)
      DieAt = All * std::atoi(argv[3]) / 100;
    if (what == "throws")
      Thrower = All / 2;
    if (what == "plain")
      return run(how, [](worker &) { return 0; });
    if (what == "data")
      run_on_ranks_with(
          how, [](unsigned) { return 1; }, [](rank_worker_of<int> &) {});
    fs::create_directories(Folder);
    Path root;
    std::string found = run_on_ranks(how, [&](rank_worker &w) {
      // The same text is another broadcast in each job.
      Shared text;
      if (what == "shared")
        for (int count = getpid() % 7; count >= 0; --count)
          text = broadcast(w, std::string(count ? "other" : "text"));
      return what == "wide" || what == "shared" ? wide(w, text, 0, All)
                                                : visit(w, root);
    });
    bool right = isRight(what, found) && !Misplaced;
    std::printf("%s, %d leaves here\n", right ? "right" : "wrong",
                Leaves.load());
  } catch (const std::exception &e) {
    std::printf("%s\n", e.what());
    return 3;
  }
}
