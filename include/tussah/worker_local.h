/*===- tussah/worker_local.h - One object for each worker -------*- C -*-===*\
|*                                                                        *|
|* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.    *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                *|
|*                                                                        *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * Storage that each worker has its own object in, made when the worker first
 * asks for it: scratch memory, counters, caches.
 *
 *     tussah::worker_local<std::vector<int>> scratch;
 *     cilk_for (int i = 0; i < n; ++i)
 *       work(i, scratch.local());
 *     scratch.for_each([](std::vector<int> &v) { ... });
 *
 * Correct under stealing: no two strands that run at the same time get the same
 * object, whatever is stolen. But a strand may go on with another worker behind
 * each spawn, sync, cilk_for and call of a function that has one of these; so a
 * reference is valid until then, and local() must be asked again. What is left
 * in an object is found by whatever strand the worker executes next: which
 * strands share an object depends on the schedule. For results that do not,
 * use reducers.
 *
 * The same for all targets, and in the serial elision. Threads that are not
 * workers, in serial code or in roots of their own, have their objects too.
 */

#ifndef TUSSAH_INCLUDE_TUSSAH_WORKER_LOCAL_H
#define TUSSAH_INCLUDE_TUSSAH_WORKER_LOCAL_H

#include <cilk/cilksan.h>

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  TUSSAH_LOCAL_LINE = 64, /* bytes that processors share at least */
  TUSSAH_LOCAL_LISTS = 64
};

/* The header of an object, in a cache line of its own. */
struct __tussah_local {
  struct __tussah_local *next; /* does not change */
  const void *thread;
  void *object;
};

/** Begins or ends the lifetime of an object, or looks at it. */
typedef void (*tussah_local_function)(void *object, void *context);

/** Storage of C. Not accessed directly. */
struct tussah_worker_local {
  /* By thread, the one made last first. */
  struct __tussah_local *lists[TUSSAH_LOCAL_LISTS];
  size_t size;
  tussah_local_function begin, end;
  void *context;
};

/* The address of this is the name of a thread. */
__attribute__((weak)) __thread char __tussah_this_thread;

/* Weak, so that no compiler knows what it returns: it is another address when
 * the caller has come to another thread. */
__attribute__((weak, noinline)) const void *__tussah_local_thread(void) {
  const void *thread = &__tussah_this_thread;
  __asm__ volatile("" : "+r"(thread) : : "memory");
  return thread;
}

/** Makes \p local storage for objects of \p size bytes, whose alignment may be
 * up to 4096. \p begin(object, context) is called when a worker first asks for
 * its object, which is zero, and must not spawn; \p end, when the storage ends.
 * Both may be null. */
static inline void tussah_worker_local_init(struct tussah_worker_local *local,
                                            size_t size,
                                            tussah_local_function begin,
                                            tussah_local_function end,
                                            void *context) {
  for (int i = 0; i < TUSSAH_LOCAL_LISTS; ++i)
    local->lists[i] = NULL;
  local->size = size;
  local->begin = begin;
  local->end = end;
  local->context = context;
}

static inline void __tussah_local_free(struct __tussah_local **one) {
  free(*one);
}

