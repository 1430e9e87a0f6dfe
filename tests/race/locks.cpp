// Row E5: accesses under a common lock do not race, whichever lock it is. Without it, with different ones, or with
// readers only, they do.
// RUN: %race --levels 0 --targets native %s -- %tussah-clang++
#include <cilk/cilk.h>
#include <mutex>
#include <pthread.h>
#include <shared_mutex>
#include <thread>
#include <threads.h>

static std::mutex mutex, other;
static std::recursive_mutex recursive;
static std::shared_mutex shared;
static pthread_spinlock_t spin;
static mtx_t mtx;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static std::once_flag flag;
static int a, b, c, d, e, f, g, made, made_too;

static void make() { made = 1; }

static void work(int i) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    ++a; // race
    while (!other.try_lock())
      std::this_thread::yield();
    ++b; // race
    other.unlock();
  }
  {
    std::lock_guard<std::recursive_mutex> outer(recursive);
    { std::lock_guard<std::recursive_mutex> inner(recursive); }
    ++c;
  }
  if (i % 2) {
    std::unique_lock<std::shared_mutex> lock(shared);
    ++d;
  } else {
    std::shared_lock<std::shared_mutex> lock(shared);
#ifdef SAFE
    (void)d;
#else
    e = d; // race
#endif
  }
  pthread_spin_lock(&spin);
  ++f;
  pthread_spin_unlock(&spin);
  mtx_lock(&mtx);
  ++g;
  mtx_unlock(&mtx);
  pthread_once(&once, make);
  std::call_once(flag, [] { made_too = 1; });
  if (made + made_too != 2)
    __builtin_trap();
#ifndef SAFE
  if (i == 1)
    ++a; // race always
  std::lock_guard<std::mutex> lock(i < 3 ? mutex : other);
  b = 7; // race
#endif
}

int main() {
  pthread_spin_init(&spin, 0);
  mtx_init(&mtx, mtx_plain);
  cilk_for (int i = 0; i < 6; ++i)
    work(i);
  // What is spawned under a lock does not hold it, and what follows does.
  std::lock_guard<std::mutex> lock(mutex);
  cilk_spawn [] {
#ifndef SAFE
    a = 3; // race always
#endif
  }();
  a = 4; // race
  cilk_sync;
}
