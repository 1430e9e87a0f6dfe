// What the drivers add is never reported as unused, in no kind of step.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %tussah-clang -Wall -Wextra -pedantic -Werror -c %s -o a.o 2>&1 | %count 0
// RUN: %tussah-clang -Wall -Wextra -Werror a.o -o a 2>&1 | %count 0
// RUN: %t/a
// RUN: %tussah-clang -Werror -fsyntax-only %s 2>&1 | %count 0
// RUN: %tussah-clang -Werror -S %s -o a.s 2>&1 | %count 0
// RUN: %tussah-clang -Werror -S -emit-llvm %s -o a.ll 2>&1 | %count 0
// RUN: %tussah-clang -Werror -c -emit-llvm %s -o a.bc 2>&1 | %count 0
// RUN: %tussah-clang -Werror -c a.s -o s.o 2>&1 | %count 0
// RUN: %tussah-clang -Werror s.o -o s 2>&1 | %count 0
// RUN: %t/s
// RUN: %tussah-clang -Werror -MM %s -o a.d 2>&1 | %count 0
// RUN: %tussah-clang -Werror -x c-header %S/Inputs/fib.h -o fib.pch 2>&1 | %count 0
// RUN: %tussah-clang -Werror %S/Inputs/fib.h -o fib.gch 2>&1 | %count 0
// RUN: %tussah-clang -Werror -r a.o -o r.o 2>&1 | %count 0
// RUN: %tussah-clang -Werror r.o -o r 2>&1 | %count 0
// RUN: %t/r

// Preprocessed output compiles to the same program.
// RUN: %tussah-clang -Werror -E %s -o a.i 2>&1 | %count 0
// RUN: %tussah-clang -Werror -Wall a.i -o i 2>&1 | %count 0
// RUN: %t/i
// A program without tasks does not depend on the runtime, one with tasks does.
// RUN: echo 'int main(void) { return 0; }' | %tussah-clang -x c - -o plain
// RUN: readelf -d plain | %FileCheck %s --check-prefix=PLAIN
// RUN: readelf -d a | %FileCheck %s --check-prefix=TASKS
// PLAIN-NOT: {{libtussah|libtbb|libstdc}}
// TASKS: NEEDED{{.*}}libtussah

#include "Inputs/fib.h"

int main(void) { return fib(10) == 55 ? 0 : 1; }
