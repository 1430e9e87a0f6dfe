; RUN: %opt -passes='tussah-views,verify,tussah-verify' -S %s | %FileCheck %s
; RUN: %opt -passes='tussah-views,tussah-keep-views,verify,tussah-verify' -S %s | %FileCheck --check-prefix=KEEP %s
; Which lookups of views are one, which leave their loops, and which must stay.

target triple = "x86_64-pc-linux-gnu"

declare ptr @tussah.frame()
declare void @tussah.spawn(ptr, ptr, ptr, ...)
declare void @tussah.sync(ptr)
declare void @tussah.parfor(ptr, ptr, i64, i64, ...)
declare ptr @tussah.view(ptr, i64, ptr, ptr)
declare void @tussah.reducer.begin(ptr, i64, i64, i64, ptr, ptr)
declare void @tussah.reducer.end(ptr, i64, i64)
declare void @opaque()
declare void @opaque.identity(ptr)
declare ptr @malloc(i64)
declare i32 @__gxx_personality_v0(...)
@sum = global i64 0
@other = global i64 0
@seed = global i64 0

define internal void @task() "tussah-task" {
  ret void
}
define internal void @body(i64 %k) "tussah-body" {
  ret void
}
define internal void @ending.body(i64 %k) "tussah-body" {
  call void @tussah.reducer.end(ptr @sum, i64 1, i64 0)
  ret void
}
define linkonce_odr void @zero(ptr %view) {
  store i64 0, ptr %view
  ret void
}
define void @plus(ptr %left, ptr %right) {
  ret void
}
define void @seeded(ptr %view) nounwind {
  %s = load i64, ptr @seed
  store i64 %s, ptr %view
  ret void
}
define void @throwing(ptr %view) {
  call void @opaque()
  ret void
}

;===- Repeated lookups -----------------------------------------------------===;

; CHECK-LABEL: define void @repeated(
; CHECK: %a = call ptr @tussah.view
; CHECK-NOT: tussah.view
; CHECK: store i64 1, ptr %a
; CHECK: store i64 2, ptr %a
define void @repeated() {
  %a = call ptr @tussah.view(ptr @sum, i64 8, ptr @zero, ptr @plus)
  store i64 1, ptr %a
  %m = call ptr @malloc(i64 8)
  call void @ends.own()
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @body, i64 9, i64 1)
  %b = call ptr @tussah.view(ptr @sum, i64 8, ptr @zero, ptr @plus)
  store i64 2, ptr %b
  ret void
}

