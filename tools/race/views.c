//===- views.c - Views of reducers, one for each strand -------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "views.h"

#include "checks.h"
#include "current.h"
#include "memory.h"
#include "race.h"
#include "reducers.h"
#include "spin.h"

#include <malloc.h>
#include <stdlib.h>

typedef void (*identity_function)(void *view);
typedef void (*reduce_function)(void *left, void *right);

struct view {
  void *reducer; ///< null: free
  void *view;    ///< the reducer itself, or memory of its own
  reduce_function reduce;
};

/// A hash table with linear probing, at most half full. Only the strand that
/// has it uses it.
struct table {
  uint32_t used, size;
  struct view *views;
  views_id next_free;
};

static bool is_table(views_id id) { return id >= FIRST_TABLE; }

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

enum { MOST_TABLES = 1 << 24, FIRST_SIZE = 8 };

static struct table *tables;
static struct spin tables_lock;
static views_id next_table = FIRST_TABLE, free_tables;

bool views_prepare(void) {
  tables = memory_reserve(MOST_TABLES * sizeof *tables);
  return tables != NULL;
}

static struct view *new_views(uint32_t size) {
  struct view *views = calloc(size, sizeof *views);
  if (!views)
    memory_fatal("no memory for views of reducers");
  return views;
}

static views_id new_table(void) {
  spin_lock(&tables_lock);
  views_id id = free_tables;
  if (id)
    free_tables = tables[id].next_free;
  else if (next_table == MOST_TABLES)
    memory_fatal("too many strands have views of reducers at once");
  else
    id = next_table++;
  spin_unlock(&tables_lock);
  tables[id] =
      (struct table){.size = FIRST_SIZE, .views = new_views(FIRST_SIZE)};
  return id;
}

static void free_table(views_id id) {
  free(tables[id].views);
  spin_lock(&tables_lock);
  tables[id].next_free = free_tables;
  free_tables = id;
  spin_unlock(&tables_lock);
}

static uint32_t first_place(const struct table *table, const void *reducer) {
  uint64_t product = (uintptr_t)reducer * UINT64_C(0x9e3779b97f4a7c15);
  return (uint32_t)(product >> 32) & (table->size - 1);
}

/// The view of \p reducer, or the free place where it would be.
static struct view *find(const struct table *table, const void *reducer) {
  uint32_t place = first_place(table, reducer);
  while (table->views[place].reducer && table->views[place].reducer != reducer)
    place = (place + 1) & (table->size - 1);
  return &table->views[place];
}

static void put(struct table *table, struct view view) {
  struct view *place = find(table, view.reducer);
  if (!place->reducer) {
    if (2 * ++table->used > table->size) {
      struct table old = *table;
      table->size *= 2;
      table->views = new_views(table->size);
      for (uint32_t i = 0; i != old.size; ++i)
        if (old.views[i].reducer)
          *find(table, old.views[i].reducer) = old.views[i];
      free(old.views);
      place = find(table, view.reducer);
    }
  }
  *place = view;
}

static void take_out(struct table *table, struct view *place) {
  place->reducer = NULL;
  --table->used;
  // What was behind it may belong here.
  uint32_t mask = table->size - 1;
  for (uint32_t next = (uint32_t)(place - table->views + 1) & mask;
       table->views[next].reducer; next = (next + 1) & mask) {
    struct view moved = table->views[next];
    table->views[next].reducer = NULL;
    *find(table, moved.reducer) = moved;
  }
}

//===----------------------------------------------------------------------===//
// The views of the current strand
//===----------------------------------------------------------------------===//

/// The table of the current strand, which is not leftmost.
static views_id own_table(void) {
  views_id id = current_views();
  if (id == NO_VIEWS)
    set_current_views(id = new_table());
  return id;
}

/// Memory for a view. The size of a type is a multiple of its alignment.
static void *allocate_view(uint64_t size) {
  enum { LEAST = 16, MOST = 4096 };
  uint64_t align = size & -size;
  align = align > MOST ? MOST : align < LEAST ? LEAST : align;
  void *view = memalign(align, size < LEAST ? LEAST : size);
  if (!view)
    memory_fatal("no memory for views of reducers");
  return view;
}

static void free_memory(void **memory) { free(*memory); }

static void *make_view(void *reducer, uint64_t size, identity_function identity,
                       reduce_function reduce) {
  // Freed if identity throws.
  void *memory __attribute__((cleanup(free_memory))) = allocate_view(size);
  // Where the identity functions of <cilk/reducer> look for the reducer.
  *(void **)memory = reducer;
  identity(memory);
  void *view = memory;
  put(&tables[own_table()], (struct view){reducer, view, reduce});
  memory = NULL;
  return view;
}

