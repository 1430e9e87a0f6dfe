#ifdef LIBRARY
extern "C" int may_throw(int n) {
  if (n > 1)
    throw n;
  return n;
}
#else
#include <atomic>
#include <cstdio>
extern "C" int may_throw(int n);
static int make() {
  puts("make");
  return 7;
}
static int value() {
  static int made = make();
  return made;
}
static std::atomic<char> other;
struct Cleanup {
  ~Cleanup() { puts("cleanup"); }
};
/// An invoke that shares its landing pad with another one, and a call.
static int both(int n) {
  Cleanup c;
  puts("both");
  return may_throw(0) + may_throw(n);
}
static int alone(int n) { return may_throw(n) + 1; }
static void attempt(int (*function)(int), int n) {
  try {
    function(n);
  } catch (int thrown) {
    printf("caught %d\n", thrown);
  }
}
int main() {
  value();
  value();
  other.load(std::memory_order_acquire);
  attempt(both, 1);
  attempt(both, 2);
  attempt(alone, 1);
  attempt(alone, 3);
}
#endif
