// The markers of docs/internals/ir.md, written by hand, so that the task passes can be
// tested without the keyword plugin and on shapes that it avoids.
#pragma once
#ifdef __cplusplus
#define NOTHROW noexcept
extern "C" {
#else
#define NOTHROW __attribute__((nothrow))
#endif
int __tussah_region_open(unsigned region);
void __tussah_region_close(int *guard);
void __tussah_sync(unsigned region);
int __tussah_task_begin(unsigned region) NOTHROW;
void __tussah_task_end(unsigned region);
void *__tussah_task_callee(void *p) NOTHROW;
void __tussah_task_unwind(void) NOTHROW;
void __tussah_task_leave(int *guard) NOTHROW;
int __tussah_loop_begin(unsigned region, unsigned long n,
                        unsigned long grain) NOTHROW;
unsigned long __tussah_loop_index(void) NOTHROW;
void __tussah_loop_end(unsigned region);
long __tussah_narrow(long v, int is_signed) NOTHROW;
void __tussah_init_begin(void *object) NOTHROW;
void __tussah_init_done(void *object) NOTHROW;
#ifdef __cplusplus
}
#define TRY try {
#define CATCH                                                                  \
  }                                                                            \
  catch (...) {                                                                \
    __tussah_task_unwind();                                                    \
    throw;                                                                     \
  }
#elif defined(__EXCEPTIONS)
#define TRY                                                                    \
  {                                                                            \
    int leave __attribute__((cleanup(__tussah_task_leave))) = 0;
#define CATCH }
#else
#define TRY {
#define CATCH }
#endif

#define GUARD(name, region)                                                    \
  int name __attribute__((cleanup(__tussah_region_close))) =                   \
      __tussah_region_open(region)
#define TASK(region, ...)                                                      \
  if (__tussah_task_begin(region)) {                                           \
    TRY __VA_ARGS__;                                                           \
    CATCH                                                                      \
  }                                                                            \
  __tussah_task_end(region)
#define LOOP(region, n, ...)                                                   \
  if (__tussah_loop_begin(region, n, 0)) {                                     \
    TRY __VA_ARGS__;                                                           \
    CATCH                                                                      \
  }                                                                            \
  __tussah_loop_end(region)
#define CALLEE(f) ((__typeof__(&f))__tussah_task_callee((void *)&f))
#define SYNC(region) __tussah_sync(region)
