; RUN: %opt -passes='tussah-lower-loops<O2>,verify,tussah-verify' -S %s | %FileCheck %s
; What may be loaded once for a leaf, and what must be loaded by each iteration.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare ptr @tussah.frame()
declare void @tussah.parfor(ptr, ptr, i64, i64, ...)
declare void @unknown() nounwind
declare double @pure(double) nounwind nosync willreturn memory(none)
@tls = thread_local global double 0.0

; CHECK-LABEL: define internal void @member.body.loop(
; With one iteration in all, that one may write what it reads.
; CHECK: i64 1, label %one
; CHECK: one:
; CHECK: call void @member.body(i64 0, ptr %s, ptr %x)
; CHECK-LABEL: define internal void @locked.body.loop(
; CHECK-NOT: label %one
; CHECK-LABEL: define internal void @last.body.loop(
; CHECK: label %one
; CHECK-LABEL: define internal void @thread.body.loop(
; CHECK-NOT: label %one
; CHECK-LABEL: define internal void @local.body.loop(
; CHECK-NOT: label %one
; CHECK-LABEL: define internal void @identity.body.loop(
; CHECK-NOT: label %one
; CHECK-LABEL: define internal void @member.body.leaf(
; CHECK: load double, ptr %s
; CHECK: {{%k[0-9]*}} = phi i64
; CHECK-NOT: load double, ptr %s
; CHECK: load double, {{.*}} !llvm.access.group [[GROUP:![0-9]+]]
; CHECK-NOT: load double, ptr %s
; CHECK: store double {{.*}} !llvm.access.group [[GROUP]]
; CHECK: !llvm.loop [[LOOP:![0-9]+]]
define internal void @member.body(i64 %k, ptr %s, ptr %x) "tussah-body" nounwind mustprogress {
  %p = getelementptr inbounds double, ptr %x, i64 %k
  %v = load double, ptr %p
  %f = load double, ptr %s
  %m = fmul double %v, %f
  store double %m, ptr %p
  ret void
}

; Only before the first operation that may synchronize: A lock may protect it.
; CHECK-LABEL: define internal void @locked.body.leaf(
; CHECK: {{%k[0-9]*}} = phi i64
; CHECK: cmpxchg
; CHECK: load double, ptr %s
define internal void @locked.body(i64 %k, ptr %s, ptr %lock) "tussah-body" nounwind mustprogress {
  %c = cmpxchg ptr %lock, i32 0, i32 1 acquire monotonic
  %f = load double, ptr %s
  %m = fmul double %f, 2.0
  store double %m, ptr %s
  store atomic i32 0, ptr %lock release, align 4
  ret void
}

; Loaded first, then synchronized: no write can come between.
; CHECK-LABEL: define internal void @last.body.leaf(
; CHECK: load double, ptr %s
; CHECK: {{%k[0-9]*}} = phi i64
; CHECK-NOT: load double, ptr %s
; CHECK: atomicrmw
define internal void @last.body(i64 %k, ptr %s, ptr %x, ptr %count) "tussah-body" nounwind mustprogress {
  %f = load double, ptr %s
  %p = getelementptr inbounds double, ptr %x, i64 %k
  store double %f, ptr %p
  %c = atomicrmw add ptr %count, i64 1 seq_cst
  ret void
}

; Relaxed and release operations let an iteration see nothing of others.
; CHECK-LABEL: define internal void @relaxed.body.leaf(
; CHECK: load double, ptr %s
; CHECK: {{%k[0-9]*}} = phi i64
; CHECK: atomicrmw
; CHECK-NOT: load double, ptr %s
; CHECK: atomicrmw add ptr %count, i64 1 acquire
; CHECK: load double, ptr %t
define internal void @relaxed.body(i64 %k, ptr %s, ptr %t, ptr %x, ptr %count) "tussah-body" nounwind mustprogress {
  %c = atomicrmw add ptr %count, i64 1 monotonic
  %d = cmpxchg ptr %count, i64 0, i64 1 monotonic monotonic
  store atomic i64 %k, ptr %count release, align 8
  %l = load atomic i64, ptr %count monotonic, align 8
  fence release
  %f = load double, ptr %s
  %e = atomicrmw add ptr %count, i64 1 acquire
  %g = load double, ptr %t
  %h = fadd double %f, %g
  %p = getelementptr inbounds double, ptr %x, i64 %k
  store double %h, ptr %p
  ret void
}

; A failing exchange is an acquire, too.
; CHECK-LABEL: define internal void @failing.body.leaf(
; CHECK: {{%k[0-9]*}} = phi i64
; CHECK: load double, ptr %s
define internal void @failing.body(i64 %k, ptr %s, ptr %x, ptr %count) "tussah-body" nounwind mustprogress {
  %d = cmpxchg ptr %count, i64 0, i64 1 monotonic acquire
  %f = load double, ptr %s
  %p = getelementptr inbounds double, ptr %x, i64 %k
  store double %f, ptr %p
  ret void
}

; CHECK-LABEL: define internal void @fenced.body.leaf(
; CHECK: {{%k[0-9]*}} = phi i64
; CHECK: load double, ptr %s
define internal void @fenced.body(i64 %k, ptr %s, ptr %x, ptr %count) "tussah-body" nounwind mustprogress {
  %l = load atomic i64, ptr %count monotonic, align 8
  fence acquire
  %f = load double, ptr %s
  %p = getelementptr inbounds double, ptr %x, i64 %k
  store double %f, ptr %p
  ret void
}

; CHECK-LABEL: define internal void @volatile.body.leaf(
; CHECK: {{%k[0-9]*}} = phi i64
; CHECK: load volatile double, ptr %s
; CHECK: load double, ptr %t
define internal void @volatile.body(i64 %k, ptr %s, ptr %t, ptr %x) "tussah-body" nounwind mustprogress {
  %f = load volatile double, ptr %s
  %g = load double, ptr %t
  %h = fadd double %f, %g
  %p = getelementptr inbounds double, ptr %x, i64 %k
  store double %h, ptr %p
  ret void
}

; CHECK-LABEL: define internal void @calls.body.leaf(
; CHECK: {{%k[0-9]*}} = phi i64
; CHECK: call void @unknown()
; CHECK: load double, ptr %s
define internal void @calls.body(i64 %k, ptr %s, ptr %x) "tussah-body" nounwind mustprogress {
  call void @unknown()
  %f = load double, ptr %s
  %p = getelementptr inbounds double, ptr %x, i64 %k
  store double %f, ptr %p
  ret void
}

; Not every iteration loads it: one that does may be the one that writes it.
; CHECK-LABEL: define internal void @conditional.body.leaf(
; CHECK: {{%k[0-9]*}} = phi i64
; CHECK: load double, ptr %s
define internal void @conditional.body(i64 %k, ptr %s, ptr %x) "tussah-body" nounwind mustprogress {
  %c = icmp eq i64 %k, 5
  br i1 %c, label %one, label %done
one:
  %f = load double, ptr %s
  %g = fadd double %f, 1.0
  store double %g, ptr %s
  br label %done
done:
  ret void
}

; The variable of a thread: its iterations share it without a race.
; CHECK-LABEL: define internal void @thread.body.leaf(
; CHECK-NOT: !llvm.access.group
; CHECK: ret void
define internal void @thread.body(i64 %k, ptr %x) "tussah-body" nounwind mustprogress {
  %t = call ptr @llvm.threadlocal.address.p0(ptr @tls)
  %f = load double, ptr %t
  %g = fadd double %f, 1.0
  store double %g, ptr %t
  ret void
}
declare ptr @llvm.threadlocal.address.p0(ptr)

; A variable of the iteration is one stack slot for all of a leaf, also where it
; is accessed through a pointer of unknown origin. A call may name memory of the
; thread.
; CHECK-LABEL: define internal void @local.body.leaf(
; CHECK-NOT: !llvm.access.group
; CHECK: ret void
; CHECK-LABEL: define internal void @identity.body.leaf(
; CHECK-NOT: !llvm.access.group
; CHECK: ret void
define internal void @local.body(i64 %k, ptr %x) "tussah-body" nounwind mustprogress {
  %a = alloca [4 x i64]
  %q = call ptr asm "", "=r,0,~{memory}"(ptr %a)
  store i64 %k, ptr %q
  %i = and i64 %k, 3
  %e = getelementptr [4 x i64], ptr %a, i64 0, i64 %i
  %v = load i64, ptr %e
  store i64 %v, ptr %q
  ret void
}
define internal void @identity.body(i64 %k, ptr %x) "tussah-body" nounwind mustprogress {
  %d = call double @pure(double 1.0)
  %i = fptosi double %d to i64
  %p = getelementptr i64, ptr %x, i64 %i
  %v = load i64, ptr %p
  %w = add i64 %v, 1
  store i64 %w, ptr %p
  ret void
}

; CHECK: [[GROUP]] = distinct !{}
; CHECK: [[LOOP]] = distinct !{[[LOOP]], [[ACCESSES:![0-9]+]], [[PROGRESS:![0-9]+]]}
; CHECK: [[ACCESSES]] = !{!"llvm.loop.parallel_accesses", [[GROUP]]}
; CHECK: [[PROGRESS]] = !{!"llvm.loop.mustprogress"}

define void @all(ptr %s, ptr %x, i64 %n) {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @member.body, i64 %n, i64 0, ptr %s, ptr %x)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @locked.body, i64 %n, i64 0, ptr %s, ptr %x)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @last.body, i64 %n, i64 0, ptr %s, ptr %x, ptr %s)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @relaxed.body, i64 %n, i64 0, ptr %s, ptr %x, ptr %x, ptr %s)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @failing.body, i64 %n, i64 0, ptr %s, ptr %x, ptr %s)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @fenced.body, i64 %n, i64 0, ptr %s, ptr %x, ptr %s)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @volatile.body, i64 %n, i64 0, ptr %s, ptr %x, ptr %x)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @calls.body, i64 %n, i64 0, ptr %s, ptr %x)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @conditional.body, i64 %n, i64 0, ptr %s, ptr %x)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @thread.body, i64 %n, i64 0, ptr %x)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @local.body, i64 %n, i64 0, ptr %x)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @identity.body, i64 %n, i64 0, ptr %x)
  ret void
}
