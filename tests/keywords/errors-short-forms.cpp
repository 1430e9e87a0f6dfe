// RUN: %not %tussah-clang++ -fsyntax-only -ferror-limit=0 %s 2>&1 | %FileCheck %s --implicit-check-not=error:
#include <cilk/cilk.h>

// CHECK: :[[@LINE+1]]:6: error: 'cilk_reducer' with less than two arguments needs '#include <cilk/reducer>'
long cilk_reducer() TooEarly;
// CHECK: :[[@LINE+1]]:6: error: 'cilk_reducer' with less than two arguments needs '#include <cilk/reducer>'
long cilk_reducer(TooEarly) AlsoTooEarly;

#include <cilk/reducer>
#include <new>

void zero(void *);
void plus(void *, void *);

// The class of the form without arguments.
struct Good : __reducer_base {
  std::size_t size() const override { return sizeof *this; }
  __reducer_base *identity(void *View) override { return ::new (View) Good; }
  void reduce(__reducer_base *, __reducer_base *) override {}
};
struct Without {
  std::size_t size() const;
};
struct Hidden : private Good {};
struct Abstract : __reducer_base {
  std::size_t size() const override;
};
struct One : Good {};
struct Other : Good {};
struct Both : One, Other {};
struct Later;
struct Never;

Good cilk_reducer() Fine;
// CHECK: :[[@LINE+1]]:6: error: the class of 'T cilk_reducer()' must have the functions of a reducer, but 'long' is not a class with the base '__reducer_base'
long cilk_reducer() Number;
// CHECK: :[[@LINE+1]]:9: error: the class of 'T cilk_reducer()' must have the functions of a reducer, but 'Without' does not have the base '__reducer_base'
Without cilk_reducer() None;
// CHECK: :[[@LINE+1]]:8: error: the class of 'T cilk_reducer()' must have the functions of a reducer, but 'Hidden' does not have '__reducer_base' as a public base
Hidden cilk_reducer() Private;
// CHECK: :[[@LINE+1]]:6: error: the class of 'T cilk_reducer()' must have the functions of a reducer, but 'Both' has the base '__reducer_base' more than once
Both cilk_reducer() Twice;
extern Later cilk_reducer() Incomplete;
struct Later : Good {};
// CHECK: :[[@LINE+1]]:6: error: 'cilk_reducer' with less than two arguments cannot follow 'auto'; write the type
auto cilk_reducer() Deduced = Good();
void useLater(Abstract cilk_reducer() * Pointer, Never cilk_reducer() * N) {
  Incomplete.size();
  // CHECK: :[[@LINE-2]]:24: error: the class of 'T cilk_reducer()' must have the functions of a reducer, but 'Abstract' is abstract, so that no view can be made
  Pointer->size();
  // CHECK: :[[@LINE+1]]:9: error: the reducer is used where the size of its type 'Never' is not known
  (void)*N;
}
template <class T> struct Box {
  // CHECK: :[[@LINE+1]]:5: error: the class of 'T cilk_reducer()' must have the functions of a reducer, but 'int' is not a class
  T cilk_reducer() Inside;
};
Box<Good> GoodBox;
Box<int> BadBox;

// The object of the form with one.
__reducer_callbacks Callbacks, Others;
__reducer_callbacks &callbacks();
struct Derived : __reducer_callbacks {
} Object;
struct Secret : private __reducer_callbacks {
} SecretObject;

long cilk_reducer(Callbacks) FineToo;
long cilk_reducer(Object) FineAsWell;
// CHECK: :[[@LINE+1]]:6: error: reference to type 'const ::__reducer_callbacks' could not bind to an rvalue of type 'int'
long cilk_reducer(1) Integer;
// CHECK: :[[@LINE+1]]:6: error: reference to type 'const ::__reducer_callbacks' could not bind to an rvalue of type '__reducer_callbacks *'
long cilk_reducer(&Callbacks) Address;
// CHECK: :[[@LINE+1]]:6: error: reference to type 'const ::__reducer_callbacks' could not bind to an lvalue of type 'void (void *)'
long cilk_reducer(zero) OneFunction;
// CHECK: :[[@LINE+1]]:19: error: cannot cast 'const struct Secret' to its private base class 'const ::__reducer_callbacks'
long cilk_reducer(SecretObject) PrivateBase;
// CHECK: :[[@LINE+1]]:19: error: use of undeclared identifier 'undeclared'
long cilk_reducer(undeclared) Undeclared;
// CHECK: :[[@LINE+1]]:31: error: excess elements in struct initializer
long cilk_reducer(zero, plus, plus) Three;
extern long cilk_reducer(Callbacks) Redeclared;
// CHECK: :[[@LINE+1]]:27: error: 'Redeclared' is declared with another 'cilk_reducer' before
long cilk_reducer(Others) Redeclared;
// CHECK: :[[@LINE+1]]:32: error: the object given to 'cilk_reducer' must be of static storage duration, as the reducer is not a local variable
long cilk_reducer(callbacks()) Global;
struct HasMember {
  // CHECK: :[[@LINE+1]]:34: error: the object given to 'cilk_reducer' must be of static storage duration
  long cilk_reducer(callbacks()) Member;
};

void locals(__reducer_callbacks &Parameter) {
  // CHECK: :[[@LINE+1]]:39: error: the object given to 'cilk_reducer' must be of static storage duration
  static long cilk_reducer(Parameter) Static;
  // CHECK: :[[@LINE+1]]:15: error: the object given to 'cilk_reducer' must be of static storage duration
  auto *New = new long cilk_reducer(Parameter);
  long cilk_reducer(callbacks()) Local;
  // CHECK: :[[@LINE+1]]:45: error: a reference to a reducer is bound to a reducer with other functions
  long cilk_reducer(Callbacks) &Reference = Local;
  long cilk_reducer(Parameter) &Allowed = Local;
}

void notCaptured() {
  __reducer_callbacks Outside;
  typedef long cilk_reducer(Outside) number;
  [&] {
    // CHECK: :[[@LINE+1]]:12: error: 'Outside' is not captured for the functions of a reducer; name it in the lambda's captures
    number Sum = 0;
  }();
  [&Outside] { number Sum = 0; }();
}

template <class T> void inLambda() {
  __reducer_callbacks Mine;
  [&] {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: the functions of a reducer cannot be those of a local variable of another function of a template; declare the variable where the reducer is
    T cilk_reducer(Mine) Sum = 0;
  }();
}
template void inLambda<long>();
