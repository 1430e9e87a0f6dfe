; RUN: %opt -passes='tussah-outline,verify,tussah-verify' -S %s | %FileCheck %s --implicit-check-not=__tussah
; A front end may give markers other types, as long as the calls mean the same: for C
; a function that is declared without a prototype takes any arguments, and the
; result of one may be ignored.

declare i32 @__tussah_task_begin(...)
declare i32 @__tussah_task_end(i32)
declare i32 @__tussah_sync(...)
declare i32 @__tussah_loop_begin(...)
declare i64 @__tussah_loop_index(...)
declare void @__tussah_loop_end(...)
declare void @work(i64)

; CHECK-LABEL: define void @parent(
; CHECK: call {{.*}}@tussah.spawn({{.*}} ptr @parent.task)
; CHECK: call {{.*}}@tussah.parfor({{.*}} ptr @parent.body, i64 8, i64 0)
; CHECK: call void @tussah.sync(
; CHECK-LABEL: define internal void @parent.task(
; CHECK-LABEL: define internal void @parent.body(i64 %k)
define void @parent() {
entry:
  %is = call i32 @__tussah_task_begin(i32 0)
  %start = icmp ne i32 %is, 0
  br i1 %start, label %task, label %end

task:
  call void @work(i64 100)
  br label %end

end:
  call void @__tussah_task_end(i32 0)
  %loop = call i32 @__tussah_loop_begin(i32 1, i64 8, i64 0)
  %run = icmp ne i32 %loop, 0
  br i1 %run, label %body, label %done

body:
  %k = call i64 @__tussah_loop_index()
  call void @work(i64 %k)
  br label %done

done:
  call void @__tussah_loop_end(i32 1)
  call void @__tussah_sync(i32 0)
  ret void
}
