//===- jumps.cpp - Jumps over destructors within tasks --------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All ways out of a scope share its destructor calls. Of a jump to a label that
// follows later clang does not know at that time where it ends: at the end of a
// task as little as in the function around it.
//
// RUN: %matrix %s
// tasks: 110
// flags: -std=c++17
// extra: sanitize debug

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <cilk/cilk.h>

static NOINLINE int twice(int x) {
  meet();
  return 2 * x;
}

/// Over one destructor to the end of the block, which the parent's follow.
static NOINLINE int toTheEnd(int way) {
  Tracked outer(1);
  int task = 0;
  cilk_spawn {
    {
      Tracked object(3);
      if (way == 1)
        goto end;
      task += twice(object.value());
    }
    task += 100;
  end:;
  }
  Tracked later(2);
  int parent = twice(way) + later.value();
  cilk_sync;
  return 10 * task + parent;
}

/// Several ways leave the inner scope, and some of them the outer one, too.
static NOINLINE int toTheMiddle(int way) {
  int task = 0;
  cilk_spawn {
    Tracked first(1);
    {
      Tracked second(2);
      {
        Tracked third(3);
        if (way == 1)
          goto middle;
        if (way == 2)
          goto end;
        if (way == 3)
          goto behind;
        task += twice(1);
      }
      task += 10;
    middle:
      task += 100;
      if (way == 4)
        goto end;
      Tracked late(4);
      if (way == 5)
        goto behind;
      task += late.value();
    }
    task += 1000;
  behind:
    task += 10000;
  end:;
  }
  int parent = twice(way);
  cilk_sync;
  return task + parent;
}

/// Forward and back, out of loops, switches and handlers.
static NOINLINE int otherJumps(int way) {
  int task = 0;
  cilk_spawn {
    int round = 0;
  again:
    Tracked object(round);
    switch (Tracked scrutinee(way); scrutinee.value()) {
    case 1: {
      Tracked inner(1);
      if (round++ < 3)
        goto again;
      break;
    }
    case 2:
      for (int i = 0; i < 3; ++i) {
        Tracked inner(i);
        if (i == 0)
          continue;
        if (i == 2)
          goto end;
        task += twice(i);
      }
      break;
    case 3:
      try {
        Tracked inner(3);
        if (round == 0)
          throw twice(way);
        goto end;
      } catch (int thrown) {
        Tracked handled(thrown);
        task += thrown;
        ++round;
        goto again;
      }
    default: {
      Tracked inner(4);
      task += inner.value();
    }
    }
    task += 100 + round;
  end:;
  }
  int parent = twice(way);
  cilk_sync;
  return task + parent;
}

/// Within the bodies of a parallel loop and of a scope, and out of that.
static NOINLINE int regions(int way) {
  int results[12] = {}, result = 0;
  cilk_for (int i = 0; i < 12; ++i) {
    Tracked first(i);
    {
      Tracked second(i);
      if (i % 4 == way)
        goto end;
      Tracked third(i);
      if (i % 4 == 3)
        goto middle;
      results[i] = twice(second.value());
    }
    results[i] += 1;
  middle:
    results[i] += 2;
  end:;
  }
  cilk_scope {
    Tracked first(1);
    cilk_spawn {
      {
        Tracked second(2);
        if (way == 1)
          goto taskEnd;
      }
      result = twice(5);
    taskEnd:;
    }
    {
      Tracked third(3);
      if (way == 2)
        goto scopeEnd;
      if (way == 3)
        goto out;
    }
    cilk_sync;
    result += 7;
  scopeEnd:;
  }
  result += 1000;
out:
  for (int value : results)
    result = 3 * result + value;
  return result;
}

/// Tasks in tasks: the way out of the inner one ends in the outer one.
static NOINLINE int nested(int way) {
  int outer = 0, inner = 0, innermost = 0;
  cilk_spawn {
    Tracked first(1);
    cilk_spawn {
      Tracked second(2);
      {
        Tracked third(3);
        if (way == 1)
          goto innerEnd;
        cilk_spawn {
          {
            Tracked fourth(4);
            if (way == 2)
              goto innermostEnd;
          }
          innermost = twice(3);
        innermostEnd:;
        }
        if (way == 3)
          goto innerEnd;
      }
      inner = twice(2);
    innerEnd:;
    }
    {
      Tracked fifth(5);
      if (way == 4)
        goto outerEnd;
    }
    outer = twice(1);
  outerEnd:;
  }
  int parent = twice(way);
  cilk_sync;
  return parent + 10 * outer + 100 * inner + 1000 * innermost;
}

struct Throwing {
  Tracked object;
  explicit Throwing(int value) : object(value) {}
  ~Throwing() noexcept(false) {
    if (object.value() == 13)
      throw 13;
  }
};

/// The destructor throws: after a jump and without one.
static NOINLINE int throwing(int way, int value) {
  int task = 0;
  Tracked outer(1);
  try {
    cilk_spawn {
      {
        Throwing object(value);
        Tracked inner(2);
        if (way == 1)
          goto end;
        if (way == 2)
          goto middle;
        task += 1;
      }
      task += 10;
    middle:
      task += 100;
    end:;
    }
    cilk_sync;
  } catch (int thrown) {
    task += 1000 * thrown;
  }
  return task;
}

int main() {
  for (int way = 0; way < 6; ++way)
    printf("%d: %d %d %d %d %d %d %d\n", way, toTheEnd(way), toTheMiddle(way),
           otherJumps(way), regions(way), nested(way), throwing(way, way),
           throwing(way, 13));
  counters.print("objects");
}
