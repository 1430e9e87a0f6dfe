// Checks of a job of several processes: "cluster RANKS WORKERS".
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <tussah/cps.hpp>
#include <unistd.h>

using namespace tussah::cps;

static void check(bool good, const char *what) {
  if (!good) {
    std::fprintf(stderr, "wrong: %s\n", what);
    std::exit(1);
  }
}

static std::string Data;

// Each worker says what it is.
struct Place {
  unsigned Worker;
  int Process;
};
static void gather(cont<std::vector<long>> k, array<Place> all) {
  std::vector<long> pids;
  for (unsigned i = 0; i < all.size(); ++i) {
    check(all[i].Worker == i, "a placed thread ran elsewhere");
    pids.push_back(all[i].Process);
  }
  send_argument(k, pids);
}
static void say(cont<Place> k, std::size_t bytes) {
  check(Data.size() == bytes && Data.back() == 'z', "the data of broadcast");
  send_argument(k, Place{processor(), getpid()});
}
static void visit(cont<std::vector<long>> k, std::size_t bytes) {
  std::vector<cont<Place>> ks(processors());
  spawn_next<gather>(k, missing(ks));
  for (unsigned i = 0; i < processors(); ++i)
    spawn_on<say>(i, ks[i], bytes);
}

// Work for all ranks, or it takes long: threads of a millisecond, counted by
// process.
static void count(cont<std::array<long, 8>> k, std::array<long, 8> a,
                  std::array<long, 8> b) {
  for (unsigned i = 0; i < a.size(); ++i)
    a[i] += b[i];
  send_argument(k, a);
}
static void tree(cont<std::array<long, 8>> k, int depth) {
  if (depth == 0) {
    usleep(1000);
    std::array<long, 8> here = {};
    here[rank()] = 1;
    return send_argument(k, here);
  }
  cont<std::array<long, 8>> x, y;
  spawn_next<count>(k, missing(x), missing(y));
  spawn<tree>(x, depth - 1);
  spawn<tree>(y, depth - 1);
}

/// Where other programs have the processors, a rank may come too late for a
/// tree; not for ever larger ones.
static void checkTree(options o, statistics &s, unsigned expected) {
  for (int depth = 8;; ++depth) {
    auto counts = run<tree>(o, depth);
    long sum = 0, leaves = 1L << depth;
    bool allHaveWorked = true;
    for (unsigned i = 0; i < expected; ++i) {
      allHaveWorked &= counts[i] > 0;
      sum += counts[i];
    }
    check(sum == leaves, "the tree");
    check(s.threads() == std::uint64_t(3 * leaves - 1),
          "the number of threads");
    check(s.critical_path >= 0.001 && s.work() >= 0.0009 * double(leaves),
          "times");
    if (allHaveWorked) {
      check(s.steals() >= expected - 1, "steals");
      return;
    }
    check(depth < 13, "a rank has done nothing");
  }
}

