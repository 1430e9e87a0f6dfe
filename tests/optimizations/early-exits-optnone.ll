; RUN: %opt -passes='tussah-early-exits' -pass-remarks-missed=tussah -S %s -o /dev/null 2>&1 | %FileCheck %s --allow-empty
; Why the early exit of a function without optimization is not taken needs no reason.
; CHECK-NOT: remark: {{.*}}early exit

declare ptr @tussah.frame()
declare void @tussah.spawn(ptr, ptr, ptr, ...)
declare void @tussah.sync(ptr)
declare i64 @work(i64)

define internal void @task(i64 %n) noinline optnone "tussah-task" {
  %c = icmp slt i64 %n, 2
  br i1 %c, label %out, label %go
out:
  ret void
go:
  %r = call i64 @work(i64 %n)
  ret void
}
define void @spawns(i64 %n) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @task, i64 %n)
  %r = call i64 @work(i64 1)
  call void @tussah.sync(ptr %f)
  ret void
}
