//===- MessageTest.cpp - Closures in messages -----------------------------===//

#include "OtherProcess.h"

#include <tussah/cps.hpp>

#include <array>
#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <optional>
#include <unistd.h>

using namespace tussah::cps;
using namespace tussah::cps::detail;

namespace {

template <class T> T roundTrip(const T &value) {
  packer to;
  to(value);
  unpacker from(to.message());
  T result = from.get<T>();
  EXPECT_TRUE(from.empty());
  return result;
}

struct Plain {
  int A;
  double B;
  friend bool operator==(const Plain &, const Plain &) = default;
};

/// Plain bytes, but not its own ones in messages.
struct Shifted {
  std::uint8_t Value;
  friend bool operator==(const Shifted &, const Shifted &) = default;
};

/// A structure that only names its fields, and another one in it.
struct Named {
  std::string Name;
  std::map<std::string, std::vector<int>> Numbers;
  Plain Inner;
  bool operator==(const Named &) const = default;
  auto fields() { return std::tie(Name, Numbers, Inner); }
};
struct Nested {
  std::vector<Named> All;
  std::optional<std::string> Text;
  bool operator==(const Nested &) const = default;
  auto fields() { return std::tie(All, Text); }
};

/// A list that owns what follows.
struct Chained {
  int Value = 0;
  std::unique_ptr<Chained> Next;
  auto fields() { return std::tie(Value, Next); }
};

/// Plain bytes, but with a field that another process need not have.
struct Chosen {
  int Kept = 0, Left = 0;
  auto fields() { return std::tie(Kept); }
};

/// A type of somebody else, with a specialization.
struct Foreign {
  std::map<int, std::string> Names;
  friend bool operator==(const Foreign &, const Foreign &) = default;
};

} // namespace

template <> struct tussah::cps::packing<Shifted> {
  static void pack(packer &to, const Shifted &value) {
    to(static_cast<std::uint8_t>(value.Value + 1));
  }
  static Shifted unpack(unpacker &from) {
    return {static_cast<std::uint8_t>(from.get<std::uint8_t>() - 1)};
  }
};

template <> struct tussah::cps::packing<Foreign> {
  static void pack(packer &to, const Foreign &value) {
    to(std::vector<std::pair<int, std::string>>(value.Names.begin(),
                                                value.Names.end()));
  }
  static Foreign unpack(unpacker &from) {
    auto names = from.get<std::vector<std::pair<int, std::string>>>();
    return {{names.begin(), names.end()}};
  }
};

