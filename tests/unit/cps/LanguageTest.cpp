//===- LanguageTest.cpp - Spawning, sending, arguments --------------------===//

#include "../../cps/Inputs/chain.h"
#include "Memory.h"

#include <atomic>
#include <gtest/gtest.h>
#include <numeric>
#include <string>
#include <thread>

using namespace tussah::cps;

namespace {

options with(unsigned workers) {
  options o;
  o.workers = workers;
  return o;
}

/// All numbers of workers, by reference and by message.
std::vector<options> all() {
  std::vector<options> result;
  for (unsigned workers : {1, 2, 5})
    for (auto way : {migrate_by::reference, migrate_by::message})
      for (auto rule : {post_to::initiator, post_to::owner}) {
        options o = with(workers);
        o.migration = way;
        o.post = rule;
        result.push_back(o);
      }
  return result;
}

void sum(cont<long> k, long x, long y) { send_argument(k, x + y); }

void fib(cont<long> k, int n) {
  if (n < 2)
    return send_argument(k, n);
  cont<long> x, y;
  spawn_next<sum>(k, missing(x), missing(y));
  spawn<fib>(x, n - 1);
  tail_call<fib>(y, n - 2);
}

TEST(Language, ThreadsAsTemplateArguments) {
  for (const options &o : all())
    EXPECT_EQ(run<fib>(o, 16), 987);
}

void fibByPointer(cont<long> k, int n) {
  if (n < 2)
    return send_argument(k, n);
  cont<long> x, y;
  spawn_next(sum, k, missing(x), missing(y));
  spawn(fibByPointer, x, n - 1);
  tail_call(fibByPointer, y, n - 2);
}

TEST(Language, ThreadsAsFunctions) {
  for (const options &o : all())
    EXPECT_EQ(run(o, fibByPointer, 16), 987);
}

struct Fib {
  void operator()(cont<long> k, int n) const {
    if (n < 2)
      return send_argument(k, n);
    cont<long> x, y;
    auto add = [](cont<long> k, long x, long y) { send_argument(k, x + y); };
    spawn_next(add, k, missing(x), missing(y));
    spawn(*this, x, n - 1);
    spawn(Fib{}, y, n - 2);
  }
};

TEST(Language, ThreadsAsObjectsWithoutState) {
  for (const options &o : all())
    EXPECT_EQ(run(o, Fib{}, 16), 987);
}

/// An object with state, which has a continuation in it, too.
struct Scale {
  std::string Digits;
  cont<long> To;

  void operator()(long x) const { send_argument(To, x * std::stol(Digits)); }
  void pack(packer &to) const {
    to(Digits);
    to(To);
  }
  static Scale unpack(unpacker &from) {
    auto digits = from.get<std::string>();
    return {digits, from.get<cont<long>>()};
  }
};

void scaled(cont<long> k, int depth) {
  if (depth == 0)
    return send_argument(k, 1);
  cont<long> x, y, z;
  spawn_next<sum>(k, missing(x), missing(y));
  spawn_next(Scale{"10", x}, missing(z));
  spawn<scaled>(z, depth - 1);
  spawn<scaled>(y, depth - 1);
}

TEST(Language, ThreadsAsObjectsWithState) {
  for (const options &o : all())
    EXPECT_EQ(run<scaled>(o, 7), 19487171); // 11^7
}

void total(cont<long> k, array<int> numbers, long more) {
  numbers[0] += 1; // the thread's own copy
  send_argument(k, std::accumulate(numbers.begin(), numbers.end(), more));
}

TEST(Language, ArraysAndSubarraysByValue) {
  for (const options &o : all()) {
    auto root = [](cont<long> k) {
      int plain[5] = {1, 2, 3, 4, 5};
      std::vector<int> vector = {10, 20, 30};
      const std::array<int, 2> fixed = {100, 200};
      cont<long> a, b, c, d;
      auto four = [](cont<long> k, long a, long b, long c, long d) {
        send_argument(k, a + 1000 * (b + 1000 * (c + 1000 * d)));
      };
      spawn_next(four, k, missing(a), missing(b), missing(c), missing(d));
      spawn<total>(a, plain, 0);
      spawn<total>(b, vector, 0);
      spawn<total>(c, fixed, 0);
      spawn<total>(d, subarray(plain, 1, 3), 0);
      plain[2] = 999;
      vector.clear();
    };
    EXPECT_EQ(run(o, root), 10301061016);
  }
  int plain[5] = {};
  EXPECT_THROW(subarray(plain, 4, 2), std::out_of_range);
  EXPECT_THROW(subarray(plain, 6, 0), std::out_of_range);
  EXPECT_EQ(subarray(plain, 5, 0).size(), 0u);
}

/// Arrays at the limit of what a closure has, and far beyond it: of three
/// sizes and alignments, with another argument that owns memory.
struct alignas(16) Sixteen {
  long Value, More;
};
void sizes(cont<long> k, array<char> a, std::string text, array<Sixteen> b,
           array<long> c) {
  long result = static_cast<long>(text.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    result += a[i] == static_cast<char>(i);
  for (std::size_t i = 0; i < b.size(); ++i) {
    result += b[i].Value == static_cast<long>(i);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&b[i]) % 16, 0u);
  }
  for (std::size_t i = 0; i < c.size(); ++i)
    result += c[i] == 3 * static_cast<long>(i);
  send_argument(k, result);
}
void spawnSizes(cont<long> k, std::size_t a, std::size_t b, std::size_t c) {
  std::vector<char> chars(a);
  std::vector<Sixteen> pairs(b);
  std::vector<long> longs(c);
  for (std::size_t i = 0; i < a; ++i)
    chars[i] = static_cast<char>(i);
  for (std::size_t i = 0; i < b; ++i)
    pairs[i].Value = static_cast<long>(i);
  for (std::size_t i = 0; i < c; ++i)
    longs[i] = 3 * static_cast<long>(i);
  const std::string text = "a text that is too long for a small string";
  cont<long> x, y;
  spawn_next<sum>(k, missing(x), missing(y));
  spawn<sizes>(x, chars, text, pairs, longs);
  // To another worker, if there is one: there as a message.
  spawn_on<sizes>((processor() + 1) % processors(), y, chars, text, pairs,
                  longs);
}

