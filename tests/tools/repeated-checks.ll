; RUN: %opt -passes='tussah-checks,verify' -S %s | %FileCheck %s
; Checks that the strand has made already are left out, and those that look like it are not.

@csi.access.load = private constant { ptr, ptr, ptr, i64, i64, i64, i64 } { ptr @__csi_before_load, ptr null, ptr @base, i64 1, i64 0, i64 8, i64 1032 }
@csi.access.load4 = private constant { ptr, ptr, ptr, i64, i64, i64, i64 } { ptr @__csi_before_load, ptr null, ptr @base, i64 2, i64 0, i64 4, i64 1032 }
@csi.access.store = private constant { ptr, ptr, ptr, i64, i64, i64, i64 } { ptr @__csi_before_store, ptr null, ptr @base, i64 3, i64 1, i64 8, i64 1032 }
@csi.access.atomic = private constant { ptr, ptr, ptr, i64, i64, i64, i64 } { ptr @__csi_before_store, ptr null, ptr @base, i64 4, i64 1, i64 8, i64 3080 }
@base = internal global i64 0

declare void @csi.check(ptr, ptr) nounwind willreturn nofree memory(inaccessiblemem: readwrite)
declare void @loaded(i64, ptr, i32)
declare void @stored(i64, ptr, i32)
declare void @unknown()
declare double @pure(double) nounwind willreturn memory(none)
declare i1 @condition() nounwind willreturn memory(read)

define internal void @__csi_before_load(i64 %id, ptr %a, i32 %n, i64 %prop) {
  call void @loaded(i64 %id, ptr %a, i32 %n)
  ret void
}
define internal void @__csi_before_store(i64 %id, ptr %a, i32 %n, i64 %prop) {
  call void @stored(i64 %id, ptr %a, i32 %n)
  ret void
}

; CHECK-LABEL: define void @after_store(
; CHECK: call void @stored(
; CHECK-NOT: call void @loaded(
; CHECK-NOT: call void @stored(
; CHECK: ret void
define void @after_store(ptr %p) {
  call void @csi.check(ptr @csi.access.store, ptr %p)
  call void @csi.check(ptr @csi.access.load, ptr %p)
  %d = call double @pure(double 1.0)
  %q = getelementptr i8, ptr %p, i64 4
  call void @csi.check(ptr @csi.access.load4, ptr %q)
  call void @csi.check(ptr @csi.access.store, ptr %p)
  ret void
}

; A load says nothing about stores, and a small access nothing about the rest.
; CHECK-LABEL: define void @more(
; CHECK: call void @loaded({{.*}}, i32 4)
; CHECK: call void @loaded({{.*}}, i32 8)
; CHECK: call void @stored({{.*}}, i32 8)
; CHECK: ret void
define void @more(ptr %p) {
  call void @csi.check(ptr @csi.access.load4, ptr %p)
  call void @csi.check(ptr @csi.access.load, ptr %p)
  call void @csi.check(ptr @csi.access.store, ptr %p)
  ret void
}

; The call may spawn, free, or wait.
; CHECK-LABEL: define void @over_call(
; CHECK: call void @stored(
; CHECK: call void @unknown()
; CHECK: call void @stored(
; CHECK: ret void
define void @over_call(ptr %p) {
  call void @csi.check(ptr @csi.access.store, ptr %p)
  call void @unknown()
  call void @csi.check(ptr @csi.access.store, ptr %p)
  ret void
}

; Not all paths have checked.
; CHECK-LABEL: define void @one_path(
; CHECK: call void @stored(
; CHECK: join:
; CHECK: call void @stored(
; CHECK: ret void
define void @one_path(ptr %p, i1 %c) {
  br i1 %c, label %then, label %join
then:
  call void @csi.check(ptr @csi.access.store, ptr %p)
  br label %join
join:
  call void @csi.check(ptr @csi.access.store, ptr %p)
  ret void
}

; CHECK-LABEL: define void @both_paths(
; CHECK: join:
; CHECK-NOT: call void @loaded(
; CHECK: ret void
define void @both_paths(ptr %p, i1 %c) {
  br i1 %c, label %then, label %else
then:
  call void @csi.check(ptr @csi.access.store, ptr %p)
  br label %join
else:
  call void @csi.check(ptr @csi.access.load, ptr %p)
  br label %join
join:
  call void @csi.check(ptr @csi.access.load, ptr %p)
  ret void
}

; The address is another one in each iteration.
; CHECK-LABEL: define void @list(
; CHECK: loop:
; CHECK: call void @loaded(
; CHECK: ret void
define void @list(ptr %first) {
entry:
  br label %loop
loop:
  %p = phi ptr [ %first, %entry ], [ %next, %more ]
  call void @csi.check(ptr @csi.access.load, ptr %p)
  %next = load ptr, ptr %p
  %c = call i1 @condition()
  br i1 %c, label %more, label %end
more:
  %d = icmp eq ptr %next, null
  br i1 %d, label %end, label %loop
end:
  ret void
}

; Atomic accesses conflict with others.
; CHECK-LABEL: define void @atomic(
; CHECK: call void @stored(
; CHECK: call void @loaded(
; CHECK: call void @stored(
; CHECK: ret void
define void @atomic(ptr %p) {
  call void @csi.check(ptr @csi.access.atomic, ptr %p)
  call void @csi.check(ptr @csi.access.load, ptr %p)
  call void @csi.check(ptr @csi.access.atomic, ptr %p)
  ret void
}
