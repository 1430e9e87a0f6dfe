; RUN: %opt -passes='tussah-checks,verify' -S %s | %FileCheck %s
; All accesses of a loop have one check before it, if it makes them all in one strand.

@csi.access.load = private constant { ptr, ptr, ptr, i64, i64, i64, i64 } { ptr @__csi_before_load, ptr @__csi_before_load_range, ptr @base, i64 1, i64 0, i64 8, i64 1032 }
@base = internal global i64 0

declare void @csi.check(ptr, ptr) nounwind willreturn nofree memory(inaccessiblemem: readwrite)
declare void @loaded(ptr, i32)
declare void @range(ptr, i32, i64, i64)
declare void @unknown()
declare i1 @condition(i64) nounwind willreturn memory(read)

define internal void @__csi_before_load(i64 %id, ptr %a, i32 %n, i64 %prop) {
  call void @loaded(ptr %a, i32 %n)
  ret void
}
define internal void @__csi_before_load_range(i64 %id, ptr %a, i32 %n, i64 %count, i64 %stride, i64 %prop) {
  call void @range(ptr %a, i32 %n, i64 %count, i64 %stride)
  ret void
}

; CHECK-LABEL: define void @array(
; CHECK: call void @range(ptr %a, i32 8, i64 100, i64 8)
; CHECK: loop:
; CHECK-NOT: call void
; CHECK: ret void
define void @array(ptr %a) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %p = getelementptr double, ptr %a, i64 %i
  call void @csi.check(ptr @csi.access.load, ptr %p)
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, 100
  br i1 %c, label %loop, label %end
end:
  ret void
}

; Rows that lie one behind the other are one range.
; CHECK-LABEL: define void @matrix(
; CHECK: call void @range(ptr %a, i32 8, i64 320, i64 8)
; CHECK: outer:
; CHECK-NOT: call void
; CHECK: ret void
define void @matrix(ptr %a) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br label %loop
loop:
  %j = phi i64 [ 0, %outer ], [ %j.next, %loop ]
  %row = mul nuw nsw i64 %i, 32
  %k = add nuw nsw i64 %row, %j
  %p = getelementptr double, ptr %a, i64 %k
  call void @csi.check(ptr @csi.access.load, ptr %p)
  %j.next = add nuw nsw i64 %j, 1
  %c = icmp ult i64 %j.next, 32
  br i1 %c, label %loop, label %latch
latch:
  %i.next = add nuw nsw i64 %i, 1
  %d = icmp ult i64 %i.next, 10
  br i1 %d, label %outer, label %end
end:
  ret void
}

