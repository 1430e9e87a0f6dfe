; RUN: %opt -tussah-target=serial -passes='default<O3>' -mcpu=haswell -S %s | %FileCheck %s
; RUN: %opt -tussah-target=native -passes='default<O3>' -mcpu=haswell -S %s | %FileCheck %s
; RUN: %opt -tussah-target=onetbb -passes='default<O3>' -mcpu=haswell -S %s | %FileCheck %s
; RUN: %opt -tussah-target=onetbb -passes='default<O2>' -mcpu=haswell -S %s | %FileCheck %s
; Leaf loops are vectorized, without checks whether arrays overlap.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare ptr @tussah.frame()
declare void @tussah.parfor(ptr, ptr, i64, i64, ...)

define internal void @axpy.body(i64 %k, double %a, ptr %x, ptr %y) "tussah-body" nounwind mustprogress {
  %xp = getelementptr inbounds double, ptr %x, i64 %k
  %yp = getelementptr inbounds double, ptr %y, i64 %k
  %xv = load double, ptr %xp
  %yv = load double, ptr %yp
  %m = fmul double %a, %xv
  %s = fadd double %m, %yv
  store double %s, ptr %yp
  ret void
}
define void @axpy(double %a, ptr %x, ptr %y, i64 %n) nounwind {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @axpy.body, i64 %n, i64 0, double %a, ptr %x, ptr %y)
  ret void
}

; out[k] = v.in[k-1] + v.in[k+1], where the members of v are loaded each time.
define internal void @members.body(i64 %k, ptr %v) "tussah-body" nounwind mustprogress {
  %ofield = getelementptr inbounds i8, ptr %v, i64 24
  %in = load ptr, ptr %v
  %out = load ptr, ptr %ofield
  %ip = getelementptr inbounds double, ptr %in, i64 %k
  %before = getelementptr inbounds i8, ptr %ip, i64 -8
  %after = getelementptr inbounds i8, ptr %ip, i64 8
  %b = load double, ptr %before
  %a = load double, ptr %after
  %s = fadd double %b, %a
  %op = getelementptr inbounds double, ptr %out, i64 %k
  store double %s, ptr %op
  ret void
}
define void @members(ptr %v, i64 %n) nounwind {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @members.body, i64 %n, i64 0, ptr %v)
  ret void
}

; Bytes: the serial loop cannot be vectorized, because the store might change
; the pointers and the addend.
define internal void @bytes.body(i64 %k, ptr %v) "tussah-body" nounwind mustprogress {
  %in = load ptr, ptr %v
  %addp = getelementptr inbounds i8, ptr %v, i64 8
  %add = load i8, ptr %addp
  %ip = getelementptr inbounds i8, ptr %in, i64 %k
  %b = load i8, ptr %ip
  %s = add i8 %b, %add
  store i8 %s, ptr %ip
  ret void
}
define void @bytes(ptr %v, i64 %n) nounwind {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @bytes.body, i64 %n, i64 0, ptr %v)
  ret void
}

; A 32 bit counter that is known not to wrap.
define internal void @narrow.body(i64 %k, i32 %lo, ptr %x) "tussah-body" nounwind mustprogress {
  %k32 = trunc nsw i64 %k to i32
  %i = add nsw i32 %lo, %k32
  %wide = sext i32 %i to i64
  %p = getelementptr inbounds float, ptr %x, i64 %wide
  %v = load float, ptr %p
  %s = fadd float %v, 1.0
  store float %s, ptr %p
  ret void
}
define void @narrow(i32 %lo, ptr %x, i64 %n) nounwind {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @narrow.body, i64 %n, i64 0, i32 %lo, ptr %x)
  ret void
}

; CHECK-LABEL: define internal void @axpy.body.leaf(
; CHECK-NOT: vector.memcheck
; CHECK: vector.body:
; CHECK: load <4 x double>
; CHECK: store <4 x double>
; CHECK-LABEL: define internal void @members.body.leaf(
; CHECK-NOT: vector.memcheck
; CHECK: vector.body:
; CHECK-NOT: load ptr
; CHECK: load <4 x double>
; CHECK: store <4 x double>
; CHECK-LABEL: define internal void @bytes.body.leaf(
; CHECK-NOT: vector.memcheck
; CHECK: vector.body:
; CHECK: load <{{16|32}} x i8>
; CHECK: store <{{16|32}} x i8>
; CHECK-LABEL: define internal void @narrow.body.leaf(
; CHECK: vector.body:
; CHECK: load <8 x float>
