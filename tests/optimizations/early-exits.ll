; RUN: %opt -passes='tussah-early-exits,verify,tussah-verify' -S %s | %FileCheck %s
; RUN: %opt -passes='tussah-early-exits' -tussah-early-exits=0 -S %s | %FileCheck %s --check-prefix=OFF
; RUN: %opt -passes='default<O2>' -tussah-target=reverse -pass-remarks=tussah -S %s -o /dev/null 2>&1 | %FileCheck %s --check-prefix=REMARK
; The cheap way out of a task is taken where it is spawned.
; OFF-NOT: early:
; REMARK: the early exit of the task is taken without a spawn

declare ptr @tussah.frame()
declare ptr @tussah.storage(ptr, i64, i64)
declare void @tussah.spawn(ptr, ptr, ptr, ...)
declare void @tussah.sync(ptr)
declare i64 @work(i64)

define i64 @half(i64 %n, ptr %p) {
entry:
  %small = icmp slt i64 %n, 2
  br i1 %small, label %done, label %more
more:
  %r = call i64 @work(i64 %n)
  store i64 %r, ptr %p
  br label %done
done:
  %result = phi i64 [ %n, %entry ], [ %r, %more ]
  ret i64 %result
}
define internal void @half.task(i64 %n, ptr %x, ptr %p) "tussah-task" {
  %r = call i64 @half(i64 %n, ptr %p)
  store i64 %r, ptr %x
  ret void
}

