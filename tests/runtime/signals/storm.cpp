// While tasks run, another thread interrupts all workers again and again, so
// that the handler finds them at every kind of place: in prologues and
// epilogues, in the C library, in the unwinder, in the runtime, on their way
// from one stack to another.
//
// RUN: %tussah-clang++ -ftussah-target=native -O2 -g %s -o %t
// RUN: env CILK_NWORKERS=2 TUSSAH_STATS=%t.json timeout 120 %t
// RUN: %python %S/../Inputs/statistics.py %t.json 'interrupts > 10'
// RUN: env CILK_NWORKERS=8 TUSSAH_STRESS=delays timeout 120 %t
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal,signals timeout 120 %t
// RUN: %tussah-clang++ -ftussah-target=native -O0 %s -o %t
// RUN: env CILK_NWORKERS=4 timeout 120 %t
//
// With the stacks watched:
// RUN: %tussah-clang++ -ftussah-target=native -O1 -g -fsanitize=address,undefined \
// RUN:   -fno-sanitize-recover=all %s -o %t
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=delays timeout 120 %t
#include "../Inputs/kernels.h"
#include "../Inputs/test.h"

#include <atomic>
#include <csignal>
#include <dirent.h>
#include <string>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
#include <vector>

struct Failure {
  int Value;
  std::string Text; // moved with the exception, to find lost destructors
};

static int thrower(int N) {
  if (N == 0)
    throw Failure{42, std::string(100, 'x')};
  std::vector<int> Destroyed(N);
  int X = cilk_spawn thrower(N - 1);
  int Y = fib(6);
  cilk_sync;
  return X + Y + int(Destroyed.size());
}

static bool throwsRight(int N) {
  try {
    thrower(N);
  } catch (const Failure &F) {
    return F.Value == 42 && F.Text == std::string(100, 'x');
  }
  return false;
}

static std::atomic<bool> Ends;

static void interruptAll() {
  pid_t Self = pid_t(syscall(SYS_gettid));
  while (!Ends) {
    DIR *Tasks = opendir("/proc/self/task");
    while (const dirent *Task = readdir(Tasks)) {
      pid_t Thread = atoi(Task->d_name);
      if (Thread > 0 && Thread != Self)
        syscall(SYS_tgkill, getpid(), Thread, SIGURG);
    }
    closedir(Tasks);
  }
}

int main() {
  CHECK(fib(5) == 5);
  std::thread Storm(interruptAll);
  double End = seconds() + 1;
  int Rounds = 0;
  do {
    CHECK(run_kernels() == 0);
    for (int N = 0; N < 30; ++N)
      CHECK(throwsRight(N));
    ++Rounds;
  } while (seconds() < End || Rounds < 2);
  Ends = true;
  Storm.join();
}
