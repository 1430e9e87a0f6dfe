// RUN: %not %tussah-clang++ -fsyntax-only -ferror-limit=0 %s 2>&1 | %FileCheck %s --implicit-check-not=error:
#include <cilk/cilk.h>
#include <new>

void zero(void *);
void plus(void *, void *);
void other(void *, void *);
void wrong(int *);
typedef long cilk_reducer(zero, plus) sum;
long value(long);

// CHECK: :[[@LINE+1]]:18: error: a reducer cannot be thread-local
thread_local sum InThread;
// CHECK: :[[@LINE+1]]:11: error: a reducer cannot be const
const sum Constant = 0;
// CHECK: :[[@LINE+1]]:14: error: a reducer cannot be volatile
volatile sum Volatile;
// CHECK: :[[@LINE+1]]:19: error: cannot initialize a member subobject of type 'void (*)(void *)' with an lvalue of type 'void (int *)'
long cilk_reducer(wrong, plus) Wrong;
extern sum Twice;
// CHECK: :[[@LINE+1]]:32: error: 'Twice' is declared with another 'cilk_reducer' before
long cilk_reducer(zero, other) Twice;
extern long Plain;
// CHECK: :[[@LINE+1]]:5: error: 'Plain' is declared with another 'cilk_reducer' before
sum Plain;
struct alignas(8192) Page {
  char Byte;
};
// CHECK: :[[@LINE+1]]:31: error: the alignment of a reducer must be at most 4096 bytes
Page cilk_reducer(zero, plus) TooFar;

class Unknown;
extern Unknown cilk_reducer(zero, plus) Incomplete;
// CHECK: :[[@LINE+1]]:34: error: the reducer is used where the size of its type 'Unknown' is not known
Unknown &ofIncomplete() { return Incomplete; }
struct Abstract {
  virtual void call() = 0;
};
// CHECK: :[[@LINE+1]]:35: error: variable type {{.*}} is an abstract class
Abstract cilk_reducer(zero, plus) OfAbstract;
extern Abstract cilk_reducer(zero, plus) &ToAbstract;
void ofAbstract() { ToAbstract.call(); }
// Not instantiated yet.
template <class T> struct Pair {
  T First, Second;
};
extern Pair<long> cilk_reducer(zero, plus) TwoSums;
Pair<long> &ofPair() { return TwoSums; }

sum Global;
// CHECK: :[[@LINE+1]]:15: error: '&' gives the address of a view; use '__builtin_addressof' for a pointer to the reducer
sum *OfView = &Global;
// CHECK: :[[@LINE+1]]:19: error: a pointer to a reducer is wanted as a plain one
long *OfReducer = __builtin_addressof(Global);
sum *Right = __builtin_addressof(Global);
// CHECK: :[[@LINE+1]]:17: error: a view is not a constant; 'Constant1' cannot be constexpr
constexpr long *Constant1 = &Global;
struct Holder {
  long &View;
};
void constants() {
  // CHECK: :[[@LINE+1]]:19: error: a view is not a constant; 'Constant2' cannot be constexpr
  constexpr long *Constant2 = &Global;
  // CHECK: :[[@LINE+1]]:20: error: a view is not a constant; 'Constant3' cannot be constexpr
  constexpr Holder Constant3{Global};
  constexpr long &View = Global;
  constexpr sum *Pointer = __builtin_addressof(Global);
  constexpr sum &Reference = Global;
  constexpr unsigned long Size = sizeof(Global);
  static long *FromFirst = &Global;
}

union Union {
  // CHECK: :[[@LINE+1]]:7: error: a member of a union cannot be a reducer
  sum Member;
};
struct Bits {
  // CHECK: :[[@LINE+1]]:7: error: a bit-field cannot be a reducer
  sum Member : 3;
};
// CHECK: :[[@LINE+1]]:5: error: a function cannot return a reducer; return a reference or a value
sum result() { return 1; }

// CHECK: :[[@LINE+1]]:29: error: a reference to a reducer must be bound to a reducer
sum &view(long &N) { return N; }

