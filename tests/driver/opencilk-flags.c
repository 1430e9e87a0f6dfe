// The flags of OpenCilk and Cilk Plus: what they mean here, or an error.
// RUN: rm -rf %t && mkdir -p "%t/my dir" && cd %t && cp %abi-dir/libtussah-abi-serial.bc "my dir/abi" && cp "my dir/abi" abi

// -ftapir=lambda is the user's own file. Clang never sees the option of it.
// RUN: %tussah-clang -Werror -O2 -ftapir=lambda -mllvm "-tapir-runtime-bc-path=%t/my dir/abi" %s -o lambda && ./lambda
// RUN: readelf -d lambda | %FileCheck %s --check-prefix=SERIAL
// SERIAL-NOT: {{libtussah}}
// RUN: %tussah-clang -### -c -mllvm --tapir-runtime-bc-path=abi -ftapir=lambda %s 2>&1 | %FileCheck %s --check-prefix=LAMBDA
// RUN: %tussah-clang -### -c -mllvm=-tapir-runtime-bc-path=abi -ftapir=lambda %s 2>&1 | %FileCheck %s --check-prefix=LAMBDA
// RUN: %tussah-clang -### -c -mllvm -tapir-runtime-bc-path=no -mllvm -tapir-runtime-bc-path=abi -ftapir=lambda %s 2>&1 | %FileCheck %s --check-prefix=LAMBDA
// RUN: %tussah-clang -### -c -Xclang -mllvm -Xclang -tapir-runtime-bc-path=abi -ftapir=lambda %s 2>&1 | %FileCheck %s --check-prefix=LAMBDA
// LAMBDA-NOT: tapir
// LAMBDA: "-plugin-arg-tussah" "target=./abi"
// LAMBDA-NOT: tapir-runtime
// The option and its value, one of them in a response file.
// RUN: echo "-O1 -mllvm" > half.rsp && echo "-tapir-runtime-bc-path=abi -O3" > other.rsp
// RUN: %tussah-clang -### -c @half.rsp -tapir-runtime-bc-path=abi -ftapir=lambda %s 2>&1 | %FileCheck %s --check-prefix=HALF
// RUN: %tussah-clang -### -c -mllvm @other.rsp -ftapir=lambda %s 2>&1 | %FileCheck %s --check-prefix=OTHER
// HALF: "-O1"{{.*}}"-plugin-arg-tussah" "target=./abi"
// OTHER: "-O3"{{.*}}"-plugin-arg-tussah" "target=./abi"
// Clang's own values of -mllvm stay, also those that look like flags of Tussah.
// RUN: %tussah-clang -### -c -mllvm -simplifycfg-preserve-all-spawns -mllvm -tasksimplify-preserve-all-spawns -mllvm -inline-threshold=7 %s 2>&1 | %FileCheck %s --check-prefix=MLLVM
// MLLVM-NOT: preserve-all-spawns
// MLLVM: "-plugin-arg-tussah" "keep-spawns"
// MLLVM: "-mllvm" "-inline-threshold=7"
// MLLVM-NOT: preserve-all-spawns

// RUN: %tussah-clang -### -c -Xclang -mllvm -Xclang -inline-threshold=7 -Xclang -mllvm -Xclang -simplifycfg-preserve-all-spawns %s 2>&1 | %FileCheck %s --check-prefix=MLLVM

