//===- worker.c - Workers look for work -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "context.h"

struct idle tussah_idle;

/// How long a worker searches before it sleeps, and for how long it rather goes
/// on searching if it has reason to look again then.
#define SEARCH_NS 50000
#define SOON_NS 150000

/// How long a worker sleeps that cannot know when to look again. Each time in
/// turn is twice as long: the cost stays small however long it takes.
#define SHORTEST_NAP_NS 200000
#define LONGEST_NAP_NS 100000000

/// How long the watchman leaves work to others who are awake and run. They may
/// wait for tasks that are left. If all of them have answered requests in that
/// time they hardly do, and it watches on, so many times in turn.
#define LONGEST_WATCH_NS 8000000
#define MOST_WATCHES 16

/// What a theft costs both workers: what takes no longer was not worth it. A
/// thief whose thefts have lost so much rests, each time in turn twice as long.
#define THEFT_NS 1000
#define MOST_LOSS_NS (16 * THEFT_NS)
#define SHORTEST_REST_NS ((uint64_t)50000)

/// A thief that has done other work for so long since its last theft tries one
/// more; and after so long, which is longer than any rest, what earlier ones
/// have lost does not count.
#define DOUBTING_NS 20000
#define FORGETTING_NS 10000000

/// Looks at all workers between two looks at the clock. tests/model sets it to
/// 1: more would be the same again.
#ifndef ROUNDS_PER_LOOK
#define ROUNDS_PER_LOOK 16
#endif

/// Room that a thief leaves above the first frame of its fiber.
enum { TOP_OF_STACK = 128 };

static uint32_t random_number(struct worker *worker) {
  uint64_t x = worker->random;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  worker->random = x;
  return (uint32_t)(x >> 32);
}

static unsigned random_below(struct worker *worker, unsigned n) {
  return (unsigned)(((uint64_t)random_number(worker) * n) >> 32);
}

void stress_delay(struct worker *worker) {
  enum { MOST_PAUSES = 256, ONE_OF_YIELDS = 8 };
  if (!tussah_stress.delays)
    return;
  if (random_below(worker, ONE_OF_YIELDS) == 0)
    tussah_os->thread_yield();
  for (unsigned i = random_below(worker, MOST_PAUSES); i > 0; --i)
    spin_pause();
}

/// Asks \p victim to publish a continuation.
static void request(struct worker *thief, struct worker *victim) {
  if (!worker_visit(victim))
    return;
  if (request_ask(&victim->thread->request)) {
    // Relaxed: a hint (interrupt.c). The victim has time to see the request.
    store_relaxed(&victim->undisturbed_until,
                  tussah_os->clock_ns() + PATIENCE_NS);
    count(&thief->statistics.requests, 1);
  }
  worker_leave(victim);
}

/// Takes a continuation from \p victim, or asks it for one.
static bool steal_from(struct worker *worker, struct worker *victim,
                       struct offer *offer) {
  uintptr_t root = slot_peek(&victim->slot);
  if (!root) {
    request(worker, victim);
    return false;
  }
  if (is_guest(worker) && root != worker->sleeper.root)
    return false;
  stress_delay(worker);
  if (!slot_steal(&victim->slot, root, offer)) {
    count(&worker->statistics.failed_steals, 1);
    return false;
  }
  // The thief has a strand of the victim's root, so the victim's thread stays.
  request_more(&victim->thread->request);
  count(&worker->statistics.requests, 1);
  return true;
}

/// Looks once at every worker, beginning with a random one.
static bool steal(struct worker *worker, struct offer *offer) {
  unsigned n = worker_count();
  unsigned first = random_below(worker, n);
  for (unsigned i = 0; i < n; ++i) {
    unsigned index = first + i < n ? first + i : first + i - n;
    struct worker *victim = tussah_workers[index];
    if (victim != worker && steal_from(worker, victim, offer))
      return true;
  }
  return false;
}

