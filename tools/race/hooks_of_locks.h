//===- hooks_of_locks.h - Locks that programs use ---------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A part of hooks.c. The locks of libstdc++ are those of pthreads, inline.
///
//===----------------------------------------------------------------------===//

/// Functions that return 0 if the caller holds the lock then.
#define ACQUIRES(name, is_shared)                                              \
  void __csi_after_lib_##name(csi_id_t call_id, int result, void *lock) {      \
    (void)call_id;                                                             \
    if (!result)                                                               \
      __tussah_race_acquire(lock, is_shared);                                  \
  }
#define ACQUIRES_UNTIL(name, is_shared)                                        \
  void __csi_after_lib_##name(csi_id_t call_id, int result, void *lock,        \
                              const void *time) {                              \
    (void)call_id, (void)time;                                                 \
    if (!result)                                                               \
      __tussah_race_acquire(lock, is_shared);                                  \
  }
#define ACQUIRES_UNTIL_BY_CLOCK(name, is_shared)                               \
  void __csi_after_lib_##name(csi_id_t call_id, int result, void *lock,        \
                              int clock, const void *time) {                   \
    (void)call_id, (void)clock, (void)time;                                    \
    if (!result)                                                               \
      __tussah_race_acquire(lock, is_shared);                                  \
  }
#define RELEASES(name)                                                         \
  void __csi_before_lib_##name(csi_id_t call_id, void *lock) {                 \
    (void)call_id;                                                             \
    __tussah_race_release(lock);                                               \
  }

ACQUIRES(pthread_mutex_lock, 0)
ACQUIRES(pthread_mutex_trylock, 0)
ACQUIRES_UNTIL(pthread_mutex_timedlock, 0)
ACQUIRES_UNTIL_BY_CLOCK(pthread_mutex_clocklock, 0)
RELEASES(pthread_mutex_unlock)
ACQUIRES(pthread_rwlock_wrlock, 0)
ACQUIRES(pthread_rwlock_trywrlock, 0)
ACQUIRES_UNTIL(pthread_rwlock_timedwrlock, 0)
ACQUIRES_UNTIL_BY_CLOCK(pthread_rwlock_clockwrlock, 0)
ACQUIRES(pthread_rwlock_rdlock, 1)
ACQUIRES(pthread_rwlock_tryrdlock, 1)
ACQUIRES_UNTIL(pthread_rwlock_timedrdlock, 1)
ACQUIRES_UNTIL_BY_CLOCK(pthread_rwlock_clockrdlock, 1)
RELEASES(pthread_rwlock_unlock)
ACQUIRES(pthread_spin_lock, 0)
ACQUIRES(pthread_spin_trylock, 0)
RELEASES(pthread_spin_unlock)

// C11: thrd_success is 0.
ACQUIRES(mtx_lock, 0)
ACQUIRES(mtx_trylock, 0)
ACQUIRES_UNTIL(mtx_timedlock, 0)
RELEASES(mtx_unlock)

