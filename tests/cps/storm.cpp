// Everything that workers do with each other, with the sanitizers, which the runtime
// is compiled with, too; half of the runs write checkpoints all the time. With one
// clang only, for the time. cluster.test runs it on several ranks.
// REQUIRES: newest-llvm
// DEFINE: %{flags} = -std=c++20 -O1 -g -I%include-dir -I%source-dir/cps %cps-sources -pthread
// RUN: %if tsan %{ %clangxx -fsanitize=thread %{flags} %s -o %t.tsan && rm -rf %t.folder && %t.tsan %t.folder | %FileCheck %s %}
// RUN: %if asan %{ %clangxx -fsanitize=address,undefined -fno-sanitize-recover=all %{flags} %s -o %t.asan && rm -rf %t.folder && %t.asan %t.folder | %FileCheck %s %}
// CHECK: 24 runs
#include "Inputs/chain.h"

#include <cstdio>
#include <cstdlib>
#include <string>

using namespace tussah::cps;

static void check(bool good, const char *what) {
  if (!good) {
    std::fprintf(stderr, "wrong: %s\n", what);
    std::exit(1);
  }
}

// A tree of values that own memory.
static void join(cont<std::string> k, std::string a, std::string b) {
  send_argument(k, a + b);
}
static void words(cont<std::string> k, int depth) {
  if (depth == 0)
    return send_argument(k, "a word that is too long for a small string ");
  cont<std::string> x, y;
  spawn_next<join>(k, missing(x), missing(y));
  spawn<words>(x, depth - 1);
  spawn<words>(y, depth - 1);
}

// Many senders to one closure, from all workers.
static void total(cont<long> k, array<long> values) {
  long sum = 0;
  for (long value : values)
    sum += value;
  send_argument(k, sum);
}
static void one(cont<long> k, long value) { send_argument(k, value); }
// The same with memory beside the closure, which an exception leaves behind.
static void part(cont<long> k, array<long> values, bool fails) {
  if (fails && values.size() > 15'000)
    throw std::string("as wanted");
  long sum = 0;
  for (long value : values)
    sum += value;
  send_argument(k, sum);
}
static void parts(cont<long> k, int count, bool fails) {
  std::vector<cont<long>> ks(count);
  spawn_next<total>(k, missing(ks));
  for (int i = 0; i < count; ++i)
    spawn<part>(ks[i], std::vector<long>(1000 * i, 1), fails);
}
static void senders(cont<long> k, int count) {
  std::vector<cont<long>> ks(count);
  spawn_next<total>(k, missing(ks));
  for (int i = 0; i < count; ++i)
    if (i % 2)
      spawn_on<one>(i % processors(), ks[i], i);
    else
      spawn<one>(ks[i], i);
}

// Exceptions that leave closures behind, and second values.
static void fail(cont<std::string> x, int depth) {
  if (depth == 0)
    throw std::string("as wanted");
  cont<std::string> y, z;
  spawn_next<join>(x, missing(y), missing(z));
  send_argument(z, std::string(100, 'z'));
  spawn<words>(y, 5);
  spawn<fail>(y, depth - 1);
}

int main(int argc, char **argv) {
  int runs = 0;
  for (unsigned workers : {1, 2, 5})
    for (auto way : {migrate_by::reference, migrate_by::message})
      for (auto rule : {post_to::initiator, post_to::owner})
        for (bool measure : {false, true}) {
          options o;
          o.workers = workers;
          o.migration = way;
          o.post = rule;
          o.measure = measure;
          o.seed = ++runs;
          if (argc > 1 && measure) {
            o.checkpoint = argv[1];
            o.checkpoint_every = std::chrono::milliseconds(1);
          }
          check(run<words>(o, 9).size() == 512 * 43, "words");
          check(run<senders>(o, 1000) == 499500, "senders");
          check(run<chain>(o, 200) == 200, "chain");
          check(run<parts>(o, 20, false) == 190'000, "parts");
          try {
            run<parts>(o, 20, true);
            check(false, "no exception");
          } catch (const std::string &) {
          } catch (const error &e) {
            check(e.why() == error::remote_exception && ranks() > 1, e.what());
          }
          try {
            run<fail>(o, 6);
            check(false, "no exception");
          } catch (const std::string &) {
          } catch (const error &e) {
            // The thread that got the first value may have ended. Thrown on
            // another rank, it is the last.
            check(e.why() == error::sent_twice ||
                      e.why() == error::sent_to_finished ||
                      (e.why() == error::remote_exception && ranks() > 1),
                  e.what());
          }
        }
  std::printf("%d runs\n", runs);
}