TEST(Language, ArraysOfAnySize) {
  const std::size_t text = 42;
  for (const options &o : all()) {
    for (std::size_t a = max_closure_bytes - 300; a < max_closure_bytes + 40;
         a += 7)
      EXPECT_EQ(run<spawnSizes>(o, a, 0, 0), long(2 * (a + text))) << a;
    EXPECT_EQ(run<spawnSizes>(o, 0, 5000, 0), long(2 * (5000 + text)));
    EXPECT_EQ(run<spawnSizes>(o, 0, 0, 9000), long(2 * (9000 + text)));
    EXPECT_EQ(run<spawnSizes>(o, 40001, 40000, 40000),
              long(2 * (120001 + text)));
  }
}

void collect(cont<long> k, array<long> values) {
  long result = 0;
  for (long value : values)
    result = 31 * result + value;
  send_argument(k, result);
}

void number(cont<long> k, long value) { send_argument(k, value); }

/// A tree in which each node waits for an array.
void wide(cont<long> k, int depth, int width) {
  if (depth == 0)
    return send_argument(k, 7);
  std::vector<cont<long>> ks(width);
  spawn_next<collect>(k, missing(ks));
  for (const auto &one : ks)
    spawn<wide>(one, depth - 1, width);
}

long serialWide(int depth, int width) {
  if (depth == 0)
    return 7;
  long result = 0;
  for (int i = 0; i < width; ++i)
    result = 31 * result + serialWide(depth - 1, width);
  return result;
}

TEST(Language, ArraysWithMissingElements) {
  for (const options &o : all()) {
    EXPECT_EQ(run<wide>(o, 4, 3), serialWide(4, 3));
    EXPECT_EQ(run<wide>(o, 2, 70), serialWide(2, 70));
    // Nothing is missing in an array without elements: it is ready at once.
    EXPECT_EQ(run<wide>(o, 1, 0), 0);
    // Beside the closure.
    EXPECT_EQ(run<wide>(o, 1, 100'000), serialWide(1, 100'000));
  }
}

/// Types that own memory: arguments, results and elements are destroyed.
void join(cont<std::string> k, std::string a, std::vector<std::string> b) {
  for (const std::string &part : b)
    a += part;
  send_argument(k, a);
}

void words(cont<std::string> k, int depth) {
  if (depth == 0)
    return send_argument(k, "a word that is too long for a small string ");
  cont<std::string> x;
  cont<std::vector<std::string>> y;
  spawn_next<join>(k, missing(x), missing(y));
  spawn<words>(x, depth - 1);
  auto two = [](cont<std::vector<std::string>> k, std::string a,
                std::string b) {
    send_argument(k, std::vector<std::string>{a, b});
  };
  cont<std::string> a, b;
  spawn_next(two, y, missing(a), missing(b));
  spawn<words>(a, depth - 1);
  spawn<words>(b, depth - 1);
}

TEST(Language, ArgumentsThatOwnMemory) {
  for (const options &o : all())
    EXPECT_EQ(run<words>(o, 5).size(), 243 * 43u);
}

TEST(Language, ProgramsThatAreNotFullyStrict) {
  for (const options &o : all())
    EXPECT_EQ(run<chain>(o, 500), 500);
}

/// An array of continuations, some of which go to other workers.
void sendAll(array<cont<long>> to, long value) {
  for (const auto &k : to)
    send_argument(k, value++);
}

TEST(Language, ArraysOfContinuations) {
  for (const options &o : all()) {
    auto root = [](cont<long> k) {
      cont<long> ks[40];
      spawn_next<collect>(k, missing(ks));
      spawn<sendAll>(subarray(ks, 0, 20), 0);
      spawn<sendAll>(subarray(ks, 20, 20), 20);
    };
    long wanted = 0;
    for (int i = 0; i < 40; ++i)
      wanted = 31 * wanted + i;
    EXPECT_EQ(run(o, root), wanted);
  }
}

