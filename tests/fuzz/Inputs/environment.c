// The variables of the native runtime: lines NAME=VALUE. What it says of them is one line, and
// no control character reaches the terminal.
#include "runtime/os/os.h"
#include "runtime/scheduler/error.h"
#include "runtime/scheduler/options.h"

#include <stdlib.h>
#include <string.h>

const struct tussah_os *tussah_os;

enum { MOST = 32 };
static const char *variables[MOST + 1];

static const char *get(const char *name) {
  size_t length = strlen(name);
  for (int i = 0; variables[i]; ++i)
    if (strncmp(variables[i], name, length) == 0 && variables[i][length] == '=')
      return variables[i] + length + 1;
  return NULL;
}
static const char *const *all(void) { return variables; }
static unsigned cpus(void) { return 2; }
static uint64_t limit(void) { return 8 << 20; }
static bool is_free(int signal) { return signal == 10 || signal == 12; }
static void message(const char *text, size_t length) {
  if (length == 0 || text[length - 1] != '\n')
    __builtin_trap();
  for (size_t i = 0; i + 1 < length; ++i)
    if ((unsigned char)text[i] < 0x20 || text[i] == 0x7f)
      __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const struct tussah_os os = {.default_signal = 23,
                                      .get_environment = get,
                                      .environment = all,
                                      .cpu_count = cpus,
                                      .stack_limit = limit,
                                      .signal_is_free = is_free,
                                      .message = message};
  tussah_os = &os;
  char *text = malloc(size + 1);
  memcpy(text, data, size);
  text[size] = 0;
  memset(variables, 0, sizeof variables);
  int count = 0;
  for (char *rest = text, *line; count < MOST && (line = strsep(&rest, "\n"));)
    variables[count++] = line;
  struct options options = options_read();
  if (options.workers < 1 || options.stack_size < 65536 ||
      (options.signal != 0 && options.signal != 23 && !is_free(options.signal)))
    __builtin_trap();
  free(text);
  return 0;
}
