// Reducers in C: types of OpenCilk, and the macros of Cilk Plus.
// RUN: %tussah-clang -O1 %s -o %t
// RUN: env CILK_NWORKERS=1 %t
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal %t

#include "Inputs/behaviour.h"

#include <cilk/cilk.h>
#include <cilk/reducer.h>
#include <cilk/reducer_max.h>
#include <cilk/reducer_min.h>
#include <cilk/reducer_opadd.h>
#include <cilk/reducer_opand.h>
#include <cilk/reducer_opmul.h>
#include <cilk/reducer_opor.h>
#include <cilk/reducer_opxor.h>
#include <limits.h>
#include <stdint.h>

static int identities, reductions;
static void zero(void *view) {
  __atomic_fetch_add(&identities, 1, __ATOMIC_RELAXED);
  *(long *)view = 0;
}
static void add(void *left, void *right) {
  __atomic_fetch_add(&reductions, 1, __ATOMIC_RELAXED);
  *(long *)left += *(long *)right;
}

/// A sequence of up to 63 characters: not commutative.
struct text {
  int length;
  char letters[64];
};
static void text_identity(void *view) { memset(view, 0, sizeof(struct text)); }
static void text_reduce(void *left, void *right) {
  struct text *to = left, *from = right;
  memcpy(to->letters + to->length, from->letters, (size_t)from->length);
  to->length += from->length;
}
static void append(struct text *to, char letter) { to->letters[to->length++] = letter; }

typedef long cilk_reducer(zero, add) sum_type;

BEHAVIOUR(type_sum, ORD, "Declaring a reducer", "a type with cilk_reducer(identity, reduce) is a reducer") {
  long cilk_reducer(zero, add) sum = 0;
  cilk_for (int i = 0; i < 100; ++i)
    sum += i;
  CHECK(sum == 4950);
}

BEHAVIOUR(type_initial_value, ORD, "Reducers and views", "the variable itself is the leftmost view, with its own initial value") {
  long cilk_reducer(zero, add) sum = 1000;
  cilk_for (int i = 0; i < 10; ++i)
    sum += 1;
  CHECK(sum == 1010);
}

BEHAVIOUR(type_typedef, ORD, "Declaring a reducer", "a typedef may name the type") {
  sum_type a = 0, b = 5;
  cilk_for (int i = 0; i < 20; ++i) {
    a += 1;
    b += 2;
  }
  CHECK(a == 20 && b == 45);
}

BEHAVIOUR(type_binds_like_star, ORD, "Declaring a reducer", "in T cilk_reducer(i, r) a, b only a is a reducer") {
  long cilk_reducer(zero, add) a = 0, b = 3;
  cilk_for (int i = 0; i < 20; ++i)
    a += i;
  CHECK(a == 190 && b == 3 && &b == __builtin_addressof(b));
}

BEHAVIOUR(type_size, ORD, "Declaring a reducer", "being a reducer does not change a variable's size") {
  long cilk_reducer(zero, add) sum = 0;
  struct text cilk_reducer(text_identity, text_reduce) words = {0, {0}};
  CHECK(sizeof(sum) == sizeof(long) && sizeof(words) == sizeof(struct text));
}

