//===- OptionsTest.cpp - Options, statistics, the timeline ----------------===//

#include <tussah/backtrack.hpp>

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sys/resource.h>
#include <system_error>
#include <unistd.h>

using namespace tussah::backtrack;

namespace {
std::string wrong(std::vector<std::string> arguments) {
  std::vector<char *> argv;
  for (std::string &argument : arguments)
    argv.push_back(argument.data());
  int argc = static_cast<int>(argv.size());
  try {
    command_line line(argc, argv.data());
  } catch (const error &e) {
    return e.what();
  }
  return "";
}

TEST(Options, CommandLine) {
  std::vector<std::string> arguments = {
      "p",        "7",  "--workers", "3",  "--force-splits=9",
      "--seed",   "12", "--trace",   "t",  "--stats=json",
      "--tree=4", "x",  "--another", "--", "--workers"};
  std::vector<char *> argv;
  for (std::string &argument : arguments)
    argv.push_back(argument.data());
  argv.push_back(nullptr);
  int argc = static_cast<int>(arguments.size());
  command_line line(argc, argv.data());
  EXPECT_EQ(line.run.workers, 3u);
  EXPECT_EQ(line.run.force_splits, 9u);
  EXPECT_EQ(line.run.seed, 12u);
  EXPECT_EQ(line.run.tree, 4u);
  EXPECT_EQ(line.run.trace, "t");
  ASSERT_EQ(argc, 5);
  EXPECT_STREQ(argv[1], "7");
  EXPECT_STREQ(argv[2], "x");
  EXPECT_STREQ(argv[3], "--another");
  EXPECT_STREQ(argv[4], "--workers");
  EXPECT_EQ(argv[5], nullptr);
}

TEST(Options, WrongOnesAreNamed) {
  EXPECT_EQ(wrong({"p", "--workers", "0"}),
            "--workers must be a number from 1 to 2048, not '0'");
  EXPECT_EQ(wrong({"p", "--force-splits=-1"}),
            "--force-splits must be a number from 0 to 4294967295, not '-1'");
  EXPECT_EQ(wrong({"p", "--tree=0"}),
            "--tree must be a number from 1 to 4294967295, not '0'");
  EXPECT_EQ(wrong({"p", "--seed"}), "'--seed' needs a value");
  EXPECT_EQ(wrong({"p", "--stats=csv"}),
            "--stats must be text or json, not 'csv'");
}

TEST(Options, NumberOfWorkers) {
  options how;
  how.workers = options::max_workers + 1;
  EXPECT_THROW(run(how, [](worker &) {}), error);
  how.workers = 0;
  ::setenv("CILK_NWORKERS", "3", 1);
  EXPECT_EQ(run(how, [](worker &w) { return w.workers(); }), 3u);
  ::setenv("CILK_NWORKERS", "x", 1);
  testing::internal::CaptureStderr();
  const unsigned usual = run(how, [](worker &w) { return w.workers(); });
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "tussah: warning: CILK_NWORKERS is 'x', but must be a number from "
            "1 to 2048; using " +
                std::to_string(usual) + "\n");
  ::unsetenv("CILK_NWORKERS");
  EXPECT_EQ(run(how, [](worker &w) { return w.workers(); }), usual);
}

// The address space is limited to little more than what is in use.
TEST(Options, TooManyThreads) {
  options how;
  how.workers = 64;
  std::ifstream pages("/proc/self/statm");
  rlim_t size = 0;
  pages >> size;
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  rlimit little = before;
  little.rlim_cur = size * static_cast<rlim_t>(getpagesize()) + (8 << 20);
  ASSERT_EQ(setrlimit(RLIMIT_AS, &little), 0);
  std::string message;
  try {
    run(how, [](worker &) {});
  } catch (const std::system_error &e) {
    message = e.what();
  }
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_EQ(message.find("cannot start worker "), 0u) << message;
  EXPECT_EQ(run(how, [](worker &w) { return w.workers(); }), 64u);
}

/// A timeline in a file, which is removed.
class Timeline {
  // The tests of several builds may run at once.
  std::string Path = testing::TempDir() + "tussah-backtrack-timeline-" +
                     std::to_string(::getpid()) + ".json";
  std::string Text;

public:
  explicit Timeline(options &how) { how.trace = Path; }
  void read() {
    std::ifstream file(Path);
    Text.assign(std::istreambuf_iterator<char>(file), {});
    std::remove(Path.c_str());
  }
  std::uint64_t count(const std::string &what) const {
    std::uint64_t found = 0;
    for (auto at = Text.find(what); at != std::string::npos;
         at = Text.find(what, at + 1))
      ++found;
    return found;
  }
};

TEST(Options, Timeline) {
  statistics result;
  options how;
  how.workers = 1;
  how.force_splits = 1;
  how.result = &result;
  Timeline written(how);
  run(how, [](worker &w) { parallel_for(w, 0, 9, [](worker &, int) {}); });
  written.read();
  EXPECT_GT(result.total().forced, 0u);
  EXPECT_EQ(written.count("\"split\""), result.total().forced);
  EXPECT_EQ(written.count("\"task\""), result.total().forced);
  EXPECT_EQ(written.count("\"full\""), 0u);
  // What worker 0 does when it runs no task of another.
  EXPECT_EQ(written.count("{\"name\": \"run\", \"ph\": \"X\", \"pid\": 0, "
                          "\"tid\": 0, \"ts\": 0.0, "),
            1u);
  EXPECT_EQ(written.count("\"ph\": \"M\", \"pid\": 0, \"tid\": 0, "
                          "\"args\": {\"name\": \"worker 0\"}}"),
            1u);

  how.trace = "/nonexistent/file";
  EXPECT_THROW(run(how, [](worker &) {}), error);
}

// No message between ranks can be as large as timelines can grow.
TEST(Options, FullTimeline) {
  options how;
  how.workers = 1;
  how.force_splits = 1;
  Timeline written(how);
  detail::Run all(how);
  EXPECT_LT(all.MostEvents * sizeof(detail::Event), 1u << 30);
  all.MostEvents = 3;
  auto body = [](worker &w) { parallel_for(w, 0, 9, [](worker &, int) {}); };
  detail::runRoot<worker>(all, body);
  written.read();
  // Those, and the run.
  EXPECT_EQ(written.count("\"ph\": \"X\""), 3u + 1);
  EXPECT_EQ(written.count("\"full\""), 1u);
}

TEST(Options, Statistics) {
  statistics s;
  s.workers.resize(2);
  s.workers[0].splits = 3;
  s.workers[1].splits = 4;
  s.workers[0].deepest = 9;
  s.workers[1].deepest = 5;
  EXPECT_EQ(s.total().splits, 7u);
  EXPECT_EQ(s.total().deepest, 9u);
  EXPECT_NE(s.text().find("splits                          7\n"),
            std::string::npos);
  EXPECT_NE(s.json().find("\"deepest\": 9"), std::string::npos);
  EXPECT_NE(s.json().find("\"ranks\": []"), std::string::npos);
  EXPECT_EQ(s.text().find("rank"), std::string::npos);

  s.ranks.resize(2);
  s.ranks[0].bytes = 100;
  s.ranks[1].bytes = 50;
  EXPECT_EQ(s.total_of_ranks().bytes, 150u);
  EXPECT_NE(s.text().find("rank_bytes                    150\n"),
            std::string::npos);
  EXPECT_NE(s.json().find("\"messages\": 0, \"bytes\": 50, "
                          "\"broadcasts\": 0, \"passed\": 0, \"outside\": 0}]"),
            std::string::npos);
}
} // namespace
