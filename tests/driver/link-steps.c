// What is added depends on what the command line does.
// RUN: rm -rf %t && mkdir %t

// Compile only: the plugin, nothing to link.
// RUN: %tussah-clang -### -c %s 2>&1 | %FileCheck %s --check-prefixes=PLUGIN,NOLINK
// RUN: %tussah-clang -### -fsyntax-only %s 2>&1 | %FileCheck %s --check-prefixes=PLUGIN,NOLINK
// RUN: %tussah-clang -### -S %s 2>&1 | %FileCheck %s --check-prefixes=PLUGIN,NOLINK
// RUN: %tussah-clang -### -E %s 2>&1 | %FileCheck %s --check-prefix=NOLINK
// RUN: %tussah-clang -### -x c-header %s 2>&1 | %FileCheck %s --check-prefix=NOLINK
// PLUGIN: "-cc1"
// PLUGIN-SAME: "-load" "{{.*}}libtussah-clang.so"
// PLUGIN-SAME: "-plugin-arg-tussah" "target=native"
// NOLINK-NOT: "-ltussah"
// NOLINK-NOT: "-lstdc++"

// Link steps, from sources or objects. Libraries come after the user's.
// RUN: %tussah-clang -### %s -lfoo 2>&1 | %FileCheck %s --check-prefixes=PLUGIN,NATIVE
// RUN: touch %t/a.o
// RUN: %tussah-clang -### %t/a.o -lfoo 2>&1 | %FileCheck %s --check-prefix=NATIVE
// RUN: %tussah-clang++ -### %t/a.o -lfoo 2>&1 | %FileCheck %s --check-prefix=NATIVE
// The runtime is shared unless the program is static.
// RUN: %tussah-clang -### -shared %t/a.o -lfoo 2>&1 | %FileCheck %s --check-prefix=NATIVE
// NATIVE: "-L{{[^"]*}}/lib/tussah"
// NATIVE-SAME: "-lfoo" "-rpath" "{{[^"]*}}/lib/tussah"
// NATIVE-SAME: "--push-state" "--as-needed" "-ltussah" "-lpthread" "--pop-state"
// NATIVE-SAME: "-ltussah-cps" "-ltussah-backtrack" "-ltussah-graph"
// RUN: %tussah-clang -### -static-libtussah %t/a.o 2>&1 | %FileCheck %s --check-prefix=INSIDE --implicit-check-not=-rpath
// INSIDE: "--push-state" "--as-needed" "-l:libtussah.a" "-lpthread" "--pop-state"
// RUN: %tussah-clang -### -static %t/a.o 2>&1 | %FileCheck %s --check-prefix=NATIVESTATIC --implicit-check-not=-rpath
// NATIVESTATIC: "--push-state" "--as-needed" "-ltussah" "-lpthread" "--pop-state"
// RUN: %tussah-clang -### -ftussah-target=onetbb %t/a.o -lfoo 2>&1 | %FileCheck %s --check-prefix=LINKC
// LINKC: "-lfoo" "--push-state" "--as-needed" "-ltbb" "-lstdc++" "-lm" "--pop-state"
// RUN: %tussah-clang++ -### -ftussah-target=onetbb %t/a.o -lfoo 2>&1 | %FileCheck %s --check-prefix=LINKCXX
// LINKCXX: "-lfoo" "--push-state" "--as-needed" "-ltbb" "--pop-state" "-rpath" {{.*}} "-ltussah" "-lpthread" "--pop-state" {{.*}}"--pop-state" "-lstdc++"
// Beside libc++ the library that the runtimes were compiled for comes first.
// RUN: %tussah-clang++ -### -ftussah-target=onetbb -stdlib=libc++ %t/a.o 2>&1 | %FileCheck %s --check-prefix=LIBCXX
// LIBCXX: "-ltbb" "-lstdc++" "-lm" "--pop-state"{{.*}} "-lc++"
// RUN: %tussah-clang++ -### -ftussah-target=onetbb -stdlib=libc++ -stdlib=libstdc++ %t/a.o 2>&1 | %FileCheck %s --check-prefix=LINKCXXONLY
// LINKCXXONLY: "-ltbb" "--pop-state" "-rpath" {{.*}} "-ltussah" "-lpthread" "--pop-state" {{.*}}"--pop-state" "-lstdc++"
// RUN: %tussah-clang++ -### %t/a.o -ftussah-target=serial 2>&1 | %FileCheck %s --check-prefix=CXXSERIAL
// CXXSERIAL-NOT: "-ltbb"
// Cancellation is in the library of the native runtime, for all targets.
// CXXSERIAL: "--push-state" "--as-needed" "-ltussah"
// CXXSERIAL-NOT: "-lomp"
// RUN: %tussah-clang -### %t/a.o -ftussah-target=serial 2>&1 | %FileCheck %s --check-prefix=CSERIAL
// CSERIAL: "--push-state" "--as-needed" "-lstdc++" "-lm" "--pop-state"

