; What spawns is separated from a parallel loop if a parameter decides which of
; them runs. Callers that know it have only one of them.
; RUN: %opt -passes='tussah-split-modes,tussah-verify' -S %s | %FileCheck %s
; RUN: %opt -passes='tussah-split-modes' -tussah-split-modes=0 -S %s | %FileCheck %s --check-prefix=OFF

; OFF-NOT: .spawning

declare ptr @tussah.frame()
declare void @tussah.spawn(ptr, ptr, ptr, ...)
declare void @tussah.sync(ptr)
declare void @tussah.parfor(ptr, ptr, i64, i64, ...)
declare void @use(i64, i64)

define internal void @body(i64 %k) "tussah-body" {
  ret void
}

; The loop stays. It needs no sync, and what spawns gets the same arguments.
;
; CHECK-LABEL: define linkonce_odr void @divide(i64 %n, i64 %grain)
; CHECK: icmp eq i64 %grain, 0
; CHECK: br i1 %{{.*}}, label %loop, label %spawning
; CHECK: call void {{.*}}@tussah.parfor(
; CHECK-NOT: @tussah.sync
; CHECK: call void @divide.spawning(i64 %n, i64 %grain)
; CHECK-NEXT: ret void
; CHECK-NEXT: }
define linkonce_odr void @divide(i64 %n, i64 %grain) {
  %frame = call ptr @tussah.frame()
  %nothing = icmp eq i64 %n, 0
  br i1 %nothing, label %done, label %some

some:
  %automatic = icmp eq i64 %grain, 0
  br i1 %automatic, label %loop, label %spawn

loop:
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %frame, ptr @body, i64 %n, i64 0)
  br label %done

spawn:
  %half = lshr i64 %n, 1
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr null, ptr @divide.task, i64 %half, i64 %grain)
  call void @divide(i64 %half, i64 %grain)
  call void @divide(i64 %grain, i64 %half)
  call void @tussah.sync(ptr %frame)
  br label %done

done:
  ret void
}

; A task that is given the same parameter knows what it decides.
;
; CHECK-LABEL: define internal void @divide.task(
; CHECK: call void @divide.spawning(i64 %0, i64 %1)
; CHECK: call void @divide(i64 %1, i64 %0)
define internal void @divide.task(i64 %0, i64 %1) "tussah-task" {
  call void @divide(i64 %0, i64 %1)
  call void @divide(i64 %1, i64 %0)
  ret void
}

; What has done something before it decides stays whole.
;
; CHECK-LABEL: define void @busy(
; CHECK: call void {{.*}}@tussah.spawn(
define void @busy(i64 %n, i64 %grain) {
  %frame = call ptr @tussah.frame()
  call void @use(i64 %n, i64 %grain)
  %automatic = icmp eq i64 %grain, 0
  br i1 %automatic, label %loop, label %spawn

loop:
  call void (ptr, ptr, i64, i64, ...) @tussah.parfor(ptr %frame, ptr @body, i64 %n, i64 0)
  br label %done

spawn:
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr null, ptr @busy.task, i64 %n)
  call void @use(i64 %n, i64 %grain)
  call void @tussah.sync(ptr %frame)
  br label %done

done:
  ret void
}

define internal void @busy.task(i64 %0) "tussah-task" {
  call void @use(i64 %0, i64 0)
  ret void
}

; So does a function whose other way has no parallel loop: an early exit.
;
; CHECK-LABEL: define void @recursion(
; CHECK: call void {{.*}}@tussah.spawn(
define void @recursion(i64 %n) {
  %frame = call ptr @tussah.frame()
  %last = icmp eq i64 %n, 0
  br i1 %last, label %done, label %spawn

spawn:
  %less = sub i64 %n, 1
  call void (ptr, ptr, ptr, ...) @tussah.spawn(ptr %frame, ptr null, ptr @recursion.task, i64 %less)
  call void @recursion(i64 %less)
  call void @tussah.sync(ptr %frame)
  br label %done

done:
  ret void
}

define internal void @recursion.task(i64 %0) "tussah-task" {
  call void @recursion(i64 %0)
  ret void
}

; The part that spawns no longer asks for the parameter, and calls itself where
; the parameter is the same.
;
; CHECK-LABEL: define internal void @divide.spawning(i64 %n, i64 %grain)
; CHECK-NOT: br i1 %automatic
; CHECK-NOT: @tussah.parfor
; CHECK: call void {{.*}}@tussah.spawn(ptr {{[^,]*}}, ptr null, ptr @divide.task, i64 %half, i64 %grain)
; CHECK-NEXT: call void @divide.spawning(i64 %half, i64 %grain)
; CHECK-NEXT: call void @divide(i64 %grain, i64 %half)
; CHECK-NEXT: call void @tussah.sync
; CHECK-NOT: @tussah.parfor
