; RUN: %opt -tussah-target=reverse -passes='tussah-lower-tasks,verify' -S %s | %FileCheck %s
; RUN: %opt -tussah-target=reverse -passes='tussah-lower-tasks<O2>,verify' -S %s | %FileCheck %s --check-prefix=INLINE
; A task is a closure: storage, then the captured values, and a function that
; unpacks it.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare ptr @tussah.frame()
declare ptr @tussah.storage(ptr, i64, i64)
declare void @tussah.discard(ptr, ptr)
declare void @tussah.spawn(ptr, ptr, ptr, ...)
declare void @tussah.sync(ptr)
declare void @tussah.sync.unwind(ptr, ptr)
declare void @construct(ptr)
declare void @use(ptr)
declare i32 @__gxx_personality_v0(...)

define internal void @task(i32 %x, ptr %p) {
  store i32 %x, ptr %p
  ret void
}

define internal void @wide(<8 x float> %v, ptr %p) {
  store <8 x float> %v, ptr %p
  ret void
}

define internal void @nothing() {
  call void @use(ptr null)
  ret void
}

; CHECK-LABEL: define void @plain(
; CHECK-NEXT: %frame = alloca [40 x i8], align 8
; CHECK-NEXT: call void @tussah_abi_enter(ptr %frame)
; CHECK-NEXT: %task = call ptr @tussah_abi_task(ptr %frame, i64 16, i64 8)
; CHECK-NEXT: store i32 7, ptr %task, align 4
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds i8, ptr %task, i64 8
; CHECK-NEXT: store ptr %p, ptr [[P]], align 8
; CHECK-NEXT: call void @tussah_abi_spawn(ptr %frame, ptr %task, ptr @task.run)
; CHECK-NEXT: call void @use(ptr %p)
; CHECK-NEXT: call void @tussah_abi_sync(ptr %frame)
; CHECK-NEXT: ret void
; INLINE-LABEL: define void @plain(
; INLINE-NOT: @tussah_abi
; INLINE: @malloc(
; INLINE-NOT: @tussah_abi
; INLINE: {{^  call}} void @use(ptr %p)
; INLINE: call {{.*}}runTasks
define void @plain(ptr %p) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @task, i32 7, ptr %p)
  ; marked when the function had no stack slots
  tail call void @use(ptr %p)
  call void @tussah.sync(ptr %f)
  ret void
}

; CHECK-LABEL: define void @unwinds(
; CHECK: invoke void @tussah_abi_spawn(ptr %frame, ptr %task, ptr @nothing.run)
; CHECK-NEXT: to label %next unwind label %pad
; CHECK: invoke void @tussah_abi_sync(ptr %frame)
; CHECK-NEXT: to label %done unwind label %pad
; CHECK: call void @tussah_abi_sync_unwind(ptr %frame, ptr %x)
; CHECK-NEXT: resume
; Only the sync can throw; what is inlined says so.
; INLINE-LABEL: define void @unwinds(
; INLINE: invoke {{.*}}runTasks{{.*}}(ptr {{.*}}%{{.*}}, ptr {{.*}}null)
define void @unwinds() personality ptr @__gxx_personality_v0 {
  %f = call ptr @tussah.frame()
  invoke void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @nothing)
      to label %next unwind label %pad
next:
  invoke void @tussah.sync(ptr %f) to label %done unwind label %pad
done:
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  %x = extractvalue { ptr, i32 } %e, 0
  call void @tussah.sync.unwind(ptr %f, ptr %x)
  resume { ptr, i32 } %e
}

; The storage is the start of the closure. Its 20 bytes are rounded up for the
; captured values.
; CHECK-LABEL: define void @stores(
; CHECK: %task = call ptr @tussah_abi_task(ptr %frame, i64 40, i64 16)
; CHECK: invoke void @construct(ptr %task)
; CHECK: [[C:%.*]] = getelementptr inbounds i8, ptr %task, i64 24
; CHECK-NEXT: store i32 7, ptr [[C]], align 4
; CHECK: call void @tussah_abi_spawn(ptr %frame, ptr %task, ptr @task.run[[ENTRY:.*]])
; CHECK: call void @tussah_abi_discard(ptr %frame, ptr %task)
define void @stores() personality ptr @__gxx_personality_v0 {
  %f = call ptr @tussah.frame()
  %s = call ptr @tussah.storage(ptr %f, i64 20, i64 16)
  invoke void @construct(ptr %s) to label %ready unwind label %pad
ready:
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr %s, ptr @task, i32 7, ptr %s)
  call void @tussah.sync(ptr %f)
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  call void @tussah.discard(ptr %f, ptr %s)
  call void @tussah.sync.unwind(ptr %f, ptr null)
  resume { ptr, i32 } %e
}

; Storage that can only be discarded is still written.
; CHECK-LABEL: define void @discards(
; CHECK: call ptr @tussah_abi_task(ptr %frame, i64 20, i64 16)
define void @discards() {
  %f = call ptr @tussah.frame()
  %s = call ptr @tussah.storage(ptr %f, i64 20, i64 16)
  call void @construct(ptr %s)
  call void @tussah.discard(ptr %f, ptr %s)
  ret void
}

; One storage call, two spawns after jump threading: room for the larger one.
; CHECK-LABEL: define void @shares(
; CHECK: call ptr @tussah_abi_task(ptr %frame, i64 96, i64 32)
define void @shares(i1 %c, <8 x float> %v) {
  %f = call ptr @tussah.frame()
  %s = call ptr @tussah.storage(ptr %f, i64 20, i64 16)
  br i1 %c, label %a, label %b
a:
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr %s, ptr @task, i32 7, ptr %s)
  br label %done
b:
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr %s, ptr @wide, <8 x float> %v, ptr %s)
  br label %done
done:
  call void @tussah.sync(ptr %f)
  ret void
}

; LLVM puts PHIs at the exits of loops; a frame in an inlined callee's loop.
; CHECK-LABEL: define void @lcssa(
; CHECK: exit:
; CHECK-NOT: phi
; CHECK: call void @tussah_abi_sync(ptr %frame)
define void @lcssa(i1 %c) {
  br label %loop
loop:
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @nothing)
  br i1 %c, label %exit, label %next
next:
  call void @tussah.sync(ptr %f)
  br label %loop
exit:
  %g = phi ptr [ %f, %loop ]
  call void @tussah.sync(ptr %g)
  ret void
}

; CHECK-LABEL: define internal void @task.run(ptr %task)
; CHECK: load i32
; CHECK: load ptr
; CHECK: call void @task(
; CHECK: ret void
; INLINE-LABEL: define internal void @nothing.run(
; INLINE: call void @use(ptr null)
; The runtime's own functions have no names that others could define.
; CHECK: define internal void @tussah_abi_enter
; CHECK: define internal {{.*}}ptr @tussah_abi_task({{.*}} [[ATTRS:#[0-9]+]]
; CHECK-NOT: @tussah.{{(frame|spawn|sync|storage|discard)}}
; They are for the CPU that the module is compiled for, not for that of the file.
; CHECK: attributes [[ATTRS]] = {
; CHECK-NOT: "target-cpu"
; CHECK-SAME: }
