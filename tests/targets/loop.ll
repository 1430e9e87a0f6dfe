; RUN: %opt -tussah-target=onetbb -passes='tussah-lower-loops,verify,tussah-verify' -S %s | %FileCheck %s
; RUN: %opt -tussah-target=serial -passes='tussah-lower-loops,verify,tussah-verify' -S %s | %FileCheck %s --check-prefix=SERIAL
; RUN: %opt -tussah-target=onetbb -passes='tussah-lower-loops<O2>,verify,tussah-verify' -S %s | %FileCheck %s --check-prefix=OPT
; A parallel loop becomes divide and conquer.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare ptr @tussah.frame()
declare void @tussah.parfor(ptr, ptr, i64, i64, ...)
declare void @use(i64)
declare void @quiet(i64) nounwind
declare i32 @__gxx_personality_v0(...)

; A body that does not throw: no unwind edges.
define internal void @quiet.body(i64 %k, ptr nonnull align 8 dereferenceable(24) %p) "tussah-body" nounwind mustprogress {
  call void @quiet(i64 %k)
  ret void
}

; The loop is a call, or an invoke with the same edge, and its frame is gone.
; OPT-NOT: define {{.*}} @quiet.body(
; CHECK-LABEL: define void @loops(
; CHECK-NEXT: invoke void @quiet.body.loop(i64 %n, i64 0, ptr %p)
; CHECK-NEXT: to label %next unwind label %pad
; CHECK: next:
; CHECK-NEXT: call void @quiet.body.loop(i64 7, i64 3, ptr %p)
; CHECK: pad:
define void @loops(i64 %n, ptr %p) personality ptr @__gxx_personality_v0 {
  %f = call ptr @tussah.frame()
  invoke void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @quiet.body, i64 %n, i64 0, ptr %p)
      to label %next unwind label %pad
next:
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @quiet.body, i64 7, i64 3, ptr %p)
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

; A body that throws: the tasks end before the exception leaves. No personality
; in the body, so one that suits all languages.
define internal void @throws.body(i64 %k) "tussah-body" {
  call void @use(i64 %k)
  ret void
}

; CHECK-LABEL: define void @throwing(
define void @throwing(i64 %n) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @throws.body, i64 %n, i64 0)
  ret void
}

