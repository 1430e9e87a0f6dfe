// Which target programs get. The plugin receives it as an argument.
// RUN: %tussah-clang -### -c %s 2>&1 | %FileCheck %s --check-prefix=NATIVE
// RUN: %tussah-clang -### -c -ftussah-target=serial %s 2>&1 | %FileCheck %s --check-prefix=SERIAL
// RUN: %tussah-clang -### -c -ftapir=serial %s 2>&1 | %FileCheck %s --check-prefix=SERIAL
// RUN: %tussah-clang -### -c -ftapir=none %s 2>&1 | %FileCheck %s --check-prefix=SERIAL
// RUN: %tussah-clang -### -c -ftapir=onetbb -ftussah-target=reverse -ftapir=serial %s 2>&1 | %FileCheck %s --check-prefix=SERIAL
// RUN: %tussah-clang -### -c -ftapir=serial -ftussah-target=onetbb %s 2>&1 | %FileCheck %s --check-prefix=ONETBB
// RUN: %tussah-clang -### -c -ftussah-target=native %s 2>&1 | %FileCheck %s --check-prefix=NATIVE
// RUN: %tussah-clang -### -c -ftapir=opencilk %s 2>&1 | %FileCheck %s --check-prefix=NATIVE
// RUN: %tussah-clang -### -c -ftapir=serial -ftapir=cheetah %s 2>&1 | %FileCheck %s --check-prefix=NATIVE
// RUN: %tussah-clang -### -c -ftapir=omptask %s 2>&1 | %FileCheck %s --check-prefix=OPENMP
// RUN: %tussah-clang -### -c -ftussah-target=openmp %s 2>&1 | %FileCheck %s --check-prefix=OPENMP
// RUN: %tussah-clang -### -c -ftapir=cilkplus %s 2>&1 | %FileCheck %s --check-prefix=NATIVE
// The tests' variants are targets too.
// RUN: %tussah-clang -### -c -ftussah-target=onetbb-counted %s 2>&1 | %FileCheck %s --check-prefix=COUNTED
// A user's own, by its path.
// RUN: mkdir -p "%t dir" && cp %abi-dir/libtussah-abi-serial.bc "%t dir/my abi.bc"
// RUN: %tussah-clang -### -c "-ftussah-target=%t dir/my abi.bc" %s 2>&1 | %FileCheck %s --check-prefix=PATH
// RUN: cd "%t dir" && %tussah-clang -### -c "-ftussah-target=my abi.bc" %s 2>&1 | %FileCheck %s --check-prefix=FILE

// ONETBB-NOT: "-ftapir
// ONETBB: "-plugin-arg-tussah" "target=onetbb"
// SERIAL-NOT: "-ft
// SERIAL: "-plugin-arg-tussah" "target=serial"
// OPENMP: "-plugin-arg-tussah" "target=openmp"
// NATIVE: "-plugin-arg-tussah" "target=native"
// COUNTED: "-plugin-arg-tussah" "target=onetbb-counted"
// PATH: "-plugin-arg-tussah" "target={{.*}} dir/my abi.bc"
// FILE: "-plugin-arg-tussah" "target=my abi.bc"

// RUN: %not %tussah-clang -c -ftussah-target=nonesuch %s 2>&1 | %FileCheck %s --check-prefix=UNKNOWN --match-full-lines --implicit-check-not={{.}}
// UNKNOWN: tussah-clang: error: unknown target 'nonesuch'; known are native, onetbb, openmp, reverse, serial, and the path of a bitcode file
// RUN: %not %tussah-clang -c -ftussah-target=natvie %s 2>&1 | %FileCheck %s --check-prefix=MISSPELT --match-full-lines --implicit-check-not={{.}}
// MISSPELT: tussah-clang: error: unknown target 'natvie'; did you mean 'native'?
// OpenCilk's names are for -ftapir only.
// RUN: %not %tussah-clang++ -c -ftussah-target=opencilk %s 2>&1 | %FileCheck %s --check-prefix=OPENCILK --match-full-lines --implicit-check-not={{.}}
// OPENCILK: tussah-clang++: error: unknown target 'opencilk'; known are native, onetbb, openmp, reverse, serial, and the path of a bitcode file
// RUN: %not %tussah-clang -c -ftussah-target= %s 2>&1 | %FileCheck %s --check-prefix=EMPTY --match-full-lines --implicit-check-not={{.}}
// EMPTY: tussah-clang: error: unknown target ''; known are {{.*}}
// RUN: %not %tussah-clang -c -ftussah-target=%t/no.bc %s 2>&1 | %FileCheck %s --check-prefix=NOFILE --match-full-lines --implicit-check-not={{.}}
// NOFILE: tussah-clang: error: cannot read target '{{.*}}/no.bc': No such file or directory
// RUN: %not %tussah-clang -c -ftussah-target=/ %s 2>&1 | %FileCheck %s --check-prefix=FOLDER --match-full-lines --implicit-check-not={{.}}
// FOLDER: tussah-clang: error: target '/' is not a bitcode file

int x;