// Ranks that find nothing ask the others 500 times per second at most, beside
// the first requests after short waits.
static void sleepAlone(cont<nothing> k) {
  usleep(200'000);
  send_argument(k);
}
static void checkIdle(options o, statistics &s) {
  o.workers = 1;
  run<sleepAlone>(o);
  for (const worker_statistics &worker : s.workers)
    check(double(worker.requests) <= 20 + 500 * s.elapsed,
          "a rank with nothing to do floods the network");
}

// Closures and values that are far larger than a message may be: arrays beside
// their closures, of which elements are missing, too.
static void sumUp(cont<long> k, array<long> values, array<char> text) {
  long sum = 0;
  for (long value : values)
    sum += value;
  for (std::size_t i = 0; i < text.size(); ++i)
    check(text[i] == static_cast<char>(i), "the bytes of a large array");
  send_argument(k, sum);
}
static void join(cont<long> k, long sum, std::vector<long> values) {
  for (long value : values)
    sum += value;
  send_argument(k, sum);
}
static void produce(cont<std::vector<long>> k, array<long> values) {
  send_argument(k, std::vector<long>(values.begin(), values.end()));
}
static void sendAll(array<cont<long>> ks, long value) {
  for (const cont<long> &k : ks)
    send_argument(k, value);
}
static void large(cont<long> k, int count) {
  std::string text(count, ' ');
  for (int i = 0; i < count; ++i)
    text[i] = static_cast<char>(i);
  std::vector<cont<long>> ks(count);
  cont<long> sum;
  cont<std::vector<long>> values;
  unsigned next = (processor() + 1) % processors();
  spawn_next<join>(k, missing(sum), missing(values));
  spawn_next_on<sumUp>(next, sum, missing(ks), text);
  spawn_on<sendAll>(next, ks, 2L);
  spawn_on<produce>(next, values, std::vector<long>(count, 1));
}

// A chain of continuations, each sent to the next worker, with values that own
// memory.
static void hop(cont<std::string> k, std::string text, int left) {
  text += static_cast<char>('a' + processor() % 26);
  if (left == 0)
    return send_argument(k, text);
  spawn_on<hop>((processor() + 1) % processors(), k, text, left - 1);
}

// A path through all workers and back: to each a closure travels, and from each
// a value.
constexpr int NapMicroseconds = 5000;
static void back(cont<int> k, int naps) {
  usleep(NapMicroseconds);
  send_argument(k, naps + 1);
}
static void forth(cont<int> k, int left) {
  usleep(NapMicroseconds);
  if (left == 0)
    return send_argument(k, 1);
  cont<int> naps;
  spawn_next<back>(k, missing(naps));
  spawn_on<forth>((processor() + 1) % processors(), naps, left - 1);
}
static void checkPath(const options &o, const statistics &s) {
  int naps = run<forth>(o, 9) + 9;
  check(naps == 19, "the naps");
  check(s.critical_path >= 0.9e-6 * naps * NapMicroseconds,
        "the critical path gets lost on its way");
}

// A long thread on the last rank, and a word that ends it.
static std::atomic<std::uint64_t> Heard = 0;
static void hear(cont<std::uint64_t> k, std::uint64_t last) {
  auto until = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (Heard == last && std::chrono::steady_clock::now() < until)
    poll();
  send_argument(k, Heard.load());
}
static void tell(cont<std::uint64_t> k, std::uint64_t last) {
  spawn_on<hear>(processors() - 1, k, last);
  notify_ranks(7);
}
// On rank 0: another one may steal the first thread of a run, and its notice
// would not come to itself.
static void begin(cont<std::uint64_t> k, std::uint64_t last) {
  spawn_on<tell>(0, k, last);
}

// A closure of rank 0, which gets its last argument on rank 1, runs where the
// option says: the worker that must not steal it is held until it has run, and
// told so by a notice.
constexpr std::uint64_t FirstTrial = 1000;
static std::atomic<std::uint64_t> Trial = 0;
static void waitFor(std::uint64_t trial) {
  auto until = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (Trial != trial && std::chrono::steady_clock::now() < until)
    poll();
}
static void enabled(cont<unsigned> k, std::uint64_t trial, int) {
  notify_ranks(trial);
  send_argument(k, processor());
}
static void enable(cont<int> last, std::uint64_t trial, post_to rule) {
  send_argument(last, 1);
  if (rule == post_to::owner)
    waitFor(trial);
}
static void own(cont<unsigned> k, std::uint64_t trial, post_to rule) {
  cont<int> last;
  spawn_next<enabled>(k, trial, missing(last));
  spawn_on<enable>(1, last, trial, rule);
  if (rule == post_to::initiator)
    waitFor(trial);
}
static void beginOwn(cont<unsigned> k, std::uint64_t trial, post_to rule) {
  spawn_on<own>(0, k, trial, rule);
}
static void checkMigration(options o, const statistics &s,
                           std::uint64_t trial) {
  for (post_to rule : {post_to::initiator, post_to::owner}) {
    o.post = rule;
    unsigned wanted = rule == post_to::initiator;
    check(run<beginOwn>(o, ++trial, rule) == wanted, "where a closure runs");
    check(s.workers[0].migrated == 0 && s.workers[1].migrated == wanted,
          "the number of migrations");
  }
}

// A thief on another rank gets what one in the same process gets: the tail of
// the shallowest level. It says in notices what it runs, which come in order.
constexpr std::uint64_t FirstName = 100;
static std::atomic<char> Names[8];
static std::atomic<unsigned> NameCount = 0;
/// Notices come one at a time. Who sees the count finds the name.
static void addName(char name) {
  unsigned count = NameCount;
  Names[count % std::size(Names)] = name;
  NameCount = count + 1;
}
static void announce(char name) { notify_ranks(FirstName + name); }
static void hold(std::uint64_t trial) {
  announce('h');
  waitFor(trial);
}
static void waitForNames(unsigned count) {
  auto until = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (NameCount < count && std::chrono::steady_clock::now() < until)
    poll();
}
static void offer(cont<nothing> k, std::uint64_t trial) {
  NameCount = 0;
  spawn_on<hold>(1, trial);
  waitForNames(1);
  spawn<announce>('a'); // level 1
  spawn<announce>('b');
  spawn<announce>('c');
  spawn_next<announce>('s'); // level 0, posted last
  notify_ranks(trial);
  // It runs none of them itself.
  waitForNames(5);
  send_argument(k);
}
static void beginOffer(cont<nothing> k, std::uint64_t trial) {
  spawn_on<offer>(0, k, trial);
}
static void checkSteals(const options &o, const statistics &s,
                        std::uint64_t trial) {
  run<beginOffer>(o, trial);
  std::string order;
  std::size_t named = std::min<std::size_t>(NameCount, std::size(Names));
  for (std::size_t i = 0; i < named; ++i)
    order += Names[i];
  check(order == "hsabc", "what another rank steals");
  check(s.workers[1].steals >= 4, "the number of steals");
}

int main(int argc, char **argv) {
  check(argc == 3, "arguments");
  unsigned expected = std::atoi(argv[1]), workers = std::atoi(argv[2]);
  check(ranks() == expected && rank() < expected, "ranks()");
  // More than fits into one packet of any network.
  Data = broadcast([] {
    check(rank() == 0, "broadcast calls on another rank");
    return std::string(3000000, 'x') + 'z';
  });
  check(broadcast([] { return 7; }) == 7, "the second broadcast");

  on_notice([](std::uint64_t word) {
    if (word > FirstTrial)
      Trial = word;
    else if (word > FirstName)
      addName(static_cast<char>(word - FirstName));
    else
      Heard += word;
  });
  options o;
  o.workers = workers;
  statistics s;
  o.result = &s;
  o.measure = true;
  for (int round = 0; round < 2; ++round) {
    auto pids = run<visit>(o, Data.size());
    check(rank() == 0, "run returns on another rank");
    check(pids.size() == expected * workers, "processors()");
    for (unsigned i = 0; i < pids.size(); ++i)
      check((pids[i] == pids[i / workers * workers]) &&
                (i < workers || pids[i] != pids[i - workers]),
            "workers and processes");
    checkTree(o, s, expected);
    check(s.ranks == expected && s.workers.size() == pids.size(), "statistics");
    check(run<hop>(o, std::string(), 99).size() == 100, "hops");
    check(run<large>(o, 30'000) == 90'000, "large closures and values");
    checkPath(o, s);
    if (expected == 2 && workers == 1) {
      checkMigration(o, s, FirstTrial + 2 * round);
      checkSteals(o, s, FirstTrial + 10 + round);
    }
    checkIdle(o, s);
    std::uint64_t last = 7 * round;
    check(run<begin>(o, last) == last + 7, "a notice came once");
    check(Heard == 0, "a notice came back");
  }
  std::printf("good\n");
}
