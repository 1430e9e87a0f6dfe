; RUN: %opt -tussah-target=native -passes='tussah-lower-tasks,verify' -S %s | %FileCheck %s
; Behind a spawn whose frame has been promoted nothing is computed for a PHI
; before the runtime is asked, as a thief may use the frame. So the block that
; asks has no edge to a PHI: it goes on where the others do.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare ptr @tussah.frame()
declare void @tussah.spawn(ptr, ptr, ptr, ...)
declare void @tussah.sync(ptr)
declare void @work()
declare void @use(i100)

define internal void @task() {
  call void @work()
  ret void
}

; CHECK-LABEL: define {{.*}}@wide
; CHECK: br i1 %{{.*}}, label %[[PROMOTED:promoted[0-9]*]], label %[[KEPT:kept[0-9]*]]
; CHECK: [[PROMOTED]]:
; CHECK-NEXT: call preserve_nonecc void @__tussah_child_done()
; CHECK-NEXT: br label %[[KEPT]]{{$}}
define void @wide(i128 %n) {
  %frame = call ptr @tussah.frame()
  %x = trunc i128 %n to i100
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr null, ptr @task)
  call void @use(i100 %x)
  call void @tussah.sync(ptr %frame)
  ret void
}
