; RUN: %not %opt -tussah-target=serial -passes=tussah-lower-tasks -disable-output %s 2>&1 | %FileCheck %s
; RUN: %not %opt -tussah-target=reverse -passes=tussah-lower-tasks -disable-output %s 2>&1 | %FileCheck %s
; CHECK: error: 'tussah.sync' is left in function 'f' after all tasks have been lowered

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @tussah.sync(ptr)

define void @f(ptr %p) {
  store ptr @tussah.sync, ptr %p
  ret void
}
