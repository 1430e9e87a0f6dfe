; RUN: %opt -passes='tussah-small-loops' -S %s | %FileCheck %s
; Where a loop can be cancelled, it asks between iterations: it stays one.

declare ptr @tussah.frame()
declare void @tussah.parfor(ptr, ptr, i64, i64, ...)

define internal void @body(i64 %k, ptr %p) "tussah-body" {
  store i64 %k, ptr %p
  ret void
}

; CHECK: call {{.*}} @tussah.parfor(
define void @f(ptr %p) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @body, i64 4, i64 0, ptr %p)
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 8, !"tussah.cancellation", i32 1}
