/* A runtime in C that says what is asked of it. Tasks run at the sync. */
#include "abi.h"

#include <stdio.h>
#include <stdlib.h>

struct frame {
  struct task *last;
};

struct task {
  struct task *before;
  void (*run)(void *);
  _Alignas(16) char closure[];
};

const uint32_t tussah_abi_version = TUSSAH_ABI_VERSION;
const uint64_t tussah_abi_frame_size = sizeof(struct frame);
const uint64_t tussah_abi_frame_align = 64;

static struct task *task_of(void *closure) {
  return (struct task *)((char *)closure - sizeof(struct task));
}

/* Not part of the interface, and not static: made internal all the same. */
void log_event(const char *what) { printf("%s\n", what); }

#ifdef COUNT_FRAMES
/* One for all object files of a program. With `static` each would have its
 * own. */
__attribute__((weak)) int frames;
#endif

void tussah_abi_enter(void *frame) {
#ifdef COUNT_FRAMES
  printf("frame %d\n", ++frames);
#endif
  log_event((uintptr_t)frame % 64 ? "misaligned" : "enter");
  ((struct frame *)frame)->last = NULL;
}

void *tussah_abi_task(void *frame, uint64_t size, uint64_t align) {
  (void)frame;
  printf("task of %d bytes\n", (int)size);
  if (align > 16)
    abort();
  struct task *task = malloc(sizeof(struct task) + size);
  return task->closure;
}

void tussah_abi_discard(void *frame, void *closure) {
  (void)frame;
  log_event("discard");
  free(task_of(closure));
}

void tussah_abi_spawn(void *frame, void *closure, void (*run)(void *)) {
  struct task *task = task_of(closure);
  log_event("spawn");
  task->run = run;
  task->before = ((struct frame *)frame)->last;
  ((struct frame *)frame)->last = task;
}

void tussah_abi_sync(void *frame) {
  log_event("sync");
  for (struct task *task; (task = ((struct frame *)frame)->last);) {
    ((struct frame *)frame)->last = task->before;
    task->run(task->closure);
    free(task);
  }
}

void tussah_abi_sync_unwind(void *frame, void *exception) {
  (void)exception;
  log_event("unwind");
  tussah_abi_sync(frame);
}

uint64_t tussah_abi_grain(uint64_t iterations, uint64_t instructions) {
  printf("grain of %d iterations%s\n", (int)iterations,
         instructions ? " of known cost" : "");
  return 3;
}

void *tussah_abi_view(void *reducer, uint64_t size, void (*identity)(void *),
                      void (*reduce)(void *, void *)) {
  (void)identity, (void)reduce;
  printf("view of %d bytes\n", (int)size);
  return reducer;
}

void tussah_abi_reducer_begin(void *first, uint64_t count, uint64_t stride,
                              uint64_t size, void (*identity)(void *),
                              void (*reduce)(void *, void *)) {
  (void)first, (void)size, (void)identity, (void)reduce;
  printf("%d reducers begin, %d bytes apart\n", (int)count, (int)stride);
}

void tussah_abi_reducer_end(void *first, uint64_t count, uint64_t stride) {
  (void)first;
  printf("%d reducers end, %d bytes apart\n", (int)count, (int)stride);
}
