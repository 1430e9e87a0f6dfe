; Many loops share the function that divides them, if their grain is automatic.
; RUN: %opt -passes='tussah-lower-loops<O2>,verify,tussah-verify' -tussah-few-loops=2 -S %s | %FileCheck %s
; RUN: %opt -passes='tussah-lower-loops<O2>,verify,tussah-verify' -tussah-few-loops=3 -S %s | %FileCheck %s --check-prefix=FEW

; FEW-NOT: @__tussah_dac
; FEW-NOT: .packed

declare ptr @tussah.frame()
declare void @tussah.parfor(ptr, ptr, i64, i64, ...)
declare void @calls(i64, ptr)
declare void @quiet(i64, double) nounwind

; CHECK-LABEL: define void @loops(
define void @loops(i64 %n, ptr %p, double %x) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @throws.body, i64 %n, i64 0, ptr %p, i64 %n)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @returns.body, i64 %n, i64 0, double %x)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @grain.body, i64 %n, i64 7, ptr %p)
  ret void
}

define internal void @throws.body(i64 %k, ptr %p, i64 %n) "tussah-body" {
  %m = add i64 %k, %n
  call void @calls(i64 %m, ptr %p)
  ret void
}

define internal void @returns.body(i64 %k, double %x) nounwind "tussah-body" {
  call void @quiet(i64 %k, double %x)
  ret void
}

define internal void @grain.body(i64 %k, ptr %p) "tussah-body" {
  call void @calls(i64 %k, ptr %p)
  ret void
}

; What is not divided gets its captured values as before.
;
; CHECK-LABEL: define internal void @throws.body.loop(i64 %n{{[0-9]*}}, i64 %grain, ptr %p
; CHECK: %captures = alloca { ptr, i64 }
; CHECK-DAG: call void @throws.body.leaf(i64 0, i64 %n{{[0-9]*}}, ptr %p, i64 %{{.*}})
; CHECK-DAG: call void @__tussah_dac(i64 0, i64 %n{{[0-9]*}}, i64 %{{.*}}, ptr nonnull @throws.body.packed, ptr nonnull %captures)
; CHECK-LABEL: define internal void @returns.body.loop(
; CHECK: call void @__tussah_dac.{{[0-9]+}}(i64 0, i64 %n, i64 %{{.*}}, ptr nonnull @returns.body.packed, ptr nonnull %captures)
; CHECK-LABEL: define internal void @grain.body.loop(
; CHECK: call void @grain.body.dac(

; CHECK-LABEL: define internal void @throws.body.packed(i64 %0, i64 %1, ptr %2)
; CHECK: load ptr, ptr
; CHECK: load i64
; CHECK: call void @throws.body.leaf(i64 %0, i64 %1, ptr
; CHECK-LABEL: define internal void @__tussah_dac(i64 %lo, i64 %hi, i64 %grain, ptr %0, ptr %1)
; CHECK-DAG: invoke void {{.*}}@tussah.spawn(ptr %frame, ptr null, ptr {{.*}}@__tussah_dac, i64 %{{.*}}, i64 %{{.*}}, i64 %grain, ptr %0, ptr %1)
; CHECK-DAG: invoke void %0(i64 %{{.*}}, i64 %hi, ptr %1)
; CHECK: define internal void @__tussah_dac.{{[0-9]+}}(
; CHECK-NOT: invoke
; CHECK: call void %0(i64 %{{.*}}, i64 %hi, ptr %1)
