// A variable that ends while a task may use it. What the task does with it is a race, though nothing else uses it.
// RUN: %race %s -- %tussah-clang++
#include <cilk/cilk.h>
#include <alloca.h>

__attribute__((noinline)) static int sum(const int *p, int n) {
  int result = 0;
  for (int i = 0; i < n; ++i)
    result += p[i]; // race, always
  return result;
}

static int results[4];

static void blocks(int n) {
  {
    int x = n;
    results[0] = cilk_spawn sum(&x, 1);
#ifdef SAFE
    cilk_sync;
#endif
  } // race, always
  {
    int array[n];
    for (int i = 0; i < n; ++i)
      array[i] = i;
    results[1] = cilk_spawn sum(array, n);
#ifdef SAFE
    cilk_sync;
#endif
  } // race, always
  cilk_sync;
  // Until the function ends, which waits.
  int x = n;
  int *memory = static_cast<int *>(alloca(n * sizeof(int)));
  for (int i = 0; i < n; ++i)
    memory[i] = i;
  results[2] = cilk_spawn sum(&x, 1);
  results[3] = cilk_spawn sum(memory, n);
}

int main() { blocks(3); }
