; RUN: %opt -passes='tussah-last-spawns,verify,tussah-verify' -S %s | %FileCheck %s
; RUN: %opt -passes='tussah-last-spawns' -tussah-last-spawns=0 -S %s | %FileCheck %s --check-prefix=OFF
; A task that is spawned when only the sync is left is called.
; OFF-NOT: call void @task(

declare ptr @tussah.frame()
declare ptr @tussah.storage(ptr, i64, i64)
declare void @tussah.discard(ptr, ptr)
declare void @tussah.spawn(ptr, ptr, ptr, ...)
declare void @tussah.sync(ptr)
declare void @tussah.sync.unwind(ptr, ptr)
declare void @work()
declare void @construct(ptr)
declare i32 @__gxx_personality_v0(...)

define internal void @task(i32 %x, ptr %p) "tussah-task" {
  store i32 %x, ptr %p
  call void @work()
  ret void
}

; Nothing else is spawned: neither a frame nor a sync is left.
; CHECK-LABEL: define void @only(
; CHECK-NEXT: call void @task(i32 7, ptr %p)
; CHECK-NEXT: store i32 1, ptr %q
; CHECK-NEXT: ret void
define void @only(ptr %p, ptr %q) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @task, i32 7, ptr %p)
  store i32 1, ptr %q
  call void @tussah.sync(ptr %f)
  ret void
}

; The second of two.
; CHECK-LABEL: define void @second(
; CHECK: @tussah.spawn({{.*}} i32 7, ptr %p)
; CHECK-NEXT: call void @task(i32 8, ptr %q)
; CHECK-NEXT: call void @tussah.sync(
define void @second(ptr %p, ptr %q) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @task, i32 7, ptr %p)
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @task, i32 8, ptr %q)
  call void @tussah.sync(ptr %f)
  ret void
}

; On all ways.
; CHECK-LABEL: define void @branches(
; CHECK: call void @task(
; CHECK-NOT: @tussah
; CHECK: }
define void @branches(ptr %p, i1 %c) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @task, i32 7, ptr %p)
  br i1 %c, label %a, label %b
a:
  call void @tussah.sync(ptr %f)
  ret void
b:
  call void @tussah.sync(ptr %f)
  ret void
}

; CHECK-LABEL: define void @one_way_works(
; CHECK: @tussah.spawn(
define void @one_way_works(ptr %p, i1 %c) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @task, i32 7, ptr %p)
  br i1 %c, label %a, label %b
a:
  call void @work()
  br label %b
b:
  call void @tussah.sync(ptr %f)
  ret void
}

; The next iteration spawns again.
; CHECK-LABEL: define void @loop(
; CHECK: @tussah.spawn(
define void @loop(ptr %p, i32 %n) {
entry:
  %f = call ptr @tussah.frame()
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @task, i32 %i, ptr %p)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %body, label %done
done:
  call void @tussah.sync(ptr %f)
  ret void
}

; A sync of another frame waits for other tasks.
; CHECK-LABEL: define void @other_frame(
; CHECK: @tussah.spawn({{.*}} i32 7, ptr %p)
define void @other_frame(ptr %p) {
  %f = call ptr @tussah.frame()
  %g = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @task, i32 7, ptr %p)
  call void @tussah.sync(ptr %g)
  call void @work()
  call void @tussah.sync(ptr %f)
  ret void
}

; Who communicates with the task may need it to run.
; CHECK-LABEL: define void @talks(
; CHECK: @tussah.spawn(
define void @talks(ptr %p) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @task, i32 7, ptr %p)
  store atomic i32 1, ptr %p release, align 4
  call void @tussah.sync(ptr %f)
  ret void
}

; An exception of the task goes where that of an earlier one goes first, and the
; storage is a variable.
; CHECK-LABEL: define void @throws(
; CHECK: %storage = alloca [40 x i8], align 32
; CHECK: @tussah.spawn({{.*}} i32 7, ptr %p)
; CHECK: invoke void @construct(ptr %storage)
; CHECK: invoke void @task(i32 8, ptr %storage)
; CHECK-NEXT: to label %next unwind label %pad
; CHECK-NOT: @tussah.discard
; CHECK: call void @tussah.sync.unwind(
define void @throws(ptr %p) personality ptr @__gxx_personality_v0 {
  %f = call ptr @tussah.frame()
  invoke void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @task, i32 7, ptr %p)
      to label %first unwind label %pad
first:
  %s = call ptr @tussah.storage(ptr %f, i64 40, i64 32)
  invoke void @construct(ptr %s) to label %ready unwind label %failed
ready:
  invoke void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr %s, ptr @task, i32 8, ptr %s)
      to label %next unwind label %pad
next:
  invoke void @tussah.sync(ptr %f) to label %done unwind label %pad
done:
  ret void
failed:
  %d = landingpad { ptr, i32 } cleanup
  call void @tussah.discard(ptr %f, ptr %s)
  call void @tussah.sync.unwind(ptr %f, ptr null)
  resume { ptr, i32 } %d
pad:
  %e = landingpad { ptr, i32 } cleanup
  %x = extractvalue { ptr, i32 } %e, 0
  call void @tussah.sync.unwind(ptr %f, ptr %x)
  resume { ptr, i32 } %e
}

; Races are looked for between things that may run at the same time.
; CHECK-LABEL: define void @watched(
; CHECK: @tussah.spawn(
define void @watched(ptr %p) sanitize_thread {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @task, i32 7, ptr %p)
  call void @tussah.sync(ptr %f)
  ret void
}

; What was a copy for the task alone may be the original, when LLVM has made the
; task part of another one.
; CHECK-LABEL: define internal void @passes(
; CHECK-NEXT: call void @takes(ptr byval([8 x i64]) %copy)
; CHECK-LABEL: define void @copies(
; CHECK-NEXT: call void @passes(ptr %copy)
declare void @takes(ptr byval([8 x i64]))
define internal void @passes(ptr %copy) "tussah-task" {
  call void @takes(ptr byval([8 x i64]) "tussah-own-copy" %copy)
  ret void
}
define void @copies(ptr %copy) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @passes, ptr %copy)
  call void @tussah.sync(ptr %f)
  ret void
}
