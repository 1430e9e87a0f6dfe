// A tool that writes down what a serial program does, for check.py.
#include <stdio.h>
#include <tussah/csi.h>
const uint64_t __csi_scope_size = 16;
void __csi_bb_entry(csi_id_t id, bb_prop_t p) {
  (void)id;
  if (p.num_instructions)
    printf("%d\n", (int)p.num_instructions);
}
uint64_t __csi_detach(csi_id_t id, void *scope) {
  (void)id;
  printf("detach %p\n", scope);
  return (uintptr_t)scope;
}
void __csi_task(csi_id_t task, csi_id_t id, task_prop_t p, uint64_t value) {
  (void)task, (void)id, (void)p, (void)value;
  printf("task\n");
}
void __csi_task_exit(csi_id_t exit, csi_id_t task, csi_id_t id, task_exit_prop_t p) {
  (void)exit, (void)task, (void)id, (void)p;
  printf("task_exit\n");
}
void __csi_detach_continue(csi_id_t id, csi_id_t detach, detach_continue_prop_t p, void *scope, uint64_t value) {
  (void)id, (void)detach, (void)p, (void)scope, (void)value;
  printf("continue\n");
}
void __csi_after_sync(csi_id_t id, sync_prop_t p, void *scope) {
  (void)id, (void)p;
  printf("sync %p\n", scope);
}
uint64_t __csi_before_loop(csi_id_t id, int64_t n, loop_prop_t p) {
  (void)id, (void)p;
  printf("loop %d\n", (int)n);
  return 0;
}
void __csi_loopbody_entry(csi_id_t id, loop_prop_t p, uint64_t value, int64_t k) {
  (void)id, (void)p, (void)value, (void)k;
  printf("body\n");
}
void __csi_loopbody_exit(csi_id_t id, loop_prop_t p) {
  (void)id, (void)p;
  printf("body_exit\n");
}
void __csi_after_loop(csi_id_t id, continue_prop_t p, uint64_t value) {
  (void)id, (void)p, (void)value;
  printf("after_loop\n");
}
