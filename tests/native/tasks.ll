; RUN: %opt -tussah-target=native -passes='tussah-lower-tasks,verify' -S %s | %FileCheck %s
; What is called for a task, what is done before the call, and what becomes of
; storage.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare ptr @tussah.frame()
declare ptr @tussah.storage(ptr, i64, i64)
declare void @tussah.discard(ptr, ptr)
declare void @tussah.spawn(ptr, ptr, ptr, ...)
declare void @tussah.sync(ptr)
declare void @use(ptr)
declare void @work()
declare void @many(i64, i64, i64, i64, i64, i64, i64)

; Functions that return at once if their argument is small.

define internal i64 @recurse(i64 %n) {
  %frame = call ptr @tussah.frame()
  %x = alloca i64
  %small = icmp slt i64 %n, 2
  br i1 %small, label %exit, label %more

more:
  %n1 = add i64 %n, -1
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr null, ptr @recurse.task, i64 %n1, ptr %x)
  call void @tussah.sync(ptr %frame)
  %y = load i64, ptr %x
  br label %exit

exit:
  %result = phi i64 [ %n, %0 ], [ %y, %more ]
  ret i64 %result
}

define internal void @recurse.task(i64 %n, ptr %to) {
  %r = call i64 @recurse(i64 %n)
  store i64 %r, ptr %to
  ret void
}

; The result goes to a variable: the function is called without the task, after
; its test, and LLVM need not restore the stack pointer from the frame pointer.

