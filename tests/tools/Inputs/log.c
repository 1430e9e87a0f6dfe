// A tool that prints all hooks, for programs whose strands run one after another.
#include <tussah/csi.h>
#include <stdio.h>
const uint64_t __csi_scope_size = sizeof(int);
static void say(const char *what, csi_kind_t kind, csi_id_t id) {
  const source_loc_t *at = __csi_get_source_loc(kind, id);
  printf("%s %s:%d\n", what, at->name, at->line_number);
}
void __csi_init(const char *name) { printf("init %s\n", name ? "unit" : ""); }
void __csi_unit_init(const char *name) { (void)name; printf("unit_init\n"); }
void __csi_func_entry(csi_id_t id, func_prop_t p) {
  say(p.may_spawn ? "func_entry, spawns" : "func_entry", CSI_FUNC, id);
}
void __csi_func_exit(csi_id_t id, csi_id_t func, func_exit_prop_t p) {
  (void)func;
  say(p.eh_return ? "func_exit, unwinding" : "func_exit", CSI_FUNC_EXIT, id);
}
void __csi_before_call(csi_id_t id, csi_id_t func, call_prop_t p) {
  say(p.is_indirect ? "before_call, indirect" : "before_call", CSI_CALL, id);
  if (func != UNKNOWN_CSI_ID)
    say("  of", CSI_FUNC, func);
}
void __csi_after_call(csi_id_t id, csi_id_t func, call_prop_t p) {
  (void)func, (void)p;
  say("after_call", CSI_CALL, id);
}
void __csi_before_load(csi_id_t id, const void *addr, int32_t n, load_prop_t p) {
  (void)addr;
  if (!p.may_be_captured)
    return;
  printf("%d bytes, aligned to %d: ", n, p.alignment);
  say(p.is_atomic ? "before_load, atomic" : "before_load", CSI_LOAD, id);
}
void __csi_after_store(csi_id_t id, const void *addr, int32_t n, store_prop_t p) {
  if (!p.may_be_captured)
    return;
  printf("%d in %d bytes: ", *(const char *)addr, n);
  say(p.is_atomic ? "after_store, atomic" : "after_store", CSI_STORE, id);
}
uint64_t __csi_detach(csi_id_t id, void *scope) {
  say("detach", CSI_DETACH, id);
  return (uint64_t)++*(int *)scope;
}
void __csi_task(csi_id_t task, csi_id_t id, task_prop_t p, uint64_t value) {
  (void)task, (void)p;
  printf("%d: ", (int)value);
  say("task", CSI_DETACH, id);
}
void __csi_task_exit(csi_id_t exit, csi_id_t task, csi_id_t id, task_exit_prop_t p) {
  (void)exit, (void)task;
  say(p.eh_return ? "task_exit, unwinding" : "task_exit", CSI_DETACH, id);
}
void __csi_detach_continue(csi_id_t id, csi_id_t detach, detach_continue_prop_t p, void *scope, uint64_t value) {
  (void)detach;
  printf("%d of %d: ", (int)value, *(int *)scope);
  say(p.is_unwind ? "detach_continue, unwinding" : "detach_continue", CSI_DETACH_CONTINUE, id);
}
void __csi_before_sync(csi_id_t id, sync_prop_t p, void *scope) {
  (void)p;
  printf("%d tasks: ", *(int *)scope);
  say("before_sync", CSI_SYNC, id);
}
void __csi_after_sync(csi_id_t id, sync_prop_t p, void *scope) {
  *(int *)scope = 0;
  say(p.is_unwind ? "after_sync, unwinding" : "after_sync", CSI_SYNC, id);
}
uint64_t __csi_before_loop(csi_id_t id, int64_t n, loop_prop_t p) {
  (void)p;
  printf("%d iterations: ", (int)n);
  say("before_loop", CSI_LOOP, id);
  return 7;
}
void __csi_loopbody_entry(csi_id_t id, loop_prop_t p, uint64_t value, int64_t k) {
  (void)p;
  printf("%d of loop %d: ", (int)k, (int)value);
  say("loopbody_entry", CSI_LOOP, id);
}
void __csi_loopbody_exit(csi_id_t id, loop_prop_t p) {
  (void)p;
  say("loopbody_exit", CSI_LOOP, id);
}
void __csi_after_loop(csi_id_t id, continue_prop_t p, uint64_t value) {
  (void)value;
  say(p.is_unwind ? "after_loop, unwinding" : "after_loop", CSI_LOOP, id);
}
void __csi_after_alloca(csi_id_t id, const void *addr, size_t n, alloca_prop_t p) {
  (void)addr;
  if (!p.is_static || p.is_parameter) {
    printf("%d bytes: ", (int)n);
    say(p.is_parameter ? "after_alloca, parameter" : "after_alloca", CSI_ALLOCA, id);
  }
}
void __csi_before_allocfn(csi_id_t id, size_t size, size_t num, size_t align, const void *old, allocfn_prop_t p) {
  (void)align;
  printf("%d of %d times %d, %s: ", p.allocfn_ty, (int)num, (int)size, old ? "old" : "new");
  say("before_allocfn", CSI_ALLOCFN, id);
}
void __csi_after_allocfn(csi_id_t id, const void *addr, size_t size, size_t num, size_t align, const void *old, allocfn_prop_t p) {
  (void)size, (void)num, (void)align, (void)old, (void)p;
  say(addr ? "after_allocfn" : "after_allocfn, null", CSI_ALLOCFN, id);
}
void __csi_before_free(csi_id_t id, const void *ptr, free_prop_t p) {
  (void)ptr;
  printf("%d: ", p.allocfn_ty);
  say("before_free", CSI_FREE, id);
}
void __csi_before_lib_abs(csi_id_t id, int n) {
  (void)id;
  printf("before abs(%d)\n", n);
}
void __csi_after_lib_abs(csi_id_t id, int result, int n) {
  (void)id, (void)n;
  printf("after abs: %d\n", result);
}
void __csi_before_lib_memcpy(csi_id_t id, void *to, const void *from, size_t n) {
  (void)id, (void)to, (void)from;
  printf("memcpy of %d\n", (int)n);
}
