; RUN: %opt -passes='tussah-checks,verify' -S %s | %FileCheck %s
; Accesses side by side, of one line and one block, have one check where the first of them is.

@csi.access.load = private constant { ptr, ptr, ptr, i64, i64, i64, i64 } { ptr @__csi_before_load, ptr @__csi_before_load_range, ptr @base, i64 1, i64 0, i64 8, i64 1032 }
@base = internal global i64 0

declare void @csi.check(ptr, ptr) nounwind willreturn nofree memory(inaccessiblemem: readwrite)
declare void @loaded(ptr, i32)
declare void @range(ptr, i32, i64, i64)
declare void @unknown()

define internal void @__csi_before_load(i64 %id, ptr %a, i32 %n, i64 %prop) {
  call void @loaded(ptr %a, i32 %n)
  ret void
}
define internal void @__csi_before_load_range(i64 %id, ptr %a, i32 %n, i64 %count, i64 %stride, i64 %prop) {
  call void @range(ptr %a, i32 %n, i64 %count, i64 %stride)
  ret void
}

; CHECK-LABEL: define void @members(
; CHECK: call void @loaded(ptr %a, i32 16)
; CHECK-NOT: call void
; CHECK: ret void
define void @members(ptr %a) {
  call void @csi.check(ptr @csi.access.load, ptr %a)
  %p = getelementptr i8, ptr %a, i64 8
  call void @csi.check(ptr @csi.access.load, ptr %p)
  ret void
}

; As unrolled loops have them: indices that differ by constants.
; CHECK-LABEL: define void @indices(
; CHECK: call void @loaded(ptr %{{.*}}, i32 24)
; CHECK-NOT: call void
; CHECK: ret void
define void @indices(ptr %a, i64 %i) {
  %second = add i64 %i, 1
  %p = getelementptr double, ptr %a, i64 %second
  call void @csi.check(ptr @csi.access.load, ptr %p)
  %q = getelementptr double, ptr %a, i64 %i
  call void @csi.check(ptr @csi.access.load, ptr %q)
  %third = add i64 %i, 2
  %r = getelementptr double, ptr %a, i64 %third
  call void @csi.check(ptr @csi.access.load, ptr %r)
  ret void
}

; Something is between them.
; CHECK-LABEL: define void @gap(
; CHECK: call void @loaded(ptr %p, i32 8)
; CHECK: call void @loaded(ptr %q, i32 8)
; CHECK: ret void
define void @gap(ptr %a, i64 %i) {
  %p = getelementptr double, ptr %a, i64 %i
  call void @csi.check(ptr @csi.access.load, ptr %p)
  %third = add i64 %i, 2
  %q = getelementptr double, ptr %a, i64 %third
  call void @csi.check(ptr @csi.access.load, ptr %q)
  ret void
}

; How far they are from each other is not known.
; CHECK-LABEL: define void @others(
; CHECK: call void @loaded(ptr %p, i32 8)
; CHECK: call void @loaded(ptr %q, i32 8)
; CHECK: ret void
define void @others(ptr %a, i64 %i, i64 %j) {
  %p = getelementptr double, ptr %a, i64 %i
  call void @csi.check(ptr @csi.access.load, ptr %p)
  %next = add i64 %j, 1
  %q = getelementptr double, ptr %a, i64 %next
  call void @csi.check(ptr @csi.access.load, ptr %q)
  ret void
}

; The second access may not happen, or in another strand.
; CHECK-LABEL: define void @call(
; CHECK: call void @loaded(ptr %p, i32 8)
; CHECK: call void @unknown()
; CHECK: call void @loaded(ptr %q, i32 8)
; CHECK: ret void
define void @call(ptr %a, i64 %i) {
  %p = getelementptr double, ptr %a, i64 %i
  call void @csi.check(ptr @csi.access.load, ptr %p)
  call void @unknown()
  %next = add i64 %i, 1
  %q = getelementptr double, ptr %a, i64 %next
  call void @csi.check(ptr @csi.access.load, ptr %q)
  ret void
}
