// __cilkrts_synched() is 1 where nothing was stolen, and never while a child
// runs elsewhere.
//
// RUN: %tussah-clang++ -ftussah-target=native -O2 %s -o %t
// RUN: env CILK_NWORKERS=1 %t all | %FileCheck %s --check-prefix=ALL
// ALL: of 7164 answers 7164 are yes
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal timeout 60 %t some | %FileCheck %s --check-prefix=SOME --implicit-check-not="never no"
// SOME: of [[#]] answers {{[1-9][0-9]*}} are yes
// RUN: %tussah-clang++ -ftussah-target=native -O0 %s -o %t
// RUN: env CILK_NWORKERS=1 %t all | %FileCheck %s --check-prefix=ALL
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal,delays timeout 60 %t some | %FileCheck %s --check-prefix=SOME --implicit-check-not="never no"
//
// Other targets cannot tell, but for the serial one.
// RUN: %tussah-clang++ -ftussah-target=serial -O2 %s -o %t && %t all | %FileCheck %s --check-prefix=ALL
// RUN: %tussah-clang++ -ftussah-target=reverse -O2 %s -o %t && %t some | %FileCheck %s --check-prefix=NONE
// RUN: %tussah-clang++ -ftussah-target=reverse -O0 %s -o %t && %t some | %FileCheck %s --check-prefix=NONE
// NONE: of [[#]] answers 0 are yes
#include <cilk/cilk.h>
#include <cilk/cilk_api.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <ctime>

static std::atomic<long> answers, yes, wrong, seen_stolen;

/// How many children of an activation are running.
struct activation {
  std::atomic<int> running{0};
};

static void ask(const activation &own, int synched) {
  ++answers;
  if (!synched) {
    ++seen_stolen;
    return;
  }
  ++yes;
  if (own.running != 0)
    ++wrong;
}

static void spin() {
  for (volatile int i = 0; i < 300; i = i + 1) {
  }
}

static int work(int depth, activation &parent);

static int tree(int depth) {
  activation own;
  ask(own, __cilkrts_synched());
  if (depth == 0) {
    spin();
    return 1;
  }
  own.running = 1;
  int left = cilk_spawn work(depth - 1, own);
  ask(own, __cilkrts_synched());
  int right = tree(depth - 1);
  ask(own, __cilkrts_synched());
  cilk_scope {
    ++own.running;
    cilk_spawn work(0, own);
    ask(own, __cilkrts_synched());
  }
  cilk_sync;
  ask(own, __cilkrts_synched());
  return left + right;
}

static int work(int depth, activation &parent) {
  int result = tree(depth);
  --parent.running;
  return result;
}

int main(int argc, char **argv) {
  activation own;
  ask(own, __cilkrts_synched()); // in serial code
  int leaves = tree(10);
  ask(own, __cilkrts_synched());
  if (leaves != 1024 || wrong != 0) {
    std::printf("%d leaves, %ld wrong answers\n", leaves, wrong.load());
    return 1;
  }
  bool all = argc > 1 && std::strcmp(argv[1], "all") == 0;
  if (!all && seen_stolen == 0)
    std::puts("never no");
  std::printf("of %ld answers %ld are yes\n", answers.load(), yes.load());
}
