// A task that ends when its parent's continuation is on another worker.

#ifndef ROBBED_H
#define ROBBED_H

#include "kernels.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

/// Set by the continuation.
static atomic_bool is_stolen;

/// None of the functions that it calls is a cancellation point.
static void be_robbed(void) {
  while (!is_stolen) {
    fib(3);
    sched_yield();
  }
}

#endif // ROBBED_H
