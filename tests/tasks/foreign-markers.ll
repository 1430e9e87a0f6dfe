; RUN: %opt -passes='tussah-outline,verify,tussah-verify' -S %s | %FileCheck %s
; A front end may give a marker another type, as long as the calls mean the same.

declare i32 @__tussah_task_begin(i32)
declare i32 @__tussah_task_end(i32)
declare void @__tussah_sync(i32)
declare void @work()

; CHECK-LABEL: define void @parent(
; CHECK: call {{.*}}@tussah.spawn({{.*}} ptr @parent.task)
; CHECK: call void @tussah.sync(
define void @parent() {
entry:
  %is = call i32 @__tussah_task_begin(i32 0)
  %start = icmp ne i32 %is, 0
  br i1 %start, label %task, label %end

task:
  call void @work()
  br label %end

end:
  call void @__tussah_task_end(i32 0)
  call void @__tussah_sync(i32 0)
  ret void
}
