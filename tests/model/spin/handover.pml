/* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Two victims publish one continuation each, unasked. Each worker takes one,
 * which keeps it busy from then on, so both must come though each victim may
 * rely on a worker that is about to take the other's (sleep.md, lemma 3).
 */

#define WORKERS 2
#define VICTIMS 2

mtype = { EMPTY, FULL, BUSY };

#include "idle.pml"

mtype slot[VICTIMS] = EMPTY;
byte published = 0, stolen = 0;

/* Sets found. */
inline steal() {
  found = false;
  victim = 0;
  do
  :: victim == VICTIMS || found -> break
  :: else ->
    atomic {
      if
      :: slot[victim] == FULL -> slot[victim] = BUSY; found = true
      :: else
      fi
    };
    if
    :: found -> slot[victim] = EMPTY
    :: else -> victim++
    fi
  od
}

proctype worker(byte me) {
  bool found, last, relies, watches;
  byte victim;
  searchers++;
  do
  :: true ->
    rely();
    if
    :: !relies -> announce(); steal()
    :: relies -> found = false
    fi;
    if
    :: found -> cancel()
    :: else -> rest(); steal()
    fi;
    if
    :: found -> break
    :: else
    fi
  od;
  end_search();
  stolen++
}

proctype victim_thread(byte me) {
  slot[me] = FULL;
  published++;
  notify()
}

init {
  atomic {
    run victim_thread(0);
    run victim_thread(1);
    run worker(0);
    run worker(1)
  }
}

/* Both continuations are stolen. */
ltl steals { <> (stolen == VICTIMS) }