// OpenCilk's linker lowers tasks with LTO. All spellings, in one argument or more.
// RUN: %not %tussah-clang -Wl,-mllvm,-tapir-runtime-bc-path=abi %s 2>&1 | %FileCheck %s --check-prefix=LINKER --match-full-lines --implicit-check-not={{.}}
// RUN: %not %tussah-clang -Wl,-mllvm -Wl,-tapir-runtime-bc-path=abi %s 2>&1 | %FileCheck %s --check-prefix=LINKER --match-full-lines --implicit-check-not={{.}}
// RUN: %not %tussah-clang -Wl,-mllvm=-tapir-runtime-bc-path=abi %s 2>&1 | %FileCheck %s --check-prefix=LINKER --match-full-lines --implicit-check-not={{.}}
// RUN: %not %tussah-clang -Xlinker -mllvm -Xlinker -tapir-runtime-bc-path=abi %s 2>&1 | %FileCheck %s --check-prefix=LINKER --match-full-lines --implicit-check-not={{.}}
// RUN: %not %tussah-clang -Wl,-plugin-opt=-tapir-runtime-bc-path=abi %s 2>&1 | %FileCheck %s --check-prefix=LINKER --match-full-lines --implicit-check-not={{.}}
// RUN: %not %tussah-clang -Wl,-plugin-opt,-tapir-runtime-bc-path=abi %s 2>&1 | %FileCheck %s --check-prefix=LINKER --match-full-lines --implicit-check-not={{.}}
// LINKER: tussah-clang: error: '-tapir-runtime-bc-path=abi' is for the linker of OpenCilk, but tasks are lowered when compiling; compile with '-mllvm -tapir-runtime-bc-path=abi', and link without it
// Other options of the linker stay.
// RUN: %tussah-clang -### -fuse-ld=lld -Wl,-mllvm,-inline-threshold=7 -Wl,-plugin-opt=O2 %s 2>&1 | %FileCheck %s --check-prefix=LLD
// LLD: "-mllvm" "-inline-threshold=7" "-plugin-opt=O2"

// RUN: %not %tussah-clang -c -mllvm -tapir-target=opencilk %s 2>&1 | %FileCheck %s --check-prefix=OPT --match-full-lines --implicit-check-not={{.}}
// RUN: %not %tussah-clang -c -Xclang -mllvm -Xclang -tapir-target=opencilk %s 2>&1 | %FileCheck %s --check-prefix=OPT --match-full-lines --implicit-check-not={{.}}
// OPT: tussah-clang: error: '-mllvm -tapir-target=opencilk' is for OpenCilk's opt; use -ftapir=opencilk

// RUN: %not %tussah-clang -c -ftapir=lambda %s 2>&1 | %FileCheck %s --check-prefix=NOABI --match-full-lines --implicit-check-not={{.}}
// NOABI: tussah-clang: error: -ftapir=lambda needs the bitcode file of a runtime; add -mllvm -tapir-runtime-bc-path=FILE
// RUN: %not %tussah-clang -c -ftapir=lambda -mllvm -tapir-runtime-bc-path=%t/none %s 2>&1 | %FileCheck %s --check-prefix=NOFILE --match-full-lines --implicit-check-not={{.}}
// NOFILE: tussah-clang: error: cannot read target '{{.*}}/none': No such file or directory
// A file for OpenCilk's own interface.
// RUN: echo 'void __rts_spawn(void) {}' > rts.c && %clang -O1 -c -emit-llvm rts.c -o rts.bc
// RUN: %not %tussah-clang -O1 -c -ftapir=lambda -mllvm -tapir-runtime-bc-path=rts.bc %s 2>&1 | %FileCheck %s --check-prefix=OTHERABI
// OTHERABI: error: {{.*}}rts.bc

// RUN: %not %tussah-clang -c -ftapir=qthreads %s 2>&1 | %FileCheck %s --check-prefix=QTHREADS --match-full-lines --implicit-check-not={{.}}
// QTHREADS: tussah-clang: error: -ftapir=qthreads is not available; use -ftapir=opencilk
// RUN: %not %tussah-clang -c -ftapir=realm %s 2>&1 | %FileCheck %s --check-prefix=REALM --match-full-lines --implicit-check-not={{.}}
// REALM: tussah-clang: error: unknown target 'realm'; known are {{.*}}