/// Two million threads in a row need neither stack nor levels nor memory.
void count(cont<long> k, long left) {
  if (left == 0)
    return send_argument(k, 0);
  tail_call<count>(k, left - 1);
}
void countNext(cont<long> k, long left) {
  if (left == 0)
    return send_argument(k, 0);
  spawn_next<countNext>(k, left - 1);
}

TEST(Language, LongChains) {
  statistics s;
  options o = with(1);
  o.measure = true;
  o.result = &s;
  run<count>(o, 2000000L);
  EXPECT_LE(s.space, 4u);
  run<countNext>(o, 2000000L);
  EXPECT_LE(s.space, 4u);
  run<countNext>(with(3), 100000L);
}

/// A chain of children, each of which is one level deeper, the last ones with
/// another one beside them, so that the ready queue needs lists.
void children(cont<long> k, long left) {
  if (left == 0)
    return send_argument(k, detail::Worker::current("test").level());
  auto beside = [] {};
  if (left < 1000)
    spawn(beside);
  spawn<children>(k, left - 1);
}
void callMany(cont<long> k, long left) {
  if (left == 0)
    return children(k, 1000);
  tail_call<callMany>(k, left - 1);
}

/// Levels are deeper and deeper; a list for each would take 128 MB.
TEST(Language, LongChainsOfLevels) {
  constexpr long Steps = 8000000, Most = 3 << 20;
  for (auto program : {callMany, children}) {
    const auto goesOn = [&] {
      long level = run(with(1), program, Steps);
      return level > (1 << 20) && level < Most;
    };
    EXPECT_EXIT(exitWithMemory(std::size_t(64) << 20, goesOn),
                testing::ExitedWithCode(0), "");
  }
}

/// A tree that is one long path of children: many levels.
void deep(cont<long> k, int depth) {
  if (depth == 0)
    return send_argument(k, 0);
  cont<long> x;
  auto more = [](cont<long> k, long x) { send_argument(k, x + 1); };
  spawn_next(more, k, missing(x));
  spawn<deep>(x, depth - 1);
}

TEST(Language, DeepTrees) {
  EXPECT_EQ(run<deep>(with(1), 100000), 100000);
  EXPECT_EQ(run<deep>(with(3), 20000), 20000);
}

TEST(Language, Placement) {
  for (auto way : {migrate_by::reference, migrate_by::message}) {
    options o = with(4);
    o.migration = way;
    auto root = [](cont<long> k) {
      EXPECT_EQ(processors(), 4u);
      auto check = [](cont<long> k, unsigned wanted) {
        EXPECT_EQ(processor(), wanted);
        cont<long> x;
        auto then = [](cont<long> k, unsigned wanted, long x) {
          EXPECT_EQ(processor(), wanted);
          send_argument(k, x);
        };
        // Wherever its argument comes from.
        spawn_next_on(wanted, then, k, wanted, missing(x));
        spawn_on<number>((wanted + 1) % 4, x, wanted);
      };
      cont<long> ks[40];
      spawn_next<collect>(k, missing(ks));
      for (unsigned i = 0; i < 40; ++i)
        spawn_on(i % 4, check, ks[i], i % 4);
    };
    long wanted = 0;
    for (int i = 0; i < 40; ++i)
      wanted = 31 * wanted + i % 4;
    EXPECT_EQ(run(o, root), wanted);
  }
}

/// All workers send at the same time to what all share.
TEST(Language, ManySendersToOneClosure) {
  for (const options &o : all()) {
    auto root = [](cont<long> k) {
      std::vector<cont<long>> ks(2000);
      spawn_next<collect>(k, missing(ks));
      for (unsigned i = 0; i < ks.size(); ++i)
        spawn_on<number>(i % processors(), ks[i], i);
    };
    long wanted = 0;
    for (int i = 0; i < 2000; ++i)
      wanted = long(31 * static_cast<unsigned long>(wanted) + i);
    EXPECT_EQ(run(o, root), wanted);
  }
}

TEST(Language, SignalsHaveNoValue) {
  static std::atomic<int> visits;
  visits = 0;
  auto root = [](cont<nothing> k) {
    auto work = [](cont<nothing> k) {
      ++visits;
      send_argument(k);
    };
    auto after = [](cont<nothing> k, nothing, nothing) {
      EXPECT_EQ(visits, 2);
      send_argument(k);
    };
    cont<nothing> x, y;
    spawn_next(after, k, missing(x), missing(y));
    spawn(work, x);
    spawn(work, y);
  };
  run(with(2), root);
}

TEST(Language, ValuesAreConverted) {
  auto root = [](cont<double> k, short, std::string text) {
    EXPECT_EQ(text, "text");
    send_argument(k, 3);
  };
  EXPECT_EQ(run(with(1), root, 5, "text"), 3.0);
}

TEST(Language, RunsAreIndependent) {
  std::vector<std::thread> threads;
  std::atomic<int> good = 0;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] { good += run<fib>(with(2), 15) == 610; });
  for (auto &thread : threads)
    thread.join();
  EXPECT_EQ(good, 4);
}

} // namespace
