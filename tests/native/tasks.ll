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
; CHECK-LABEL: define internal preserve_nonecc { i64, double } @pair(

; A structure, which comes in registers, and is stored member by member.

define internal { i64, double } @pair(i64 %n) {
  %frame = call ptr @tussah.frame()
  %x = alloca { i64, double }
  %small = icmp slt i64 %n, 2
  br i1 %small, label %exit, label %more

more:
  %n1 = add i64 %n, -1
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr null, ptr @pair.task, i64 %n1, ptr %x)
  call void @tussah.sync(ptr %frame)
  %y = load i64, ptr %x
  br label %exit

exit:
  %first = phi i64 [ %n, %0 ], [ %y, %more ]
  %second = phi double [ 1.0, %0 ], [ 2.0, %more ]
  %half = insertvalue { i64, double } poison, i64 %first, 0
  %whole = insertvalue { i64, double } %half, double %second, 1
  ret { i64, double } %whole
}

define internal void @pair.task(i64 %n, ptr %to) {
  %r = call { i64, double } @pair(i64 %n)
  %a = extractvalue { i64, double } %r, 0
  store i64 %a, ptr %to
  %b = extractvalue { i64, double } %r, 1
  %at = getelementptr inbounds i8, ptr %to, i64 8
  store double %b, ptr %at
  ret void
}

; CHECK-NOT: pair.task
; CHECK: [[SMALL:%.*]] = icmp slt i64 %n1, 2
; CHECK-NEXT: br i1 [[SMALL]], label %[[EARLY:.*]], label %[[CALL:.*]]
; CHECK: [[EARLY]]:
; CHECK-NEXT: [[HALF:%.*]] = insertvalue { i64, double } poison, i64 %n1, 0
; CHECK-NEXT: [[WHOLE:%.*]] = insertvalue { i64, double } [[HALF]], double 1.0{{[0e+]*}}, 1
; CHECK-NEXT: store { i64, double } [[WHOLE]], ptr %x
; CHECK: [[CALL]]:
; CHECK: [[R:%.*]] = invoke preserve_nonecc { i64, double } @pair(i64 %n1)
; CHECK: store volatile { i64, double } [[R]], ptr %x

; What comes in two parts, of which one goes elsewhere, is stored by the task.

define void @apart(i64 %n) {
  %frame = call ptr @tussah.frame()
  %x = alloca { i64, double }
  %z = alloca double
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr null, ptr @apart.task, i64 %n, ptr %x, ptr %z)
  call void @tussah.sync(ptr %frame)
  ret void
}

define internal void @apart.task(i64 %n, ptr %to, ptr %other) {
  %r = call { i64, double } @pair(i64 %n)
  %a = extractvalue { i64, double } %r, 0
  store i64 %a, ptr %to
  %b = extractvalue { i64, double } %r, 1
  store double %b, ptr %other
  ret void
}

; CHECK-LABEL: define internal preserve_nonecc void @apart.native(
; CHECK: invoke preserve_nonecc void @apart.task(

; One that is too large for registers is stored where the caller says.

%large = type { i64, i64, i64 }

define internal void @many_words(ptr sret(%large) %result, i64 %n) {
  %frame = call ptr @tussah.frame()
  %x = alloca %large
  %small = icmp slt i64 %n, 2
  br i1 %small, label %exit, label %more

exit:
  store i64 %n, ptr %result
  %last = getelementptr inbounds %large, ptr %result, i64 0, i32 2
  store i64 7, ptr %last
  ret void

more:
  %n1 = add i64 %n, -1
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr null, ptr @many_words.task, ptr %x, i64 %n1)
  call void @tussah.sync(ptr %frame)
  ret void
}

define internal void @many_words.task(ptr %to, i64 %n) {
  call void @many_words(ptr sret(%large) %to, i64 %n)
  ret void
}

; CHECK-LABEL: define internal preserve_nonecc void @many_words(
; CHECK-NOT: many_words.task
; CHECK: [[SMALL:%.*]] = icmp slt i64 %n1, 2
; CHECK-NEXT: br i1 [[SMALL]], label %[[EARLY:.*]], label %[[CALL:.*]]
; CHECK: [[EARLY]]:
; CHECK-NEXT: store i64 %n1, ptr %x
; CHECK-NEXT: [[LAST:%.*]] = getelementptr inbounds %large, ptr %x, i64 0, i32 2
; CHECK-NEXT: store i64 7, ptr [[LAST]]
; CHECK: [[CALL]]:
; CHECK: invoke preserve_nonecc void @many_words(ptr {{.*}}%x, i64 %n1)

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

; What the parent has copied for the task alone is not copied again.

define internal void @takes(ptr byval([8 x i64]) align 8 %b) {
  %frame = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr null, ptr @on_stack.task)
  call void @use(ptr %b)
  call void @tussah.sync(ptr %frame)
  ret void
}

define void @passes(ptr %mine, ptr %shared, ptr %kept) {
  %frame = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr null, ptr @own.task, ptr %mine)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr null, ptr @shared.task, ptr %shared)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr null, ptr @kept.task, ptr %kept, ptr %shared)
  call void @tussah.sync(ptr %frame)
  ret void
}

define internal void @own.task(ptr %b) "tussah-task" {
  call void @takes(ptr byval([8 x i64]) align 8 "tussah-own-copy" %b)
  ret void
}

define internal void @shared.task(ptr %b) "tussah-task" {
  call void @takes(ptr byval([8 x i64]) align 8 %b)
  ret void
}

; LLVM has seen that the call only copies it; now it is the callee's.
define internal void @kept.task(ptr readonly %b, ptr %to) "tussah-task" {
  call void @takes(ptr byval([8 x i64]) align 8 "tussah-own-copy" %b)
  store i64 1, ptr %to
  ret void
}

; CHECK-LABEL: define internal preserve_nonecc void @passes.native(
; CHECK: invoke preserve_nonecc void @takes(ptr {{.*}}%mine)
; CHECK: invoke preserve_nonecc void @shared.task(ptr %shared)
; CHECK-LABEL: define internal preserve_nonecc void @shared.task(
; CHECK: [[COPY:%.*]] = alloca [8 x i64]
; CHECK: call void @llvm.memcpy{{.*}}(ptr {{.*}}[[COPY]], ptr {{.*}}%b,
; CHECK: @takes(ptr {{.*}}[[COPY]])
; CHECK-LABEL: define internal preserve_nonecc void @kept.task(ptr %b,
; CHECK: @takes(ptr {{.*}}%b)