; CHECK-LABEL: define void @spawns(
; CHECK: [[TEST:%.*]] = icmp slt i64 %n, 2
; CHECK: br i1 [[TEST]], label %[[EARLY:.*]], label %[[SPAWN:.*]]
; CHECK: [[EARLY]]:
; CHECK: store i64 %n, ptr %x
; CHECK: [[SPAWN]]:
; CHECK: @tussah.spawn(
; CHECK: call void @tussah.sync(
define void @spawns(i64 %n, ptr %x, ptr %p) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @half.task, i64 %n, ptr %x, ptr %p)
  %r = call i64 @work(i64 1)
  call void @tussah.sync(ptr %f)
  ret void
}

; With -Oz nothing is copied: neither the test nor what the task calls.
define internal void @small.task(i64 %n, ptr %x, ptr %p) minsize optsize "tussah-task" {
  %r = call i64 @half(i64 %n, ptr %p)
  store i64 %r, ptr %x
  ret void
}
; CHECK-LABEL: define void @spawns_small(
; CHECK-NOT: icmp
; CHECK: @tussah.spawn(
define void @spawns_small(i64 %n, ptr %x, ptr %p) minsize optsize {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @small.task, i64 %n, ptr %x, ptr %p)
  %r = call i64 @work(i64 1)
  call void @tussah.sync(ptr %f)
  ret void
}

; The task frees its storage.
define internal void @stored.task(i64 %n, ptr %s) "tussah-task" {
  %r = call i64 @half(i64 %n, ptr %s)
  ret void
}
; CHECK-LABEL: define void @stores(
; CHECK-NOT: icmp
; CHECK: @tussah.spawn(
define void @stores(i64 %n) {
  %f = call ptr @tussah.frame()
  %s = call ptr @tussah.storage(ptr %f, i64 8, i64 8)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr %s, ptr @stored.task, i64 %n, ptr %s)
  %r = call i64 @work(i64 1)
  call void @tussah.sync(ptr %f)
  ret void
}

; What saves and restores the stack for a VLA is no reason to call.
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
define internal void @vla.task(i64 %n, ptr %x) "tussah-task" {
entry:
  %stack = call ptr @llvm.stacksave.p0()
  %small = icmp slt i64 %n, 2
  br i1 %small, label %done, label %more
more:
  %vla = alloca i64, i64 %n
  %r = call i64 @half(i64 %n, ptr %vla)
  br label %done
done:
  %result = phi i64 [ %n, %entry ], [ %r, %more ]
  call void @llvm.stackrestore.p0(ptr %stack)
  store i64 %result, ptr %x
  ret void
}
; CHECK-LABEL: define void @spawns_with_vla(
; CHECK-NOT: llvm.stack
; CHECK: br i1 {{.*}}, label %[[EARLY:.*]], label %[[SPAWN:.*]]
; CHECK: [[EARLY]]:
; CHECK-NEXT: store i64 %n, ptr %x
; CHECK-NOT: llvm.stack
; CHECK: [[SPAWN]]:
; CHECK: @tussah.spawn(
define void @spawns_with_vla(i64 %n, ptr %x) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @vla.task, i64 %n, ptr %x)
  %r = call i64 @work(i64 1)
  call void @tussah.sync(ptr %f)
  ret void
}

; Another definition may replace a weak one, and not have the early exit.
; CHECK-LABEL: define void @calls_weak(
; CHECK-NOT: icmp
; CHECK: call i64 @weak(i64 %n)
; CHECK-NEXT: call void @tussah.sync(
define void @calls_weak(i64 %n, ptr %p) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @weak.task, i64 %n)
  %r = call i64 @weak(i64 %n)
  call void @tussah.sync(ptr %f)
  ret void
}
define internal void @weak.task(i64 %n) "tussah-task" {
  %r = call i64 @weak(i64 %n)
  ret void
}
define weak i64 @weak(i64 %n) {
entry:
  %small = icmp slt i64 %n, 2
  br i1 %small, label %done, label %more
more:
  %f = call ptr @tussah.frame()
  %less = sub i64 %n, 1
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @weak.task, i64 %less)
  %r = call i64 @work(i64 %n)
  call void @tussah.sync(ptr %f)
  br label %done
done:
  %result = phi i64 [ %n, %entry ], [ %r, %more ]
  ret i64 %result
}

; What is only for other processors, has labels with addresses, or returns
; twice, stays in its function.
; CHECK-LABEL: define void @stay(
; CHECK: define internal void @wide.task(
; CHECK-NEXT: call i64 @wide(
; CHECK: define internal void @labels.task(
; CHECK-NEXT: call i64 @labels(
; CHECK: define internal void @twice.task(
; CHECK-NEXT: call i64 @twice(
define void @stay(i64 %n) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @wide.task, i64 %n)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @labels.task, i64 %n)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @twice.task, i64 %n)
  %r = call i64 @work(i64 1)
  call void @tussah.sync(ptr %f)
  ret void
}
define internal void @wide.task(i64 %n) "tussah-task" {
  %r = call i64 @wide(i64 %n)
  ret void
}
define internal void @labels.task(i64 %n) "tussah-task" {
  %r = call i64 @labels(i64 %n)
  ret void
}
define internal void @twice.task(i64 %n) "tussah-task" {
  %r = call i64 @twice(i64 %n)
  ret void
}
define i64 @wide(i64 %n) "target-features"="+sse4.2" {
  %r = call i64 @llvm.x86.sse42.crc32.64.64(i64 0, i64 %n)
  %s = call i64 @work(i64 %r)
  ret i64 %s
}
declare i64 @llvm.x86.sse42.crc32.64.64(i64, i64)
@table = internal constant [2 x ptr] [ptr blockaddress(@labels, %one), ptr blockaddress(@labels, %two)]
define i64 @labels(i64 %n) {
  %slot = getelementptr ptr, ptr @table, i64 %n
  %label = load ptr, ptr %slot
  indirectbr ptr %label, [label %one, label %two]
one:
  %r = call i64 @work(i64 %n)
  ret i64 %r
two:
  ret i64 2
}
declare i32 @setjmp(ptr) returns_twice
define i64 @twice(i64 %n) {
  %buffer = alloca [200 x i8]
  %again = call i32 @setjmp(ptr %buffer) returns_twice
  %r = call i64 @work(i64 %n)
  ret i64 %r
}

; What is stored to an argument that is passed by value is not the caller's.
; CHECK-LABEL: define void @calls_by_value(
; CHECK-NOT: icmp
; CHECK: call void @by_value(
; CHECK-NEXT: call void @tussah.sync(
define void @calls_by_value(i64 %n, ptr %p) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @counts.task, ptr %p)
  call void @by_value(ptr byval(i64) %p, i64 %n)
  call void @tussah.sync(ptr %f)
  ret void
}
define void @by_value(ptr byval(i64) %v, i64 %n) {
entry:
  %small = icmp slt i64 %n, 2
  br i1 %small, label %done, label %more
more:
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @counts.task, ptr @counter)
  %r = call i64 @work(i64 %n)
  call void @tussah.sync(ptr %f)
  br label %done
done:
  %result = phi i64 [ %n, %entry ], [ %r, %more ]
  store i64 %result, ptr %v
  ret void
}
@counter = global i64 0
define internal void @counts.task(ptr %p) "tussah-task" {
  %old = load i64, ptr %p
  %r = call i64 @work(i64 %old)
  ret void
}

; A call that has other arguments than the function is undefined, but code.
; CHECK-LABEL: define void @calls_without_prototype(
; CHECK-NOT: icmp
; CHECK: call i64 @prototype(
define void @calls_without_prototype(i64 %n, ptr %p) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @counts.task, ptr %p)
  %r = call i64 @prototype()
  call void @tussah.sync(ptr %f)
  ret void
}
define i64 @prototype(i64 %n, i64 %m) {
entry:
  %product = mul i64 %n, %m
  %small = icmp slt i64 %product, 2
  br i1 %small, label %done, label %more
more:
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @counts.task, ptr @counter)
  %r = call i64 @work(i64 %n)
  call void @tussah.sync(ptr %f)
  br label %done
done:
  %result = phi i64 [ %n, %entry ], [ %r, %more ]
  ret i64 %result
}

; Stores on the way out may overlap: they stay in their order.
; CHECK-LABEL: define void @calls_overlapping(
; CHECK: early:
; CHECK-NEXT: store i64 %n, ptr %p
; CHECK-NEXT: store i64 1, ptr %s
; CHECK-NEXT: br
define void @calls_overlapping(i64 %n, ptr %s, ptr %p) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @counts.task, ptr %p)
  call void @overlapping(ptr sret(i64) %s, ptr %p, i64 %n)
  call void @tussah.sync(ptr %f)
  ret void
}
define void @overlapping(ptr sret(i64) %s, ptr %p, i64 %n) {
entry:
  %small = icmp slt i64 %n, 2
  br i1 %small, label %done, label %more
more:
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @counts.task, ptr @counter)
  %r = call i64 @work(i64 %n)
  call void @tussah.sync(ptr %f)
  br label %done
done:
  %result = phi i64 [ %n, %entry ], [ %r, %more ]
  store i64 %result, ptr %p
  store i64 1, ptr %s
  ret void
}

; A call that must be a tail call stays in front of its return.
; CHECK-LABEL: define i64 @must_tail(
; CHECK-NOT: early:
; CHECK: [[R:%.*]] = musttail call i64 @ends(
; CHECK-NEXT: ret i64 [[R]]
define i64 @must_tail(i64 %n) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @counts.task, ptr @counter)
  %r = call i64 @work(i64 %n)
  call void @tussah.sync(ptr %f)
  %tail = musttail call i64 @ends(i64 %r)
  ret i64 %tail
}
define i64 @ends(i64 %n) {
entry:
  %small = icmp slt i64 %n, 2
  br i1 %small, label %done, label %more
more:
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @counts.task, ptr @counter)
  %r = call i64 @work(i64 %n)
  call void @tussah.sync(ptr %f)
  br label %done
done:
  %result = phi i64 [ %n, %entry ], [ %r, %more ]
  ret i64 %result
}

; What is not to be inlined has its early exit copied all the same, to the task
; and from there to the spawn. It keeps its own calls as they are.
; CHECK-LABEL: define void @spawns_apart(
; CHECK-NEXT: call ptr @tussah.frame()
; CHECK-NEXT: [[SMALL:%.*]] = icmp slt i64 %n, 2
; CHECK-NEXT: br i1 [[SMALL]], label %[[EARLY:.*]], label %{{.*}}
; CHECK: [[EARLY]]:
; CHECK-NEXT: store i64 %n, ptr %x
; CHECK: @tussah.spawn({{.*}} @apart.task
define void @spawns_apart(i64 %n, ptr %x) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @apart.task, i64 %n, ptr %x)
  %r = call i64 @work(i64 1)
  call void @tussah.sync(ptr %f)
  ret void
}
define internal void @apart.task(i64 %n, ptr %x) "tussah-task" {
  %r = call i64 @apart(i64 %n)
  store i64 %r, ptr %x
  ret void
}
; CHECK-LABEL: define i64 @apart(
; CHECK-NOT: early:
; CHECK: call i64 @apart(i64 %less)
; CHECK-NOT: early:
; CHECK: ret i64
define i64 @apart(i64 %n) noinline {
entry:
  %small = icmp slt i64 %n, 2
  br i1 %small, label %done, label %more
more:
  %less = sub i64 %n, 1
  %a = call i64 @apart(i64 %less)
  %b = call i64 @work(i64 %a)
  br label %done
done:
  %result = phi i64 [ %n, %entry ], [ %b, %more ]
  ret i64 %result
}