void __tussah_race_reducer_use(csi_id_t id, const void *reducer, int is_read) {
  check_access(CSI_CALL, id, reducer_use(reducer), 1,
               is_read ? READ : ATOMIC_WRITE);
}

void *__tussah_race_view(csi_id_t id, void *reducer, uint64_t size,
                         identity_function identity, reduce_function reduce,
                         int is_read) {
  __tussah_race_reducer_use(id, reducer, is_read);
  views_id views = current_views();
  if (views == LEFTMOST_VIEWS)
    return reducer;
  if (is_table(views)) {
    const struct view *known = find(&tables[views], reducer);
    if (known->reducer)
      return known->view;
  }
  return make_view(reducer, size, identity, reduce);
}

void __tussah_race_reducer_begin(char *first, uint64_t count, uint64_t stride,
                                 reduce_function reduce) {
  for (; first && count; --count, first += stride) {
    // It is another one than what had this address before.
    __tussah_race_new(reducer_use(first), 1);
    if (current_views() != LEFTMOST_VIEWS)
      put(&tables[own_table()], (struct view){first, first, reduce});
  }
}

static void end_reducer(void *reducer) {
  views_id views = current_views();
  if (!is_table(views))
    return;
  struct view *place = find(&tables[views], reducer);
  if (!place->reducer)
    return;
  struct view view = *place;
  take_out(&tables[views], place);
  if (view.view == reducer)
    return;
  void *memory __attribute__((cleanup(free_memory))) = view.view;
  view.reduce(reducer, memory);
}

void __tussah_race_reducer_end(char *first, uint64_t count, uint64_t stride) {
  for (; first && count; --count, first += stride)
    end_reducer(first);
}

//===----------------------------------------------------------------------===//
// Views that wait
//===----------------------------------------------------------------------===//

/// Views for a task that has not begun, or of one that has ended.
struct parcel {
  struct parcel *next;
  position at;
  node_id block;
  views_id views;
  /// The last of the iterations whose views these are.
  position last;
  bool is_for_task;
};

/// By block.
static struct shelf {
  struct spin lock;
  struct parcel *first, *free;
  uint64_t count;
} shelves[1 << 12];

/// A shelf with more is one of a loop with very many views.
enum { MANY_PARCELS = 1024 };

static struct shelf *shelf_of(node_id block) {
  return &shelves[(block * UINT32_C(0x9e3779b9)) >> 20];
}

static void add_parcel(struct shelf *shelf, struct parcel what) {
  struct parcel *parcel = shelf->free;
  if (parcel)
    shelf->free = parcel->next;
  else
    parcel = memory_allocate(sizeof *parcel);
  what.next = shelf->first;
  *parcel = what;
  shelf->first = parcel;
  ++shelf->count;
}

/// Takes what \p link leads to.
static struct parcel take_parcel(struct shelf *shelf, struct parcel **link) {
  struct parcel *parcel = *link, result = *parcel;
  *link = parcel->next;
  parcel->next = shelf->free;
  shelf->free = parcel;
  --shelf->count;
  return result;
}

void parcel_leave(node_id block, position at, uint32_t number) {
  struct shelf *shelf = shelf_of(block);
  spin_lock(&shelf->lock);
  add_parcel(shelf, (struct parcel){.block = block,
                                    .at = at,
                                    .views = number,
                                    .is_for_task = true});
  spin_unlock(&shelf->lock);
}

/// What waits for a strand; of who has the lock.
static struct parcel **find_parcel(struct shelf *shelf, node_id block,
                                   position at) {
  struct parcel **link = &shelf->first;
  while (*link && !((*link)->block == block && (*link)->at == at &&
                    (*link)->is_for_task))
    link = &(*link)->next;
  return link;
}

uint32_t parcel_take(node_id block, position at) {
  struct shelf *shelf = shelf_of(block);
  spin_lock(&shelf->lock);
  struct parcel **link = find_parcel(shelf, block, at);
  const views_id views = *link ? take_parcel(shelf, link).views : NO_VIEWS;
  spin_unlock(&shelf->lock);
  return views;
}

uint32_t parcel_see(node_id block, position at) {
  struct shelf *shelf = shelf_of(block);
  spin_lock(&shelf->lock);
  const struct parcel *parcel = *find_parcel(shelf, block, at);
  const uint32_t number = parcel ? parcel->views : 0;
  spin_unlock(&shelf->lock);
  return number;
}

