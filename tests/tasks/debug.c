// RUN: %clang -O0 -g -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm -I %S/Inputs %s -o %t.ll
// RUN: %opt -passes=tussah-outline,verify,tussah-verify -S %t.ll -o - | %FileCheck %s
// A debugger sees in a task the task's own variables, and the captured ones in
// memory, where they stay visible at -O0.
#include "markers.h"

struct S {
  int a;
};
int work(int);

int parent(int n) {
  struct S s = {n};
  GUARD(g, 0);
  TASK(0, int local = work(n); s.a = local);
  return s.a;
}

// CHECK-LABEL: define internal void @parent.task(
// CHECK-SAME: !dbg [[SP:![0-9]+]]
// CHECK-DAG: #dbg_declare(ptr %local{{[0-9]*}}, [[LOCAL:![0-9]+]], !DIExpression()
// CHECK-DAG: #dbg_declare(ptr %n.addr{{[0-9]*}}, [[N:![0-9]+]], !DIExpression()
// CHECK-DAG: #dbg_declare(ptr %s.addr{{[0-9]*}}, [[S:![0-9]+]], !DIExpression(DW_OP_deref)
// CHECK-DAG: [[SP]] = distinct !DISubprogram(name: "parent.task"
// CHECK-DAG: [[LOCAL]] = !DILocalVariable(name: "local"
// CHECK-DAG: [[N]] = !DILocalVariable(name: "n", scope: [[SP]]
// CHECK-DAG: [[S]] = !DILocalVariable(name: "s", scope: [[SP]]
