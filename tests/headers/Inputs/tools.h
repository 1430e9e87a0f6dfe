// Uses everything that the headers of the tools declare. Returns 0.
#include <cilk/cilksan.h>
#include <cilk/cilkscale.h>

static int is_zero(wsp_t x) {
  return x.work == 0 && x.span == 0 && x.bspan == 0;
}

static int use_tools(void) {
  wsp_t start = wsp_getworkspan();
  wsp_t sum = wsp_add(wsp_sub(wsp_getworkspan(), start), wsp_zero());
  raw_duration_t work = sum.work;
  wsp_dump(sum, "tag");
  Cilksan_fake_mutex mutex;
  mutex.fake_mutex = 0;
  __cilksan_disable_checking();
  __cilksan_register_lock_explicit(&mutex);
  __cilksan_acquire_lock(&mutex);
  __cilksan_release_lock(&mutex);
  __cilksan_unregister_lock_explicit(&mutex);
  __cilksan_begin_atomic();
  __cilksan_end_atomic();
  __cilksan_enable_checking();
  if (__cilksan_is_checking_enabled() || work != 0 || !is_zero(sum))
    return 1;
#ifdef __cplusplus
  static_assert(noexcept(wsp_getworkspan()) && noexcept(start + sum) &&
                    noexcept(__cilksan_begin_atomic()),
                "nothing is thrown");
  Cilksan_fake_lock_guard guard(&mutex);
  start += sum;
  start -= sum;
  std::ofstream file("/dev/null");
  file << start << "\n";
  std::cout << "[" << (start + sum - sum) << "]" << std::endl;
  return !is_zero(start + sum);
#else
  return 0;
#endif
}
