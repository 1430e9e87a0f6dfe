; RUN: %opt -tussah-target=serial -passes='tussah-lower-tasks,verify' -S %s | %FileCheck %s
; The serial elision: a spawn is a call, a sync is nothing, storage is a stack
; slot that does not grow in a loop.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare ptr @tussah.frame()
declare ptr @tussah.storage(ptr, i64, i64)
declare void @tussah.discard(ptr, ptr)
declare void @tussah.spawn(ptr, ptr, ptr, ...)
declare void @tussah.sync(ptr)
declare void @tussah.sync.unwind(ptr, ptr)
declare i64 @tussah.grain(i64, i64)
declare void @construct(ptr)
declare i32 @__gxx_personality_v0(...)

define internal void @task(i32 %x, ptr %p) {
  store i32 %x, ptr %p
  ret void
}

; CHECK-LABEL: define void @plain(
; CHECK-NEXT: call void @task(i32 7, ptr %p)
; CHECK-NEXT: ret void
define void @plain(ptr %p) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @task, i32 7, ptr %p)
  call void @tussah.sync(ptr %f)
  ret void
}

; An exception of the task arrives at once, at the unwind edge of the spawn.
; CHECK-LABEL: define void @unwinds(
; CHECK-NEXT: invoke void @task(i32 7, ptr %p)
; CHECK-NEXT: to label %next unwind label %pad
; CHECK: next:
; CHECK-NEXT: br label %done
; CHECK: done:
; CHECK-NEXT: ret void
; CHECK: pad:
; CHECK-NEXT: landingpad
; CHECK-NEXT: cleanup
; CHECK-NEXT: extractvalue
; CHECK-NEXT: resume
define void @unwinds(ptr %p) personality ptr @__gxx_personality_v0 {
  %f = call ptr @tussah.frame()
  invoke void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @task, i32 7, ptr %p)
      to label %next unwind label %pad
next:
  invoke void @tussah.sync(ptr %f) to label %done unwind label %pad
done:
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  %x = extractvalue { ptr, i32 } %e, 0
  call void @tussah.sync.unwind(ptr %f, ptr %x)
  resume { ptr, i32 } %e
}

; CHECK-LABEL: define void @stores(
; CHECK: entry:
; CHECK-NEXT: %storage = alloca [40 x i8], align 32
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-NOT: alloca
; CHECK: invoke void @construct(ptr %storage)
; CHECK: call void @task(i32 7, ptr %storage)
; CHECK: pad:
; CHECK-NEXT: landingpad
; CHECK-NEXT: cleanup
; CHECK-NEXT: resume
define void @stores(i1 %c) personality ptr @__gxx_personality_v0 {
entry:
  %f = call ptr @tussah.frame()
  br label %loop
loop:
  %s = call ptr @tussah.storage(ptr %f, i64 40, i64 32)
  invoke void @construct(ptr %s) to label %ready unwind label %pad
ready:
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr %s, ptr @task, i32 7, ptr %s)
  br i1 %c, label %loop, label %done
done:
  call void @tussah.sync(ptr %f)
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  call void @tussah.discard(ptr %f, ptr %s)
  call void @tussah.sync.unwind(ptr %f, ptr null)
  resume { ptr, i32 } %e
}

; CHECK-LABEL: define i64 @grain(
; CHECK-NEXT: ret i64 %n
define i64 @grain(i64 %n) {
  %g = call i64 @tussah.grain(i64 %n, i64 0)
  ret i64 %g
}

; CHECK-NOT: tussah.
