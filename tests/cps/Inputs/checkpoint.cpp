// Computations that are killed and go on in another job: "checkpoint WHAT FOLDER
// MILLISECONDS WORKERS [GENERATION]". With a generation, the process ends as soon as
// there is a checkpoint of that one, or a newer one, of its last run, in a thread that
// is in it.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <tussah/cps.hpp>
#include <unistd.h>

static void nap() { usleep(50); }
#define NAP nap
#include "chain.h"

using namespace tussah::cps;

static std::string Folder;
static unsigned Dies = 0;
// The run, from 1.
static unsigned Number = 1;

// The newest generation of this run's checkpoints, or 0.
static unsigned newest() {
  unsigned found = 0, run = 0, generation = 0;
  for (const auto &entry : std::filesystem::directory_iterator(Folder))
    if (entry.path().extension() == ".checkpoint" &&
        std::sscanf(entry.path().filename().c_str(), "%u.%u", &run,
                    &generation) == 2 &&
        run == Number)
      found = std::max(found, generation);
  return found;
}

// Waits for a checkpoint in a chain of threads; each can be stopped after.
static void gate(cont<long> k, long value) {
  if (newest() < std::max(Dies, 1u)) {
    usleep(100);
    return tail_call<gate>(k, value);
  }
  if (Dies)
    kill(getpid(), SIGKILL);
  send_argument(k, value);
}

// A chain of threads that say what they know of checkpoints.
static void step(cont<long> k, long number) {
  unsigned generation = newest();
  std::printf("step %ld after %u\n", number, generation);
  std::fflush(stdout);
  if (Dies && generation >= Dies)
    kill(getpid(), SIGKILL);
  if (!Dies && number >= 100)
    return send_argument(k, number);
  usleep(500);
  // A checkpoint may be taken before it; tail calls may delay one.
  spawn<step>(k, number + 1);
}

// Values that own memory; one of the two is there while the other is missing.
static void join(cont<std::string> k, std::string a, std::string b) {
  send_argument(k, a + b);
}
static void words(cont<std::string> k, int depth) {
  if (depth == 0) {
    nap();
    return send_argument(k, "a word that is too long for a small string ");
  }
  cont<std::string> x, y;
  spawn_next<join>(k, missing(x), missing(y));
  spawn<words>(x, depth - 1);
  spawn<words>(y, depth - 1);
}

// Arrays, some elements of which are there, and threads with a place.
static void total(cont<long> k, int from, array<long> values,
                  array<char> text) {
  long sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    sum += values[i] * text[(from + i) % text.size()];
  send_argument(k, sum);
}
static void one(cont<long> k, long value) {
  nap();
  send_argument(k, value);
}
static void sendersFrom(cont<long> k, int from, int count, int texts) {
  std::vector<cont<long>> ks(count);
  std::string text;
  for (int i = 0; i < texts; ++i)
    text += "\1\2\3";
  spawn_next<total>(k, from, missing(ks), text);
  for (int i = 0; i < count; ++i)
    if (i % 3 == 0)
      spawn_on<one>(i % processors(), ks[i], from + i);
    else if (i % 3 == 1)
      spawn<one>(ks[i], from + i);
    else
      send_argument(ks[i], from + i);
}
static void both(cont<long> k, long x, long y) { send_argument(k, x + y); }
// The arrays of one closure lie in it, those of the other one beside it.
static void senders(cont<long> k, int count) {
  cont<long> x, y;
  spawn_next<both>(k, missing(x), missing(y));
  spawn<sendersFrom>(x, 0, count / 2, 1);
  spawn<sendersFrom>(y, count / 2, count - count / 2, 30'000);
}

// Objects with state, and pointers to functions.
struct Adder {
  std::string Text;
  void operator()(cont<long> k, long a, long b) const {
    nap();
    send_argument(k, a + b + static_cast<long>(Text.size()));
  }
  void pack(packer &to) const { to(Text); }
  static Adder unpack(unpacker &from) { return {from.get<std::string>()}; }
};
static void objects(cont<long> k, int depth) {
  if (depth == 0)
    return send_argument(k, 1);
  cont<long> x, y;
  spawn_next(Adder{std::string(depth, 'x')}, k, missing(x), missing(y));
  spawn(objects, x, depth - 1);
  spawn(objects, y, depth - 1);
}

static void combine(cont<std::string> k, std::string words, long sum,
                    long length, long count, long gated) {
  send_argument(k, std::to_string(words.size()) + " " + std::to_string(sum) +
                       " " + std::to_string(length) + " " +
                       std::to_string(count) + " " + std::to_string(gated));
}
static void all(cont<std::string> k) {
  cont<std::string> a;
  cont<long> b, c, d, e;
  spawn_next<combine>(k, missing(a), missing(b), missing(c), missing(d),
                      missing(e));
  spawn<gate>(e, 5L);
  spawn<words>(a, 7);
  spawn<senders>(b, 200);
  spawn<chain>(c, 100);
  spawn<objects>(d, 6);
}

// The result is there before the checkpoint.
static void ignore(cont<nothing> k, long) { send_argument(k); }
static void done(nothing) {}
static void early(cont<std::string> k) {
  send_argument(k, "early");
  cont<nothing> end;
  spawn_next<done>(missing(end));
  cont<long> open;
  spawn_next<ignore>(end, missing(open));
  spawn<gate>(open, 1L);
}

// Mistakes are found after a checkpoint, too.
static void send(cont<std::string> k, cont<long> old, long) {
  send_argument(old, 1);
  send_argument(k, "sent");
}
static void late(cont<std::string> k) {
  cont<long> old, open;
  cont<nothing> end;
  spawn_next<done>(missing(end));
  spawn_next<ignore>(end, missing(old));
  spawn_next<send>(k, old, missing(open));
  send_argument(old, 1);
  spawn<gate>(open, 1L);
}
static void forgets(cont<std::string> k) {
  cont<std::string> x, y;
  cont<long> open;
  cont<nothing> end;
  spawn_next<join>(k, missing(x), missing(y));
  send_argument(x, "x");
  spawn_next<done>(missing(end));
  spawn_next<ignore>(end, missing(open));
  spawn<gate>(open, 1L);
}

// One run after the other; the last one may die.
static std::string two(const options &o, unsigned dies) {
  Dies = 0;
  long first = run<gate>(o, 5);
  Dies = dies;
  ++Number;
  return std::to_string(first) + " " + std::to_string(run<gate>(o, 6));
}

static std::string compute(const std::string &what, const options &o) {
  if (what == "all")
    return run<all>(o);
  if (what == "early")
    return run<early>(o);
  if (what == "late")
    return run<late>(o);
  if (what == "words")
    return std::to_string(run<words>(o, 10).size());
  if (what == "steps")
    return std::to_string(run<step>(o, 0));
  if (what == "two")
    return two(o, Dies);
  return run<forgets>(o);
}

int main(int argc, char **argv) {
  if (argc < 5)
    return 2;
  Folder = argv[2];
  Dies = argc > 5 ? std::atoi(argv[5]) : 0;
  options o;
  o.checkpoint = Folder;
  o.checkpoint_every = std::chrono::milliseconds(std::atoll(argv[3]));
  o.workers = std::atoi(argv[4]);
  try {
    std::printf("result %s\n", compute(argv[1], o).c_str());
  } catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 3;
  }
}
