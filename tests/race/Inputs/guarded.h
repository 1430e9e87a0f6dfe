// What once.cpp and once-throws.cpp have in common: GUARDED(Name, Make) defines a function Name that passes a guard. The
// first call of Name calls Make. ONCE says which guard it is.
#ifndef GUARDED_H
#define GUARDED_H

#include <mutex>
#include <pthread.h>
#include <threads.h>

static void use(int value) { asm volatile("" : : "r"(value)); }

#if ONCE == 0 // a static variable
#define GUARDED(Name, Make)                                                                                            \
  static void Name() {                                                                                                 \
    static const int made = (Make(), 1);                                                                               \
    use(made);                                                                                                         \
  }
#elif ONCE == 1
#define GUARDED(Name, Make)                                                                                            \
  static void Name() {                                                                                                 \
    static pthread_once_t once = PTHREAD_ONCE_INIT;                                                                    \
    pthread_once(&once, [] { Make(); });                                                                               \
  }
#elif ONCE == 2 // C11
#define GUARDED(Name, Make)                                                                                            \
  static void Name() {                                                                                                 \
    static once_flag once = ONCE_FLAG_INIT;                                                                            \
    call_once(&once, [] { Make(); });                                                                                  \
  }
#else
#define GUARDED(Name, Make)                                                                                            \
  static void Name() {                                                                                                 \
    static std::once_flag once;                                                                                        \
    std::call_once(once, [] { Make(); });                                                                              \
  }
#endif

#ifdef SAFE
constexpr bool safe = true;
#else
constexpr bool safe = false;
#endif

#endif // GUARDED_H
