/* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * idle.c with sequentially consistent memory, for WORKERS == 2.
 *
 * Broken variants, which must fail:
 *   NO_NOTIFY    nobody is woken after a publication
 *   NO_HANDOVER  the last searcher that finds work wakes nobody
 *
 * There are processors for all but SURPLUS workers. Broken variants then:
 *   NO_WATCH     the watchman sleeps until it is woken
 *   NO_INSISTING the watchman leaves work to others again, as if it had looked
 *   TRUST        nobody is woken though there is no watchman
 */

#ifndef SURPLUS
#define SURPLUS 0
#endif

bool listed[WORKERS], wanted[WORKERS], insists[WORKERS];
byte watchman = WORKERS; /* nobody */
bool lock = false;
byte sleepers = 0, searchers = 0;

inline acquire() { atomic { !lock -> lock = true } }
inline unlock() { lock = false }

/* Lets worker w go on. The lock is held. */
inline release(w) {
  listed[w] = false;
  sleepers--;
  searchers++;
  wanted[w] = true;
  if
  :: watchman == w -> watchman = WORKERS
  :: else
  fi
}

#ifdef TRUST
#define IS_WATCHED (sleepers <= SURPLUS)
#else
#define IS_WATCHED (watchman < WORKERS && sleepers <= SURPLUS)
#endif

inline wake_one() {
  acquire();
  if
  :: IS_WATCHED -> skip
  :: !IS_WATCHED ->
  if
  :: listed[0] && watchman != 0 -> release(0)
  :: !(listed[0] && watchman != 0) && listed[1] && watchman != 1 -> release(1)
  :: else ->
    if
    :: watchman < WORKERS -> release(watchman)
    :: else
    fi
  fi
  fi;
  unlock()
}

/* Worker me has found work. */
inline end_search() {
  atomic { searchers--; last = (searchers == 0) };
#ifndef NO_HANDOVER
  if
  :: last && sleepers > 0 -> wake_one()
  :: else
  fi
#endif
}

/* Worker me goes into the list. The lock is held. */
inline enlist() {
  wanted[me] = false;
  listed[me] = true;
  sleepers++;
  if
  :: SURPLUS > 0 && watchman == WORKERS -> watchman = me; watches = true
  :: else -> watches = false
  fi
}

/* A searching worker wants to sleep, and looks once more afterwards. */
inline announce() {
  acquire();
  enlist();
  unlock();
  atomic { searchers-- }
}

/* The same without a look, if others are awake. Sets relies. */
inline rely() {
  relies = false;
  if
  :: !insists[me] && sleepers < SURPLUS ->
    acquire();
    if
    :: sleepers < SURPLUS -> enlist(); searchers--; relies = true
    :: else
    fi;
    unlock()
  :: else
  fi
}

/* Worker me sleeps; the watchman for a time only, as long as others can go on. */
inline rest() {
#ifdef NO_WATCH
  wanted[me]
#else
  if
  :: watches -> wanted[me] || timeout; cancel()
  :: !watches -> wanted[me]
  fi;
#ifndef NO_INSISTING
  insists[me] = watches
#endif
#endif
}

/* The last look has found something. */
inline cancel() {
  acquire();
  if
  :: listed[me] -> release(me)
  :: else
  fi;
  unlock()
}

/* Something was published. */
inline notify() {
#ifndef NO_NOTIFY
  if
  :: searchers == 0 && sleepers > 0 -> wake_one()
  :: else
  fi
#else
  skip
#endif
}
