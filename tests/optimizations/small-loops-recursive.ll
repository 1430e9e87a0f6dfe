; RUN: timeout 60 %opt -passes='tussah-small-loops,verify,tussah-verify' -tussah-target=native -S %s | %FileCheck %s
; The body of a loop of one iteration has the same loop, since a recursive
; function was inlined: that is called, or there would be no end to it.

declare ptr @tussah.frame()
declare void @tussah.parfor(ptr, ptr, i64, i64, ...)
declare void @work(i64)

; CHECK-LABEL: define void @recursive(
; CHECK-NOT: @tussah.parfor
; CHECK: call void @body(i64 0, i64 %n)
; CHECK-NOT: @tussah.parfor
define void @recursive(i64 %n) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @body, i64 1, i64 0, i64 %n)
  ret void
}
define internal void @body(i64 %k, i64 %n) "tussah-body" {
  call void @work(i64 %n)
  %zero = icmp eq i64 %n, 0
  br i1 %zero, label %done, label %more
more:
  %f = call ptr @tussah.frame()
  %less = sub i64 %n, 1
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @body, i64 1, i64 0, i64 %less)
  br label %done
done:
  ret void
}
