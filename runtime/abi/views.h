//===- views.h - Reducers of runtimes that steal children -------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Views of reducers for runtimes whose parents go on before their children.
/// Each task, and what its parent does between two spawns, is a *segment* of
/// serial execution, which has views of its own. A frame collects the views of
/// its segments; the sync reduces them in their serial order into those that
/// the frame was entered with. A segment that uses no reducer costs a load and
/// a compare.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_ABI_VIEWS_H
#define TUSSAH_RUNTIME_ABI_VIEWS_H

#include "block.h"

#include <atomic>

// Shared by all translation units of a program, as in onetbb.cpp.
namespace tussah_views_1 {

struct View {
  void *Reducer; ///< null: a free place
  void *Memory;  ///< the reducer itself, or from newView
  void (*Reduce)(void *, void *);
};

/// The views of a segment: a hash table with linear probing, at most half full.
struct Views {
  Views *Next;
  uint64_t Order;
  /// Reduces the views into the current ones, and deletes them. A pointer, so
  /// that modules that look up nothing do not need the code.
  void (*ReduceAll)(Views *Right);
  uint64_t Used, Size;
  View *Places;
};

/// The views of the thread's segment. Null if all that is serially before it
/// has finished: then the view of a reducer is the reducer.
inline __thread Views *Current;

/// Number of reduce functions that run on the thread, one inside the other.
/// What they spawn runs at once, in their own segment, because they use
/// reducers that are members of the views on both sides.
inline __thread unsigned Reducing;

/// Of a segment that has used no reducer.
inline Views *const None = reinterpret_cast<Views *>(1);

inline bool isTable(const Views *V) noexcept { return V && V != None; }

/// Part of a frame.
class Segments {
  Views *Base = nullptr;
  std::atomic<Views *> Deposits{nullptr};

  void deposit(Views *V, uint64_t Order) noexcept {
    V->Order = Order;
    V->Next = Deposits.load(std::memory_order_relaxed);
    // Release: pairs with the acquire in join, for the views.
    while (!Deposits.compare_exchange_weak(
        V->Next, V, std::memory_order_release, std::memory_order_relaxed))
      ;
  }

  /// Takes the deposit that comes first out of \p List.
  static Views *takeFirst(Views *&List) noexcept {
    Views **First = &List;
    for (Views **V = &List; *V; V = &(*V)->Next)
      if ((*V)->Order < (*First)->Order)
        First = V;
    Views *Taken = *First;
    *First = Taken->Next;
    return Taken;
  }

public:
  /// The parent spawns task number \p Index of the frame.
  void spawn(uint64_t Index) noexcept {
    if (Index == 0)
      Base = Current;
    else if (__builtin_expect(isTable(Current), 0))
      deposit(Current, 2 * Index - 1);
    Current = None;
  }

  /// Task number \p Index has finished on this thread, which had \p Before
  /// when it began.
  void finish(uint64_t Index, Views *Before) noexcept {
    if (__builtin_expect(isTable(Current), 0))
      deposit(Current, 2 * Index);
    Current = Before;
  }

  /// All \p Spawned tasks, at least one, have finished. \p OnException is
  /// called in the handler of each exception of a reduce function.
  template <class Callable>
  void join(uint64_t Spawned, const Callable &OnException) {
    if (__builtin_expect(isTable(Current), 0))
      deposit(Current, 2 * Spawned - 1);
    Current = Base;
    // Acquire: pairs with the releases in deposit, which are one release
    // sequence.
    Views *List = Deposits.exchange(nullptr, std::memory_order_acquire);
    while (__builtin_expect(List != nullptr, 0)) {
      Views *V = takeFirst(List);
      try {
        V->ReduceAll(V);
      } catch (...) {
        OnException();
      }
    }
  }
};

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// The place of \p Reducer in \p V, or the free one where it would be.
inline View *find(const Views *V, const void *Reducer) noexcept {
  uint64_t Hash =
      reinterpret_cast<uint64_t>(Reducer) * UINT64_C(0x9e3779b97f4a7c15);
  uint64_t I = (Hash >> 32) & (V->Size - 1);
  while (V->Places[I].Reducer && V->Places[I].Reducer != Reducer)
    I = (I + 1) & (V->Size - 1);
  return &V->Places[I];
}

inline View *newPlaces(uint64_t Size) noexcept {
  auto *Places = static_cast<View *>(std::calloc(Size, sizeof(View)));
  if (!Places)
    outOfMemory(Size * sizeof(View));
  return Places;
}

inline void put(Views *V, View New) noexcept {
  View *Place = find(V, New.Reducer);
  if (!Place->Reducer && 2 * ++V->Used > V->Size) {
    View *Old = V->Places;
    V->Places = newPlaces(2 * V->Size);
    V->Size *= 2;
    for (uint64_t I = 0; I < V->Size / 2; ++I)
      if (Old[I].Reducer)
        *find(V, Old[I].Reducer) = Old[I];
    std::free(Old);
    Place = find(V, New.Reducer);
  }
  *Place = New;
}

inline void deleteTable(Views *V) noexcept {
  std::free(V->Places);
  std::free(V);
}

/// Reduces \p Right into the view \p Left, and frees its memory.
inline void callReduce(void *Left, const View &Right) {
  struct Ender {
    void *Memory;
    ~Ender() {
      --Reducing;
      std::free(Memory);
    }
  } End{Right.Memory};
  ++Reducing;
  Right.Reduce(Left, Right.Memory);
}

/// Reduces \p Right into the current views.
inline void reduceView(const View &Right) {
  void *Left = Right.Reducer;
  if (Current) {
    View *Own = find(Current, Right.Reducer);
    if (!Own->Reducer || Right.Memory == Right.Reducer) {
      put(Current, Right);
      return;
    }
    Left = Own->Memory;
  }
  if (Right.Memory != Right.Reducer)
    callReduce(Left, Right);
}

/// Reduces the views of a table, and deletes it. If one throws, the others are
/// reduced all the same, and what they throw is lost.
class TableReducer {
  Views *Right;
  /// Reducers that began in the segment are needed to reduce views with them.
  int Began = 1;
  uint64_t Next = 0;

public:
  explicit TableReducer(Views *Right) : Right(Right) {}