static views_id unite_tables(views_id left, views_id right);

/// The parcel of the iteration before \p at of \p block, if a thread has put it
/// there of late.
static struct parcel **find_neighbour(struct shelf *shelf, node_id block,
                                      position at) {
  enum { MOST_LOOKS = 16 };
  struct parcel **link = &shelf->first;
  for (int look = 0; look != MOST_LOOKS && *link; ++look) {
    const struct parcel *parcel = *link;
    if (parcel->block == block && !parcel->is_for_task &&
        parcel->last + 2 == at)
      return link;
    link = &(*link)->next;
  }
  return NULL;
}

void views_deposit(node_id block, position at, views_id views) {
  if (!is_table(views))
    return;
  struct parcel own = {.block = block, .at = at, .last = at, .views = views};
  struct parcel before = {.block = 0};
  struct shelf *shelf = shelf_of(block);
  spin_lock(&shelf->lock);
  struct parcel **link =
      shelf->count < MANY_PARCELS ? NULL : find_neighbour(shelf, block, at);
  if (link)
    before = take_parcel(shelf, link);
  else
    add_parcel(shelf, own);
  spin_unlock(&shelf->lock);
  if (!before.block)
    return;
  // The neighbour's accesses are in parallel with this strand, which is not who
  // would reduce.
  change_unchecked(1);
  before.views = unite_tables(before.views, views);
  change_unchecked(-1);
  before.last = at;
  spin_lock(&shelf->lock);
  add_parcel(shelf, before);
  spin_unlock(&shelf->lock);
}

/// Takes the parcels of \p block that do not wait for tasks.
static struct parcel *take_parcels(node_id block) {
  struct shelf *shelf = shelf_of(block);
  struct parcel *taken = NULL;
  spin_lock(&shelf->lock);
  for (struct parcel **link = &shelf->first; *link;) {
    struct parcel *parcel = *link;
    if (parcel->block != block) {
      link = &parcel->next;
      continue;
    }
    *link = parcel->next;
    parcel->next = taken;
    taken = parcel;
    --shelf->count;
  }
  spin_unlock(&shelf->lock);
  return taken;
}

/// Sorts by serial order.
static struct parcel *sort(struct parcel *list) {
  if (!list || !list->next)
    return list;
  struct parcel *halves[2] = {NULL, NULL};
  while (list) {
    struct parcel *next = list->next;
    list->next = halves[0];
    halves[0] = halves[1];
    halves[1] = list;
    list = next;
  }
  halves[0] = sort(halves[0]);
  halves[1] = sort(halves[1]);
  struct parcel *sorted = NULL, **link = &sorted;
  while (halves[0] || halves[1]) {
    bool takes_second =
        !halves[0] || (halves[1] && halves[1]->at < halves[0]->at);
    struct parcel *least = halves[takes_second];
    halves[takes_second] = least->next;
    least->next = NULL;
    *link = least;
    link = &least->next;
  }
  return sorted;
}

//===----------------------------------------------------------------------===//
// Reducing
//===----------------------------------------------------------------------===//

/// Reduces \p right into \p left, the views before.
static views_id unite_tables(views_id left, views_id right) {
  if (!is_table(right) || left == right)
    return left;
  if (left == NO_VIEWS)
    return right;
  // Reducers that began there may be in views that are reduced.
  for (int began = 1; began >= 0; --began)
    for (uint32_t i = 0; i != tables[right].size; ++i) {
      struct view view = tables[right].views[i];
      if (!view.reducer || (view.view == view.reducer) != began)
        continue;
      if (left == LEFTMOST_VIEWS) {
        if (began)
          continue;
        view.reduce(view.reducer, view.view);
      } else {
        const struct view *own = find(&tables[left], view.reducer);
        if (began || !own->reducer) {
          put(&tables[left], view);
          continue;
        }
        view.reduce(own->view, view.view);
      }
      free(view.view);
    }
  free_table(right);
  return left;
}

views_id views_unite(node_id block, views_id first, views_id last) {
  struct parcel *next = sort(take_parcels(block));
  while (next) {
    first = unite_tables(first, next->views);
    set_current_views(first);
    struct parcel *done = next;
    next = next->next;
    struct shelf *shelf = shelf_of(block);
    spin_lock(&shelf->lock);
    done->next = shelf->free;
    shelf->free = done;
    spin_unlock(&shelf->lock);
  }
  first = unite_tables(first, last);
  set_current_views(first);
  return first;
}
