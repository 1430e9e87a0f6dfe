//===- tasks.c - A debugger in a task and in a loop body ------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// REQUIRES: gdb
//
// What gdb printed counts, not its exit code: when the process ends, it may fail
// to read the registers of a thread that the kernel has removed.
//
// RUN: %tussah-clang -O0 -g -ftussah-target=serial %s -o %t.serial
// RUN: %gdb -x %S/Inputs/commands.gdb %t.serial > %t.serial.log 2>&1 || true
// RUN: %FileCheck %s --input-file=%t.serial.log
// RUN: %tussah-clang -O0 -g -ftussah-target=onetbb %s -o %t.onetbb
// RUN: %gdb -x %S/Inputs/commands.gdb %t.onetbb > %t.onetbb.log 2>&1 || true
// RUN: %FileCheck %s --input-file=%t.onetbb.log
// RUN: %tussah-clang -O0 -g -ftussah-target=native %s -o %t.native
// RUN: env TUSSAH_STRESS=always-steal %gdb -x %S/Inputs/commands.gdb %t.native > %t.native.log 2>&1 || true
// RUN: %FileCheck %s --input-file=%t.native.log

#include <cilk/cilk.h>

#include <stdio.h>

static int twice(int x) { return 2 * x; }

static int tasks(int argument) {
  int captured = argument + 1, result = 0; // BREAK start
  cilk_spawn {
    int own = twice(captured);
    result = own + argument; // BREAK task
  }
  cilk_sync;
  return result; // BREAK parent
}

static int loops(int count, int *out) {
  int factor = 3;
  cilk_for (int i = 5; i < 5 + count; ++i) {
    int square = i * i;
    out[i - 5] = factor * square; // BREAK body
  }
  return out[0];
}

int main(void) {
  int out[1];
  int a = tasks(20);
  int b = loops(1, out);
  printf("done %d %d\n", a, b);
}

// CHECK: {{[0-9]+.*}}int captured = argument + 1{{.*}} // BREAK start
// CHECK: argument = 20
// CHECK: {{[0-9]+.*}}result = own + argument; // BREAK task
// CHECK: $1 = 42
// CHECK: $2 = 21
// CHECK: $3 = 20
// CHECK: {{[0-9]+.*}}return result; // BREAK parent
// CHECK: $4 = 62
// CHECK: $5 = 21
// CHECK: {{[0-9]+.*}}out[i - 5] = factor * square; // BREAK body
// CHECK: $6 = 5
// CHECK: $7 = 25
// CHECK: $8 = 3
// CHECK: done 62 75
