// REQUIRES: lld
// Objects with bitcode need a linker that reads this clang's.
// RUN: rm -rf %t && mkdir %t && touch %t/a.o
// RUN: %tussah-clang++ -### -flto %t/a.o 2>&1 | %FileCheck %s --check-prefix=LLD
// RUN: %tussah-clang++ -### -flto=thin %t/a.o 2>&1 | %FileCheck %s --check-prefix=LLD
// RUN: %tussah-clang++ -### -flto=thin -fuse-ld=bfd %t/a.o 2>&1 | %FileCheck %s --check-prefix=BFD
// RUN: %tussah-clang++ -### -flto -fno-lto %t/a.o 2>&1 | %FileCheck %s --check-prefix=BFD
// RUN: %tussah-clang++ -### %t/a.o 2>&1 | %FileCheck %s --check-prefix=BFD
// LLD: ld.lld"
// BFD-NOT: ld.lld

// RUN: %tussah-clang++ -O2 -Werror -flto=thin -c %s -DPART=1 -o %t/1.o 2>&1 | %count 0
// RUN: %tussah-clang++ -O2 -Werror -flto=thin -c %s -DPART=2 -o %t/2.o 2>&1 | %count 0
// RUN: %tussah-clang++ -O2 -Werror -flto=thin %t/1.o %t/2.o -o %t/thin 2>&1 | %count 0
// RUN: %t/thin
// RUN: %tussah-clang++ -O2 -Werror -flto %s -DPART=1 -DPART2 -o %t/full 2>&1 | %count 0
// RUN: %t/full

#include "Inputs/fib.h"

int compute(int n);

#if PART == 2 || defined(PART2)
int compute(int n) { return fib(n); }
#endif

#if PART == 1
int main() { return compute(10) == 55 ? 0 : 1; }
#endif
