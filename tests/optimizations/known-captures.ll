; RUN: %opt -passes='tussah-known-captures,verify,tussah-verify' -S %s | %FileCheck %s
; RUN: %opt -passes='tussah-known-captures' -tussah-known-captures=0 -S %s | %FileCheck %s --check-prefix=OFF
; RUN: %opt -passes='tussah-known-captures,function(loop-mssa(licm))' -S %s | %FileCheck %s --check-prefix=HOISTED
; What tasks and loops only read is said where it is captured.
; OFF-NOT: @tussah.{{parfor|spawn}}({{.*}} readonly

declare ptr @tussah.frame()
declare void @tussah.parfor(ptr, ptr, i64, i64, ...)
declare void @tussah.spawn(ptr, ptr, ptr, ...)
declare void @tussah.sync(ptr)
declare void @work(i64)
declare void @keep(ptr)
declare void @fill(ptr nocapture)
declare i1 @again()

define internal void @reads(i64 %k, ptr %f) "tussah-body" {
  %p = getelementptr i8, ptr %f, i64 8
  %v = load i64, ptr %p
  call void @work(i64 %v)
  ret void
}
define internal void @writes(i64 %k, ptr %f) "tussah-body" {
  store i64 %k, ptr %f
  ret void
}
define internal void @task(ptr %f) "tussah-task" {
  %v = load i64, ptr %f
  call void @work(i64 %v)
  ret void
}
define internal void @waits(ptr %f) "tussah-task" {
  %v = load atomic i64, ptr %f acquire, align 8
  call void @work(i64 %v)
  ret void
}
define internal void @keeps(ptr %f) "tussah-task" {
  call void @keep(ptr %f)
  ret void
}
define internal void @two(ptr %f, ptr %g) "tussah-task" {
  %v = load i64, ptr %f
  store i64 %v, ptr %g
  ret void
}

; A serial loop beside a parallel one and a spawn loads the member once.
; CHECK-LABEL: define void @each(
; CHECK: @tussah.parfor(ptr %s, ptr @reads, i64 %n, i64 0, ptr {{.*}}readonly{{.*}} %f)
; CHECK: @tussah.spawn(ptr %s, ptr null, ptr @task, ptr {{.*}}readonly{{.*}} %f)
; HOISTED-LABEL: define void @each(
; HOISTED: load i64, ptr %f
; HOISTED-NEXT: br label %loop
define void @each(ptr byval([16 x i8]) %f, i64 %n, i64 %grain) {
  %s = call ptr @tussah.frame()
  %parallel = icmp eq i64 %grain, 0
  br i1 %parallel, label %divide, label %serial
divide:
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %s, ptr @reads, i64 %n, i64 0, ptr %f)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %s, ptr null, ptr @task, ptr %f)
  call void @tussah.sync(ptr %s)
  ret void
serial:
  br label %loop
loop:
  %i = phi i64 [ 0, %serial ], [ %next, %loop ]
  %v = load i64, ptr %f
  call void @work(i64 %v)
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @written_by_iterations(
; CHECK: @tussah.parfor(ptr %s, ptr @writes, i64 %n, i64 0, ptr %f)
define void @written_by_iterations(ptr byval([16 x i8]) %f, i64 %n) {
  %s = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %s, ptr @writes, i64 %n, i64 0, ptr %f)
  ret void
}

; The store after the sync must not move before it.
; CHECK-LABEL: define void @written_after_sync(
; CHECK: @tussah.spawn(ptr %s, ptr null, ptr @task, ptr %x)
define void @written_after_sync() {
  %x = alloca i64
  store i64 1, ptr %x
  %s = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %s, ptr null, ptr @task, ptr %x)
  call void @tussah.sync(ptr %s)
  store i64 2, ptr %x
  call void @fill(ptr nocapture %x)
  ret void
}

; CHECK-LABEL: define void @written_before(
; CHECK: @tussah.spawn(ptr %s, ptr null, ptr @task, ptr {{.*}}readonly{{.*}} %x)
define void @written_before() {
  %x = alloca i64
  store i64 1, ptr %x
  call void @fill(ptr nocapture %x)
  %s = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %s, ptr null, ptr @task, ptr %x)
  call void @tussah.sync(ptr %s)
  ret void
}

; The next round's store follows the spawn of this one.
; CHECK-LABEL: define void @written_again(
; CHECK: @tussah.spawn(ptr %s, ptr null, ptr @task, ptr %x)
define void @written_again() {
  %x = alloca i64
  %s = call ptr @tussah.frame()
  br label %loop
loop:
  store i64 1, ptr %x
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %s, ptr null, ptr @task, ptr %x)
  call void @tussah.sync(ptr %s)
  %more = call i1 @again()
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Another thread may know a pointer that was kept, and a pointer that is no
; variable's may be anything.
; CHECK-LABEL: define void @not_own(
; CHECK: @tussah.spawn(ptr %s, ptr null, ptr @task, ptr %p)
; CHECK: @tussah.spawn(ptr %s, ptr null, ptr @task, ptr %kept)
; CHECK: @tussah.spawn(ptr %s, ptr null, ptr @keeps, ptr %x)
; CHECK: @tussah.spawn(ptr %s, ptr null, ptr @waits, ptr %y)
; CHECK: @tussah.spawn(ptr %s, ptr null, ptr @two, ptr %z, ptr %z)
define void @not_own(ptr %p) {
  %x = alloca i64
  %y = alloca i64
  %z = alloca i64
  %kept = alloca i64
  call void @keep(ptr %kept)
  store i64 0, ptr %y
  %s = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %s, ptr null, ptr @task, ptr %p)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %s, ptr null, ptr @task, ptr %kept)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %s, ptr null, ptr @keeps, ptr %x)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %s, ptr null, ptr @waits, ptr %y)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %s, ptr null, ptr @two, ptr %z, ptr %z)
  call void @tussah.sync(ptr %s)
  ret void
}