BEHAVIOUR(type_order, ORD, "Reducers", "the operation need not be commutative: a list keeps its serial order") {
  struct text cilk_reducer(text_identity, text_reduce) alphabet = {0, {0}};
#pragma cilk grainsize 1
  cilk_for (int i = 0; i < 26; ++i)
    append(&alphabet, (char)('A' + i));
  CHECK(strcmp((&alphabet)->letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 0);
}

BEHAVIOUR(type_order_spawns, OLS, "Reducers", "views are combined from left to right at a sync") {
  struct text cilk_reducer(text_identity, text_reduce) words = {0, {0}};
  append(&words, 'a');
  cilk_spawn append(&words, 'b');
  append(&words, 'c');
  cilk_spawn { append(&words, 'd'); append(&words, 'e'); }
  append(&words, 'f');
  cilk_sync;
  append(&words, 'g');
  CHECK(strcmp((&words)->letters, "abcdefg") == 0);
}

static NOINLINE int parallel_strands_apart(sum_type *sum) {
  static int child_added, parent_added;
  int apart = 1;
  child_added = parent_added = 0;
  if (workers() == 1)
    set(&parent_added);
  const long before = *sum;
  cilk_spawn {
    *sum += 100;
    set(&child_added);
    CHECK(wait_for(&parent_added));
    CHECK(*sum == before + 100); // what the continuation adds is not seen
  }
  CHECK(wait_for(&child_added));
  if (workers() > 1)
    apart = *sum == 0; // a new view
  *sum += 1;
  set(&parent_added);
  cilk_sync;
  return apart;
}

BEHAVIOUR(view_is_private, OLS, "Hyperobjects, Description", "a view is not shared with any strand that is executed at the same time") {
  sum_type sum = 7;
  CHECK(parallel_strands_apart(__builtin_addressof(sum)));
  CHECK(sum == 108);
}

BEHAVIOUR(view_identity_after_steal, OLS, "Reducers, rule 4",
          "a continuation that runs in parallel with the child has a new view, made by identity") {
  sum_type sum = 7;
  identities = reductions = 0;
  parallel_strands_apart(__builtin_addressof(sum));
  CHECK(workers() == 1 || identities >= 1);
}

BEHAVIOUR(view_reduced_once, OLS, "Hyperobjects in C, C hyperobject behavior",
          "every view but the leftmost one is passed exactly once as the right one to reduce") {
  sum_type sum = 0;
  identities = reductions = 0;
  for (int i = 0; i < 10; ++i) {
    cilk_spawn { dawdle(); sum += 1; }
    sum += 1;
  }
  cilk_sync;
  CHECK(sum == 20);
  CHECK(identities == reductions);
}

BEHAVIOUR(view_child_has_parents, OLS, "Reducers, rule 3", "the child has the view of the strand that spawned it") {
  sum_type sum = 41;
  const long *before = &sum, *inside = NULL;
  long value = 0;
  cilk_spawn {
    inside = &sum;
    value = sum;
  }
  cilk_sync;
  CHECK(inside == before && value == 41);
}

BEHAVIOUR(view_same_after_sync, OLS, "Reducers, rule 6",
          "the strand behind a sync has the view of the leftmost strand that entered it") {
  sum_type sum = 0;
  const long *before = &sum;
  for (int i = 0; i < 3; ++i) {
    cilk_spawn { dawdle(); sum += 1; }
    sum += 1;
    cilk_sync;
    CHECK(&sum == before);
  }
  CHECK(sum == 6);
}

BEHAVIOUR(view_same_around_loop, OLS, "Hyperobjects, Description",
          "the view is the same before, in the first iteration of, and behind a cilk_for") {
  sum_type sum = 0;
  const long *before = &sum, *first = NULL;
  cilk_for (int i = 0; i < 16; ++i) {
    if (i == 0)
      first = &sum;
    sum += i;
  }
  CHECK(first == before && &sum == before && sum == 120);
}

BEHAVIOUR(view_constant_in_strand, OLS, "Hyperobjects, Description", "the address of the view does not change within a strand") {
  sum_type sum = 0;
  int same = 1;
  cilk_for (int i = 0; i < 30; ++i) {
    const long *view = &sum;
    dawdle();
    sum += 1;
    if (&sum != view)
      __atomic_store_n(&same, 0, __ATOMIC_RELAXED);
  }
  CHECK(same && sum == 30);
}

BEHAVIOUR(view_aligned, ORD, "Declaring a reducer", "views that the runtime makes are aligned to cache lines") {
  sum_type sum = 0;
  int aligned = 1, made = 0;
  const uintptr_t first = (uintptr_t)&sum;
  for (int i = 0; i < 8; ++i) {
    cilk_spawn { dawdle(); sum += 1; }
    const uintptr_t view = (uintptr_t)&sum;
    made += view != first;
    aligned = aligned && (view == first || view % 64 == 0);
    sum += 1;
  }
  cilk_sync;
  CHECK(aligned && sum == 16 && (made > 0 || workers() == 1));
}

static sum_type global_sum = 3;
static NOINLINE void count_down(int n) {
  global_sum += 1;
  if (n == 0)
    return;
  cilk_spawn count_down(n - 1);
  count_down(n - 1);
}

BEHAVIOUR(type_global, OLR, "Reducers", "a reducer may be global, and used in all functions") {
  count_down(6);
  CHECK(global_sum == 3 + 127);
}

static NOINLINE void compute_sum(long cilk_reducer(zero, add) * sum) {
  cilk_for (int i = 0; i < 1000; ++i)
    *sum += i;
}

BEHAVIOUR(type_pointer, ORD, "Declaring a reducer",
          "a pointer to a reducer, made by __builtin_addressof, leads to the view of the strand that uses it") {
  long cilk_reducer(zero, add) sum = 0L;
  compute_sum(__builtin_addressof(sum));
  CHECK(sum == 499500);
}

static void (*zero_pointer)(void *) = zero;

BEHAVIOUR(type_callbacks_pointers, OLR, "Grammar, Reducers", "the callbacks may be pointers to functions") {
  long cilk_reducer(zero_pointer, add) sum = 2;
  cilk_for (int i = 0; i < 10; ++i)
    sum += i;
  CHECK(sum == 47);
}

BEHAVIOUR(type_same_type, OLR, "Grammar, Reducers",
          "types with the same view type and the same functions, by name, are the same type") {
  long cilk_reducer(zero, add) a = 1;
  sum_type *pointer = __builtin_addressof(a);
  *pointer += 1;
  CHECK(a == 2);
}

static void nothing(void *left, void *right) { (void)left, (void)right; }

BEHAVIOUR(type_holder, OLR, "Reducers", "if reduce does nothing the reducer is a holder: storage of strands") {
  long cilk_reducer(zero, nothing) scratch = 0;
  int right = 0;
  cilk_for (int i = 0; i < 40; ++i) {
    scratch = i;
    dawdle();
    if (scratch == i)
      __atomic_fetch_add(&right, 1, __ATOMIC_RELAXED);
  }
  CHECK(right == 40);
}

BEHAVIOUR(type_values_are_parts, OLR, "Reducers, Values",
          "a view's value comes from a contiguous part of the serial modifications") {
  struct text cilk_reducer(text_identity, text_reduce) words = {0, {0}};
  int contiguous = 1;
#pragma cilk grainsize 1
  cilk_for (int i = 0; i < 26; ++i) {
    append(&words, (char)('a' + i));
    struct text *view = &words;
    for (int k = 0; k < view->length; ++k)
      if (view->letters[k] != 'a' + i - view->length + 1 + k)
        __atomic_store_n(&contiguous, 0, __ATOMIC_RELAXED);
  }
  CHECK(contiguous && (&words)->length == 26);
}

// The macros of Cilk Plus

static void long_reduce(void *reducer, void *left, void *right) {
  (void)reducer;
  *(long *)left += *(long *)right;
}
static void long_identity(void *reducer, void *view) {
  (void)reducer;
  *(long *)view = 0;
}
static int destroyed;
static void long_destroy(void *reducer, void *view) {
  (void)reducer, (void)view;
  __atomic_fetch_add(&destroyed, 1, __ATOMIC_RELAXED);
}

BEHAVIOUR(macro_own, OLS, "Hyperobjects in C, C hyperobject syntax",
          "CILK_C_DECLARE_REDUCER and CILK_C_INIT_REDUCER make a reducer of three functions and a value") {
  CILK_C_DECLARE_REDUCER(long) r =
      CILK_C_INIT_REDUCER(long, long_reduce, long_identity, __cilkrts_hyperobject_noop_destroy, 5);
  CILK_C_REGISTER_REDUCER(r);
  cilk_for (int i = 0; i < 100; ++i)
    REDUCER_VIEW(r) += i;
  CILK_C_UNREGISTER_REDUCER(r);
  CHECK(r.value == 4955);
}

BEHAVIOUR(macro_value_member, OLS, "Hyperobjects in C, C hyperobject syntax",
          "the leftmost view is the member value, also after unregistering") {
  CILK_C_DECLARE_REDUCER(long) r =
      CILK_C_INIT_REDUCER(long, long_reduce, long_identity, __cilkrts_hyperobject_noop_destroy, 8);
  CHECK(r.value == 8);
  CILK_C_REGISTER_REDUCER(r);
  CHECK(&REDUCER_VIEW(r) == &r.value);
  REDUCER_VIEW(r) += 1;
  CILK_C_UNREGISTER_REDUCER(r);
  CHECK(r.value == 9);
}

BEHAVIOUR(macro_destroy, CPC, "Destroy Functions", "destroy is called for each view that was made") {
  CILK_C_DECLARE_REDUCER(long) r = CILK_C_INIT_REDUCER(long, long_reduce, long_identity, long_destroy, 0);
  destroyed = 0;
  CILK_C_REGISTER_REDUCER(r);
  for (int i = 0; i < 10; ++i) {
    cilk_spawn dawdle();
    REDUCER_VIEW(r) += 1;
  }
  cilk_sync;
  CILK_C_UNREGISTER_REDUCER(r);
  CHECK(r.value == 10 && (destroyed > 0 || workers() == 1) && destroyed <= 10);
}

typedef CILK_C_DECLARE_REDUCER(long) long_reducer;
static long_reducer unregistered =
    CILK_C_INIT_REDUCER(long, long_reduce, long_identity, __cilkrts_hyperobject_noop_destroy, 1);

BEHAVIOUR(macro_global, OLS, "Hyperobjects in C, C hyperobject syntax",
          "a reducer at global scope need not be registered; the macro can be used in a typedef") {
  cilk_for (int i = 0; i < 50; ++i)
    REDUCER_VIEW(unregistered) += 2;
  CHECK(REDUCER_VIEW(unregistered) == 101);
}

static NOINLINE void add_all(CILK_C_REDUCER_OPADD_TYPE(double) * sum) {
  cilk_for (int i = 0; i < 8; ++i)
    REDUCER_VIEW(*sum) += 0.5;
}

BEHAVIOUR(macro_opadd, CPC, "Predefined C Reducers", "OPADD: a sum, with a type to pass it by") {
  CILK_C_REDUCER_OPADD(r, double, 1);
  CILK_C_REGISTER_REDUCER(r);
  add_all(&r);
  CILK_C_UNREGISTER_REDUCER(r);
  CHECK(r.value == 5.0);
}

BEHAVIOUR(macro_opmul, CPC, "Predefined C Reducers", "OPMUL: a product") {
  CILK_C_REDUCER_OPMUL(r, ulonglong, 1);
  CILK_C_REGISTER_REDUCER(r);
  cilk_for (int i = 1; i <= 15; ++i)
    REDUCER_VIEW(r) *= (unsigned)i;
  CILK_C_UNREGISTER_REDUCER(r);
  CHECK(r.value == 1307674368000ULL);
}

BEHAVIOUR(macro_opand, CPC, "Predefined C Reducers", "OPAND: bitwise and, with all bits set as identity") {
  CILK_C_REDUCER_OPAND(r, uint, ~0u);
  CILK_C_REGISTER_REDUCER(r);
  cilk_for (int i = 0; i < 8; ++i)
    REDUCER_VIEW(r) &= ~(1u << i);
  CILK_C_UNREGISTER_REDUCER(r);
  CHECK(r.value == ~0xffu);
}

BEHAVIOUR(macro_opor, CPC, "Predefined C Reducers", "OPOR: bitwise or") {
  CILK_C_REDUCER_OPOR(r, ushort, 0);
  CILK_C_REGISTER_REDUCER(r);
  cilk_for (int i = 0; i < 16; i += 2)
    REDUCER_VIEW(r) |= (unsigned short)(1u << i);
  CILK_C_UNREGISTER_REDUCER(r);
  CHECK(r.value == 0x5555);
}

BEHAVIOUR(macro_opxor, CPC, "Predefined C Reducers", "OPXOR: bitwise exclusive or") {
  CILK_C_REDUCER_OPXOR(r, long, 0);
  CILK_C_REGISTER_REDUCER(r);
  cilk_for (int i = 0; i < 100; ++i)
    REDUCER_VIEW(r) ^= i;
  CILK_C_UNREGISTER_REDUCER(r);
  CHECK(r.value == 0);
}

BEHAVIOUR(macro_min_max, CPC, "Predefined C Reducers", "MIN and MAX: the least and the greatest value") {
  CILK_C_REDUCER_MIN(least, int, INT_MAX);
  CILK_C_REDUCER_MAX(greatest, int, INT_MIN);
  CILK_C_REGISTER_REDUCER(least);
  CILK_C_REGISTER_REDUCER(greatest);
  cilk_for (int i = 0; i < 100; ++i) {
    CILK_C_REDUCER_MIN_CALC(least, i * 37 % 101 - 50);
    CILK_C_REDUCER_MAX_CALC(greatest, i * 37 % 101 - 50);
  }
  CILK_C_UNREGISTER_REDUCER(least);
  CILK_C_UNREGISTER_REDUCER(greatest);
  CHECK(least.value == -50 && greatest.value == 50);
}

BEHAVIOUR(macro_min_max_index, CPC, "Predefined C Reducers",
          "MIN_INDEX and MAX_INDEX: the same with the index of the first such value") {
  CILK_C_REDUCER_MIN_INDEX(least, long, LONG_MAX);
  CILK_C_REDUCER_MAX_INDEX(greatest, long, LONG_MIN);
  CILK_C_REGISTER_REDUCER(least);
  CILK_C_REGISTER_REDUCER(greatest);
  cilk_for (int i = 0; i < 60; ++i) {
    CILK_C_REDUCER_MIN_INDEX_CALC(least, i, i % 20);
    CILK_C_REDUCER_MAX_INDEX_CALC(greatest, i, i % 20);
  }
  CILK_C_UNREGISTER_REDUCER(least);
  CILK_C_UNREGISTER_REDUCER(greatest);
  CHECK(least.value.index == 0 && least.value.value == 0);
  CHECK(greatest.value.index == 19 && greatest.value.value == 19);
}

#define SUM_OF(name, type)                                                     \
  {                                                                            \
    CILK_C_REDUCER_OPADD(r, name, 0);                                          \
    CILK_C_REGISTER_REDUCER(r);                                                \
    cilk_for (int i = 0; i < 10; ++i)                                          \
      REDUCER_VIEW(r) += (type)1;                                              \
    CILK_C_UNREGISTER_REDUCER(r);                                              \
    CHECK(r.value == (type)10 && sizeof(r.value) == sizeof(type));             \
  }

BEHAVIOUR(macro_type_names, CPC, "Numeric Type Names", "each numeric type has a name for the predefined reducers") {
  SUM_OF(char, char)
  SUM_OF(uchar, unsigned char)
  SUM_OF(schar, signed char)
  SUM_OF(short, short)
  SUM_OF(unsigned, unsigned)
  SUM_OF(ulong, unsigned long)
  SUM_OF(longlong, long long)
  SUM_OF(float, float)
  SUM_OF(longdouble, long double)
}
