// A tool that prints what a program does with a guard.
#include <tussah/csi.h>
#include <stdio.h>
void __csi_after_guard_load(csi_id_t id, const void *guard, int32_t size, uint64_t value) {
  (void)guard;
  printf("%d bytes at line %d: %d\n", size, __csi_get_source_loc(CSI_LOAD, id)->line_number, value != 0);
}
void __csi_before_lib_may_throw(csi_id_t id, int n) {
  (void)id;
  printf("before %d\n", n);
}
void __csi_after_lib_may_throw(csi_id_t id, int result, int n) {
  (void)id;
  printf("after %d: %d\n", n, result);
}
void __csi_unwind_lib_may_throw(csi_id_t id, int n) {
  printf("unwind %d at line %d\n", n, __csi_get_source_loc(CSI_CALL, id)->line_number);
}