  /// Reduces what has not been.
  void run() {
    for (; Began >= 0; --Began, Next = 0)
      while (Next < Right->Size) {
        const View &V = Right->Places[Next++];
        if (V.Reducer && (V.Memory == V.Reducer) == Began)
          reduceView(V);
      }
  }

  ~TableReducer() {
    while (Began >= 0)
      try {
        run();
      } catch (...) {
      }
    deleteTable(Right);
  }
};

inline void reduceAll(Views *Right) {
  if (Current == None)
    Current = Right;
  else
    TableReducer(Right).run();
}

/// The table of the current segment, which is not null.
inline Views *ownTable() noexcept {
  if (Current == None) {
    constexpr uint64_t FirstSize = 8;
    auto *V = static_cast<Views *>(std::malloc(sizeof(Views)));
    if (!V)
      outOfMemory(sizeof(Views));
    *V = {nullptr, 0, reduceAll, 0, FirstSize, newPlaces(FirstSize)};
    Current = V;
  }
  return Current;
}

/// Memory for a view. It begins a cache line. The size of a type is a multiple
/// of its alignment, so the largest power of two that divides it will do.
inline void *newView(uint64_t Size) noexcept {
  constexpr uint64_t Line = 64, Most = 4096;
  uint64_t Align = Size & -Size;
  Align = Align > Most ? Most : Align < Line ? Line : Align;
  uint64_t Whole = (Size + Align - 1) & -Align;
  void *Memory = std::aligned_alloc(Align, Whole ? Whole : Line);
  if (!Memory)
    outOfMemory(Size);
  return Memory;
}

[[gnu::noinline]] inline void *lookUp(void *Reducer, uint64_t Size,
                                      void (*Identity)(void *),
                                      void (*Reduce)(void *, void *)) {
  if (Current != None)
    if (View *V = find(Current, Reducer); V->Reducer)
      return V->Memory;
  struct Releaser {
    void *Memory;
    ~Releaser() { std::free(Memory); }
  } Release{newView(Size)};
  *static_cast<void **>(Release.Memory) = Reducer;
  Identity(Release.Memory);
  void *Memory = Release.Memory;
  Release.Memory = nullptr;
  put(ownTable(), {Reducer, Memory, Reduce});
  return Memory;
}

[[gnu::noinline]] inline void begin(char *First, uint64_t Count,
                                    uint64_t Stride,
                                    void (*Reduce)(void *, void *)) noexcept {
  for (; First && Count; --Count, First += Stride)
    put(ownTable(), {First, First, Reduce});
}

/// Takes the view of \p Reducer out of the current ones.
inline View takeOut(void *Reducer) noexcept {
  View *Hole = find(Current, Reducer);
  View Taken = *Hole;
  if (!Taken.Reducer)
    return Taken;
  Hole->Reducer = nullptr;
  --Current->Used;
  // Entries that follow might not be found where they are.
  uint64_t Mask = Current->Size - 1;
  for (uint64_t I = (Hole - Current->Places + 1) & Mask;
       Current->Places[I].Reducer; I = (I + 1) & Mask) {
    View Moved = Current->Places[I];
    Current->Places[I].Reducer = nullptr;
    *find(Current, Moved.Reducer) = Moved;
  }
  return Taken;
}

[[gnu::noinline]] inline void end(char *First, uint64_t Count,
                                  uint64_t Stride) {
  for (; First && Count && isTable(Current); --Count, First += Stride) {
    View V = takeOut(First);
    if (V.Reducer && V.Memory != First)
      callReduce(First, V);
  }
}

} // namespace tussah_views_1

/// Defines the functions of abi.h for reducers.
#define TUSSAH_DEFINE_VIEWS                                                    \
  void *tussah_abi_view(void *Reducer, uint64_t Size,                          \
                        void (*Identity)(void *),                              \
                        void (*Reduce)(void *, void *)) {                      \
    return tussah_views_1::Current                                             \
               ? tussah_views_1::lookUp(Reducer, Size, Identity, Reduce)       \
               : Reducer;                                                      \
  }                                                                            \
  void tussah_abi_reducer_begin(void *First, uint64_t Count, uint64_t Stride,  \
                                uint64_t, void (*)(void *),                    \
                                void (*Reduce)(void *, void *)) noexcept {     \
    if (tussah_views_1::Current)                                               \
      tussah_views_1::begin(static_cast<char *>(First), Count, Stride,         \
                            Reduce);                                           \
  }                                                                            \
  void tussah_abi_reducer_end(void *First, uint64_t Count, uint64_t Stride) {  \
    if (tussah_views_1::Current)                                               \
      tussah_views_1::end(static_cast<char *>(First), Count, Stride);          \
  }

#endif // TUSSAH_RUNTIME_ABI_VIEWS_H