// libc++ has its locks in the library.
#define LOCKS_OF_LIBCXX(mangled, lock_name, try_name, unlock_name, is_shared)  \
  void __csi_after_lib_##mangled##lock_name(csi_id_t call_id, void *lock) {    \
    (void)call_id;                                                             \
    __tussah_race_acquire(lock, is_shared);                                    \
  }                                                                            \
  void __csi_after_lib_##mangled##try_name(csi_id_t call_id, _Bool result,     \
                                           void *lock) {                       \
    (void)call_id;                                                             \
    if (result)                                                                \
      __tussah_race_acquire(lock, is_shared);                                  \
  }                                                                            \
  RELEASES(mangled##unlock_name)

LOCKS_OF_LIBCXX(_ZNSt3__15mutex, 4lockEv, 8try_lockEv, 6unlockEv, 0)
LOCKS_OF_LIBCXX(_ZNSt3__115recursive_mutex, 4lockEv, 8try_lockEv, 6unlockEv, 0)
LOCKS_OF_LIBCXX(_ZNSt3__111timed_mutex, 4lockEv, 8try_lockEv, 6unlockEv, 0)
LOCKS_OF_LIBCXX(_ZNSt3__119__shared_mutex_base, 4lockEv, 8try_lockEv, 6unlockEv,
                0)
LOCKS_OF_LIBCXX(_ZNSt3__119__shared_mutex_base, 11lock_sharedEv,
                15try_lock_sharedEv, 13unlock_sharedEv, 1)

// Others wait while a strand runs a function for `once`, or initializes a
// static variable, and what they do then comes after it. Who calls a function
// of `once` does not know whether it has run the initialiser: what it does in
// the call is the initialiser's, or nothing.

#define ONCE_BEGINS(name, ...)                                                 \
  void __csi_before_lib_##name(csi_id_t call_id, void *once, __VA_ARGS__) {    \
    (void)call_id, (void)function;                                             \
    __tussah_race_guard_begin(once, RACE_ONCE);                                \
  }                                                                            \
  void __csi_unwind_lib_##name(csi_id_t call_id, void *once, __VA_ARGS__) {    \
    (void)call_id, (void)function;                                             \
    __tussah_race_guard_end(once, 0);                                          \
  }

ONCE_BEGINS(pthread_once, void (*function)(void))
void __csi_after_lib_pthread_once(csi_id_t call_id, int result, void *once,
                                  void (*function)(void)) {
  (void)call_id, (void)function;
  __tussah_race_guard_end(once, !result);
}

ONCE_BEGINS(call_once, void (*function)(void))
void __csi_after_lib_call_once(csi_id_t call_id, void *once,
                               void (*function)(void)) {
  (void)call_id, (void)function;
  __tussah_race_guard_end(once, 1);
}

// libc++'s std::call_once, behind a load of the flag that is inlined. It is not
// called once that says that the initialiser is done.
#define LIBCXX_CALL_ONCE _ZNSt3__111__call_onceERVmPvPFvS2_E
#define LIBCXX_HOOK(when) LIBCXX_HOOK_OF(when, LIBCXX_CALL_ONCE)
#define LIBCXX_HOOK_OF(when, name) LIBCXX_HOOK_NAMED(when, name)
#define LIBCXX_HOOK_NAMED(when, name)                                          \
  void __csi_##when##_lib_##name(csi_id_t call_id, void *once, void *argument, \
                                 void (*function)(void *))

LIBCXX_HOOK(before) {
  (void)call_id, (void)argument, (void)function;
  __tussah_race_guard_begin(once, RACE_LIBCXX_ONCE);
}

LIBCXX_HOOK(after) {
  (void)call_id, (void)argument, (void)function;
  __tussah_race_guard_end(once, 1);
}

LIBCXX_HOOK(unwind) {
  (void)call_id, (void)argument, (void)function;
  __tussah_race_guard_end(once, 0);
}

void __csi_after_lib___cxa_guard_acquire(csi_id_t call_id, int result,
                                         void *guard) {
  (void)call_id;
  if (result)
    __tussah_race_guard_begin(guard, RACE_STATIC);
  else
    __tussah_race_guard_pass(guard);
}

void __csi_before_lib___cxa_guard_release(csi_id_t call_id, void *guard) {
  (void)call_id;
  __tussah_race_guard_end(guard, 1);
}

void __csi_before_lib___cxa_guard_abort(csi_id_t call_id, void *guard) {
  (void)call_id;
  __tussah_race_guard_end(guard, 0);
}

void __csi_after_guard_load(csi_id_t load_id, const void *addr,
                            int32_t num_bytes, uint64_t value) {
  (void)load_id;
  // The byte of a static variable, or the flag of libc++'s std::call_once.
  const int is_done = num_bytes == 1 ? value & 1 : value == UINT64_MAX;
  if (is_done && __tussah_race_guards)
    __tussah_race_guard_pass(addr);
}
