/* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * idle.c with sequentially consistent memory, for WORKERS == 2.
 *
 * Broken variants, which must fail:
 *   NO_NOTIFY    nobody is wakened after a publication
 *   NO_HANDOVER  the last searcher that finds work wakens nobody
 */

bool listed[WORKERS], wanted[WORKERS];
bool lock = false;
byte sleepers = 0, searchers = 0;

inline acquire() { atomic { !lock -> lock = true } }
inline unlock() { lock = false }

/* Lets worker w go on. The lock is held. */
inline release(w) {
  listed[w] = false;
  sleepers--;
  searchers++;
  wanted[w] = true
}

inline wake_one() {
  acquire();
  if
  :: listed[0] -> release(0)
  :: !listed[0] && listed[1] -> release(1)
  :: else
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

/* A searching worker wants to sleep, and looks once more afterwards. */
inline announce() {
  wanted[me] = false;
  acquire();
  listed[me] = true;
  sleepers++;
  unlock();
  atomic { searchers-- }
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
