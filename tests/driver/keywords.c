// With -fopencilk the keywords need no header, and __cilk is 301.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c && cp %s a.cpp
// RUN: %tussah-clang -Werror -Wall -Wextra -pedantic -std=c11 -fopencilk a.c -DVERSION=301 -o a && ./a
// RUN: readelf -d a | %FileCheck %s --check-prefix=TASKS
// TASKS: NEEDED{{.*}}libtussah
// RUN: %tussah-clang -Werror -Wall -Wextra -fcilkplus -O2 a.c -DVERSION=301 -o a && ./a
// RUN: %tussah-clang++ -Werror -Wall -Wextra -pedantic -fopencilk -O2 a.cpp -DVERSION=301 -o a && ./a
// The last word counts.
// RUN: %tussah-clang++ -Werror -Wall -fopencilk -fno-opencilk a.cpp -DVERSION=300 -DHEADER -o a && ./a
// Without the flag they are not there; with the header, all but the version is
// the same, and the flag and the header go together.
// RUN: %not %tussah-clang -fsyntax-only a.c -DVERSION=300 2>&1 | %FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: {{.*}}'cilk_spawn'
// RUN: %tussah-clang -Werror -Wall a.c -DVERSION=300 -DHEADER -o a && ./a
// RUN: %tussah-clang -Werror -Wall -fopencilk a.c -DVERSION=301 -DHEADER -DLATE -o a && ./a
// The elision, by the header in spite of the flag.
// RUN: %tussah-clang -Werror -Wall -fopencilk -include cilk/cilk_stub.h a.c -DVERSION=301 -DLATE -o a && ./a
// RUN: readelf -d a | %FileCheck %s --check-prefix=SERIAL
// SERIAL-NOT: libtussah

// Preprocessed in a step of its own, compiled with and without the flag.
// RUN: %tussah-clang -Werror -fopencilk -E a.c -DVERSION=301 -o a.i
// RUN: %tussah-clang -Werror -Wall a.i -o a && ./a && readelf -d a | %FileCheck %s --check-prefix=TASKS
// RUN: %tussah-clang -Werror -Wall -fopencilk a.i -o a && ./a && readelf -d a | %FileCheck %s --check-prefix=TASKS
// RUN: %tussah-clang++ -Werror -fopencilk -save-temps a.cpp -DVERSION=301 -o a && ./a && readelf -d a | %FileCheck %s --check-prefix=TASKS

// In precompiled headers.
// RUN: %tussah-clang -Werror -fopencilk -x c-header a.c -DVERSION=301 -DNOMAIN -o c.pch
// RUN: %tussah-clang -Werror -fopencilk -DVERSION=301 -DNOMAIN -include-pch c.pch -DONLYMAIN a.c -o a && ./a
// RUN: %tussah-clang++ -Werror -fopencilk -x c++-header a.cpp -DVERSION=301 -DNOMAIN -o cxx.pch
// RUN: %tussah-clang++ -Werror -fopencilk -DVERSION=301 -DNOMAIN -include-pch cxx.pch -DONLYMAIN a.cpp -o a && ./a
// RUN: readelf -d a | %FileCheck %s --check-prefix=TASKS

// Other kinds of inputs do not mind.
// RUN: %tussah-clang -Werror -fopencilk -O1 -DVERSION=301 -c -emit-llvm a.c -o a.bc
// RUN: %tussah-clang -Werror -fopencilk -S a.bc -o a.S
// RUN: %tussah-clang -Werror -fopencilk a.S -o a && ./a

#ifndef ONLYMAIN
#if __cilk != VERSION
#error another version of the language
#endif
#ifdef HEADER
#include <cilk/cilk.h>
#endif

static int fib(int n) {
  if (n < 2)
    return n;
  int a = cilk_spawn fib(n - 1);
  int b = _Cilk_spawn fib(n - 2);
  _Cilk_sync;
  int s[10];
  _Cilk_for (int i = 0; i < 10; ++i)
    s[i] = i;
  cilk_for (int i = 0; i < 10; ++i)
    s[i] += i;
  _Cilk_scope { cilk_spawn fib(0); }
  cilk_scope { _Cilk_spawn fib(0); }
  cilk_sync;
  return a + b + s[9] - 18;
}

#ifdef LATE
#include <cilk/cilk.h>
#endif
#endif

#if !defined(NOMAIN) || defined(ONLYMAIN)
int main(void) {
  int x = cilk_spawn fib(10);
  cilk_sync;
  return x != 55;
}
#endif
