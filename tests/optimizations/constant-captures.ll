; RUN: %opt -passes='tussah-constant-captures,verify,tussah-verify' -S %s | %FileCheck %s
; RUN: %opt -passes='tussah-constant-captures' -tussah-constant-captures=0 -S %s | %FileCheck %s --check-prefix=OFF
; What is captured and has become constant is a constant of the body or task.
; OFF: %i = mul i64 %k, %stride

declare ptr @tussah.frame()
declare void @tussah.parfor(ptr, ptr, i64, i64, ...)
declare void @tussah.spawn(ptr, ptr, ptr, ...)
declare void @tussah.sync(ptr)
declare void @work(i64)
@tls = thread_local global i64 0

; CHECK-LABEL: define internal void @body(i64 %k, i64 %stride, ptr %x)
; CHECK-NOT: %stride
; CHECK: ret void
define internal void @body(i64 %k, i64 %stride, ptr %x) "tussah-body" {
  %i = mul i64 %k, %stride
  %p = getelementptr inbounds i64, ptr %x, i64 %i
  store i64 1, ptr %p
  ret void
}
define void @one(ptr %x, i64 %n) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @body, i64 %n, i64 0, i64 1, ptr %x)
  ret void
}

; Different constants need copies; nothing is known of the first.
; CHECK-LABEL: define void @several(
; CHECK: @tussah.parfor({{.*}} ptr @many, i64 %n
; CHECK: @tussah.parfor({{.*}} ptr [[TWO:@many.[0-9]+]], i64 %n
; CHECK: @tussah.parfor({{.*}} ptr [[FIVE:@many.[0-9]+]], i64 %n
; CHECK: @tussah.parfor({{.*}} ptr [[TWO]], i64 %n
define internal void @many(i64 %k, i64 %v) "tussah-body" {
  %i = mul i64 %k, %v
  call void @work(i64 %i)
  ret void
}
define void @several(i64 %n, i64 %m) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @many, i64 %n, i64 0, i64 %m)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @many, i64 %n, i64 0, i64 2)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @many, i64 %n, i64 0, i64 5)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @many, i64 %n, i64 0, i64 2)
  ret void
}

; The address of a thread's own variable is that of the parent's thread.
; CHECK-LABEL: define internal void @task(
; CHECK: store i64 7, ptr %p
define internal void @task(i64 %v, ptr %p) "tussah-task" {
  store i64 %v, ptr %p
  ret void
}
define void @spawns() {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @task, i64 7, ptr @tls)
  call void @work(i64 1)
  call void @tussah.sync(ptr %f)
  ret void
}

; Every copy costs code: five different ones are too many.
; CHECK-LABEL: define void @too_many(
; CHECK-COUNT-5: ptr @more, i64 %n
define internal void @more(i64 %k, i64 %v) "tussah-body" {
  %i = mul i64 %k, %v
  call void @work(i64 %i)
  ret void
}
define void @too_many(i64 %n) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @more, i64 %n, i64 0, i64 1)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @more, i64 %n, i64 0, i64 2)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @more, i64 %n, i64 0, i64 3)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @more, i64 %n, i64 0, i64 4)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @more, i64 %n, i64 0, i64 5)
  ret void
}

; What copies run is used by the copies: the original is gone.
; CHECK-LABEL: define void @nested(
; CHECK: @tussah.spawn({{.*}} ptr [[SIX:@outer[.0-9]*]], i64 6
; CHECK: @tussah.spawn({{.*}} ptr [[NINE:@outer[.0-9]*]], i64 9
; CHECK: define internal void @inner(
; CHECK-NEXT: mul i64 %k, 3
define void @nested() {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @outer, i64 6)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @outer, i64 9)
  call void @work(i64 1)
  call void @tussah.sync(ptr %f)
  ret void
}
define internal void @outer(i64 %n) "tussah-task" {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @inner, i64 %n, i64 0, i64 3)
  ret void
}
define internal void @inner(i64 %k, i64 %v) "tussah-body" {
  %i = mul i64 %k, %v
  call void @work(i64 %i)
  ret void
}

; CHECK: define internal void [[TWO]](
; CHECK-NEXT: shl i64 %k, 1
; CHECK: define internal void [[FIVE]](
; CHECK-NEXT: mul i64 %k, 5
