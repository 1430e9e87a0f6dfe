// With these flags clang writes unoptimized bitcode, and compiles that in a job
// of its own. The passes must run there too: without them nothing would link.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tussah-clang -Werror -O2 -save-temps %s -o a
// RUN: ls | %FileCheck %s
// CHECK: {{.*}}.bc
// RUN: %t/a
// RUN: nm a | %FileCheck %s --check-prefix=TASKS
// TASKS: {{ U __tussah_}}
// RUN: %tussah-clang -Werror -save-temps=obj -ftussah-target=serial -c %s -o b.o
// RUN: nm b.o | %FileCheck %s --check-prefix=SERIAL --implicit-check-not=tbb --implicit-check-not=__tussah
// SERIAL: T main
// RUN: %tussah-clang -Werror b.o -o b
// RUN: %t/b
// RUN: %tussah-clang -Werror -fembed-bitcode %s -o c
// RUN: %t/c

#include "Inputs/fib.h"

int main(void) { return fib(10) == 55 ? 0 : 1; }
