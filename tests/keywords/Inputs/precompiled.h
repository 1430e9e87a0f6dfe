#pragma once
#include <cilk/cilk.h>
#include <string>

inline int identity(int n) { return n; }
inline int in_inline(int n) {
  int x = cilk_spawn identity(n);
  cilk_sync;
  return x;
}
template <class T> T in_template(T n) {
  T x = cilk_spawn identity(n);
  cilk_sync;
  return x;
}
struct Member {
  int call(int n) {
    int x = cilk_spawn identity(n);
    cilk_sync;
    return x;
  }
};
static int in_static(int n) {
  int x = cilk_spawn identity(n);
  cilk_sync;
  return x;
}
inline auto in_lambda = [](int n) {
  int x = cilk_spawn identity(n);
  cilk_sync;
  return x;
};
static int counter = 3;
