; RUN: %opt -passes='tussah-small-loops,verify,tussah-verify' -tussah-target=native -S %s | %FileCheck %s --check-prefixes=CHECK,NATIVE
; RUN: %opt -passes='tussah-small-loops,verify,tussah-verify' -tussah-target=reverse -S %s | %FileCheck %s --check-prefixes=CHECK,OTHER
; RUN: %opt -passes='tussah-small-loops' -tussah-small-loops=0 -S %s | %FileCheck %s --check-prefix=OFF
; A parallel loop that costs less than a leaf is a serial loop of its function.
; OFF-LABEL: define void @small(
; OFF: @tussah.parfor(

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare ptr @tussah.frame()
declare void @tussah.parfor(ptr, ptr, i64, i64, ...)
declare void @work(i64)
declare i32 @__gxx_personality_v0(...)

define internal void @scale(i64 %k, ptr %s, ptr %x) "tussah-body" nounwind mustprogress {
  %p = getelementptr inbounds double, ptr %x, i64 %k
  %v = load double, ptr %p
  %f = load double, ptr %s
  %m = fmul double %v, %f
  store double %m, ptr %p
  ret void
}

define internal void @calls(i64 %k) "tussah-body" {
  call void @work(i64 %k)
  ret void
}

; The iterations are independent, and the factor is loaded once.
; CHECK-LABEL: define void @small(
; CHECK-NOT: @tussah
; CHECK: load double, ptr %s
; CHECK: phi i64
; CHECK-NOT: load double, ptr %s
; CHECK: store double {{.*}} !llvm.access.group
; CHECK: icmp eq i64 {{.*}}, 200
; CHECK: !llvm.loop
; CHECK: ret void
define void @small(ptr %s, ptr %x) presplitcoroutine noinline "tussah-kept" {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @scale, i64 200, i64 0, ptr %s, ptr %x)
  ret void
}

; The break-even depends on the target.
; CHECK-LABEL: define void @larger(
; NATIVE: @tussah.parfor(
; OTHER-NOT: @tussah.parfor(
; CHECK: ret void
define void @larger(ptr %s, ptr %x) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @scale, i64 3000, i64 0, ptr %s, ptr %x)
  ret void
}

; Nobody knows what these cost, or how many they are, or the user has chosen.
; CHECK-LABEL: define void @stay(
; CHECK: @tussah.parfor({{.*}} @calls, i64 2, i64 0
; CHECK: @tussah.parfor({{.*}} @scale, i64 %n, i64 0
; CHECK: @tussah.parfor({{.*}} @scale, i64 20, i64 5
define void @stay(ptr %s, ptr %x, i64 %n) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @calls, i64 2, i64 0)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @scale, i64 %n, i64 0, ptr %s, ptr %x)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @scale, i64 20, i64 5, ptr %s, ptr %x)
  ret void
}

; One iteration is not a loop, whatever it costs, and none is nothing.
; CHECK-LABEL: define void @one_and_none(
; CHECK-NEXT: call void @work(i64 0)
; CHECK-NEXT: ret void
define void @one_and_none() {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @calls, i64 1, i64 0)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @calls, i64 0, i64 0)
  ret void
}

; Of nested loops the outer one stays, and knows what an iteration costs.
define internal void @outer(i64 %k, ptr %s, ptr %x) "tussah-body" presplitcoroutine noinline "tussah-kept" {
  %f = call ptr @tussah.frame()
  %row = getelementptr inbounds [8 x double], ptr %x, i64 %k
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @scale, i64 8, i64 0, ptr %s, ptr %row)
  ret void
}
; CHECK-LABEL: define internal void @outer(
; CHECK-NOT: @tussah
; CHECK-LABEL: define void @nested(
; CHECK: @tussah.parfor({{.*}} @outer, i64 %n,
define void @nested(ptr %s, ptr %x, i64 %n) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @outer, i64 %n, i64 0, ptr %s, ptr %x)
  ret void
}

; Or none stays.
; CHECK-LABEL: define void @nested_small(
; CHECK-NOT: @tussah
; CHECK: ret void
define void @nested_small(ptr %s, ptr %x) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @outer, i64 4, i64 0, ptr %s, ptr %x)
  ret void
}

; A body of two loops of a function runs in both, and is erased once, when neither
; needs it.
define internal void @shared(i64 %k, ptr %x) "tussah-body" nounwind mustprogress {
  %p = getelementptr inbounds i64, ptr %x, i64 %k
  store i64 %k, ptr %p
  ret void
}
; CHECK-NOT: @shared(
; CHECK-LABEL: define void @same_body(
; CHECK-NOT: @tussah
; CHECK: store i64 {{.*}} !llvm.access.group
; CHECK: icmp eq i64 {{.*}}, 200
; CHECK: store i64 {{.*}} !llvm.access.group
; CHECK: icmp eq i64 {{.*}}, 300
; CHECK: ret void
; CHECK-NOT: @shared(
define void @same_body(ptr %x, ptr %y) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @shared, i64 200, i64 0, ptr %x)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @shared, i64 300, i64 0, ptr %y)
  ret void
}

; The landing pad of a loop without iterations may be that of another one, too.
define internal void @throws(i64 %k) "tussah-body" noinline {
  call void @work(i64 %k)
  ret void
}
; CHECK-LABEL: define void @one_pad(
; CHECK-NOT: @tussah
; CHECK: invoke void @throws(i64 0)
; CHECK-NEXT: to label {{.*}} unwind label %[[PAD:.*]]
; CHECK: [[PAD]]:
; CHECK-NOT: phi
; CHECK: landingpad
; CHECK: call void @work(i64 2)
define void @one_pad() personality ptr @__gxx_personality_v0 {
  %f = call ptr @tussah.frame()
  invoke void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @throws, i64 0, i64 0)
    to label %next unwind label %pad
next:
  invoke void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @throws, i64 1, i64 0)
    to label %done unwind label %pad
pad:
  %which = phi i64 [ 1, %0 ], [ 2, %next ]
  %e = landingpad { ptr, i32 } cleanup
  call void @work(i64 %which)
  resume { ptr, i32 } %e
done:
  ret void
}

; What follows an iteration that never returns is not reached, and is gone.
define internal void @never(i64 %k) "tussah-body" {
  call void @work(i64 %k)
  unreachable
}
; CHECK-LABEL: define void @never_returns(
; CHECK-NEXT: call void @work(i64 0)
; CHECK-NEXT: unreachable
define void @never_returns(ptr %s, ptr %x) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @never, i64 1, i64 0)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @scale, i64 20, i64 0, ptr %s, ptr %x)
  ret void
}

; Races are looked for between things that may run at the same time.
; CHECK-LABEL: define void @watched(
; CHECK: @tussah.parfor(
define void @watched(ptr %s, ptr %x) sanitize_thread {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @scale, i64 20, i64 0, ptr %s, ptr %x)
  ret void
}

; What has no tasks is an ordinary function.
; CHECK-NOT: {{presplitcoroutine|tussah-kept}}
