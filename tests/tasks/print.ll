; RUN: %opt -passes='print<tussah>' -disable-output %s 2>&1 | %FileCheck %s
; CHECK: parent
; CHECK-NEXT:   spawn #0 parent.task(i32)
; CHECK-NEXT:     parfor #0 parent.task.body(ptr)
; CHECK-NEXT:   sync #0
; CHECK-NEXT:   spawn #1 parent.task(i32) with storage
; CHECK-NEXT:     parfor #0 parent.task.body(ptr)
; CHECK-NEXT:   sync #1
; CHECK-NOT: {{.}}

declare ptr @tussah.frame()
declare ptr @tussah.storage(ptr, i64, i64)
declare void @tussah.spawn(ptr, ptr, ptr, ...)
declare void @tussah.sync(ptr)
declare void @tussah.parfor(ptr, ptr, i64, i64, ...)

define internal void @parent.task.body(i64 %k, ptr %p) "tussah-body" {
  ret void
}

define internal void @parent.task(i32 %x) "tussah-task" {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @parent.task.body, i64 9, i64 0, ptr null)
  ret void
}

define void @parent() {
  %f = call ptr @tussah.frame()
  %g = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @parent.task, i32 1)
  call void @tussah.sync(ptr %f)
  %s = call ptr @tussah.storage(ptr %g, i64 8, i64 8)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %g, ptr %s, ptr @parent.task, i32 1)
  call void @tussah.sync(ptr %g)
  ret void
}
