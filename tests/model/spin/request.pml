/* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Requests of backtrack/worker.cpp: thieves ask a victim, which splits, declines,
 * polls late or never again, and ends; thieves may take a request back. Each
 * request that was taken out gets one answer, and goes to who asked; all thieves
 * come to their ends. Two victims, since a thief that took a request back asks
 * the other one (backtrack/protocols.md).
 */

#define THIEVES 2
#define VICTIMS 2
#define NOBODY 255
#define PARTS 1

mtype = { NONE, DECLINED, TASK };

byte thief_in[VICTIMS] = NOBODY;
bool closed[VICTIMS];
mtype answer[THIEVES] = NONE;
byte asked[THIEVES] = NOBODY;  /* ghost: the victim that an answer may come from */
byte made = 0, got = 0, ended = 0;
bool over = false;

/* The victim's fetch_and and its answer. */
inline take_out(task_if) {
#ifdef TAKE_OUT_IN_TWO_STEPS
  taken = thief_in[me];
  thief_in[me] = NOBODY;
#else
  atomic { taken = thief_in[me]; thief_in[me] = NOBODY };
#endif
  if
  :: taken == NOBODY
  :: taken != NOBODY && task_if && parts > 0 ->
    parts--;
    made++;
    atomic { assert(asked[taken] == me && answer[taken] == NONE); answer[taken] = TASK }
  :: taken != NOBODY && !(task_if && parts > 0) ->
    atomic { assert(asked[taken] == me && answer[taken] == NONE); answer[taken] = DECLINED }
  fi
}

proctype victim(byte me) {
  byte taken, parts = PARTS;
  do
  :: take_out(true)
  :: break
  od;
#ifdef CLOSE_WITHOUT_DECLINING
  closed[me] = true;
#else
  atomic { closed[me] = true };
  take_out(false);
#endif
  atomic { ended++; if :: ended == VICTIMS -> over = true :: else fi }
}

proctype thief(byte me) {
  byte from;
  bool sent, patient;
  do
  :: over -> break
  :: !over ->
    if
    :: from = 0
    :: from = 1
    fi;
    answer[me] = NONE;
    sent = false;
    if
    :: patient = true
    :: patient = false
    fi;
    atomic {
      if
      :: thief_in[from] == NOBODY && !closed[from] -> thief_in[from] = me; asked[me] = from; sent = true
      :: else
      fi
    };
    if
    :: !sent
    :: sent ->
      do
      :: answer[me] != NONE ->
        asked[me] = NOBODY;
        if
        :: answer[me] == TASK -> got++
        :: else
        fi;
        break
      :: answer[me] == NONE && !patient ->
#ifdef TAKE_BACK_UNCHECKED
        atomic { if :: thief_in[from] == me -> thief_in[from] = NOBODY :: else fi; asked[me] = NOBODY; break }
#else
        atomic {
          if
          :: thief_in[from] == me -> thief_in[from] = NOBODY; asked[me] = NOBODY; break
          :: else
          fi
        }
#endif
      od
    fi
  od;
  atomic { ended++; assert(ended < VICTIMS + THIEVES || made == got) }
}

init {
  atomic {
    byte i;
    for (i : 0 .. VICTIMS - 1) { run victim(i) }
    for (i : 0 .. THIEVES - 1) { run thief(i) }
  }
}

/* When the victims have ended, so do the thieves, and no task is lost. */
ltl ends { [] (over -> <> (ended == VICTIMS + THIEVES)) }
