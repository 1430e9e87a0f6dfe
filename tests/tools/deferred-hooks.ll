; RUN: %opt -passes='tussah-checks,verify' -S %s | %FileCheck %s
; Variables that only their function knows have no checks, and functions in which nothing is checked or called no frames.

@csi.access.load = private constant { ptr, ptr, ptr, i64, i64, i64, i64 } { ptr @__csi_before_load, ptr null, ptr @base, i64 1, i64 0, i64 8, i64 1032 }
@entry = private constant { ptr, ptr, i64, i64, i64 } { ptr @__csi_frame_entry, ptr @base, i64 1, i64 0, i64 0 }
@exit = private constant { ptr, ptr, i64, i64, i64 } { ptr @__csi_frame_exit, ptr null, i64 0, i64 1, i64 0 }
@resume = private constant { ptr, ptr, i64, i64, i64 } { ptr @__csi_frame_resume, ptr null, i64 0, i64 2, i64 0 }
@call = private constant { ptr, ptr, i64, i64, i64 } { ptr @__csi_frame_call, ptr @base, i64 1, i64 3, i64 0 }
@variable = private constant { ptr, ptr, i64, i64, i64 } { ptr @__csi_after_alloca, ptr @base, i64 1, i64 4, i64 0 }
@base = internal global i64 0

declare void @csi.check(ptr, ptr) nounwind willreturn nofree memory(inaccessiblemem: readwrite)
declare void @csi.deferred(ptr, ptr, i64) nounwind willreturn nofree memory(inaccessiblemem: readwrite)
declare void @loaded(ptr)
declare void @entered(ptr)
declare void @left(ptr)
declare void @resumed(ptr)
declare void @called(ptr)
declare void @new(ptr, i64)
declare void @unknown(ptr)

define internal void @__csi_before_load(i64 %id, ptr %a, i32 %n, i64 %prop) {
  call void @loaded(ptr %a)
  ret void
}
define internal void @__csi_frame_entry(i64 %id, ptr %frame, i64 %begins) {
  call void @entered(ptr %frame)
  ret void
}
define internal void @__csi_frame_exit(ptr %frame) {
  call void @left(ptr %frame)
  ret void
}
define internal void @__csi_frame_resume(ptr %frame) {
  call void @resumed(ptr %frame)
  ret void
}
define internal void @__csi_frame_call(i64 %id, ptr %frame) {
  call void @called(ptr %frame)
  ret void
}
define internal void @__csi_after_alloca(i64 %id, ptr %a, i64 %size, i64 %prop) {
  call void @new(ptr %a, i64 %size)
  ret void
}

; CHECK-LABEL: define i64 @private(
; CHECK-NOT: call void
; CHECK: ret i64
define i64 @private(i64 %x) {
  %frame = alloca [40 x i8]
  %v = alloca [2 x i64]
  call void @csi.deferred(ptr @entry, ptr %frame, i64 0)
  call void @csi.deferred(ptr @variable, ptr %v, i64 16)
  %p = getelementptr i8, ptr %v, i64 8
  store i64 %x, ptr %p
  call void @csi.check(ptr @csi.access.load, ptr %p)
  %y = load i64, ptr %p
  call void @csi.deferred(ptr @exit, ptr %frame, i64 0)
  ret i64 %y
}

; Something else has the address, later too.
; CHECK-LABEL: define i64 @known(
; CHECK: call void @entered(
; CHECK: call void @new(ptr %v, i64 8)
; CHECK: call void @loaded(ptr %v)
; CHECK: call void @called(
; CHECK: call void @unknown(ptr %v)
; CHECK: call void @resumed(
; CHECK: call void @left(
; CHECK: ret i64
define i64 @known() {
  %frame = alloca [40 x i8]
  %v = alloca i64
  call void @csi.deferred(ptr @entry, ptr %frame, i64 0)
  call void @csi.deferred(ptr @variable, ptr %v, i64 8)
  call void @csi.check(ptr @csi.access.load, ptr %v)
  %y = load i64, ptr %v
  call void @csi.deferred(ptr @call, ptr %frame, i64 0)
  call void @unknown(ptr %v)
  call void @csi.deferred(ptr @resume, ptr %frame, i64 0)
  call void @csi.deferred(ptr @exit, ptr %frame, i64 0)
  ret i64 %y
}

; A function was inlined that did nothing of that, and one that did: on one of its paths.
; CHECK-LABEL: define void @inlined(
; CHECK: call void @entered(ptr %frame)
; CHECK-NEXT: br i1
; CHECK: call void @called(ptr %frame)
; CHECK: call void @entered(ptr %second)
; CHECK: call void @loaded(ptr %a)
; CHECK: call void @left(ptr %second)
; CHECK: call void @resumed(ptr %frame)
; CHECK: call void @left(ptr %frame)
; CHECK: ret void
define void @inlined(ptr %a, i1 %c) {
  %frame = alloca [40 x i8]
  %first = alloca [40 x i8]
  %second = alloca [40 x i8]
  call void @csi.deferred(ptr @entry, ptr %frame, i64 0)
  call void @csi.deferred(ptr @call, ptr %frame, i64 0)
  call void @csi.deferred(ptr @entry, ptr %first, i64 0)
  call void @csi.deferred(ptr @exit, ptr %first, i64 0)
  call void @csi.deferred(ptr @resume, ptr %frame, i64 0)
  br i1 %c, label %then, label %end
then:
  call void @csi.deferred(ptr @call, ptr %frame, i64 0)
  call void @csi.deferred(ptr @entry, ptr %second, i64 0)
  br i1 %c, label %check, label %done
check:
  call void @csi.check(ptr @csi.access.load, ptr %a)
  br label %done
done:
  call void @csi.deferred(ptr @exit, ptr %second, i64 0)
  call void @csi.deferred(ptr @resume, ptr %frame, i64 0)
  br label %end
end:
  call void @csi.deferred(ptr @exit, ptr %frame, i64 0)
  ret void
}
