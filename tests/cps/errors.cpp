// Wrong types are errors with one line each that says what is wrong, with clang
// and with gcc. Clang says nothing else; GCC goes on behind an assertion.
// RUN: %not %clangxx -std=c++20 -I%include-dir -fsyntax-only -ferror-limit=0 %s 2>&1 | grep error: > %t.clang
// RUN: %FileCheck %s < %t.clang && %count 21 < %t.clang
// RUN: %if gcc %{ %not %gxx -std=c++20 -I%include-dir -fsyntax-only %s 2>&1 | grep 'error: static assertion' > %t.gcc %}
// RUN: %if gcc %{ %FileCheck %s < %t.gcc && %count 21 < %t.gcc %}
#include <tussah/cps.hpp>
#include <memory>

using namespace tussah::cps;

void take(cont<int> k, int x) { send_argument(k, x); }
cont<int> k;
cont<long> l;
int number;

void arguments() {
  // CHECK-DAG: static assertion failed{{.*}}the number of arguments is not that of the thread
  spawn<take>(k);
  // CHECK-DAG: static assertion failed{{.*}}an argument has not the type of the thread's parameter
  spawn<take>(l, 5);
  // A hole needs a continuation of the parameter's type.
  // CHECK-DAG: static assertion failed{{.*}}an argument has not the type of the thread's parameter
  spawn_next<take>(k, missing(l));
  // CHECK-DAG: static assertion failed{{.*}}tail_call needs all arguments; none can be missing
  tail_call<take>(k, missing(k));
  // CHECK-DAG: static assertion failed{{.*}}the value has not the type of the continuation
  send_argument(k, "text");
}

int result(cont<int>) { return 1; }
void pointer(int *) {}
void reference(const std::string &) {}
void refers(std::shared_ptr<int>) {}
void view(std::string_view) {}
void span(std::span<const int>) {}
struct WithContinuation {
  int x;
  cont<int> k;
};
void structure(WithContinuation) {}
struct Names {
  std::string Name;
  std::shared_ptr<int> Shared;
  auto fields() { return std::tie(Name, Shared); }
};
void names(Names) {}
struct NoDefault {
  explicit NoDefault(int x) : X(x) {}
  std::vector<int> Values;
  int X;
  auto fields() { return std::tie(Values, X); }
};
void empty(NoDefault) {}
struct Large {
  char bytes[70000];
};
void large(Large) {}
struct alignas(64) Aligned {
  int x;
};
void aligned(Aligned) {}
struct Wide {
  long x[40];
};
void wide(Wide, Wide, int) {}
auto generic = [](auto) {};
void noResult(int) {}

void threads() {
  // CHECK-DAG: static assertion failed{{.*}}a thread returns nothing; it sends its result
  spawn<result>(k);
  // CHECK-DAG: static assertion failed{{.*}}a pointer means nothing in another process; pass what it points to
  spawn<pointer>(&number);
  // CHECK-DAG: static assertion failed{{.*}}a thread takes its arguments by value
  spawn<reference>("text");
  // CHECK-DAG: static assertion failed{{.*}}this type cannot be packed; write into it the line 'auto fields() { return std::tie(A, B, C); }' with all its members, which can be packed themselves; or give it pack and unpack, or specialize packing
  spawn<refers>(nullptr);
  // CHECK-DAG: static assertion failed{{.*}}a view means nothing in another process; take an array<T>, a std::string or a std::vector
  spawn<view>("text");
  // CHECK-DAG: static assertion failed{{.*}}a view means nothing in another process; take an array<T>, a std::string or a std::vector
  spawn<span>(std::array<int, 2>());
  // CHECK-DAG: static assertion failed{{.*}}a field that fields() names cannot be packed; give its type fields(), or pack and unpack
  spawn<names>(Names());
  // CHECK-DAG: static assertion failed{{.*}}a type with fields() is made by its default constructor in another process, and has none
  spawn<empty>(NoDefault(1));
  // CHECK-DAG: static assertion failed{{.*}}this type cannot be packed; write into it the line
  spawn<structure>(WithContinuation());
  // CHECK-DAG: static assertion failed{{.*}}the alignment of an argument is more than 16 bytes
  spawn<aligned>(Aligned());
  // CHECK-DAG: static assertion failed{{.*}}the arguments of this thread are larger than a closure can be; pass large ones as array<T> or in a std::vector
  spawn<large>(Large());
}

struct Sharer {
  std::shared_ptr<int> Shared;
  void operator()(cont<int> k) { send_argument(k, *Shared); }
};

void rest() {
  cont<Wide> w;
  // CHECK-DAG: static assertion failed{{.*}}a missing argument must be in the first 256 bytes of its closure; use an array
  spawn_next<wide>(Wide(), missing(w), 1);
  // CHECK-DAG: static assertion failed{{.*}}the first thread's first parameter must be a cont<T>, for the result
  run<noResult>({}, 1);
  // CHECK-DAG: static assertion failed{{.*}}a lambda with captures cannot travel to another worker; make what it captures parameters, and pass it as arguments, as in spawn([](cont<int> k, int x) {...}, k, x)
  spawn([number = number](cont<int> k) { send_argument(k, number); }, k);
  // CHECK-DAG: static assertion failed{{.*}}a thread that is an object with state must be packable; give it fields(), or pack and unpack
  spawn(Sharer(), k);
  // CHECK-DAG: static assertion failed{{.*}}a thread is a function, or an object with one operator() that is no template
  spawn(generic, 1);
}
