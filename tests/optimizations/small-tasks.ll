; RUN: %opt -passes='tussah-small-tasks,verify,tussah-verify' -tussah-target=native -S %s | %FileCheck %s --check-prefixes=CHECK,NATIVE
; RUN: %opt -passes='tussah-small-tasks,verify,tussah-verify' -tussah-target=reverse -S %s | %FileCheck %s --check-prefixes=CHECK,OTHER
; RUN: %opt -passes='tussah-small-tasks' -tussah-small-tasks=0 -S %s | %FileCheck %s --check-prefix=OFF
; RUN: %opt -passes='tussah-small-tasks' -pass-remarks-missed=tussah -S %s -o /dev/null 2>&1 | %FileCheck %s --check-prefix=REMARK
; A task that costs less than its spawn becomes part of its parent.
; OFF-LABEL: define void @small(
; OFF: @tussah.spawn(

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare ptr @tussah.frame()
declare void @tussah.spawn(ptr, ptr, ptr, ...)
declare void @tussah.sync(ptr)
declare void @work()
declare ptr @tussah.storage(ptr, i64, i64)

define internal void @tiny(i32 %x, ptr %p) "tussah-task" {
  store i32 %x, ptr %p
  ret void
}

define internal void @calls(ptr %p) "tussah-task" {
  call void @work()
  ret void
}

define internal void @waits(ptr %p) "tussah-task" {
  store atomic i32 1, ptr %p release, align 4
  ret void
}

define internal void @unknown(i32 %n, ptr %p) "tussah-task" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %i, ptr %p
  %next = add nuw i32 %i, 1
  %c = icmp ult i32 %next, %n
  br i1 %c, label %loop, label %done
done:
  ret void
}

; Ten times five instructions.
define internal void @ten(ptr %p) "tussah-task" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr inbounds i64, ptr %p, i64 %i
  store i64 %i, ptr %q
  %next = add nuw i64 %i, 1
  %c = icmp ult i64 %next, 10
  br i1 %c, label %loop, label %done
done:
  ret void
}

; A cycle that can be entered in two places is no loop to LLVM.
define internal void @two_entries(i1 %where, ptr %p) "tussah-task" {
  br i1 %where, label %one, label %two
one:
  br label %two
two:
  %again = load i1, ptr %p
  br i1 %again, label %one, label %done
done:
  ret void
}

; CHECK-LABEL: define void @small(
; CHECK-NEXT: store i32 7, ptr %p
; CHECK-NEXT: call void @work()
; CHECK-NEXT: ret void
define void @small(ptr %p) presplitcoroutine {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @tiny, i32 7, ptr %p)
  call void @work()
  call void @tussah.sync(ptr %f)
  ret void
}

; CHECK-LABEL: define void @others(
; CHECK: @tussah.spawn({{.*}} @calls
; CHECK: @tussah.spawn({{.*}} @waits
; CHECK: @tussah.spawn({{.*}} @unknown
; CHECK: @tussah.spawn({{.*}} @two_entries
; NATIVE: @tussah.spawn({{.*}} @ten
; OTHER-NOT: @tussah.spawn({{.*}} @ten
; CHECK: call void @tussah.sync(
define void @others(ptr %p, i32 %n) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @calls, ptr %p)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @waits, ptr %p)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @unknown, i32 %n, ptr %p)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @two_entries, i1 true, ptr %p)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @ten, ptr %p)
  call void @work()
  call void @tussah.sync(ptr %f)
  ret void
}

; What a task calls counts if its code is known.
define internal void @step(ptr %p) {
  %v = load i64, ptr %p
  %w = add i64 %v, 1
  store i64 %w, ptr %p
  ret void
}

define linkonce_odr void @steps(ptr %p) {
  call void @step(ptr %p)
  call void @step(ptr %p)
  ret void
}

define internal void @calls_steps(ptr %p) "tussah-task" {
  call void @steps(ptr %p)
  ret void
}

; Another one may take its place when the program is linked or loaded.
define weak void @replaced(ptr %p) {
  ret void
}

define internal void @calls_replaced(ptr %p) "tussah-task" {
  call void @replaced(ptr %p)
  ret void
}

define internal void @recursive(i1 %again, ptr %p) {
  call void @mutual(i1 %again, ptr %p)
  ret void
}

define internal void @mutual(i1 %again, ptr %p) {
  br i1 %again, label %one, label %done
one:
  call void @recursive(i1 false, ptr %p)
  ret void
done:
  ret void
}

define internal void @calls_recursive(ptr %p) "tussah-task" {
  call void @mutual(i1 true, ptr %p)
  ret void
}

define internal void @store_flag(ptr %p) {
  store atomic i32 1, ptr %p release, align 4
  ret void
}

define internal void @calls_waiting(ptr %p) "tussah-task" {
  call void @store_flag(ptr %p)
  ret void
}

; Three times what @ten costs.
define internal void @thirty(ptr %p) {
  call void @ten(ptr %p)
  call void @ten(ptr %p)
  call void @ten(ptr %p)
  ret void
}

define internal void @calls_thirty(ptr %p) "tussah-task" {
  call void @thirty(ptr %p)
  ret void
}

; CHECK-LABEL: define void @known_callees(
; CHECK-NOT: @tussah.
; CHECK: call void @steps(ptr %p)
; CHECK: call void @work()
; CHECK: ret void
define void @known_callees(ptr %p) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @calls_steps, ptr %p)
  call void @work()
  call void @tussah.sync(ptr %f)
  ret void
}

; CHECK-LABEL: define void @other_callees(
; CHECK: @tussah.spawn({{.*}} @calls_replaced
; CHECK: @tussah.spawn({{.*}} @calls_recursive
; CHECK: @tussah.spawn({{.*}} @calls_waiting
; NATIVE: @tussah.spawn({{.*}} @calls_thirty
; OTHER-NOT: @tussah.spawn({{.*}} @calls_thirty
; CHECK: call void @tussah.sync(
define void @other_callees(ptr %p) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @calls_replaced, ptr %p)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @calls_recursive, ptr %p)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @calls_waiting, ptr %p)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @calls_thirty, ptr %p)
  call void @work()
  call void @tussah.sync(ptr %f)
  ret void
}

; Memory that one of two tasks has is no variable of their parent.
; REMARK: spawned: the memory of its arguments may be another task's
; REMARK: spawned: the memory of its arguments may be another task's
; CHECK-LABEL: define void @shared_storage(
; CHECK: @tussah.spawn({{.*}} @tiny
; CHECK: @tussah.spawn({{.*}} @tiny
define void @shared_storage(i1 %which) {
  %f = call ptr @tussah.frame()
  %s = call ptr @tussah.storage(ptr %f, i64 4, i64 4)
  br i1 %which, label %one, label %two
one:
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr %s, ptr @tiny, i32 1, ptr %s)
  br label %done
two:
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr %s, ptr @tiny, i32 2, ptr %s)
  br label %done
done:
  call void @work()
  call void @tussah.sync(ptr %f)
  ret void
}

; CHECK-NOT: presplitcoroutine
