/* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Publishing, stealing, taking back and joining (slot.h, join.h, publish.md),
 * with sequentially consistent memory. A function spawns CHILDREN children and
 * syncs; every worker that runs its continuation publishes the next one.
 *
 * Broken variants, which must fail:
 *   TAKE_BACK_UNCHECKED  the owner looks at its slot and then empties it
 *   ARRIVE_IN_TWO_STEPS  the join counter is decremented by a load and a store
 *   ARRIVE_UNCOUNTED     a promotion does not count the child it leaves behind
 */

#define WORKERS 3
#define CHILDREN 3

mtype = { EMPTY, FULL, BUSY };

mtype slot[WORKERS] = EMPTY;
byte offered[WORKERS];       /* the child that the continuation comes after */
byte strands = 1;            /* that have not arrived at the sync */
byte continued[CHILDREN];    /* how often the code behind each child was run */
byte published[CHILDREN];
byte joined = 0;

/* One strand has arrived; the last one continues the frame. */
inline arrive() {
#ifdef ARRIVE_IN_TWO_STEPS
  left = strands - 1;
  strands = left;
#else
  atomic { left = strands - 1; strands = left }
#endif
  if
  :: left == 0 -> joined++; assert(joined == 1)
  :: else
  fi
}

/* The code from child next on, as the strand of worker me. */
inline work() {
  do
  :: next == CHILDREN -> arrive(); break
  :: else ->
    if
    :: slot[me] == EMPTY ->
      /* Asked by a thief, which may be at any time. */
#ifndef ARRIVE_UNCOUNTED
      atomic { strands++ }
#endif
      offered[me] = next;
      published[next]++;
      slot[me] = FULL;
      /* The child returns. */
#ifdef TAKE_BACK_UNCHECKED
      got = (slot[me] == FULL);
      if
      :: got -> slot[me] = EMPTY
      :: else
      fi;
#else
      atomic {
        got = (slot[me] == FULL);
        if
        :: got -> slot[me] = EMPTY
        :: else
        fi
      };
#endif
      if
      :: got ->
        atomic { strands-- }
      :: else ->
        arrive();
        break
      fi
    :: true /* nobody asked, or the slot is not free */
    fi;
    atomic { continued[next]++; assert(continued[next] == 1) };
    next++
  od
}

proctype worker(byte me; bool first) {
  byte next = 0, left, victim;
  bool got;
  if
  :: first -> work()
  :: else
  fi;
  do
  :: joined > 0 -> break
  :: else ->
    victim = 0;
    do
    :: victim == WORKERS -> break
    :: victim < WORKERS && (victim == me || slot[victim] != FULL) -> victim++
    :: victim < WORKERS && victim != me && slot[victim] == FULL ->
      atomic {
        got = (slot[victim] == FULL);
        if
        :: got -> slot[victim] = BUSY
        :: else
        fi
      };
      if
      :: got ->
        next = offered[victim];
        slot[victim] = EMPTY;
        atomic { continued[next]++; assert(continued[next] == 1) };
        next++;
        work();
        break
      :: else -> victim++
      fi
    od
  od
}

init {
  atomic {
    run worker(0, true);
    run worker(1, false);
    run worker(2, false)
  }
}

/* Every join completes. */
ltl joins { <> (joined == 1) }

/* What is published is continued, by a thief or by its owner. */
ltl continues {
  [] (published[0] > 0 -> <> (continued[0] == 1)) &&
  [] (published[1] > 0 -> <> (continued[1] == 1)) &&
  [] (published[2] > 0 -> <> (continued[2] == 1))
}