; CHECK-LABEL: define void @different(
; CHECK-COUNT-2: call ptr @tussah.view
define void @different() {
  %a = call ptr @tussah.view(ptr @sum, i64 8, ptr @zero, ptr @plus)
  %b = call ptr @tussah.view(ptr @other, i64 8, ptr @zero, ptr @plus)
  store i64 1, ptr %a
  store i64 2, ptr %b
  ret void
}

; CHECK-LABEL: define void @spawned(
; CHECK-COUNT-3: call ptr @tussah.view
define void @spawned() {
  %f = call ptr @tussah.frame()
  %a = call ptr @tussah.view(ptr @sum, i64 8, ptr @zero, ptr @plus)
  store i64 1, ptr %a
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @task)
  %b = call ptr @tussah.view(ptr @sum, i64 8, ptr @zero, ptr @plus)
  store i64 2, ptr %b
  call void @tussah.sync(ptr %f)
  %c = call ptr @tussah.view(ptr @sum, i64 8, ptr @zero, ptr @plus)
  store i64 3, ptr %c
  ret void
}

; On one path only.
; CHECK-LABEL: define void @spawned.perhaps(
; CHECK-COUNT-2: call ptr @tussah.view
define void @spawned.perhaps(i1 %c) {
  %f = call ptr @tussah.frame()
  %a = call ptr @tussah.view(ptr @sum, i64 8, ptr @zero, ptr @plus)
  store i64 1, ptr %a
  br i1 %c, label %then, label %done
then:
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @task)
  call void @tussah.sync(ptr %f)
  br label %done
done:
  %b = call ptr @tussah.view(ptr @sum, i64 8, ptr @zero, ptr @plus)
  store i64 2, ptr %b
  ret void
}

; Behind the second lookup, in the same loop.
; CHECK-LABEL: define void @spawned.later(
; CHECK-COUNT-2: call ptr @tussah.view
define void @spawned.later(i64 %n) {
entry:
  %f = call ptr @tussah.frame()
  %a = call ptr @tussah.view(ptr @sum, i64 8, ptr @zero, ptr @plus)
  store i64 1, ptr %a
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %b = call ptr @tussah.view(ptr @sum, i64 8, ptr @zero, ptr @plus)
  store i64 2, ptr %b
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @task)
  %j = add i64 %i, 1
  %c = icmp eq i64 %j, %n
  br i1 %c, label %done, label %loop
done:
  call void @tussah.sync(ptr %f)
  ret void
}

; Another reducer may begin where one ends.
; CHECK-LABEL: define void @ended(
; CHECK-COUNT-4: call ptr @tussah.view
define void @ended() {
  %a = call ptr @tussah.view(ptr @sum, i64 8, ptr @zero, ptr @plus)
  store i64 1, ptr %a
  call void @opaque()
  %b = call ptr @tussah.view(ptr @sum, i64 8, ptr @zero, ptr @plus)
  store i64 2, ptr %b
  call void @ends(ptr @sum)
  %c = call ptr @tussah.view(ptr @sum, i64 8, ptr @zero, ptr @plus)
  store i64 3, ptr %c
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @ending.body, i64 9, i64 1)
  %d = call ptr @tussah.view(ptr @sum, i64 8, ptr @zero, ptr @plus)
  store i64 4, ptr %d
  ret void
}
define internal void @ends(ptr %r) noinline {
  call void @ends.indirectly(ptr %r)
  ret void
}
define internal void @ends.indirectly(ptr %r) noinline {
  call void @ends(ptr %r)
  call void @tussah.reducer.end(ptr %r, i64 1, i64 0)
  call void @tussah.reducer.begin(ptr %r, i64 1, i64 8, i64 8, ptr @zero, ptr @plus)
  ret void
}
define internal void @ends.own() noinline {
  %r = alloca i64
  call void @escape(ptr %r)
  call void @tussah.reducer.end(ptr %r, i64 1, i64 0)
  ret void
}
declare void @escape(ptr) memory(read)

; An argument is older than the function's variables.
; CHECK-LABEL: define void @ended.other(
; CHECK: call ptr @tussah.view
; CHECK-NOT: tussah.view
; CHECK: ret void
define void @ended.other(ptr %r) {
  %v = alloca i64
  call void @tussah.reducer.begin(ptr %v, i64 1, i64 8, i64 8, ptr @zero, ptr @plus)
  call void @escape(ptr %v)
  %a = call ptr @tussah.view(ptr %r, i64 8, ptr @zero, ptr @plus)
  store i64 1, ptr %a
  call void @tussah.reducer.end(ptr %v, i64 1, i64 0)
  %b = call ptr @tussah.view(ptr %r, i64 8, ptr @zero, ptr @plus)
  store i64 2, ptr %b
  ret void
}

;===- Loops ----------------------------------------------------------------===;

; CHECK-LABEL: define void @hoisted(
; CHECK: entry:
; CHECK-NEXT: %member = getelementptr
; CHECK-NEXT: %v = call ptr @tussah.view({{.*}}) [[PURE:#[0-9]+]]
; CHECK-NEXT: br label %loop
; CHECK-NOT: tussah.view
; CHECK: ret void
define void @hoisted(ptr %s, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  store i64 %i, ptr @other
  %member = getelementptr i8, ptr %s, i64 8
  %v = call ptr @tussah.view(ptr %member, i64 8, ptr @zero, ptr @plus)
  store i64 2, ptr %v
  %j = add i64 %i, 1
  %c = icmp eq i64 %j, %n
  br i1 %c, label %done, label %loop
done:
  ret void
}

; An invoke, out of two loops.
; CHECK-LABEL: define void @hoisted.twice(
; CHECK: entry:
; CHECK-NEXT: %v = call ptr @tussah.view
; CHECK-NEXT: br label %outer
; CHECK-NOT: tussah.view
; CHECK: ret void
define void @hoisted.twice(i64 %n) personality ptr @__gxx_personality_v0 {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  br label %inner
inner:
  %k = phi i64 [ 0, %outer ], [ %k1, %next ]
  %v = invoke ptr @tussah.view(ptr @sum, i64 8, ptr @zero, ptr @plus) to label %next unwind label %lpad
next:
  store i64 %i, ptr %v
  %k1 = add i64 %k, 1
  %c = icmp eq i64 %k1, %n
  br i1 %c, label %latch, label %inner
latch:
  %i1 = add i64 %i, 1
  %d = icmp eq i64 %i1, %n
  br i1 %d, label %done, label %outer
done:
  ret void
lpad:
  %e = landingpad { ptr, i32 } cleanup
  call void @opaque()
  resume { ptr, i32 } %e
}

; The first thing that happens, so it may depend on memory.
; CHECK-LABEL: define void @hoisted.first(
; CHECK: entry:
; CHECK-NEXT: call ptr @tussah.view
; CHECK: loop:
; CHECK-NOT: tussah.view
; CHECK: ret void
define void @hoisted.first(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %v = call ptr @tussah.view(ptr @sum, i64 8, ptr @opaque.identity, ptr @plus)
  store i64 2, ptr %v
  %j = add i64 %i, 1
  %c = icmp eq i64 %j, %n
  br i1 %c, label %done, label %loop
done:
  ret void
}

; CHECK-LABEL: define void @seed.changes(
; CHECK: loop:
; CHECK: call ptr @tussah.view
; KEEP-LABEL: define void @seed.changes(
; KEEP: loop:
; KEEP: [[KEPT:%[0-9a-z.]+]] = phi ptr [ null, %entry ], [ [[NOW:%.*]], %{{.*}} ]
; KEEP: store i64 %i, ptr @seed
; KEEP: [[NEW:%.*]] = icmp eq ptr [[KEPT]], null
; KEEP: br i1 [[NEW]], label %[[LOOKUP:.*]], label %[[REST:.*]]
; KEEP: [[LOOKUP]]:
; KEEP-NEXT: [[RESULT:%.*]] = call ptr @tussah.view
; KEEP: [[NOW]] = phi ptr [ [[KEPT]], %loop ], [ [[RESULT]], %[[LOOKUP]] ]
; KEEP-NEXT: store i64 2, ptr [[NOW]]
define void @seed.changes(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  store i64 %i, ptr @seed
  %v = call ptr @tussah.view(ptr @sum, i64 8, ptr @seeded, ptr @plus)
  store i64 2, ptr %v
  %j = add i64 %i, 1
  %c = icmp eq i64 %j, %n
  br i1 %c, label %done, label %loop
done:
  ret void
}

; Not in each iteration: there may be no such reducer. Both branches share what
; is kept, outside of both loops.
; CHECK-LABEL: define void @perhaps(
; CHECK: left:
; CHECK-NEXT: call ptr @tussah.view
; CHECK: right:
; CHECK-NEXT: invoke ptr @tussah.view
; KEEP-LABEL: define void @perhaps(
; KEEP: outer:
; KEEP: = phi ptr [ null, %entry ]
; KEEP: inner:
; KEEP: [[KEPT:%[0-9a-z.]+]] = phi ptr
; KEEP: left:
; KEEP-NEXT: icmp eq ptr [[KEPT]], null
; KEEP: call ptr @tussah.view
; KEEP: right:
; KEEP-NEXT: icmp eq ptr [[KEPT]], null
; KEEP: invoke ptr @tussah.view
define void @perhaps(ptr %r, i64 %n) personality ptr @__gxx_personality_v0 {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  br label %inner
inner:
  %k = phi i64 [ 0, %outer ], [ %k1, %next ]
  %what = load volatile i64, ptr @other
  switch i64 %what, label %next [ i64 1, label %left
                                  i64 2, label %right ]
left:
  %a = call ptr @tussah.view(ptr %r, i64 8, ptr @zero, ptr @plus)
  store i64 %i, ptr %a
  br label %next
right:
  %b = invoke ptr @tussah.view(ptr %r, i64 8, ptr @throwing, ptr @plus) to label %viewed unwind label %lpad
viewed:
  store i64 %i, ptr %b
  br label %next
next:
  %k1 = add i64 %k, 1
  %c = icmp eq i64 %k1, %n
  br i1 %c, label %latch, label %inner
latch:
  %i1 = add i64 %i, 1
  %d = icmp eq i64 %i1, %n
  br i1 %d, label %done, label %outer
done:
  ret void
lpad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

; CHECK-LABEL: define void @changes(
; CHECK: loop:
; CHECK: call ptr @tussah.view
; KEEP-LABEL: define void @changes(
; KEEP: loop:
; KEEP-NOT: phi ptr
; KEEP: call ptr @tussah.view
; KEEP: ret void
define void @changes(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %v = call ptr @tussah.view(ptr @sum, i64 8, ptr @zero, ptr @plus)
  store i64 2, ptr %v
  call void @opaque()
  %j = add i64 %i, 1
  %c = icmp eq i64 %j, %n
  br i1 %c, label %done, label %loop
done:
  ret void
}

;===- Local reducers -------------------------------------------------------===;

; With a reducer in its view.
; CHECK-LABEL: define i64 @private(
; CHECK-NOT: @tussah.{{view|reducer}}
; CHECK: store i64 1, ptr %r
; CHECK: store i64 2, ptr %part
define i64 @private() {
  %r = alloca [2 x i64]
  %in = getelementptr i8, ptr %r, i64 8
  call void @tussah.reducer.begin(ptr %r, i64 1, i64 16, i64 16, ptr @zero, ptr @plus)
  call void @tussah.reducer.begin(ptr %in, i64 1, i64 8, i64 8, ptr @zero, ptr @plus)
  %v = call ptr @tussah.view(ptr %r, i64 16, ptr @throwing, ptr @plus)
  store i64 1, ptr %v
  %part = getelementptr i8, ptr %v, i64 8
  %w = call ptr @tussah.view(ptr %part, i64 8, ptr @throwing, ptr @plus)
  store i64 2, ptr %w
  call void @tussah.reducer.end(ptr %in, i64 1, i64 0)
  call void @tussah.reducer.end(ptr %r, i64 1, i64 0)
  %x = load i64, ptr %r
  ret i64 %x
}

; CHECK-LABEL: define void @captured(
; CHECK: call void @tussah.reducer.begin
; CHECK: call ptr @tussah.view
; CHECK: call ptr @tussah.view
; CHECK: call void @tussah.reducer.end
define void @captured(ptr %where) {
  %f = call ptr @tussah.frame()
  %r = alloca i64
  call void @tussah.reducer.begin(ptr %r, i64 1, i64 8, i64 8, ptr @zero, ptr @plus)
  %v = call ptr @tussah.view(ptr %r, i64 8, ptr @zero, ptr @plus)
  store i64 1, ptr %v
  store ptr %r, ptr %where
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @task)
  %w = call ptr @tussah.view(ptr %r, i64 8, ptr @zero, ptr @plus)
  store i64 1, ptr %w
  call void @tussah.sync(ptr %f)
  call void @tussah.reducer.end(ptr %r, i64 1, i64 0)
  ret void
}

; CHECK: attributes [[PURE]] = { nounwind willreturn }
