; RUN: %opt -tussah-target=native -passes='tussah-lower-tasks,verify' -S %s | %FileCheck %s
; Calls of a function that spawns are not inlined; those that only pass it on are.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare ptr @tussah.frame()
declare void @tussah.spawn(ptr, ptr, ptr, ...)
declare void @tussah.sync(ptr)
declare void @work()
declare void @apply(ptr)

define internal void @spawn.task() {
  call void @work()
  ret void
}

define void @spawn() {
  %frame = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr null, ptr @spawn.task)
  call void @tussah.sync(ptr %frame)
  ret void
}

; CHECK-LABEL: define void @caller(
; CHECK-NEXT: call void @apply(ptr @spawn) [[INLINE:#[0-9]+]]
; CHECK-NEXT: call void @spawn(){{$}}
; CHECK: attributes [[INLINE]] = { alwaysinline }
define void @caller() {
  call void @apply(ptr @spawn) alwaysinline
  call void @spawn() alwaysinline
  ret void
}
