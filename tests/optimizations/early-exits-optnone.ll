; RUN: %opt -passes='tussah-early-exits' -pass-remarks-missed=tussah -S %s -o /dev/null 2>&1 | %FileCheck %s --allow-empty
; Why the early exit of a function without optimization is not taken needs no reason.
; CHECK-NOT: remark: {{.*}}early exit
;
; The same function with optimization: the exit is taken, or there is a reason.
; RUN: sed 's/ optnone//' %s | %opt -passes='tussah-early-exits' -pass-remarks=tussah -S -o /dev/null 2>&1 | %FileCheck %s --check-prefix=TAKEN
; TAKEN: remark: {{.*}}the early exit of the task is taken without a spawn
; RUN: sed 's/ optnone//; s/define internal/define weak/' %s | %opt -passes='tussah-early-exits' -pass-remarks-missed=tussah -S -o /dev/null 2>&1 | %FileCheck %s --check-prefix=REASON
; REASON: remark: {{.*}}the early exit of the task is not taken at its spawn: another definition may replace it

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