// The user said which libraries, or none.
// RUN: %tussah-clang -### -nostdlib %t/a.o 2>&1 | %FileCheck %s --check-prefix=NOLINK
// RUN: %tussah-clang -### -nodefaultlibs %t/a.o 2>&1 | %FileCheck %s --check-prefix=NOLINK
// RUN: %tussah-clang -### -r %t/a.o 2>&1 | %FileCheck %s --check-prefix=NOLINK

// After "--" are inputs only: libraries still come after them.
// RUN: cd %t && touch -- -c.o && %tussah-clang -### -- -c.o 2>&1 | %FileCheck %s --check-prefix=DASHES
// DASHES: "./-c.o" "-rpath" "{{[^"]*}}" "--push-state" "--as-needed" "-ltussah"

// Without inputs there is nothing to link.
// RUN: %not %tussah-clang 2>&1 | %FileCheck %s --check-prefix=NOINPUT
// NOINPUT: error: no input files
// RUN: %tussah-clang -v 2>&1 | %FileCheck %s --check-prefix=VERSION --implicit-check-not=error
// VERSION: clang version [[#]]

// A static program cannot have oneTBB: there is only a shared one.
// RUN: %not %tussah-clang -ftussah-target=onetbb -static %t/a.o 2>&1 | %FileCheck %s --check-prefix=STATIC --match-full-lines --implicit-check-not={{.}}
// STATIC: tussah-clang: error: there is no static library of oneTBB, which target 'onetbb' needs; link without -static or choose -ftussah-target=serial
// RUN: %tussah-clang -### -static -c %s 2>&1 | %FileCheck %s --check-prefix=PLUGIN

// LLVM's OpenMP, by its other name too.
// RUN: %if openmp %{ %tussah-clang -### -ftapir=omptask %t/a.o 2>&1 | %FileCheck %s --check-prefix=OPENMP %}
// OPENMP: "--push-state" "--as-needed" "-lomp" "-lstdc++" "-lm" "--pop-state"
// A clang that finds no library. It is not needed to compile.
// RUN: echo '#!/bin/sh' > %t/clang-%llvm-version && echo 'echo "$1" | sed s/-print-file-name=//' >> %t/clang-%llvm-version && chmod +x %t/clang-%llvm-version
// RUN: %not %tussah-clang --tussah-clang=%t/clang-%llvm-version -ftussah-target=openmp %t/a.o 2>&1 | %FileCheck %s --check-prefix=NOOPENMP -DN=%llvm-version --match-full-lines --implicit-check-not={{.}}
// NOOPENMP: tussah-clang: error: cannot find libomp.so of LLVM's OpenMP, which target 'openmp' needs; apt-get install libomp-[[N]]-dev
// RUN: %not %tussah-clang --tussah-clang=%t/clang-%llvm-version -ftussah-target=onetbb %t/a.o 2>&1 | %FileCheck %s --check-prefix=NOONETBB --match-full-lines --implicit-check-not={{.}}
// NOONETBB: tussah-clang: error: cannot find libtbb.so of oneTBB, which target 'onetbb' needs; apt-get install libtbb-dev
// RUN: %tussah-clang --tussah-clang=%t/clang-%llvm-version -ftussah-target=openmp -c %s
// The user may know where it is.
// RUN: %tussah-clang --tussah-clang=%t/clang-%llvm-version -ftussah-target=openmp %t/a.o -L%t

int main(void) { return 0; }