/// Resumes a stolen continuation on the spare fiber.
static _Noreturn void run_stolen(struct worker *worker,
                                 const struct offer *offer) {
  struct fiber *fiber = worker->spare;
  worker->spare = NULL;
  fiber->base = (struct full_frame *)offer->full;
  worker->root = fiber->base->root;
  worker->fiber = fiber;
  forget_walks(worker);
  worker->thread->mark = 0;
  worker->thread->views = NO_VIEWS;
  worker->thread->scope = (struct scope *)offer->scope;
  worker->thread->handlers = fiber->base->handlers;
  store_relaxed(&worker->has_nothing, 0);
  store_relaxed(&worker->thread->request, 1);
  worker->stolen_at = tussah_os->clock_ns();
  count(&worker->statistics.steals, 1);
  count(&worker->statistics.tasks, 1);
  // No others are in flight where a continuation is published (promote.c).
  exception_state_set(
      (struct exception_state){(void *)offer->caught, worker->root->uncaught});
  sanitizer_enter_fiber(worker, fiber);
  leave_runtime(worker);
  context_resume(offer->resume, offer->frame, (uintptr_t)fiber - TOP_OF_STACK,
                 offer->environment);
}

/// True if the worker has to leave the scheduler. Asked before each search, and
/// before it sleeps: who has forked may be a handler that has interrupted it
/// anywhere, and what a child waits for does not come.
static bool must_leave(const struct worker *worker) {
  pool_check_fork();
  if (!is_guest(worker))
    return pool_stops();
  // Acquire: pairs with the release in root_left.
  return load_acquire(&((struct root *)worker->sleeper.root)->done) != 0;
}

/// Sleeps until wakened, or for \p nanoseconds. The worker is in the list of
/// sleepers.
static void sleep_at_most(struct worker *worker, uint64_t nanoseconds) {
  if (nanoseconds == NEVER) {
    idle_sleep(&tussah_idle, &worker->sleeper);
    return;
  }
  if (tussah_os->futex_wait(&worker->sleeper.wanted, SLEEPS, nanoseconds) != 0)
    tussah_os->thread_yield();
  idle_cancel(&tussah_idle, &worker->sleeper);
}

/// Goes to another processor if a worker that is awake is on this one, and
/// there are others. It is for the kernel to see to that, but some in virtual
/// machines take a processor that idles for one that the host does not execute,
/// and put who is wakened on its waker's; there both stay for milliseconds. The
/// affinity of a guest is the program's own affair.
static void part_from_others(struct worker *worker) {
  enum { MOST = 64 };
  uintptr_t taken[MOST], here = tussah_os->processor();
  unsigned count = 0, n = worker_count();
  bool is_taken = false;
  // Relaxed, all of these: they are hints.
  store_relaxed(&worker->sleeper.processor, here);
  for (unsigned i = 0; i < n && count < MOST; ++i) {
    const struct worker *other = tussah_workers[i];
    uintptr_t there = load_relaxed(&other->sleeper.processor);
    if (other == worker || there == TUSSAH_NO_PROCESSOR ||
        load_relaxed(&other->sleeper.wanted) != IS_AWAKE)
      continue;
    taken[count++] = there;
    is_taken |= there == here;
  }
  if (!is_taken || is_guest(worker) || count >= pool_most_awake())
    return;
  tussah_os->processors_leave(taken, count);
  store_relaxed(&worker->sleeper.processor, tussah_os->processor());
}

/// True if at least as many other workers run, or wait for a processor, as
/// there are processors.
static bool others_suffice(const struct worker *worker) {
  unsigned running = 0, most = pool_most_awake(), n = worker_count();
  for (unsigned i = 0; i < n && running < most; ++i) {
    struct worker *other = tussah_workers[(worker->id + i) % n];
    // Relaxed: a hint.
    uintptr_t state = load_relaxed(&other->sleeper.wanted);
    if (other == worker || state == SLEEPS || !worker_visit(other))
      continue;
    // Who rests would run if there were work to do.
    running += state == RESTS || tussah_os->thread_runs(other->thread_number);
    worker_leave(other);
  }
  return running >= most;
}

/// Asks all other workers that are awake to publish. Returns true if each has
/// answered since the last call.
static bool have_answered(struct worker *worker) {
  bool have = true;
  for (unsigned i = 0, n = worker_count(); i < n; ++i) {
    struct worker *other = tussah_workers[i];
    // Relaxed, all of these: they are hints.
    if (other == worker || load_relaxed(&other->sleeper.wanted) != IS_AWAKE ||
        !worker_visit(other))
      continue;
    // What it has published already stays, but the request is taken; and so it
    // is at each theft of its own.
    uintptr_t answers = load_relaxed(&other->statistics.promotions) +
                        load_relaxed(&other->statistics.failed_walks) +
                        load_relaxed(&other->statistics.steals);
    have &= load_relaxed(&other->has_nothing) ||
            !load_relaxed(&other->thread->request) ||
            answers != load_relaxed(&other->answers);
    store_relaxed(&other->answers, answers);
    if (!load_relaxed(&other->has_nothing))
      request_more(&other->thread->request);
    worker_leave(other);
  }
  return have;
}

