//===- tussah/cps/levels.hpp - The ready queue ------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_CPS_LEVELS_HPP
#define TUSSAH_INCLUDE_TUSSAH_CPS_LEVELS_HPP

#include <tussah/cps/closure.hpp>

#include <algorithm>
#include <memory>
#include <new>
#include <utility>

namespace tussah::cps::detail {

/// Ready closures: an array in which element L is the list of those of level L
/// (the paper, section 3). All operations take constant time, amortized over
/// the pushes, as long as these do not skip levels. Used by one thread at a
/// time.
///
/// Most closures need no list: one that is deeper than all in the lists, and as
/// deep as all in the *chain*, comes to the head of the chain. In a depth-first
/// execution all are. The chain is moved into the lists when a thief wants its
/// end: each closure once, so this is paid by the pushes.
///
/// The deepest levels share the last list, in which the closure that was posted
/// last comes first. So a chain of tail calls or spawns may have any length,
/// and needs no more lists. Nothing throws once there is a queue.
class Levels {
public:
  /// Levels from here on have one list.
  static constexpr std::uint32_t LastLevel = (1 << 20) - 1;

  /// Throws std::bad_alloc.
  Levels() : Capacity(FewLevels), Lists(new Link[FewLevels]) {
    for (std::size_t i = 0; i < Capacity; ++i)
      Lists[i] = {&Lists[i], &Lists[i]};
  }
  Levels(const Levels &) = delete;
  Levels &operator=(const Levels &) = delete;

  bool empty() const { return !Top && Deepest < 0; }
  /// The deepest level that is not empty; -1 if all are.
  std::int64_t deepest() const {
    return std::max(Top ? static_cast<std::int64_t>(Top->Level) : -1, Deepest);
  }

  /// Inserts \p closure, of level \p level, at the head of the list of its
  /// level, if it is as most are; otherwise does nothing, and returns false.
  /// Then the caller uses push().
  TUSSAH_CPS_INLINE bool pushDeepest(Closure *closure, std::uint32_t level) {
    if (level < Limit) [[unlikely]]
      return false;
    closure->Next = Top;
    Top = closure;
    Limit = level;
    return true;
  }

  /// Inserts \p closure at the head of the list of its level.
  void push(Closure *closure) {
    if (pushDeepest(closure, closure->Level))
      return;
    insert(closure, listOf(closure->Level));
    listsChanged();
  }

  /// Closures that are shallower than \p level are refused by pushDeepest().
  void setFloor(std::uint32_t level) {
    Floor = level;
    listsChanged();
  }
  std::uint32_t floor() const { return Floor; }

  /// Removes the head of the deepest level, which the worker itself runs next;
  /// null if there is none.
  TUSSAH_CPS_INLINE Closure *popDeepest() {
    if (Closure *closure = Top; closure && closure->Level > Deepest) {
      Top = static_cast<Closure *>(closure->Next);
      setLimit();
      return closure;
    }
    return popFromList();
  }

  /// Removes the tail of the shallowest level, which a thief gets; null if
  /// there is none.
  Closure *popShallowest() {
    moveChain();
    if (Deepest < 0)
      return nullptr;
    while (Lists[Shallowest].Next == &Lists[Shallowest])
      ++Shallowest;
    Link *list = &Lists[Shallowest];
    Link *tail = list->Prev;
    remove(tail);
    if (Shallowest == Deepest && list->Next == list)
      forgetAll();
    listsChanged();
    return static_cast<Closure *>(tail);
  }

private:
  static constexpr std::int64_t None = INT64_MAX;

  void setLimit() {
    Limit = Top ? std::max(Top->Level, AboveLists) : AboveLists;
  }
  void listsChanged() {
    AboveLists = std::max(static_cast<std::uint32_t>(Deepest + 1), Floor);
    setLimit();
  }

  /// Returns the list of a level, which will not be empty.
  Link *listOf(std::uint32_t level) {
    if (level >= Capacity) [[unlikely]]
      level = grow(level);
    Deepest = std::max(Deepest, static_cast<std::int64_t>(level));
    Shallowest = std::min(Shallowest, static_cast<std::int64_t>(level));
    return &Lists[level];
  }

  Closure *popFromList() {
    if (Deepest < 0)
      return nullptr;
    Link *list = &Lists[Deepest];
    Link *head = list->Next;
    remove(head);
    if (list->Next == list)
      leaveDeepest();
    listsChanged();
    return static_cast<Closure *>(head);
  }

  /// Moves the chain into the lists. Those of a level that are there already
  /// are newer.
  void moveChain() {
    while (Closure *closure = Top) {
      Top = static_cast<Closure *>(closure->Next);
      insert(closure, listOf(closure->Level)->Prev);
    }
  }

  static void insert(Link *link, Link *before) {
    Link *after = before->Next;
    link->Next = after;
    link->Prev = before;
    after->Prev = link;
    before->Next = link;
  }

  static void remove(Link *link) {
    link->Prev->Next = link->Next;
    link->Next->Prev = link->Prev;
  }

  void forgetAll() {
    Deepest = -1;
    Shallowest = None;
  }

  /// The deepest level has become empty.
  void leaveDeepest() {
    do {
      if (--Deepest < Shallowest)
        return forgetAll();
    } while (Lists[Deepest].Next == &Lists[Deepest]);
  }

  /// Makes room for \p level, if there is memory. Moves the lists, and mends
  /// the links to their heads. Returns the list of the level.
  std::uint32_t grow(std::uint32_t level) {
    level = std::min(level, LastLevel);
    if (level < Capacity)
      return level;
    std::size_t wanted = std::min<std::size_t>(
        std::max<std::size_t>(2 * Capacity, level + 1), LastLevel + 1);
    std::unique_ptr<Link[]> lists(new (std::nothrow) Link[wanted]);
    if (!lists)
      return static_cast<std::uint32_t>(Capacity - 1);
    for (std::size_t i = 0; i < wanted; ++i) {
      Link *list = &lists[i];
      bool used = i < Capacity && Lists[i].Next != &Lists[i];
      *list = used ? Lists[i] : Link{list, list};
      list->Next->Prev = list->Prev->Next = list;
    }
    Lists = std::move(lists);
    Capacity = wanted;
    return level;
  }

  static constexpr std::size_t FewLevels = 64;

  /// The chain, linked by Next; no closure in it is deeper than the one before.
  /// Of a level that the chain and a list have, the list has the newer ones.
  Closure *Top = nullptr;
  /// The least level for pushDeepest(), that of the head of the chain or
  /// AboveLists: a level that has a list is continued there.
  std::uint32_t Limit = 0;
  /// The level below the deepest list, or the floor if that is deeper.
  std::uint32_t AboveLists = 0, Floor = 0;
  /// Of the lists: the deepest level in use, or -1. No level above the
  /// shallowest one is in use; it may be empty itself.
  std::int64_t Deepest = -1, Shallowest = None;
  std::size_t Capacity;
  std::unique_ptr<Link[]> Lists;
};

} // namespace tussah::cps::detail

#endif // TUSSAH_INCLUDE_TUSSAH_CPS_LEVELS_HPP
