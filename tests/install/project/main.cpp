#include <cstdio>

extern "C" int fib(int n);
long sumOfSquares(int n);

int main() {
  int f = fib(16);
  long s = sumOfSquares(100);
  std::printf("%d %ld\n", f, s);
  return f == 987 && s == 328350 ? 0 : 1;
}
