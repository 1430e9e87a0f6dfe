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

// If it is not there, an error names its package, unless another linker is chosen, a folder is named for clang, or
// nothing is linked. The clangs are scripts, with nothing beside them; the first one finds what it finds.
// RUN: mkdir %t/empty %t/there && touch %t/there/ld.lld && chmod +x %t/there/ld.lld
// RUN: printf '#!/bin/sh\nexec %clang "$@"\n' > %t/finds && chmod +x %t/finds
// RUN: printf '#!/bin/sh\n[ "$1" = -print-prog-name=ld.lld ] && echo ld.lld && exit\nexec %clang "$@"\n' > %t/lacks
// RUN: chmod +x %t/lacks
// RUN: env PATH=%t/empty %bin-dir/tussah-clang --tussah-clang=%t/finds -### -flto %t/a.o 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=LLD
// RUN: %not env PATH=%t/empty %bin-dir/tussah-clang --tussah-clang=%t/lacks -### -flto %t/a.o 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=LACKS -DN=%llvm-version --match-full-lines --implicit-check-not={{.}}
// LACKS: tussah-clang: error: -flto needs lld; apt-get install lld-[[N]]
// RUN: env PATH=%t/empty %bin-dir/tussah-clang --tussah-clang=%t/lacks -### -flto --ld-path=%t/there/ld.lld %t/a.o
// RUN: env PATH=%t/empty %bin-dir/tussah-clang --tussah-clang=%t/lacks -### -flto -B%t/there %t/a.o
// RUN: env PATH=%t/empty %bin-dir/tussah-clang --tussah-clang=%t/lacks -flto -c %s -DPART=1 -o %t/0.o

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
