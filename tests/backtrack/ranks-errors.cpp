// Tasks that cannot travel are one error each, with clang and with gcc, where the
// program asks for ranks, and none elsewhere.
// DEFINE: %{flags} = -std=c++17 -I%include-dir -fsyntax-only
// RUN: %not %clangxx %{flags} -DERRORS -DWORKER=rank_worker -ferror-limit=0 %s 2>&1 | grep error: > %t.clang
// RUN: %FileCheck %s < %t.clang && %count 5 < %t.clang
// RUN: %if gcc %{ %not %gxx %{flags} -DERRORS -DWORKER=rank_worker %s 2>&1 | grep error: > %t.gcc %}
// RUN: %if gcc %{ %FileCheck %s < %t.gcc && %count 5 < %t.gcc %}
// RUN: %clangxx %{flags} -DWORKER=worker %s
#include <memory>
#include <tussah/backtrack/ranks.hpp>

using namespace tussah::backtrack;

template <class T> void loop(WORKER &w) {
  parallel_for<T>(
      w, 0, 2, [](WORKER &, int) {}, [](T &, int, int) {}, [](T &) {});
}

// CHECK-DAG: static assertion failed{{.*}}a task of a rank_worker has in() and out(), which return its fields by std::tie
struct Plain {
  int In, Out;
  void run(worker &) {}
};
template void loop<Plain>(WORKER &);

// CHECK-DAG: static assertion failed{{.*}}a field that in() names cannot be packed; give it pack and unpack, or specialize packing
struct Pointer {
  int *In;
  int Out;
  void run(worker &) {}
  auto in() { return std::tie(In); }
  auto out() { return std::tie(Out); }
};
template void loop<Pointer>(WORKER &);

// CHECK-DAG: static assertion failed{{.*}}a field that in() names cannot be packed; give it pack and unpack, or specialize packing
struct Board {
  std::unique_ptr<int> Squares;
  Board(const Board &);
  Board &operator=(const Board &);
};
struct Workspace {
  workspace<Board> In;
  int Out;
  void run(worker &) {}
  auto in() { return std::tie(In); }
  auto out() { return std::tie(Out); }
};
template void loop<Workspace>(WORKER &);

// CHECK-DAG: static assertion failed{{.*}}a field that out() names cannot be packed; give it pack and unpack, or specialize packing
struct Result {
  int In;
  std::vector<int *> Out;
  void run(worker &) {}
  auto in() { return std::tie(In); }
  auto out() { return std::tie(Out); }
};
template void loop<Result>(WORKER &);

#ifdef ERRORS
// CHECK-DAG: static assertion failed{{.*}}this exception cannot be packed; give it pack and unpack, or specialize packing
struct Wrong : std::exception, travels<Wrong> {
  int *Where;
};
void fail() { throw Wrong(); }
#endif
