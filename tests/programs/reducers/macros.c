// The macros for C of Cilk Plus, as its programs use them.
//
// RUN: %matrix %s
// tasks: 1
// standards: c99 c23
#include <cilk/cilk.h>
#include <cilk/reducer.h>
#include <cilk/reducer_max.h>
#include <cilk/reducer_min.h>
#include <cilk/reducer_opadd.h>
#include <cilk/reducer_opand.h>
#include <cilk/reducer_opmul.h>
#include <cilk/reducer_opor.h>
#include <cilk/reducer_opxor.h>
#include <float.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 400 };

/* A list of numbers, in the order of the serial program. */
typedef struct Node {
  int number;
  struct Node *next;
} Node;

typedef struct {
  Node *head, *tail;
  int size;
} List;

static void list_identity(void *reducer, void *view) {
  List *list = (List *)view;
  (void)reducer;
  list->head = list->tail = NULL;
  list->size = 0;
}

static void list_reduce(void *reducer, void *left, void *right) {
  List *l = (List *)left, *r = (List *)right;
  (void)reducer;
  if (!r->head)
    return;
  if (l->head)
    l->tail->next = r->head;
  else
    l->head = r->head;
  l->tail = r->tail;
  l->size += r->size;
  r->head = r->tail = NULL;
}

/* What was reduced has nothing left. */
static void list_destroy(void *reducer, void *view) {
  (void)reducer;
  if (((List *)view)->head)
    abort();
}

typedef CILK_C_DECLARE_REDUCER(List) ListReducer;

static ListReducer X = CILK_C_INIT_REDUCER(List, list_reduce, list_identity,
                                           list_destroy, {NULL, NULL, 0});

static void append(List *list, int number) {
  Node *node = (Node *)malloc(sizeof(Node));
  node->number = number;
  node->next = NULL;
  if (list->tail)
    list->tail->next = node;
  else
    list->head = node;
  list->tail = node;
  ++list->size;
}

static void walk(ListReducer *out, CILK_C_REDUCER_OPADD_TYPE(int) * count,
                 int begin, int end) {
  if (end - begin == 1) {
    append(&REDUCER_VIEW(*out), begin);
    REDUCER_VIEW(*count) += 1;
    return;
  }
  int middle = begin + (end - begin) / 3 + (end - begin == 2);
  cilk_spawn walk(out, count, begin, middle);
  walk(out, count, middle, end);
  cilk_sync;
}

static unsigned list_hash(const List *list) {
  unsigned hash = 5381;
  for (const Node *node = list->head; node; node = node->next)
    hash = hash * 33 + (unsigned)node->number;
  return hash;
}

static void list_free(List *list) {
  while (list->head) {
    Node *next = list->head->next;
    free(list->head);
    list->head = next;
  }
  list->tail = NULL;
  list->size = 0;
}

/* A view that is aligned strictly, with a reducer that knows its length by the
   pointer that it is given. */
typedef struct {
  __attribute__((aligned(64))) double bins[20];
} Bins;

typedef CILK_C_DECLARE_REDUCER(Bins) BinsReducer;
static int bins_used = 20;

static void bins_identity(void *reducer, void *view) {
  Bins *bins = (Bins *)view;
  if ((size_t)bins % 64 || (size_t)reducer % 64)
    abort();
  for (int i = 0; i < bins_used; ++i)
    bins->bins[i] = 0;
}

static void bins_reduce(void *reducer, void *left, void *right) {
  (void)reducer;
  for (int i = 0; i < bins_used; ++i)
    ((Bins *)left)->bins[i] += ((Bins *)right)->bins[i];
}

/* A reducer of a strand that is not leftmost, used after it is unregistered. */
static long sum_to(int n) {
  CILK_C_REDUCER_OPADD(sum, long, 0);
  CILK_C_REGISTER_REDUCER(sum);
  cilk_for (int i = 0; i < n; ++i)
    REDUCER_VIEW(sum) += i;
  CILK_C_UNREGISTER_REDUCER(sum);
  return REDUCER_VIEW(sum);
}