/// How a worker searches.
struct effort {
  uint64_t since; ///< clock
  uint64_t nap;   ///< the next time that it cannot know how long to sleep
  bool insists;   ///< looks for work though others suffice: it was the watchman
};

/// The watchman sleeps until wakened, and true is returned, or until it should
/// look for work: when others do not suffice, or after \p longest nanoseconds,
/// or more if they answer. It naps meanwhile, first for \p nap.
static bool watch(struct worker *worker, uint64_t nap, uint64_t longest) {
  bool is_wanted;
  unsigned watches = longest < LONGEST_WATCH_NS ? 1 : MOST_WATCHES;
  if (longest > LONGEST_WATCH_NS)
    longest = LONGEST_WATCH_NS;
  have_answered(worker);
  for (uint64_t left = longest;; nap *= 2) {
    nap = nap < left ? nap : left;
    if (tussah_os->futex_wait(&worker->sleeper.wanted, SLEEPS, nap) != 0)
      tussah_os->thread_yield();
    left -= nap;
    // Relaxed: idle_cancel takes the lock.
    is_wanted = load_relaxed(&worker->sleeper.wanted) != SLEEPS;
    if (is_wanted || must_leave(worker))
      break;
    // Between roots there is nothing that others could leave.
    if (idle_has_surplus(&tussah_idle) && !others_suffice(worker))
      break;
    if (left == 0) {
      if (--watches == 0 || !idle_has_surplus(&tussah_idle) ||
          !have_answered(worker))
        break;
      left = longest;
    }
  }
  idle_cancel(&tussah_idle, &worker->sleeper);
  return is_wanted;
}

/// Sleeps until wakened, or until \p look, which is \p now if it cannot be
/// known. The worker is in the list of sleepers.
static void sleep_until(struct worker *worker, struct effort *effort,
                        uint64_t now, uint64_t look) {
  uint64_t start = tussah_os->clock_ns(), nap = effort->nap;
  uint64_t known = look > now && look != NEVER ? look - now : NEVER;
  effort->insists = worker->sleeper.watches;
  bool in_vain;
  if (worker->sleeper.watches) {
    in_vain = !watch(worker, nap, known);
  } else {
    sleep_at_most(worker, look == now ? nap : known);
    in_vain = look == now && tussah_os->clock_ns() - start >= nap;
  }
  if (!in_vain && idle_has_surplus(&tussah_idle))
    part_from_others(worker);
  uint64_t awake = tussah_os->clock_ns();
  // After a nap in vain, one look is enough.
  effort->since = in_vain ? awake - SEARCH_NS : awake;
  effort->nap = !in_vain               ? SHORTEST_NAP_NS
                : nap < LONGEST_NAP_NS ? 2 * nap
                                       : LONGEST_NAP_NS;
  count(&worker->statistics.sleeps, 1);
  count(&worker->statistics.sleep_ns, awake - start);
}

/// Sleeps without a look for work, if that may be left to others. Returns
/// whether it did.
static bool leave_to_others(struct worker *worker, struct effort *effort) {
  if (effort->insists || !idle_is_crowded(&tussah_idle) || must_leave(worker) ||
      !others_suffice(worker))
    return false;
  fibers_trim(worker);
  store_relaxed(&worker->sleeper.processor, tussah_os->processor());
  if (!idle_rely(&tussah_idle, &worker->sleeper))
    return false;
  if (must_leave(worker))
    idle_cancel(&tussah_idle, &worker->sleeper);
  else
    sleep_until(worker, effort, 0, NEVER);
  return true;
}

