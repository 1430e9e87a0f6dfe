// REQUIRES: onetbb
// Flags whose code does not work in functions that go on with another stack. A
// tool gets another target, everything else is an error.
// DEFINE: %{flags} =
// DEFINE: %{instead} = onetbb
// DEFINE: %{name} = tussah-clang
// DEFINE: %{refuse} = %not %tussah-clang %{flags} -c %s -o %t.o 2> %t.err && echo "%{name}: error: %{flags} does not work with target 'native'; leave it out or choose -ftussah-target=%{instead}" | diff - %t.err && %tussah-clang -### %{flags} -ftussah-target=%{instead} -c %s 2>&1 | %FileCheck %s --check-prefix=OTHER --implicit-check-not="error: " --implicit-check-not="note: "
// OTHER: "target={{onetbb|serial}}"
// DEFINE: %{replace} = %tussah-clang -### %{flags} -c %s 2> %t.err && grep -Fx "%{name}: note: %{flags} does not work with target 'native'; using target 'onetbb'" %t.err && grep -F '"target=onetbb"' %t.err
// REDEFINE: %{flags} = -fsanitize=safe-stack
// RUN: %{refuse}
// REDEFINE: %{flags} = -fsanitize=hwaddress
// RUN: %{refuse}
// REDEFINE: %{flags} = -mspeculative-load-hardening
// RUN: %{refuse}
// REDEFINE: %{flags} = -fsplit-stack
// RUN: %{refuse}
// REDEFINE: %{flags} = -fsanitize=dataflow
// REDEFINE: %{instead} = serial
// RUN: %{refuse}
// REDEFINE: %{flags} = -fsanitize=memory
// RUN: %{replace}
// REDEFINE: %{flags} = -fsanitize=type
// RUN: %if llvm-22 %{ %{replace} %}

// The last one of a flag and its opposite counts.
// RUN: %tussah-clang -Werror -fsanitize=safe-stack -fno-sanitize=safe-stack -c %s -o %t.o
// RUN: %tussah-clang -Werror -fsanitize=safe-stack -fno-sanitize=all -c %s -o %t.o
// RUN: %tussah-clang -Werror -fsplit-stack -fno-split-stack -mspeculative-load-hardening -mno-speculative-load-hardening -c %s -o %t.o
// RUN: %not %tussah-clang -fno-split-stack -fsplit-stack -c %s -o %t.o

// Without unwind tables nothing would run in parallel.
// RUN: %not %tussah-clang -Wl,--as-needed,--no-eh-frame-hdr %t.o -o %t 2> %t.err
// RUN: %not %tussah-clang -Xlinker --no-eh-frame-hdr %t.o -o %t 2>> %t.err
// RUN: %FileCheck %s --check-prefix=HEADER --match-full-lines --implicit-check-not={{.}} --input-file=%t.err
// HEADER: tussah-clang: error: target 'native' finds tasks by what --no-eh-frame-hdr takes away; link without it
// HEADER-NEXT: tussah-clang: error: target 'native' finds tasks by what --no-eh-frame-hdr takes away; link without it
// RUN: %tussah-clang -Wl,--no-eh-frame-hdr,--eh-frame-hdr %t.o -o %t
// RUN: %tussah-clang -ftussah-target=serial -Wl,--no-eh-frame-hdr %s -o %t && %t

// An attribute of a function is a flag for that function.
// RUN: %not %tussah-clang -O2 -ftussah-keep-spawns -DHARDENED -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=FUNCTION
// FUNCTION: instrumentation.c:[[@LINE+9]]:5: error: function 'sum' spawns and is compiled with speculative load hardening, which the target 'native' does not support; choose another one with -ftussah-target=

#include <cilk/cilk.h>

int add(int a, int b) { return a + b; }

#ifdef HARDENED
__attribute__((speculative_load_hardening))
#endif
int sum(int n) {
  int a = cilk_spawn add(n, 1);
  int b = add(n, -1);
  cilk_sync;
  return a + b;
}

int main(void) { return sum(0); }
