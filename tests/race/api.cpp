// Row E6: what <cilk/cilksan.h> lets a program say: where nothing is checked, which locks and atomic sections it has, and
// what its allocator does. Without the detector all of it does nothing.
// RUN: %race --levels 1 %s -- %tussah-clang++
// RUN: %tussah-clang++ -Werror -Wno-tussah-race -O1 %s -o %t && %t
// RUN: %tussah-clang -Werror -x c -fsyntax-only %include-dir/cilk/cilksan.h
#include <cilk/cilk.h>
#include <cilk/cilksan.h>
#include <cstdlib>

static int unchecked, nested, locked, atomic, explicitly, faked, other;
static Cilksan_fake_mutex mutex, another;
static char lock;
#ifdef __cilksan__
static const bool checked = true;
#else
static const bool checked = false;
#endif

static void work(int i) {
  if (__cilksan_is_checking_enabled() != checked)
    abort();
  __cilksan_disable_checking();
  ++unchecked;
  __cilksan_disable_checking();
  __cilksan_enable_checking();
  if (__cilksan_is_checking_enabled())
    abort();
  // Nor is what is spawned here.
  cilk_spawn [] { ++nested; }();
  cilk_sync;
  __cilksan_enable_checking();
  __cilksan_register_lock_explicit(&lock);
  __cilksan_acquire_lock(&lock);
  ++locked;
  __cilksan_release_lock(&lock);
  __cilksan_unregister_lock_explicit(&lock);
  __cilksan_begin_atomic();
  ++atomic;
  __cilksan_end_atomic();
  {
    Cilksan_fake_lock_guard guard(&mutex);
    ++faked; // race
  }
#ifndef SAFE
  ++explicitly; // race, always
  Cilksan_fake_lock_guard guard(i % 2 ? &mutex : &another);
  ++other; // race, always
#endif
}

/// An allocator of one block, which hands it out again and again.
static int *pool() {
  static int block[8];
  __cilksan_record_alloc(block, sizeof block);
  return block;
}

static void fill(int *block, int i) {
  block[0] = i; // race
}

static void use_pool(int i) {
  int *block = pool();
  cilk_spawn fill(block, i);
#ifdef SAFE
  cilk_sync;
#endif
  __cilksan_record_free(block, 8 * sizeof *block); // race, always
  cilk_sync;
}

int main() {
  cilk_for (int i = 0; i < 4; ++i)
    work(i);
  // Each time it is a new object. The block is one, so only one strand may have it: pool.cpp has several.
  for (int i = 0; i < 3; ++i)
    use_pool(i);
}