/* An object for the calling thread, at the beginning of \p list. */
__attribute__((noinline, unused)) static void *
__tussah_local_make(struct tussah_worker_local *local,
                    struct __tussah_local **list, const void *thread) {
  /* The size of a type is a multiple of its alignment. */
  size_t align = local->size & -local->size;
  if (align > 4096)
    align = 4096;
  if (align < TUSSAH_LOCAL_LINE)
    align = TUSSAH_LOCAL_LINE;
  size_t size = (local->size + align - 1) / align * align;
  void *memory = aligned_alloc(align, align + size);
  if (!memory) {
    fputs("tussah: error: out of memory\n", stderr);
    abort();
  }
  /* Freed if begin throws. */
  struct __tussah_local *made __attribute__((cleanup(__tussah_local_free))) =
      (struct __tussah_local *)memory;
  made->thread = thread;
  made->object = (char *)memory + align;
  __builtin_memset(made->object, 0, size);
  if (local->begin)
    local->begin(made->object, local->context);
  /* Release: whoever finds it sees its header. Only the object's thread reads
   * the rest before a sync. */
  made->next = __atomic_load_n(list, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(list, &made->next, made, 0,
                                      __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    ;
  void *object = made->object;
  made = NULL;
  return object;
}

static inline void *__tussah_local_find(struct tussah_worker_local *local) {
  const void *thread = __tussah_local_thread();
  uint64_t hash = (uint64_t)(uintptr_t)thread * UINT64_C(0x9e3779b97f4a7c15);
  struct __tussah_local **list = &local->lists[hash >> 58];
  for (struct __tussah_local *one = __atomic_load_n(list, __ATOMIC_ACQUIRE);
       one; one = one->next)
    if (one->thread == thread)
      return one->object;
  return __tussah_local_make(local, list, thread);
}

static inline void __tussah_local_check(const int *unused) {
  (void)unused;
  __cilksan_enable_checking();
}

/** The object of the calling worker, in a few nanoseconds. Valid until the
 * strand's next spawn or sync. Any thread. To the race detector it is a lock
 * that the strand holds for so long. */
static inline void *tussah_worker_local_get(struct tussah_worker_local *local) {
  void *object;
  {
    /* Also if making the object throws. The lists are as they must be. */
    int checks __attribute__((cleanup(__tussah_local_check), unused)) = 0;
    __cilksan_disable_checking();
    object = __tussah_local_find(local);
  }
  __cilksan_hold_in_strand(object);
  return object;
}

/** Calls \p look(object, context) for each object. All strands that have used
 * them have been synced with. */
static inline void
tussah_worker_local_for_each(struct tussah_worker_local *local,
                             tussah_local_function look, void *context) {
  for (int i = 0; i < TUSSAH_LOCAL_LISTS; ++i)
    for (struct __tussah_local *one =
             __atomic_load_n(&local->lists[i], __ATOMIC_ACQUIRE);
         one; one = one->next)
      look(one->object, context);
}

/** Ends the lifetimes of all objects; \p local is as new. As above. */
static inline void
tussah_worker_local_clear(struct tussah_worker_local *local) {
  for (int i = 0; i < TUSSAH_LOCAL_LISTS; ++i) {
    struct __tussah_local *next =
        __atomic_load_n(&local->lists[i], __ATOMIC_ACQUIRE);
    local->lists[i] = NULL;
    while (next) {
      struct __tussah_local *one = next;
      next = one->next;
      if (local->end)
        local->end(one->object, local->context);
      free(one);
    }
  }
}

#ifdef __cplusplus
} /* extern "C" */

#include <functional>
#include <new>
#include <utility>

namespace tussah {

/** One T for each worker that asks. Made by T(), or by a function that is given
 * to the constructor, which may be called at the same time by several. */
template <class T> class worker_local {
  static_assert(alignof(T) <= 4096, "an object cannot be aligned so strictly");

  ::tussah_worker_local Local;
  std::function<void(void *)> Make;

  static void begin(void *Object, void *Self) {
    static_cast<worker_local *>(Self)->Make(Object);
  }
  static void end(void *Object, void *) { static_cast<T *>(Object)->~T(); }

public:
  worker_local() : Make([](void *Object) { ::new (Object) T(); }) {
    tussah_worker_local_init(&Local, sizeof(T), begin, end, this);
  }
  template <class Function>
  explicit worker_local(Function F)
      : Make([F](void *Object) { ::new (Object) T(F()); }) {
    tussah_worker_local_init(&Local, sizeof(T), begin, end, this);
  }
  ~worker_local() { clear(); }
  worker_local(const worker_local &) = delete;
  worker_local &operator=(const worker_local &) = delete;

  /** The calling worker's object, until the next spawn or sync. */
  T &local() { return *static_cast<T *>(tussah_worker_local_get(&Local)); }

  /** Calls \p F for each object, in no order, when all strands that have used
   * them have been synced with. */
  template <class Function> void for_each(Function F) {
    tussah_worker_local_for_each(
        &Local,
        [](void *Object, void *Context) {
          (*static_cast<Function *>(Context))(*static_cast<T *>(Object));
        },
        &F);
  }

  /** Destroys all objects, likewise. The next use makes new ones. */
  void clear() { tussah_worker_local_clear(&Local); }
};

} /* namespace tussah */
#endif

#endif /* TUSSAH_INCLUDE_TUSSAH_WORKER_LOCAL_H */
