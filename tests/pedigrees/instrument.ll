; RUN: %opt -passes='tussah-pedigrees,verify,tussah-verify' -S %s | %FileCheck %s
; What the pass adds where: docs/internals/ir.md. All that it calls is inlined; here it is
; recognized by what it stores to the thread's pedigree.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare ptr @tussah.frame()
declare void @tussah.spawn(ptr, ptr, ptr, ...)
declare void @tussah.sync(ptr)
declare void @tussah.parfor(ptr, ptr, i64, i64, ...)
declare void @unknown(i64)
declare i64 @__cilkrts_get_dprand()

; CHECK-NOT: tussah_pedigree
; CHECK-NOT: __cilkrts_get_dprand

; A task that may ask gets the rank and the parent of its parent's strand, and
; has a node. Its call uses the stack.
; CHECK-LABEL: define internal void @asks.task(i64 %x, i64 %rank, ptr %parent)
; CHECK: %pedigree = alloca [24 x i8], align 8
; CHECK: store i64 %rank, ptr %pedigree
; CHECK: store i64 0, ptr addrspace(257)
; CHECK: store ptr %pedigree, ptr addrspace(257)
; CHECK-NEXT: {{^}}  call void @unknown(i64 %x)
define internal void @asks.task(i64 %x) "tussah-task" {
  tail call void @unknown(i64 %x)
  ret void
}

; One that cannot stays as it is, but for what it calls.
; CHECK-LABEL: define internal void @quiet.task(ptr %p)
; CHECK-NEXT: call void @tree.quiet(ptr %p)
; CHECK-NEXT: ret void
define internal void @quiet.task(ptr %p) "tussah-task" {
  call void @tree(ptr %p)
  ret void
}

; The strand of a caller counts the spawns and syncs of a function, also if
; nobody can ask in it.
; CHECK-LABEL: define void @tree(ptr %p)
; CHECK: %rank = extractvalue
; CHECK: %parent = extractvalue
; CHECK: call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @quiet.task, ptr %p)
; CHECK: %[[NEXT:.*]] = add i64 %rank, 1
; CHECK: store i64 %[[NEXT]], ptr addrspace(257)
; CHECK: store ptr %parent, ptr addrspace(257)
; CHECK: load i64, ptr addrspace(257)
; CHECK: call void @tussah.sync(ptr %f)
; CHECK: store i64 %{{.*}}, ptr addrspace(257)
; CHECK: ret void
define void @tree(ptr %p) nounwind {
  %f = call ptr @tussah.frame()
  %n = load i64, ptr %p
  store i64 0, ptr %p
  %done = icmp eq i64 %n, 0
  br i1 %done, label %exit, label %more
more:
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @quiet.task, ptr %p)
  call void @tussah.sync(ptr %f)
  br label %exit
exit:
  ret void
}

; Spawns pass the strand's place. A loop's body gets the node of the loop; one
; that cannot ask nothing, so that it can be vectorized.
; CHECK-LABEL: define i64 @parent(
; CHECK: alloca [24 x i8]
; CHECK: call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @asks.task, i64 %n, i64 %{{.*}}, ptr %{{.*}})
; CHECK: call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @asks.body, i64 %n, i64 0, ptr %{{.*}})
; CHECK: call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @quiet.body, i64 %n, i64 0, ptr %p)
; CHECK: call void @tussah.sync(ptr %f)
; CHECK: xor i64
; CHECK: ret i64
define i64 @parent(i64 %n, ptr %p) nounwind {
  %f = call ptr @tussah.frame()
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %f, ptr null, ptr @asks.task, i64 %n)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @asks.body, i64 %n, i64 0)
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %f, ptr @quiet.body, i64 %n, i64 0, ptr %p)
  call void @tussah.sync(ptr %f)
  %r = call i64 @__cilkrts_get_dprand()
  ret i64 %r
}

; CHECK-LABEL: define internal void @asks.body(i64 %k, ptr %loop)
; CHECK: store i64 %k, ptr %pedigree
; CHECK: store ptr %loop,
define internal void @asks.body(i64 %k) "tussah-body" {
  call void @unknown(i64 %k)
  ret void
}

; CHECK-LABEL: define internal void @quiet.body(i64 %k, ptr %p)
; CHECK-NEXT: %a = getelementptr
define internal void @quiet.body(i64 %k, ptr %p) "tussah-body" {
  %a = getelementptr i64, ptr %p, i64 %k
  store i64 %k, ptr %a
  ret void
}

; Made of tree, as that was.
; CHECK-LABEL: define internal void @tree.quiet(ptr %p)
; CHECK-NOT: addrspace(257)
; CHECK: ret void