/// Sleeps until \p look, as sleep_until, unless there is something to do. Every
/// worker is asked to publish first, so that the next publication wakens
/// somebody.
static bool sleep_or_steal(struct worker *worker, struct offer *offer,
                           struct effort *effort, uint64_t now, uint64_t look) {
  fibers_trim(worker);
  store_relaxed(&worker->sleeper.processor, tussah_os->processor());
  idle_announce(&tussah_idle, &worker->sleeper);
  if (must_leave(worker) || steal(worker, offer)) {
    idle_cancel(&tussah_idle, &worker->sleeper);
    return offer->full != 0;
  }
  sleep_until(worker, effort, now, look);
  return false;
}

/// Searches until there is work or the worker must leave; false then.
static bool search(struct worker *worker, struct offer *offer) {
  struct effort effort = {tussah_os->clock_ns(), SHORTEST_NAP_NS, false};
  for (;;) {
    if (leave_to_others(worker, &effort))
      continue;
    for (unsigned round = 0; round < ROUNDS_PER_LOOK; ++round) {
      if (must_leave(worker))
        return false;
      if (steal(worker, offer))
        return true;
      spin_pause();
    }
    uint64_t now = tussah_os->clock_ns();
    uint64_t look = interrupt_long_leaf(worker, effort.since, now);
    if (now - effort.since < SEARCH_NS || (look > now && look < now + SOON_NS))
      continue;
    if (sleep_or_steal(worker, offer, &effort, now, look))
      return true;
  }
}

/// Gets the fiber for the next steal. Without memory for it the worker waits:
/// others will finish the work.
static bool prepare_fiber(struct worker *worker) {
  while (!worker->spare) {
    worker->spare = fiber_get(worker);
    if (worker->spare)
      break;
    if (must_leave(worker))
      return false;
    tussah_os->thread_yield();
  }
  return true;
}

void forget_thefts(struct worker *worker) {
  worker->loss = 0;
  worker->doublings = 0;
}

void judge_theft(struct worker *worker) {
  if (worker->stolen_at == 0)
    return;
  uint64_t now = tussah_os->clock_ns(), gain = now - worker->stolen_at;
  if (now - worker->judged_at > FORGETTING_NS)
    forget_thefts(worker);
  worker->stolen_at = 0;
  worker->judged_at = now;
  uint64_t loss = worker->loss + THEFT_NS;
  if (loss <= gain)
    forget_thefts(worker);
  else
    worker->loss = loss - gain < MOST_LOSS_NS ? loss - gain : MOST_LOSS_NS;
}

/// How often a rest may become twice as long. The more workers rest, the more
/// often one of them ends its rest and robs the same victim.
static unsigned most_doublings(void) {
  enum { OF_TWO_WORKERS = 3, MOST = 6 };
  unsigned most = OF_TWO_WORKERS;
  for (unsigned n = worker_count(); n >= 4 && most < MOST; n /= 2)
    ++most;
  return most;
}

/// Leaves others alone for a while if the last thefts were not worth it, as
/// where short roots or tasks follow each other: they are faster alone. One
/// theft afterwards finds out whether that is still so.
static void rest_from_thefts(struct worker *worker) {
  if (worker->loss < MOST_LOSS_NS || must_leave(worker) ||
      tussah_stress.always_steal ||
      tussah_os->clock_ns() - worker->judged_at > DOUBTING_NS)
    return;
  // Nobody relies on it, or wakens it before its root ends: but that may have
  // happened until now (sleep.md, lemma 5).
  idle_begin_rest(&tussah_idle, &worker->sleeper);
  if (!must_leave(worker)) {
    uint64_t rest = SHORTEST_REST_NS << worker->doublings;
    if (tussah_os->futex_wait(&worker->sleeper.wanted, RESTS, rest) != 0)
      tussah_os->thread_yield();
    worker->doublings += worker->doublings < most_doublings();
    count(&worker->statistics.rests, 1);
  }
  idle_end_rest(&worker->sleeper);
}

void schedule(struct worker *worker) {
  struct offer offer = {0, 0, 0, 0, 0, 0};
  store_relaxed(&worker->has_nothing, 1);
  rest_from_thefts(worker);
  idle_begin_search(&tussah_idle, &worker->sleeper);
  bool found = prepare_fiber(worker) && search(worker, &offer);
  // Before the end of the search, which may waken another one elsewhere.
  if (found)
    store_relaxed(&worker->sleeper.processor, tussah_os->processor());
  idle_end_search(&tussah_idle, &worker->sleeper);
  if (found)
    run_stolen(worker, &offer);
  context_leave(worker->scheduler_stack);
}
