//===- disturbances.cpp - When something else had the processor -*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "disturbances.h"

#include "../support/clock.h"

#include <ctime>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace tussah::cps::detail;
using namespace tussah::support;

#if defined(__x86_64__)

/// Null, but not 0.
static constexpr unsigned Trace = 1;

static void setTrace(unsigned selector) {
  __asm__ volatile("mov %0, %%es" : : "r"(selector) : "memory");
}

static bool hasTrace() {
  unsigned selector = 0;
  __asm__ volatile("mov %%es, %0" : "=r"(selector) : : "memory");
  return selector == Trace;
}

/// Valgrind does not know the instruction that sets the trace. This is how
/// programs ask whether they run under it (RUNNING_ON_VALGRIND): rotations by
/// 128 bits in all, which do nothing otherwise.
static bool isUnderValgrind() {
  const std::uint64_t question[] = {0x1001, 0, 0, 0, 0, 0};
  std::uint64_t answer = 0;
  __asm__ volatile("rolq $3, %%rdi; rolq $13, %%rdi\n\t"
                   "rolq $61, %%rdi; rolq $51, %%rdi\n\t"
                   "xchgq %%rbx, %%rbx"
                   : "=d"(answer)
                   : "a"(question), "0"(answer)
                   : "cc", "memory");
  return answer != 0;
}

/// Tries it with a fault, which returns as interrupts do.
static bool leavesTraces() {
  if (isUnderValgrind())
    return false;
  auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void *page = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED)
    return false;
  setTrace(Trace);
  bool isSet = hasTrace();
  *static_cast<volatile char *>(page) = 1;
  bool isCleared = !hasTrace();
  munmap(page, size);
  return isSet && isCleared;
}

#else

static void setTrace(unsigned) {}
static bool hasTrace() { return true; }
static bool leavesTraces() { return false; }
static constexpr unsigned Trace = 1;

#endif

void Disturbances::watch() {
  static const bool works = leavesTraces();
  Traced = works;
  if (Traced)
    setTrace(Trace);
  mark();
}

void Disturbances::leave() {
  if (Traced)
    setTrace(0);
  Traced = false;
}

bool Disturbances::seen() const {
  if (!Traced || hasTrace())
    return false;
  // A hundred nanoseconds, so only when it is gone.
  setTrace(Trace);
  return true;
}

static std::uint64_t ownTime() {
  timespec time = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(time.tv_nsec);
}

Disturbances::Away Disturbances::ask() {
#if defined(__linux__)
  const int who = RUSAGE_THREAD;
#else
  const int who = RUSAGE_SELF;
#endif
  rusage usage = {};
  getrusage(who, &usage);
  std::uint64_t time = nanoseconds(), own = ownTime();
  Away result;
  result.Waited = usage.ru_nvcsw != Waits;
  std::uint64_t passed = time - Time, ran = own - OwnTime;
  // Less is what the questions take.
  if (passed > ran + 1'000)
    result.Nanoseconds = passed - ran;
  Time = time;
  OwnTime = own;
  Waits = usage.ru_nvcsw;
  return result;
}
