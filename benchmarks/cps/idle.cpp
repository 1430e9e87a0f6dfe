// What a rank with nothing to do takes of a processor, while the other one is
// in a long thread: a line "idle FRACTION".
#include <cstdio>
#include <sys/resource.h>
#include <thread>
#include <tussah/cps.hpp>

using namespace tussah::cps;

static double used() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static void rest(cont<nothing> k, int seconds) {
  std::this_thread::sleep_for(std::chrono::seconds(seconds));
  send_argument(k);
}

static void begin(cont<nothing> k, int seconds) {
  spawn_on<rest>(processors() - 1, k, seconds);
}

int main() {
  options one;
  one.workers = 1;
  statistics measured;
  one.result = &measured;
  // Joins the job, and starts what is started once.
  run<begin>(one, 0);
  double before = used();
  run<begin>(one, 3);
  std::printf("idle %.4f\n", (used() - before) / measured.elapsed);
}
