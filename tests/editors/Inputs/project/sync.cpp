// What checks could take for a mistake in what the keywords expand to.
#include <cilk/cilk.h>

#include <string>
#include <utility>

static int twice(int X) { return 2 * X; }
static std::size_t use(std::string S) { return S.size(); } // expect: performance-

int conditional(int N) {
  int X = cilk_spawn twice(N);
  if (N > 3)
    cilk_sync;
  if (N > 4) cilk_sync;
  while (N-- > 0) cilk_sync;
  for (int I = 0; I < N; ++I) {
    cilk_spawn twice(I);
    if (I % 2 == 0)
      cilk_sync;
    else
      cilk_spawn twice(-I);
  }
  cilk_sync;
  return X;
}

void moves(std::string S) {
  std::string T = S;
  cilk_spawn use(std::move(S));
  cilk_spawn use(S); // expect: bugprone-use-after-move
  cilk_scope { cilk_spawn use(std::move(T)); }
}
