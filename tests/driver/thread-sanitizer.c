// REQUIRES: onetbb
// ThreadSanitizer cannot follow the frames of target native.
// RUN: %tussah-clang -### -fsanitize=thread %s 2>&1 | %FileCheck %s --check-prefixes=NOTE,ONETBB
// RUN: %tussah-clang -### -fno-sanitize=thread -fsanitize=undefined,thread %s 2>&1 | %FileCheck %s --check-prefixes=NOTE,ONETBB
// NOTE: {{^}}tussah-clang: note: -fsanitize=thread does not work with target 'native'; using target 'onetbb'{{$}}
// ONETBB: "target=onetbb"
// ONETBB-NOT: "-ltussah"
// ONETBB: "-ltbb"
// RUN: %tussah-clang -### -fsanitize=thread -fno-sanitize=all %s 2>&1 | %FileCheck %s --check-prefix=NATIVE --implicit-check-not="note: "
// RUN: %tussah-clang -### -fsanitize=address %s 2>&1 | %FileCheck %s --check-prefix=NATIVE --implicit-check-not="note: "
// NATIVE: "target=native"
// NATIVE: "-ltussah"
// RUN: %tussah-clang -### -ftussah-target=reverse -fsanitize=thread %s 2>&1 | %FileCheck %s --check-prefix=REVERSE --implicit-check-not="note: "
// REVERSE: "target=reverse"
// Who names the target does not get another one.
// RUN: %not %tussah-clang -### -ftussah-target=native -fsanitize=thread %s 2>&1 | %FileCheck %s --check-prefix=NAMED
// NAMED: tussah-clang: error: -fsanitize=thread does not work with target 'native'; leave it out or choose -ftussah-target=onetbb

int main(void) { return 0; }
