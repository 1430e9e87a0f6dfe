; RUN: %opt -passes=tussah-place-frames,tussah-verify -S %s | %FileCheck %s
; RUN: %opt -passes=tussah-keep-frames,tussah-verify -S %s | %FileCheck --check-prefix=KEEP %s
; Frames of inlined functions leave the loops. With pedigrees they stay, and the
; loops are not unrolled.

; KEEP-LABEL: define void @nested(
; KEEP: inner:
; KEEP-NEXT: %f = call ptr @tussah.frame()
; KEEP: br i1 %c, label %inner, label %latch, !llvm.loop [[INNER:![0-9]+]]
; KEEP: br i1 %c, label %outer, label %done, !llvm.loop [[OUTER:![0-9]+]]
; KEEP-LABEL: define void @irreducible(
; KEEP: right:
; KEEP-NEXT: %f = call ptr @tussah.frame()
; KEEP-NOT: !llvm.loop
; KEEP: [[INNER]] = distinct !{[[INNER]], [[DISABLE:![0-9]+]]}
; KEEP: [[DISABLE]] = !{!"llvm.loop.unroll.disable"}
; KEEP: [[OUTER]] = distinct !{[[OUTER]], [[DISABLE]]}

declare ptr @tussah.frame()
declare void @tussah.spawn(ptr, ptr, ptr, ...)
declare void @tussah.sync(ptr)

define internal void @helper(i32 %x) {
  ret void
}

; A frame that nothing uses is gone: its function does not spawn.
; CHECK-LABEL: define void @unused(
; CHECK-NEXT: call void @helper(i32 1)
; CHECK-NEXT: ret void
define void @unused() {
  %f = call ptr @tussah.frame()
  call void @helper(i32 1)
  ret void
}

; CHECK-LABEL: define void @nested(
; CHECK: entry:
; CHECK-NEXT: br i1
; CHECK: then:
; CHECK-NEXT: %f = call ptr @tussah.frame()
; CHECK-NEXT: br label %outer
; CHECK: inner:
; CHECK-NOT: tussah.frame
; CHECK: tussah.spawn(ptr %f
define void @nested(i1 %c) {
entry:
  br i1 %c, label %then, label %done
then:
  br label %outer
outer:
  br label %inner
inner:
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @helper, i32 1)
  call void @tussah.sync(ptr %f)
  br i1 %c, label %inner, label %latch
latch:
  br i1 %c, label %outer, label %done
done:
  ret void
}

; Of a cycle with two entries there is no place but the function's.
; CHECK-LABEL: define void @irreducible(
; CHECK: entry:
; CHECK-NEXT: %f = call ptr @tussah.frame()
; CHECK: right:
; CHECK-NEXT: call {{.*}} @tussah.spawn(ptr %f
define void @irreducible(i1 %c) {
entry:
  br label %choose
choose:
  br i1 %c, label %left, label %right
left:
  br label %right
right:
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @helper, i32 1)
  call void @tussah.sync(ptr %f)
  br i1 %c, label %left, label %done
done:
  ret void
}

; What is in no loop stays: the frame may be needed seldom.
; CHECK-LABEL: define void @branch(
; CHECK: then:
; CHECK-NEXT: %f = call ptr @tussah.frame()
define void @branch(i1 %c) {
entry:
  br i1 %c, label %then, label %done
then:
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @helper, i32 1)
  call void @tussah.sync(ptr %f)
  br label %done
done:
  ret void
}
