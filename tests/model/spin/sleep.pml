/* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Requests, sleeping and waking (request.h, idle.c, search.c, sleep.md), with
 * sequentially consistent memory. A victim publishes OFFERS continuations, each
 * when a poll finds a request, and never takes one back: it depends on the
 * workers, and they on being woken.
 *
 * Broken variants, which must fail:
 *   NO_RECHECK  a worker sleeps without a look after the announcement
 *   NO_NOTIFY   nobody is woken after a publication
 *   NO_ASK      a worker that finds nothing does not ask
 *   TAKE_LATE   the victim takes the request after the look at its slot
 */

#define WORKERS 2
#define OFFERS 2

mtype = { EMPTY, FULL, BUSY };

#include "idle.pml"

mtype slot = EMPTY;
bool request = false, done = false;
byte published = 0, stolen = 0, ended = 0;

/* sets found */
inline steal() {
  found = false;
  if
  :: slot == FULL ->
    atomic {
      if
      :: slot == FULL -> slot = BUSY; found = true
      :: else
      fi
    };
    if
    :: found -> slot = EMPTY; request = true
    :: else
    fi
  :: slot != FULL ->
#ifdef NO_ASK
    skip
#else
    if
    :: !request -> request = true
    :: else
    fi
#endif
  fi
}

proctype worker(byte me) {
  bool found, last, relies, watches;
  searchers++;
  do
  :: done -> end_search(); break
  :: !done ->
    rely();
    if
    :: !relies -> steal()
    :: relies -> found = false
    fi;
    if
    :: found -> skip
    :: relies ->
      if
      :: done -> cancel()
      :: else -> rest()
      fi
    :: else ->
      announce();
#ifndef NO_RECHECK
      if
      :: !done -> steal()
      :: done -> found = false
      fi;
      if
      :: found || done -> cancel()
      :: else -> rest()
      fi
#else
      rest()
#endif
    fi;
    if
    :: found ->
      end_search();
      stolen++;
      searchers++
    :: else
    fi
  od;
  ended++
}

proctype victim() {
  byte w;
  do
  :: published == OFFERS -> break
  :: published < OFFERS ->
    request; /* a poll */
#ifndef TAKE_LATE
    request = false;
#endif
    if
    :: slot == EMPTY ->
#ifdef TAKE_LATE
      request = false;
#endif
      published++;
      slot = FULL;
      notify()
    :: else
#ifdef TAKE_LATE
      -> request = false
#endif
    fi
  od;
  slot == EMPTY;
  stolen == OFFERS;
  done = true;
  for (w : 0 .. WORKERS - 1) {
    acquire();
    if
    :: listed[w] -> release(w)
    :: else
    fi;
    unlock()
  }
}

init {
  atomic {
    run victim();
    run worker(0);
    run worker(1)
  }
}

/* A published continuation is stolen: nobody sleeps while there is one. */
ltl steals { [] (slot == FULL -> <> (slot != FULL)) }

/* No request and no wake-up is lost: all come to their ends. */
ltl ends { <> (ended == WORKERS) }