int main(void) {
  CILK_C_REDUCER_OPADD(count, int, 100);
  CILK_C_REGISTER_REDUCER(count);
  CILK_C_REGISTER_REDUCER(X);
  walk(&X, &count, 0, N);
  printf("%d %d %u\n", REDUCER_VIEW(X).size, REDUCER_VIEW(count),
         list_hash(&X.value));
  CILK_C_UNREGISTER_REDUCER(X);
  CILK_C_UNREGISTER_REDUCER(count);
  printf("%d %d\n", X.value.size, count.value);
  list_free(&X.value);

  CILK_C_REDUCER_OPMUL(product, ulong, 1);
  CILK_C_REDUCER_OPAND(and, uint, ~0u);
  CILK_C_REDUCER_OPOR(or, uchar, 0);
  CILK_C_REDUCER_OPXOR(xor, longlong, 1);
  CILK_C_REDUCER_MAX(max, double, -DBL_MAX);
  CILK_C_REDUCER_MIN(min, short, SHRT_MAX);
  CILK_C_REDUCER_MAX_INDEX(first, int, INT_MIN);
  CILK_C_REDUCER_MIN_INDEX(least, float, FLT_MAX);
  BinsReducer bins = CILK_C_INIT_REDUCER(Bins, bins_reduce, bins_identity, 0,
                                         {{0}});
  CILK_C_REGISTER_REDUCER(product);
  CILK_C_REGISTER_REDUCER(and);
  CILK_C_REGISTER_REDUCER(or);
  CILK_C_REGISTER_REDUCER(xor);
  CILK_C_REGISTER_REDUCER(max);
  CILK_C_REGISTER_REDUCER(min);
  CILK_C_REGISTER_REDUCER(first);
  CILK_C_REGISTER_REDUCER(least);
  CILK_C_REGISTER_REDUCER(bins);
  cilk_for (int i = 0; i < N; ++i) {
    unsigned hash = (unsigned)i * 2654435761u >> 9;
    REDUCER_VIEW(product) *= hash | 1;
    REDUCER_VIEW(and) &= ~(1u << i % 20);
    REDUCER_VIEW(or) |= (unsigned char)(hash & 0x5a);
    REDUCER_VIEW(xor) ^= (long long)hash * hash;
    CILK_C_REDUCER_MAX_CALC(max, hash / 3.0);
    CILK_C_REDUCER_MIN_CALC(min, (short)(hash % 3000 - 1000));
    CILK_C_REDUCER_MAX_INDEX_CALC(first, i, (int)(hash % 10));
    CILK_C_REDUCER_MIN_INDEX_CALC(least, i, (float)(hash % 10));
    REDUCER_VIEW(bins).bins[hash % 20] += 1;
  }
  CILK_C_UNREGISTER_REDUCER(product);
  CILK_C_UNREGISTER_REDUCER(and);
  CILK_C_UNREGISTER_REDUCER(or);
  CILK_C_UNREGISTER_REDUCER(xor);
  CILK_C_UNREGISTER_REDUCER(max);
  CILK_C_UNREGISTER_REDUCER(min);
  CILK_C_UNREGISTER_REDUCER(first);
  CILK_C_UNREGISTER_REDUCER(least);
  CILK_C_UNREGISTER_REDUCER(bins);
  printf("%lu %u %d %lld %g %d %ld:%d %ld:%g\n", product.value, and.value,
         or.value, xor.value, REDUCER_VIEW(max), REDUCER_VIEW(min),
         (long)REDUCER_VIEW(first).index, first.value.value,
         (long)least.value.index, (double)REDUCER_VIEW(least).value);
  for (int i = 0; i < 20; ++i)
    printf("%g ", bins.value.bins[i]);

  long sums[64];
  cilk_for (int i = 0; i < 64; ++i)
    sums[i] = sum_to(i);
  long all = 0;
  for (int i = 0; i < 64; ++i)
    all = all * 3 + sums[i];
  printf("%ld\n", all);
  return 0;
}