namespace {

/// A type without contents.
struct Nothing {
  static inline std::size_t Read = 0;
  void pack(packer &) const {}
  static Nothing unpack(unpacker &) {
    ++Read;
    return {};
  }
};
void takeNothing(array<Nothing>, std::vector<Nothing>) {}

TEST(Message, ElementsMayHaveNoBytes) {
  EXPECT_EQ(roundTrip(std::vector<Nothing>(7)).size(), 7u);
  using Nested = std::vector<std::vector<Nothing>>;
  Nested nested = roundTrip(Nested{{}, std::vector<Nothing>(3), {}});
  ASSERT_EQ(nested.size(), 3u);
  EXPECT_EQ(nested[1].size(), 3u);
  // What follows is where it was.
  using Followed = std::pair<std::vector<Nothing>, std::string>;
  EXPECT_EQ(roundTrip(Followed{std::vector<Nothing>(9), "end"}).second, "end");
  using T = ThreadOf<ConstantBody<takeNothing>>;
  detail::Run all({});
  all.start([&](Worker &worker) {
    Closure *closure = T::make(worker, {}, 0, std::vector<Nothing>(5),
                               std::vector<Nothing>(3));
    packer to, again;
    T::Description.Pack(closure, to);
    unpacker from(to.message());
    T::Description.Pack(T::Description.Unpack(worker, from), again);
    EXPECT_TRUE(from.empty());
    EXPECT_EQ(to.message(), again.message());
  });
}

/// Plain elements are copied at once, but only those without a way of their
/// own.
TEST(Message, VectorsOfPlainElements) {
  const std::vector<Shifted> shifted = {{1}, {2}};
  packer own;
  own(shifted);
  ASSERT_EQ(own.message().size(), 8u + 2u);
  EXPECT_EQ(own.message().back(), std::byte(3));
  EXPECT_EQ(roundTrip(shifted), shifted);
  const std::vector<Plain> plain = {{1, 2.5}, {3, 4.5}, {5, 6.5}};
  EXPECT_EQ(roundTrip(plain), plain);
  EXPECT_TRUE(roundTrip(std::vector<Plain>()).empty());
  const std::vector<bool> bits = {true, false, true};
  EXPECT_EQ(roundTrip(bits), bits);
  packer to;
  to(plain);
  std::vector<std::byte> bytes = to.message();
  bytes.pop_back();
  unpacker shorter(bytes);
  EXPECT_THROW(shorter.get<std::vector<Plain>>(), error);
}

TEST(Message, WrongNumbersOfElementsAreErrors) {
  packer to;
  to(std::uint64_t(1) << 60);
  unpacker from(to.message());
  EXPECT_THROW(from.get<std::vector<int>>(), error);
  // No element tells that a number is wrong if none has bytes.
  unpacker same(to.message());
  Nothing::Read = 0;
  EXPECT_THROW(same.get<std::vector<Nothing>>(), error);
  EXPECT_EQ(Nothing::Read, 0u);
  packer three;
  three(std::vector<Nothing>(3));
  std::vector<std::byte> bytes = three.message();
  bytes.front() = std::byte(4);
  unpacker four(bytes);
  EXPECT_THROW(four.get<std::vector<Nothing>>(), error);
  using T = ThreadOf<ConstantBody<takeNothing>>;
  detail::Run all({});
  all.start([&](Worker &worker) {
    unpacker array(to.message());
    EXPECT_THROW(T::Description.Unpack(worker, array), error);
  });
}

TEST(Message, StandardContainers) {
  const auto same = [](const auto &value) {
    EXPECT_EQ(roundTrip(value), value);
    using T = std::remove_cvref_t<decltype(value)>;
    EXPECT_EQ(roundTrip(T()), T());
    // What follows is where it was.
    EXPECT_EQ(roundTrip(std::pair<T, std::string>(value, "end")).second, "end");
    // Half of it is an error, not a crash.
    packer to;
    to(value);
    unpacker half(to.message().data(), to.message().size() / 2);
    EXPECT_THROW(half.get<T>(), error);
  };
  same(std::map<std::string, int>{{"a", 1}, {"b", 2}});
  same(std::multimap<int, std::string>{{1, "x"}, {1, "a"}, {0, "b"}});
  same(std::set<std::string>{"x", "y"});
  same(std::multiset<int>{3, 1, 3});
  same(std::unordered_map<int, std::string>{{1, "x"}, {2, "y"}});
  same(std::unordered_set<std::string>{"x", "y", "z"});
  same(std::unordered_multimap<int, int>{{1, 2}, {1, 3}});
  same(std::unordered_multiset<int>{1, 1, 2});
  same(std::deque<int>{1, 2, 3});
  same(std::list<std::string>{"a", "b"});
  same(std::forward_list<int>{1, 2, 3});
  same(std::map<int, std::map<int, std::vector<std::string>>>{
      {1, {{2, {"a", "b"}}}}, {3, {}}});
  same(std::tuple<int, std::string, std::vector<int>>{1, "x", {2}});
  same(std::u16string(u"text"));
  same(std::vector<std::optional<std::string>>{"x", std::nullopt});
  same(std::variant<int, std::string, std::vector<int>>("text"));
  same(std::variant<std::monostate, std::string>("text"));
  EXPECT_EQ(roundTrip(std::optional<int>(5)), 5);

  // An order that cannot be made anew does not travel.
  using Function = bool (*)(int, int);
  static_assert(!packable<std::set<int, Function>>);
  static_assert(!packable<std::map<int, int, Function>>);
  static_assert(!packable<std::shared_ptr<int>>);
  static_assert(!packable<std::map<int, int *>>);

  packer bad;
  bad(std::uint64_t(7));
  unpacker from(bad.message());
  using Variant = std::variant<int, std::string>;
  EXPECT_THROW(from.get<Variant>(), error);
}

TEST(Message, StructuresThatNameTheirFields) {
  const Named named = {"name", {{"a", {1, 2}}, {"b", {}}}, {3, 0.5}};
  EXPECT_EQ(roundTrip(named), named);
  const Nested nested = {{named, Named()}, "text"};
  EXPECT_EQ(roundTrip(nested), nested);
  Chosen chosen = roundTrip(Chosen{1, 2});
  EXPECT_EQ(chosen.Kept, 1);
  EXPECT_EQ(chosen.Left, 0);
  EXPECT_EQ(roundTrip(std::vector<Chosen>{{1, 2}, {3, 4}})[1].Left, 0);
  Chained first;
  first.Value = 1;
  first.Next = std::make_unique<Chained>();
  first.Next->Value = 2;
  Chained copy = roundTrip(first);
  ASSERT_TRUE(copy.Next);
  EXPECT_EQ(copy.Next->Value, 2);
  EXPECT_FALSE(copy.Next->Next);
}

TEST(Message, ValuesComeOutAsTheyWentIn) {
  EXPECT_EQ(roundTrip(42), 42);
  EXPECT_EQ(roundTrip(Plain{3, 0.5}), (Plain{3, 0.5}));
  EXPECT_EQ(roundTrip(std::string("a\0b", 3)), std::string("a\0b", 3));
  EXPECT_EQ(roundTrip(std::string()), "");
  std::vector<std::vector<std::string>> nested = {{}, {"a", "b"}, {""}};
  EXPECT_EQ(roundTrip(nested), nested);
  std::array<std::string, 3> fixed = {"x", "", "z"};
  EXPECT_EQ(roundTrip(fixed), fixed);
  std::vector<bool> bits = {true, false, true};
  EXPECT_EQ(roundTrip(bits), bits);
  std::vector<nothing> many(1000);
  EXPECT_EQ(roundTrip(many).size(), 1000u);
  Foreign foreign = {{{1, "one"}, {2, "two"}}};
  EXPECT_EQ(roundTrip(foreign), foreign);
  cont<long> k(Reference(64, 7, 3, 5));
  EXPECT_EQ(roundTrip(k), k);
}

TEST(Message, ShortMessagesAreErrors) {
  packer to;
  to(std::string("four"));
  auto bytes = to.message();
  bytes.pop_back();
  unpacker from(bytes);
  EXPECT_THROW(from.get<std::string>(), error);
  // A length that cannot be: nothing is allocated for it.
  packer length;
  length(~std::uint64_t(0));
  unpacker wrong(length.message());
  EXPECT_THROW(wrong.get<std::vector<std::string>>(), error);
}

TEST(Message, ContinuationsAreFoundInValues) {
  cont<long> a(Reference(64, 1, 0, 1)), b(Reference(128, 1, 0, 2));
  std::vector<Reference> found;
  packer collect(found);
  collect(std::vector<std::pair<std::string, cont<long>>>{{"a", a}, {"b", b}});
  EXPECT_EQ(found, (std::vector{a.reference(), b.reference()}));
  EXPECT_TRUE(collect.message().empty());
}

/// Counts the hooks, which run when a closure migrates and not otherwise.
std::atomic<int> Packed, Unpacked;
struct Hooked {
  int Value = 0;
  void pack(packer &to) const {
    to(Value);
    ++Packed;
  }
  static Hooked unpack(unpacker &from) {
    ++Unpacked;
    return {from.get<int>()};
  }
};

void add(cont<int> k, int x, int y) { send_argument(k, x + y); }
void tree(cont<int> k, Hooked depth) {
  if (depth.Value == 0)
    return send_argument(k, 1);
  cont<int> x, y;
  spawn_next<add>(k, missing(x), missing(y));
  spawn<tree>(x, Hooked{depth.Value - 1});
  spawn_on<tree>(depth.Value % processors(), y, Hooked{depth.Value - 1});
}

TEST(Message, HooksRunWhenAClosureMigrates) {
  statistics s;
  options o;
  o.result = &s;
  o.migration = migrate_by::message;
  o.workers = 1;
  Unpacked = 0;
  EXPECT_EQ(run<tree>(o, Hooked{10}), 1024);
  EXPECT_EQ(Unpacked, 0);
  o.workers = 4;
  EXPECT_EQ(run<tree>(o, Hooked{10}), 1024);
  // Each stolen closure once, but for those of add.
  EXPECT_LE(static_cast<std::uint64_t>(Unpacked), s.steals());
}

TEST(Message, AStolenClosureIsMadeAnew) {
  options o;
  o.workers = 2;
  o.migration = migrate_by::message;
  detail::Run all(o);
  Worker &victim = *all.Workers[0], &thief = *all.Workers[1];
  using T = ThreadOf<ConstantBody<tree>>;
  cont<int> k;
  all.start([&](Worker &) {
    victim.post(T::make(victim, {}, 6, k, Hooked{42}), 6);
    victim.share();
  });
  Packed = Unpacked = 0;
  Closure *stolen = thief.stealFrom(victim);
  ASSERT_NE(stolen, nullptr);
  EXPECT_EQ(Packed, 1);
  EXPECT_EQ(Unpacked, 1);
  EXPECT_EQ(stolen->Level, 6u);
  EXPECT_EQ(stolen->Home, 1u);
  EXPECT_EQ(stolen->Thread, &T::Description);
  std::size_t left = 0;
  victim.forEachClosure([&](Closure *) { ++left; });
  EXPECT_EQ(left, 0u);
}

/// An unpack that reads less than pack wrote is found.
struct Wrong {
  void pack(packer &to) const { to(std::string("text")); }
  static Wrong unpack(unpacker &) { return {}; }
};

TEST(Message, UnpackThatLeavesSomething) {
  options o;
  o.workers = 2;
  o.migration = migrate_by::message;
  detail::Run all(o);
  using T = ThreadOf<StoredBody<decltype([](Wrong) {})>>;
  all.start([&](Worker &worker) {
    worker.post(T::make(worker, {}, 0, Wrong()), 0);
    worker.share();
  });
  EXPECT_THROW(all.Workers[1]->stealFrom(*all.Workers[0]), error);
}

//===----------------------------------------------------------------------===//
// Another process of the same binary, whose images are elsewhere
//===----------------------------------------------------------------------===//

void print(int number, std::string text, array<short> more) {
  std::printf("%d %s", number, text.c_str());
  for (short one : more)
    std::printf(" %d", one);
  std::printf("\n");
}

template <class Body> std::string packed(const typename Body::State &state) {
  using T = ThreadOf<Body>;
  options o;
  o.workers = 1;
  detail::Run all(o);
  packer to;
  all.start([&](Worker &worker) {
    short more[] = {5, -6};
    Closure *closure = T::make(worker, state, 0, 4, "text", more);
    to(codeReference(closure->Thread));
    closure->Thread->Pack(closure, to);
  });
  std::string hex;
  for (std::byte b : to.message()) {
    char digits[3];
    std::snprintf(digits, sizeof(digits), "%02x", static_cast<unsigned>(b));
    hex += digits;
  }
  return hex;
}

std::string runElsewhere(const std::string &hex) {
  std::string command = "/proc/" + std::to_string(getpid()) +
                        "/exe --other-process " + hex + " 2>&1";
  FILE *pipe = popen(command.c_str(), "r");
  std::string output;
  for (int c; (c = std::fgetc(pipe)) != EOF;)
    output += static_cast<char>(c);
  EXPECT_EQ(pclose(pipe), 0) << output;
  return output;
}

/// The first word is where the code is in that process.
void expectRun(const std::string &output, const void *here) {
  std::size_t space = output.find(' ');
  EXPECT_EQ(output.substr(space), " 4 text 5 -6\n");
  std::string mode;
  std::ifstream("/proc/sys/kernel/randomize_va_space") >> mode;
  if (mode != "0") {
    EXPECT_NE(std::stoull(output), reinterpret_cast<std::uintptr_t>(here));
  }
}

TEST(Message, AnotherProcessRunsTheClosure) {
  using Body = ConstantBody<print>;
  expectRun(runElsewhere(packed<Body>({})), &ThreadOf<Body>::Description);
}

TEST(Message, AnotherProcessRunsAFunctionByItsPointer) {
  using Body = PointerBody<decltype(&print)>;
  expectRun(runElsewhere(packed<Body>({print})), &ThreadOf<Body>::Description);
}

TEST(Message, CodeThatDoesNotExist) {
  int local = 0;
  EXPECT_THROW(codeReference(&local), error);
  EXPECT_THROW(codeAddress(~std::uint64_t(0)), error);
  EXPECT_THROW(codeAddress((std::uint64_t(1) << 47)), error);
  // In a shared library too.
  auto library = reinterpret_cast<const void *>(&std::printf);
  EXPECT_EQ(codeAddress(codeReference(library)), library);
}

} // namespace

int beOtherProcess(int argc, char **argv) {
  if (argc != 3)
    return 2;
  std::vector<std::byte> bytes;
  for (const char *at = argv[2]; at[0] && at[1]; at += 2)
    bytes.push_back(
        static_cast<std::byte>(std::stoi(std::string(at, 2), nullptr, 16)));
  options o;
  o.workers = 1;
  detail::Run all(o);
  all.start([&](Worker &worker) {
    unpacker from(bytes);
    auto *code =
        static_cast<const Code *>(codeAddress(from.get<std::uint64_t>()));
    std::printf("%llu ", static_cast<unsigned long long>(
                             reinterpret_cast<std::uintptr_t>(code)));
    worker.post(code->Unpack(worker, from), 0);
  });
  all.execute();
  return 0;
}