// The tools. The last word on the sanitizer counts, and others stay.
// RUN: %not %tussah-clang -fsanitize=thread,cilk -c %s 2>&1 | %FileCheck %s --check-prefix=CILKSAN --match-full-lines --implicit-check-not={{.}}
// CILKSAN: tussah-clang: error: -fsanitize=cilk cannot be combined with -fsanitize=thread; choose one of them
// RUN: %tussah-clang -Werror -fsanitize=cilk -fno-sanitize=cilk -c %s -o a.o
// RUN: %tussah-clang -### -fsanitize=cilk,undefined -fno-sanitize=cilk -c %s 2>&1 | %FileCheck %s --check-prefix=UBSAN
// UBSAN: "-fsanitize={{[a-z,-]+}}"
// RUN: %not %tussah-clang -mllvm -csi-tool-bitcode=t.bc -c %s 2>&1 | %FileCheck %s --check-prefix=CSI --match-full-lines --implicit-check-not={{.}}
// CSI: tussah-clang: error: '-mllvm -csi-tool-bitcode=t.bc' is for tools of OpenCilk; port the tool to <tussah/csi.h>, and compile with -fcilktool=FILE.bc
// RUN: %not %tussah-clang --opencilk-resource-dir=%t -c %s 2>&1 | %FileCheck %s --check-prefix=RESOURCE --match-full-lines --implicit-check-not={{.}}
// RESOURCE: tussah-clang: error: '--opencilk-resource-dir={{.*}}' names a runtime of OpenCilk, which cannot be used; compile and link without it
// RUN: %not %tussah-clang -mllvm -omp-bc-path=o.bc -c %s 2>&1 | %FileCheck %s --check-prefix=OMPBC --match-full-lines --implicit-check-not={{.}}
// OMPBC: tussah-clang: error: '-mllvm -omp-bc-path=o.bc' names a runtime of OpenCilk, which cannot be used; compile without it

// The libraries are satisfied, however they are named, with each linker.
// RUN: %tussah-clang -Werror -fopencilk -O1 -c %s -o a.o
// RUN: %tussah-clang -Werror -fopencilk a.o -lopencilk -lopencilk-personality-c -lopencilk-personality-cpp -lopencilk-pedigrees -o a && ./a
// RUN: %tussah-clang -Werror -fcilkplus a.o -l cilkrts -o a && ./a
// RUN: %tussah-clang -Werror -static a.o -Wl,--whole-archive,-lcilkrts,--no-whole-archive -o a && ./a
// RUN: %tussah-clang -Werror -ftapir=serial %s -lcilkrts -o a && ./a
// RUN: %if lld %{ %tussah-clang -Werror -fuse-ld=lld a.o -Wl,--as-needed -lcilkrts -lopencilk-pedigrees -o a && ./a %}
// They are what is found even where another Cilk is installed.
// RUN: echo 'unsigned __cilkrts_get_nworkers(void) { return 77; }' > other.c && %clang -shared -fPIC other.c -o libcilkrts.so
// RUN: %tussah-clang -L. a.o -lcilkrts -o a && ./a
// Their library of pedigrees switches them on for what is compiled; otherwise
// the functions are missing: never a silent success.
// RUN: echo 'unsigned long __cilkrts_get_dprand(void); int main(void) { return !__cilkrts_get_dprand(); }' > dprng.c
// RUN: %tussah-clang -Werror -fopencilk dprng.c -lopencilk-pedigrees -o dprng && ./dprng
// RUN: %tussah-clang -Werror -fopencilk -c dprng.c -l opencilk-pedigrees && %tussah-clang dprng.o -o dprng && ./dprng
// RUN: %tussah-clang -Werror -ftapir=serial dprng.c -ftussah-pedigrees -o dprng && ./dprng
// RUN: %tussah-clang -Werror -static dprng.c -ftussah-pedigrees -o dprng && ./dprng
// RUN: %tussah-clang -fopencilk -c dprng.c
// RUN: %not %tussah-clang dprng.o -lopencilk-pedigrees -o dprng 2>&1 | %FileCheck %s --check-prefix=PEDIGREES
// RUN: %not %tussah-clang dprng.c -ftussah-pedigrees -fno-tussah-pedigrees -o dprng 2>&1 | %FileCheck %s --check-prefix=PEDIGREES
// PEDIGREES: undefined {{.*}}__cilkrts_get_dprand

#include <cilk/cilk.h>
#include <cilk/cilk_api.h>

static int fib(int n) {
  if (n < 2)
    return n;
  int a = cilk_spawn fib(n - 1);
  int b = fib(n - 2);
  cilk_sync;
  return a + b;
}

#pragma weak __cilkrts_get_nworkers

int main(void) {
  if (__cilkrts_get_nworkers && __cilkrts_get_nworkers() == 77)
    return 1;
  return fib(10) != 55;
}
