; RUN: %not %opt -passes=tussah-verify -disable-output %s 2>&1 | %FileCheck %s

declare ptr @tussah.frame()
declare void @tussah.spawn(ptr, ptr, ptr, ...)
declare void @tussah.sync(ptr)
declare void @tussah.sync.unwind(ptr, ptr)
declare void @tussah.parfor(ptr, ptr, i64, i64, ...)
declare void @external(i32)
declare void @__tussah_sync(i32)
declare ptr @__tussah_placed(i32)
declare i32 @__gxx_personality_v0(...)

define internal void @helper(i32 %x) {
  ret void
}

; CHECK-NOT: 'good'
define void @good() personality ptr @__gxx_personality_v0 {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @helper, i32 1)
  invoke void @external(i32 1) to label %done unwind label %pad
done:
  call void @tussah.sync(ptr %f)
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  call void @tussah.sync.unwind(ptr %f, ptr null)
  resume { ptr, i32 } %e
}

; CHECK-DAG: error: tussah: invalid task representation: function '__tussah_sync': marker is left after outlining
; CHECK-DAG: function '__tussah_placed': marker is left after outlining
define void @marker() {
  call void @__tussah_sync(i32 0)
  %p = call ptr @__tussah_placed(i32 0)
  ret void
}

; CHECK-DAG: function 'nosync': a spawn reaches a ret without a sync
define void @nosync(i1 %c) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @helper, i32 1)
  br i1 %c, label %sync, label %done
sync:
  call void @tussah.sync(ptr %f)
  br label %done
done:
  ret void
}

; CHECK-DAG: function 'unwinds': a spawn reaches a resume without a sync
define void @unwinds() personality ptr @__gxx_personality_v0 {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @helper, i32 1)
  invoke void @external(i32 1) to label %done unwind label %pad
done:
  call void @tussah.sync(ptr %f)
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

; CHECK-DAG: function 'types': captured values do not match the parameters of 'helper'
define void @types() {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @helper, i64 1)
  call void @tussah.sync(ptr %f)
  ret void
}

; CHECK-DAG: function 'body': captured values do not match the parameters of 'helper'
define void @body() {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @helper, i64 1, i64 0, i32 1)
  ret void
}

; CHECK-DAG: function 'undefined': helper operand is not a function defined in this module
define void @undefined() {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @external, i32 1)
  call void @tussah.sync(ptr %f)
  ret void
}

; CHECK-DAG: function 'frame': frame operand of tussah.sync is not a tussah.frame call
define void @frame(ptr %p) {
  call void @tussah.sync(ptr %p)
  ret void
}

; CHECK-DAG: function 'storage': storage operand of tussah.spawn is neither null nor a tussah.storage call
define void @storage(ptr %p) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr %p, ptr @helper, i32 1)
  call void @tussah.sync(ptr %f)
  ret void
}
