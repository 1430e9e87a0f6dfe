// Each warning of the plugin has a name, which options and pragmas know.
//
// RUN: %tussah-clang -fsyntax-only %s 2>&1 | %FileCheck %s --check-prefixes=RETURN,COUNTER,LAST --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tussah-clang -fsyntax-only -Wno-tussah -Wtussah-shared-counter %s 2>&1 | %FileCheck %s --check-prefixes=COUNTER,LAST --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tussah-clang -fsyntax-only -Wno-tussah-shared-counter %s 2>&1 | %FileCheck %s --check-prefixes=RETURN,LAST --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tussah-clang -fsyntax-only -w %s 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %tussah-clang -fsyntax-only -fno-diagnostics-show-option %s 2>&1 | %FileCheck %s --check-prefixes=PLAIN
//
// Errors, with and without clang's own -Werror.
// RUN: %not %tussah-clang -fsyntax-only -DSHORT -Werror=tussah-return %s 2>&1 | %FileCheck %s --check-prefixes=ERROR,COUNTER --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %not %tussah-clang -fsyntax-only -DSHORT -w -Werror=tussah-return %s 2>&1 | %FileCheck %s --check-prefixes=ERROR --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %not %tussah-clang -fsyntax-only -DSHORT -Werror -Wno-error=tussah-shared-counter %s 2>&1 | %FileCheck %s --check-prefixes=ERROR,COUNTER --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tussah-clang -fsyntax-only -DSHORT -Werror -Wno-error=tussah %s 2>&1 | %FileCheck %s --check-prefixes=RETURN,COUNTER --implicit-check-not=warning: --implicit-check-not=error:
//
// In a system header there are none, but with -Wsystem-headers.
// RUN: rm -rf %t.folder && mkdir %t.folder && cp %s %t.folder/header.h && echo '#include <header.h>' > %t.c
// RUN: %tussah-clang -fsyntax-only -isystem %t.folder -DSHORT %t.c 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %tussah-clang -fsyntax-only -isystem %t.folder -DSHORT -Wsystem-headers %t.c 2>&1 | %FileCheck %s --check-prefixes=SYSTEM
//
// Names that do not exist.
// RUN: %tussah-clang -fsyntax-only -DSHORT -Wno-tussah -Wno-error=tussah-retrun %s 2>&1 | %FileCheck %s --check-prefixes=UNKNOWN --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tussah-clang -fsyntax-only -DSHORT -Wno-tussah -Wtussah-quite-another-one %s 2>&1 | %FileCheck %s --check-prefixes=FAR
// RUN: %not %tussah-clang -fsyntax-only -DSHORT -DPRAGMA_ERRORS -Wno-tussah %s 2>&1 | %FileCheck %s --check-prefixes=PRAGMA
//
// UNKNOWN: warning: unknown warning option '-Wno-error=tussah-retrun'; did you mean '-Wno-error=tussah-return'? [-Wunknown-warning-option]
// FAR: warning: unknown warning option '-Wtussah-quite-another-one' [-Wunknown-warning-option]
// NONE-NOT: {{.}}
// SYSTEM: warning: {{.*}} [-Wtussah-return]
#include <cilk/cilk.h>

int f(int);

int first(int n) {
  // PLAIN: :[[@LINE+3]]:10: warning: no parallelism from 'cilk_spawn' in a return statement{{$}}
  // RETURN: :[[@LINE+2]]:10: warning: no parallelism from 'cilk_spawn' in a return statement [-Wtussah-return]{{$}}
  // ERROR: :[[@LINE+1]]:10: error: no parallelism from 'cilk_spawn' in a return statement [-Werror,-Wtussah-return]{{$}}
  return cilk_spawn f(n);
}

void second(int n) {
  int j;
  cilk_for (int i = 0; i < n; i++)
    // COUNTER: :[[@LINE+1]]:10: warning: {{.*}} [-Wtussah-shared-counter]{{$}}
    for (j = 0; j < n; j++)
      f(j);
}

#ifndef SHORT
#pragma tussah diagnostic push
#pragma tussah diagnostic ignored "-Wtussah-return"
int third(int n) { return cilk_spawn f(n); }
#pragma tussah diagnostic push
#pragma tussah diagnostic warning "-Wtussah-return"
// LAST: :[[@LINE+1]]:29: warning: {{.*}} [-Wtussah-return]
int between(int n) { return cilk_spawn f(n); }
_Pragma("tussah diagnostic ignored \"-Wtussah\"") int fourth(int n) {
  return cilk_spawn f(n);
}
#pragma tussah diagnostic pop
int fifth(int n) { return cilk_spawn f(n); }
#pragma tussah diagnostic pop
#endif

#ifdef PRAGMA_ERRORS
#pragma tussah diagnostic push
#pragma tussah diagnostic error "-Wtussah-return"
// PRAGMA: :[[@LINE+1]]:27: error: no parallelism from {{.*}} [-Werror,-Wtussah-return]
int sixth(int n) { return cilk_spawn f(n); }
#pragma tussah diagnostic pop
int seventh(int n) { return cilk_spawn f(n); }
// PRAGMA: error: '#pragma tussah diagnostic pop' without a 'push' before it
#pragma tussah diagnostic pop
// PRAGMA: error: expected 'push', 'pop', 'ignored', 'warning' or 'error' after '#pragma tussah diagnostic'
#pragma tussah diagnostic off
// PRAGMA: error: expected a name as "-Wtussah-return" after '#pragma tussah diagnostic'
#pragma tussah diagnostic ignored
// PRAGMA: warning: unknown warning option '-Wtussah-retrn'; did you mean '-Wtussah-return'? [-Wunknown-warning-option]
#pragma tussah diagnostic ignored "-Wtussah-retrn"
#endif