void test(long N, sum Parameter) {
  // CHECK: :[[@LINE+1]]:20: error: a reference to a reducer must be bound to a reducer
  sum &Reference = N;
  // CHECK: :[[@LINE+1]]:43: error: a reference to a reducer is bound to a reducer with other functions
  long cilk_reducer(zero, other) &Other = Parameter;
  // CHECK: :[[@LINE+1]]:18: error: '&' gives the address of a view; use '__builtin_addressof' for a pointer to the reducer
  sum *Pointer = &Parameter;
  // CHECK: :[[@LINE+1]]:13: error: '&' gives the address of a view
  Pointer = &Parameter;
  // CHECK: :[[@LINE+1]]:17: error: 'cilk_spawn' cannot initialize a reducer
  sum Spawned = cilk_spawn value(1);
  // CHECK: :[[@LINE+1]]:11: error: a reducer cannot be declared in the head of a statement
  if (sum Condition = 3)
    Parameter += Condition;
  auto Block = [](sum *) {};
  // CHECK: :[[@LINE+1]]:9: error: '&' gives the address of a view
  Block(&Parameter);
  alignas(long) char Memory[24];
  // CHECK: :[[@LINE+1]]:18: error: an array of reducers cannot be made in given memory; make them members of a class
  sum *Several = new (Memory) sum[3];
  delete[] Several;
}

template <class T> struct Box {
  T Inside;
};
template <class T> using boxed = Box<T *>;
template <class T> using same = T;
template <class T> T make() { return T(); }
template <class T> void takesPointer(T *) {}
struct HasSum {
  sum Member;
  // CHECK: :[[@LINE+1]]:7: error: a template does not know that its argument is a reducer; use a class with the reducer as its member
  Box<sum> Lost;
  sum *Kept;
  long *Plain;
};
template <class T> struct HasBox {
  // CHECK: :[[@LINE+1]]:7: error: a template does not know
  Box<T cilk_reducer(zero, plus)> Lost;
};
HasBox<long> Instance;
// CHECK: :[[@LINE+1]]:5: error: a template does not know
Box<sum *> Pointers;
// CHECK: :[[@LINE+1]]:1: error: a template does not know
boxed<sum> ThroughAlias;
same<sum> NotLost;
Box<decltype(NotLost)> Asked;

void lost(HasSum &H) {
  // CHECK: :[[@LINE+1]]:8: error: a template does not know
  make<sum>();
  // CHECK: :[[@LINE+1]]:17: error: a pointer to a reducer is wanted as a plain one, which would lead to its first view; use '&' for the current view, or a cast
  long *Plain = __builtin_addressof(H.Member);
  sum Local = 0, Several[2] = {};
  // CHECK: :[[@LINE+1]]:11: error: a pointer to a reducer is wanted as a plain one
  Plain = Several;
  // CHECK: :[[@LINE+1]]:16: error: a pointer to a reducer is wanted as a plain one
  takesPointer(__builtin_addressof(Local));
  // CHECK: :[[@LINE+1]]:31: error: a pointer to a reducer is wanted as a plain one
  long HasSum::*PlainMember = &HasSum::Member;
  // CHECK: :[[@LINE+1]]:32: error: a pointer to a reducer is wanted as a plain one
  HasSum Made = {{1}, {2}, {}, __builtin_addressof(Local)};
  Plain = (long *)__builtin_addressof(Local);
  void *Address = __builtin_addressof(Local);
  sum HasSum::*Member = &HasSum::Member;
  if (__builtin_addressof(Local) == Several)
    H.*Member += 1;
}
// CHECK: :[[@LINE+1]]:36: error: a pointer to a reducer is wanted as a plain one
long *result(HasSum &H) { return H.Kept; }

// Functions that are not constants.
using Identity = void(void *);
using Reduce = void(void *, void *);
struct Functions {
  Identity *I;
  Reduce *R;
};
Reduce *chosen();
long cilk_reducer(zero, chosen()) Effects;
void use() {
  // CHECK: :[[@LINE+1]]:3: error: the functions of a reducer that is not a local variable are evaluated at each use, so they must not have effects; put them into variables
  Effects += 1;
}
void pointers(Identity *I, Functions *Both) {
  long cilk_reducer(zero, chosen()) Once = 0;
  Once += 1;
  long cilk_reducer(I, plus) Named = 0;
  long cilk_reducer(zero, Both->R) Member = 0;
  // CHECK: :[[@LINE+1]]:14: error: 'I' is not captured for the functions of a reducer; name it in the lambda's captures
  [&Named] { Named += 1; }();
  [&Named, I] { Named += 1 + !I; }();
  // CHECK: :[[@LINE+1]]:21: error: in a lambda, the functions of a reducer that is declared outside of it must be constants or variables, as 'Both' is; put them into variables
  [&Member, Both] { Member += 1 + !Both; }();
}