; CHECK-LABEL: define internal preserve_nonecc i64 @recurse(
; CHECK-NOT: recurse.task
; CHECK: [[SMALL:%.*]] = icmp slt i64 %n1, 2
; CHECK-NEXT: br i1 [[SMALL]], label %[[EARLY:.*]], label %[[CALL:.*]]
; CHECK: [[EARLY]]:
; CHECK-NEXT: store i64 %n1, ptr %x
; CHECK: [[CALL]]:
; CHECK: load volatile i64
; CHECK: invoke preserve_nonecc i64 @recurse(i64 %n1)
; CHECK: call { ptr, i64 } @__tussah_exception(
; CHECK-NOT: alloca
; CHECK-LABEL: define void @into_array(

; The result goes to where an argument points: the task is called, which is the
; function itself with a store at the end, and its early exit stores too.

define void @into_array(ptr %to, i64 %n) {
  %frame = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr null, ptr @into_array.task, i64 %n, ptr %to)
  call void @tussah.sync(ptr %frame)
  ret void
}

define internal void @into_array.task(i64 %n, ptr %to) {
  %r = call i64 @recurse(i64 %n)
  store i64 %r, ptr %to
  ret void
}

; CHECK-LABEL: define internal preserve_nonecc void @into_array.native(ptr %to, i64 %n)
; CHECK: [[SMALL:%.*]] = icmp slt i64 %n, 2
; CHECK-NEXT: br i1 [[SMALL]], label %[[EARLY:.*]], label %[[CALL:.*]]
; CHECK: [[EARLY]]:
; CHECK-NEXT: store i64 %n, ptr %to
; CHECK: [[CALL]]:
; CHECK: invoke preserve_nonecc void @into_array.task(i64 %n, ptr %to)
; CHECK-LABEL: define internal preserve_nonecc void @into_array.task(i64 %n, ptr %to)
; CHECK: invoke preserve_nonecc i64 @recurse(
; CHECK: store i64 %{{.*}}, ptr %to

; A call that passes arguments on the stack moves the stack pointer.

define void @on_stack(i64 %n) {
  %frame = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr null, ptr @on_stack.task)
  call void @many(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 %n)
  call void @tussah.sync(ptr %frame)
  ret void
}

define internal void @on_stack.task() {
  call void @work()
  ret void
}

; CHECK-LABEL: define internal preserve_nonecc void @on_stack.native(
; CHECK: call { ptr, i64 } @__tussah_exception(
; CHECK-NEXT: [[ZERO:%.*]] = call i64 asm
; CHECK-NEXT: alloca i8, i64 [[ZERO]]

; The native calling convention has more registers than others.

define void @in_registers(i64 %n) {
  %frame = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr null, ptr @in_registers.task, i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 %n)
  call void @tussah.sync(ptr %frame)
  ret void
}

define internal void @in_registers.task(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h, i64 %i, i64 %n) {
  call void @many(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %n)
  call void @many(i64 %a, i64 %b, i64 %c, i64 %g, i64 %h, i64 %i, i64 %n)
  ret void
}

; CHECK-LABEL: define internal preserve_nonecc void @in_registers.native(
; CHECK: call { ptr, i64 } @__tussah_exception(
; CHECK-NOT: alloca
; CHECK-LABEL: define void @in_frame(

; Storage that only the parent uses is a variable.

define void @in_frame(i64 %n, i1 %fails) {
  %frame = call ptr @tussah.frame()
  %memory = call ptr @tussah.storage(ptr %frame, i64 16, i64 8)
  %second = getelementptr i8, ptr %memory, i64 8
  store i64 %n, ptr %second
  call void @llvm.memcpy.p0.p0.i64(ptr %memory, ptr %second, i64 8, i1 false)
  br i1 %fails, label %fail, label %go

fail:
  call void @tussah.discard(ptr %frame, ptr %memory)
  br label %end

go:
  %copy = load i64, ptr %memory
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr %memory, ptr @in_frame.task, i64 %copy)
  br label %end

end:
  call void @tussah.sync(ptr %frame)
  ret void
}

define internal void @in_frame.task(i64 %n) {
  call void @many(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 %n)
  ret void
}

; CHECK-LABEL: define internal preserve_nonecc void @in_frame.native(
; CHECK: %memory = alloca [16 x i8], align 8
; CHECK-NOT: __tussah_storage
; CHECK: invoke preserve_nonecc void @in_frame.task(i64

; Nor is there heap memory for what is spawned once.

define void @once() {
  %frame = call ptr @tussah.frame()
  %memory = call ptr @tussah.storage(ptr %frame, i64 24, i64 8)
  call void @use(ptr %memory)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr %memory, ptr @captured.task, ptr %memory)
  call void @tussah.sync(ptr %frame)
  ret void
}

; CHECK-LABEL: define internal preserve_nonecc void @once.native(
; CHECK: %memory = alloca [24 x i8], align 8
; CHECK-NOT: __tussah_storage
; CHECK: invoke preserve_nonecc void @captured.task(ptr %memory)
; CHECK-LABEL: define void @captured(

; In a loop each task needs its own, if somebody may know its address: the task,
; or who is called.

define void @captured(i1 %more) {
entry:
  %frame = call ptr @tussah.frame()
  br label %loop

loop:
  %memory = call ptr @tussah.storage(ptr %frame, i64 16, i64 8)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr %memory, ptr @captured.task, ptr %memory)
  %known = call ptr @tussah.storage(ptr %frame, i64 32, i64 8)
  call void @use(ptr %known)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr %known, ptr @on_stack.task)
  %kept = call ptr @tussah.storage(ptr %frame, i64 48, i64 8)
  store ptr %kept, ptr @variable
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr %kept, ptr @on_stack.task)
  br i1 %more, label %loop, label %end

end:
  call void @tussah.sync(ptr %frame)
  ret void
}

define internal void @captured.task(ptr %memory) {
  call void @use(ptr %memory)
  ret void
}

; CHECK-LABEL: define internal preserve_nonecc void @captured.native(
; CHECK-DAG: call ptr @__tussah_storage(i64 16, i64 8)
; CHECK-DAG: call ptr @__tussah_storage(i64 32, i64 8)
; CHECK-DAG: call ptr @__tussah_storage(i64 48, i64 8)

@variable = global ptr null
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