; CHECK-LABEL: define void @invariant(
; CHECK: call void @loaded(ptr %a, i32 8)
; CHECK: loop:
; CHECK-NOT: call void
; CHECK: ret void
define void @invariant(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  call void @csi.check(ptr @csi.access.load, ptr %a)
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; It may leave early: what has been accessed is checked when it is left.
; CHECK-LABEL: define void @leaves(
; CHECK-NOT: call void
; CHECK: loop:
; CHECK-NOT: call void @loaded(
; CHECK: icmp ule i64
; CHECK: icmp uge i64
; CHECK: %[[LOW:.*]] = call i64 @llvm.umin.i64(
; CHECK: %[[HIGH:.*]] = call i64 @llvm.umax.i64(
; CHECK: call void @range(ptr {{.*}}, i32 1, i64 {{.*}}, i64 1)
; CHECK: call i1 @condition(
; CHECK: end:
; CHECK: call void @range(ptr {{.*}}, i32 1, i64 {{.*}}, i64 1)
; CHECK: ret void
define void @leaves(ptr %a) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %more ]
  %p = getelementptr double, ptr %a, i64 %i
  call void @csi.check(ptr @csi.access.load, ptr %p)
  %found = call i1 @condition(i64 %i)
  br i1 %found, label %end, label %more
more:
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, 100
  br i1 %c, label %loop, label %end
end:
  ret void
}

; The call may spawn: iterations are strands of their own.
; CHECK-LABEL: define void @calls(
; CHECK: loop:
; CHECK: call void @loaded(
; CHECK: ret void
define void @calls(ptr %a) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %p = getelementptr double, ptr %a, i64 %i
  call void @csi.check(ptr @csi.access.load, ptr %p)
  call void @unknown()
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, 100
  br i1 %c, label %loop, label %end
end:
  ret void
}

; Not each iteration accesses.
; CHECK-LABEL: define void @sometimes(
; CHECK-NOT: call void
; CHECK: then:
; CHECK: call i64 @llvm.umax.i64(
; CHECK: call void @range(ptr {{.*}}, i32 1, i64 {{.*}}, i64 1)
; CHECK: latch:
; CHECK: call void @range(ptr {{.*}}, i32 1, i64 {{.*}}, i64 1)
; CHECK: ret void
define void @sometimes(ptr %a) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %latch ]
  %p = getelementptr double, ptr %a, i64 %i
  %x = call i1 @condition(i64 %i)
  br i1 %x, label %then, label %latch
then:
  call void @csi.check(ptr @csi.access.load, ptr %p)
  br label %latch
latch:
  %j = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %j, 100
  br i1 %c, label %loop, label %end
end:
  ret void
}

; Elsewhere each time: there is nothing to keep.
; CHECK-LABEL: define void @jumps(
; CHECK: loop:
; CHECK: call void @loaded(
; CHECK-NOT: @range
; CHECK: ret void
define void @jumps(ptr %a) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %p = getelementptr double, ptr %a, i64 %i
  call void @csi.check(ptr @csi.access.load, ptr %p)
  %j = load i64, ptr %p
  %c = icmp ult i64 %j, 100
  br i1 %c, label %loop, label %end
end:
  ret void
}

; A part of each row: columns are ranges.
; CHECK-LABEL: define void @columns(
; CHECK: call void @range(ptr {{.*}}, i32 8, i64 100, i64 8)
; CHECK: call void @range(ptr {{.*}}, i32 8, i64 100, i64 8)
; CHECK: call void @range(ptr {{.*}}, i32 8, i64 100, i64 8)
; CHECK: outer:
; CHECK-NOT: call void
; CHECK: ret void
define void @columns(ptr %a, i64 %n) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br label %loop
loop:
  %j = phi i64 [ 0, %outer ], [ %j.next, %loop ]
  %row = mul nuw nsw i64 %j, %n
  %k = add nuw nsw i64 %row, %i
  %p = getelementptr double, ptr %a, i64 %k
  call void @csi.check(ptr @csi.access.load, ptr %p)
  %j.next = add nuw nsw i64 %j, 1
  %c = icmp ult i64 %j.next, 3
  br i1 %c, label %loop, label %latch
latch:
  %i.next = add nuw nsw i64 %i, 1
  %d = icmp ult i64 %i.next, 100
  br i1 %d, label %outer, label %end
end:
  ret void
}

; Side by side.
; CHECK-LABEL: define void @pair(
; CHECK: call void @loaded(ptr %{{.*}}, i32 16)
; CHECK-NOT: call void
; CHECK: ret void
define void @pair(ptr %a) {
  %b = getelementptr i8, ptr %a, i64 8
  call void @csi.check(ptr @csi.access.load, ptr %b)
  call void @csi.check(ptr @csi.access.load, ptr %a)
  ret void
}

; What is between may not return.
; CHECK-LABEL: define void @apart(
; CHECK: call void @loaded(ptr %a, i32 8)
; CHECK: call void @unknown()
; CHECK: call void @loaded(ptr %b, i32 8)
; CHECK: ret void
define void @apart(ptr %a) {
  %b = getelementptr i8, ptr %a, i64 8
  call void @csi.check(ptr @csi.access.load, ptr %a)
  call void @unknown()
  call void @csi.check(ptr @csi.access.load, ptr %b)
  ret void
}
