// Workers may end when the program does. What variables of threads do then is no strand's, and is not checked: the
// frames of the last one are gone.
// RUN: %tussah-clang++ -O1 -std=c++17 -pthread -fsanitize=cilk %s -o %t
// RUN: env CILK_NWORKERS=8 TUSSAH_STRESS=always-steal %t
// RUN: env CILK_NWORKERS=8 TUSSAH_STRESS=always-steal %t
#include <cilk/cilk.h>
#include <memory>

static std::shared_ptr<long> ended = std::make_shared<long>(0);

struct Owner {
  std::shared_ptr<long> all = ended;
  ~Owner() { __atomic_fetch_add(&*all, counted, __ATOMIC_RELAXED); }
  long counted = 0;
};
static thread_local Owner owner;

/// The strands behind the first ones access nothing that is checked.
__attribute__((noinline)) static void descend(int depth) {
  if (depth) {
    cilk_spawn descend(depth - 1);
    descend(depth - 1);
    cilk_sync;
  } else {
    ++owner.counted;
  }
}

int main() { descend(12); }
