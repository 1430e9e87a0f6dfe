// Suppressions of the race detector: a line is understood or refused, and matching ends.
#include "tools/race/choices.c"

#include <setjmp.h>
#include <stdint.h>
#include <sys/mman.h>

static jmp_buf refused;
static char memory[MOST_FILE];

void *memory_allocate(uint64_t size) {
  memset(memory, 0, size);
  return memory;
}
_Noreturn void memory_fatal(const char *what) {
  if (strchr(what, '\n'))
    __builtin_trap();
  longjmp(refused, 1);
}
void text_say(int file, const char *format, ...) {
  (void)file;
  (void)format;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static int file = -1;
  if (file < 0)
    file = memfd_create("suppressions", 0);
  char path[40];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != (ssize_t)size)
    __builtin_trap();
  setenv("TUSSAH_RACE_SUPPRESSIONS", path, 1);
  pattern_count = 0;
  if (setjmp(refused))
    return 0;
  read_suppressions();
  static const char *const texts[] = {"", "main", "void f<int>(char*)[2]"};
  for (int i = 0; i != 3; ++i)
    matches(texts[i]);
  return 0;
}
