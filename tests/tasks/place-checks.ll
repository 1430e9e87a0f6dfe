; RUN: %opt -passes=tussah-outline,verify,tussah-verify -S %s -o - | %FileCheck %s
; Clang 23 checks the target of a structure's assignment, with a sanitizer,
; before it computes the value in C: here before the place is known. The checks
; come behind it, in their order, and report what they did.

%pair = type { i64, i64 }

declare i32 @__tussah_region_open(i32)
declare void @__tussah_region_close(ptr)
declare i32 @__tussah_task_begin(i32)
declare void @__tussah_task_end(i32)
declare ptr @__tussah_task_callee(ptr)
declare ptr @__tussah_placed(i32)
declare void @__tussah_place(ptr, i32)
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
declare ptr @where(i64)
declare i64 @argument()
declare i64 @child(i64)
declare void @report(ptr, i64)
declare void @report_and_end(i64)

; CHECK-LABEL: define void @assigns(
; CHECK: ends:
; CHECK-NEXT: call void @report_and_end(i64 [[NUMBER:%.*]])
; CHECK-NEXT: unreachable
; CHECK: reports:
; CHECK-NEXT: call void @report(ptr [[PART:%.*]], i64 [[NUMBER]])
; CHECK-NEXT: br label %[[SPAWN:.*]]
; CHECK: [[ARGUMENT:%.*]] = call i64 @argument()
; CHECK-NEXT: [[PLACE:%.*]] = call ptr @where(i64 [[ARGUMENT]])
; CHECK-DAG: [[GIVEN:%.*]] = icmp ne ptr [[PLACE]], null
; CHECK-DAG: [[SIZE:%.*]] = call i64 @llvm.objectsize.i64.p0(ptr [[PLACE]],
; CHECK-DAG: [[LARGE:%.*]] = icmp uge i64 [[SIZE]], 16
; CHECK-DAG: [[FITS:%.*]] = and i1 [[GIVEN]], [[LARGE]]
; CHECK-DAG: [[NUMBER]] = ptrtoint ptr [[PLACE]] to i64
; CHECK: br i1 [[FITS]], label %[[NEXT:.*]], label %ends
; CHECK: {{^}}[[NEXT]]:
; CHECK-DAG: [[PART]] = getelementptr %pair, ptr [[PLACE]], i64 0, i32 1
; CHECK-DAG: [[ODD:%.*]] = trunc i64 {{%.*}} to i1
; CHECK: br i1 [[ODD]], label %reports, label %[[SPAWN]]
; CHECK: @tussah.spawn(ptr %frame, ptr null, ptr @assigns.task, i64 [[ARGUMENT]], ptr [[PLACE]])

; CHECK-LABEL: define internal void @assigns.task(
; CHECK-NOT: report
; CHECK: [[RESULT:%.*]] = call i64 @child(
; CHECK-NEXT: [[TO:%.*]] = getelementptr %pair, ptr {{%.*}}, i64 0, i32 1
; CHECK-NEXT: store i64 [[RESULT]], ptr [[TO]]
define void @assigns() {
entry:
  %guard = alloca i32
  %open = call i32 @__tussah_region_open(i32 0)
  store i32 %open, ptr %guard
  %begin = call i32 @__tussah_task_begin(i32 0) nounwind
  %runs = icmp ne i32 %begin, 0
  br i1 %runs, label %task, label %join
task:
  %placed = call ptr @__tussah_placed(i32 0) nounwind
  %part = getelementptr %pair, ptr %placed, i64 0, i32 1
  %given = icmp ne ptr %placed, null
  %size = call i64 @llvm.objectsize.i64.p0(ptr %placed, i1 false, i1 false, i1 false)
  %large = icmp uge i64 %size, 16
  %fits = and i1 %given, %large
  %number = ptrtoint ptr %placed to i64
  br i1 %fits, label %second, label %ends
ends:
  call void @report_and_end(i64 %number)
  unreachable
second:
  %address = ptrtoint ptr %part to i64
  %odd = trunc i64 %address to i1
  br i1 %odd, label %reports, label %checked
reports:
  call void @report(ptr %part, i64 %number)
  br label %checked
checked:
  %callee = call ptr @__tussah_task_callee(ptr @child) nounwind
  %argument = call i64 @argument()
  %place = call ptr @where(i64 %argument)
  call void @__tussah_place(ptr %place, i32 0) nounwind
  %result = call i64 %callee(i64 %argument)
  store i64 %result, ptr %part
  br label %join
join:
  call void @__tussah_task_end(i32 0)
  call void @__tussah_region_close(ptr %guard)
  ret void
}
