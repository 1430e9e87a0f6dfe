// DEFINE: %{compile} = %clangxx -std=c++17 -g -I %S/../tasks/Inputs -Xclang -load -Xclang %lib-dir/libtussah-pass.so -fpass-plugin=%lib-dir/libtussah-pass.so -mllvm -tussah-target=reverse %s
// RUN: %{compile} -O2 -S -emit-llvm -fno-discard-value-names -o - | %FileCheck %s --check-prefix=IR
// RUN: %{compile} -O0 -S -emit-llvm -fno-discard-value-names -o - | %FileCheck %s --check-prefix=O0
// What lowering makes has debug information of its own, so that the code which is
// inlined into it keeps its lines and variables.
#include "markers.h"

__attribute__((noinline)) void scale(double *v, int n, double s) {
  LOOP(0, n, {
    int i = (int)__tussah_narrow((long)__tussah_loop_index(), 1);
    double x = v[i];
    v[i] = s * x;
  });
}

// Captured variables: values as parameters, references through them. LLVM keeps no
// more of them than in serial code.
// RUN: %{compile} -O2 -DCAPTURES -S -emit-llvm -fno-discard-value-names -o - | %FileCheck %s --check-prefix=CAPTURES
#ifdef CAPTURES
void use(double *);
__attribute__((noinline)) void captures(int n, double factor) {
  double total = 0;
  LOOP(0, n, {
    use(&total);
    total += factor;
  });
  use(&total);
}
#endif
// CAPTURES: define internal {{.*}}void @_Z8capturesid.body.leaf(
// CAPTURES: #dbg_declare(ptr %total{{[.a-z0-9]*}}, [[TOTAL:![0-9]+]], !DIExpression(),
// CAPTURES: #dbg_value(double %factor{{[.a-z0-9]*}}, [[FACTOR:![0-9]+]], !DIExpression(),
// CAPTURES-DAG: [[TOTAL]] = !DILocalVariable(name: "total"
// CAPTURES-DAG: [[FACTOR]] = !DILocalVariable(name: "factor"

// IR: define internal {{.*}}void @_Z5scalePdid.body.leaf({{.*}} !dbg [[LEAF:![0-9]+]]
// IR: #dbg_{{value|assign}}(double {{%[0-9]+}}, [[X:![0-9]+]], {{.*}}, [[AT:![0-9]+]])
// IR-DAG: [[LEAF]] = distinct !DISubprogram(name: "_Z5scalePdid.body.leaf"{{.*}} flags: DIFlagArtificial
// IR-DAG: [[X]] = !DILocalVariable(name: "x"
// IR-DAG: [[AT]] = !DILocation({{.*}}inlinedAt: [[CALL:![0-9]+]]
// IR-DAG: [[CALL]] = distinct !DILocation({{.*}}scope: [[LEAF]]

// O0: define internal {{.*}}void @_Z5scalePdid.body.dac.run({{.*}} !dbg [[ENTRY:![0-9]+]]
// O0: call void @_Z5scalePdid.body.dac({{.*}} !dbg [[AT:![0-9]+]]
// O0-DAG: [[ENTRY]] = distinct !DISubprogram(name: "_Z5scalePdid.body.dac.run"{{.*}} line: [[LINE:[1-9][0-9]*]], {{.*}} flags: DIFlagArtificial
// O0-DAG: [[AT]] = !DILocation(line: [[LINE]], scope: [[ENTRY]])