; The inner loop is in the body of the outer one; both are lowered whatever
; their order.
define internal void @outer.body(i64 %i, i64 %m) "tussah-body" {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @inner.body, i64 %m, i64 0, i64 %i)
  ret void
}
define internal void @inner.body(i64 %j, i64 %i) "tussah-body" {
  call void @use(i64 %i)
  ret void
}
define void @nested(i64 %n, i64 %m) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @outer.body, i64 %n, i64 0, i64 %m)
  ret void
}
; CHECK: define internal void @outer.body(
; CHECK-NEXT: call void @inner.body.loop(i64 %m, i64 0, i64 %i)
; A body that asks not to be inlined is not.
; OPT: define internal void @kept.body(
define internal void @kept.body(i64 %k) "tussah-body" noinline {
  call void @use(i64 %k)
  ret void
}
define void @keeps(i64 %n) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @kept.body, i64 %n, i64 0)
  ret void
}
; CHECK-LABEL: define internal void @quiet.body.loop(
; CHECK-SAME: i64 %n, i64 %grain, ptr nonnull align 8 dereferenceable(24) %p)
; CHECK: [[EMPTY:%.*]] = icmp eq i64 %n, 0
; CHECK-NEXT: br i1 [[EMPTY]], label %done, label %some
; CHECK: some:
; CHECK-NEXT: [[AUTO:%.*]] = icmp eq i64 %grain, 0
; CHECK-NEXT: br i1 [[AUTO]], label %automatic, label %run
; CHECK: serial:
; CHECK-NEXT: call void @quiet.body.leaf(i64 0, i64 %n, ptr %p)
; CHECK: done:
; CHECK-NEXT: ret void
; CHECK: automatic:
; CHECK-NEXT: [[G:%.*]] = call i64 @tussah.grain(i64 %n, i64 0)
; CHECK: run:
; CHECK-NEXT: [[GRAIN:%.*]] = phi i64 [ %grain, %some ], [ [[G]], %automatic ]
; CHECK-NEXT: [[ENOUGH:%.*]] = icmp ule i64 %n, [[GRAIN]]
; CHECK-NEXT: br i1 [[ENOUGH]], label %serial, label %parallel
; CHECK: parallel:
; CHECK-NEXT: call void @quiet.body.dac(i64 0, i64 %n, i64 [[GRAIN]], ptr %p)
; SERIAL-LABEL: define internal void @quiet.body.loop(
; SERIAL-NOT: tussah.
; SERIAL: call void @quiet.body.leaf(i64 0, i64 %n, ptr %p)
; SERIAL-NOT: tussah.
; SERIAL: ret void

; CHECK-LABEL: define internal void @quiet.body.leaf(
; CHECK-SAME: i64 %lo, i64 %hi, ptr nonnull align 8 dereferenceable(24) %p)
; CHECK: leaf:
; CHECK-NEXT: %k = phi i64 [ %lo, %entry ], [ %k.next, %leaf ]
; CHECK-NEXT: call void @quiet.body(i64 %k, ptr %p)
; CHECK-NEXT: %k.next = add nuw i64 %k, 1
; CHECK-NEXT: [[LAST:%.*]] = icmp eq i64 %k.next, %hi
; CHECK-NEXT: br i1 [[LAST]], label %done, label %leaf
; Inlined, the leaf calls what the body calls, and the body is gone.
; OPT-LABEL: define internal void @quiet.body.leaf(
; OPT: call void @quiet(i64 %k)

; CHECK-LABEL: define internal void @quiet.body.dac(
; CHECK-SAME: i64 %lo, i64 %hi, i64 %grain, ptr nonnull align 8 dereferenceable(24) %p)
; CHECK-SAME: [[NOTHROW:#[0-9]+]] {
; CHECK-NEXT: entry:
; CHECK-NEXT: %frame = call ptr @tussah.frame()
; CHECK: rest:
; CHECK-NEXT: call void @quiet.body.leaf(i64 %first, i64 %hi, ptr %p)
; CHECK: done:
; CHECK-NEXT: call void @tussah.sync(ptr %frame)
; CHECK-NEXT: ret void
; CHECK: test:
; CHECK-NEXT: %first = phi i64 [ %lo, %entry ], [ %middle, %divide ]
; CHECK-NEXT: %size = sub nuw i64 %hi, %first
; CHECK-NEXT: [[MORE:%.*]] = icmp ugt i64 %size, %grain
; CHECK-NEXT: br i1 [[MORE]], label %divide, label %rest
; CHECK: divide:
; CHECK-NEXT: [[HALF:%.*]] = lshr i64 %size, 1
; CHECK-NEXT: %middle = add nuw i64 %first, [[HALF]]
; CHECK-NEXT: call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr null, ptr @quiet.body.dac, i64 %first, i64 %middle, i64 %grain, ptr %p)
; CHECK-NEXT: br label %test

; The exception of a task or iteration.
; CHECK-LABEL: define internal void @throws.body.dac(
; CHECK-SAME: personality ptr @__gcc_personality_v0
; CHECK: unwind:
; CHECK-NEXT: [[E:%.*]] = landingpad { ptr, i32 }
; CHECK-NEXT: cleanup
; CHECK-NEXT: [[X:%.*]] = extractvalue { ptr, i32 } [[E]], 0
; CHECK-NEXT: call void @tussah.sync.unwind(ptr %frame, ptr [[X]])
; CHECK-NEXT: resume { ptr, i32 } [[E]]
; CHECK: invoke void @throws.body.leaf(i64 %first, i64 %hi)
; CHECK-NEXT: to label %done unwind label %unwind
; CHECK: invoke void (ptr, ptr, ptr, ...) @tussah.spawn(
; CHECK-NEXT: to label %test unwind label %unwind
; Without tasks there is nothing to wait for.
; SERIAL-NOT: @throws.body.dac(

; OPT-LABEL: define internal void @outer.body.leaf(
; OPT: call void @inner.body.loop(i64 %m, i64 0, i64 %k)

; OPT-LABEL: define internal void @kept.body.leaf(
; OPT: call void @kept.body(i64 %k)

; CHECK-NOT: call {{.*}}@tussah.parfor
; CHECK: attributes [[NOTHROW]] = { mustprogress nounwind "tussah-task" }
