// Large blocks begin where lines of shadow memory do. Those of calloc are zero,
// also in memory that was used before, and what nobody touches takes no memory.
// RUN: %tussah-clang -O1 -fsanitize=cilk %s -o %t && %t | %FileCheck %s
// CHECK-NOT: block of
// CHECK: {{^}}all zero

#include <cilk/cilk.h>

#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { LINE = 128, LARGE = 1024, DIRT = 0xee };

static void check_address(const void *block, size_t size) {
  if (size >= LARGE && (uintptr_t)block % LINE)
    printf("a block of %zu bytes is at %p\n", size, block);
}

static int check(size_t count, size_t size) {
  // What calloc gets next is this, and not new.
  const size_t whole = count * size;
  char *used = malloc(whole + 4096);
  memset(used, DIRT, whole + 4096);
  free(used);
  unsigned char *block = calloc(count, size);
  void *others[] = {malloc(24), calloc(count, size), malloc(whole),
                    aligned_alloc(32, whole / 32 * 32)};
  check_address(block, whole);
  check_address(others[1], whole);
  check_address(others[2], whole);
  check_address(others[3], whole / 32 * 32);
  for (size_t i = 0; i < whole; ++i)
    if (block[i]) {
      printf("byte %zu of %zu is %d\n", i, whole, block[i]);
      return 1;
    }
  memset(block, DIRT, whole);
  free(block);
  for (int i = 0; i != 4; ++i)
    free(others[i]);
  return 0;
}

int main(void) {
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  for (size_t size = 1; size < (size_t)8 << 20; size = size * 3 / 2 + 7)
    for (size_t part = 1; part < 20; part += 7)
      if (check(size / part, part))
        return 1;
  // Times 16 is 3,200, but for the overflow.
  volatile size_t many = SIZE_MAX / 16 + 201, none = 0;
  void *volatile failed = calloc(many, 16);
  if (failed || malloc_usable_size(realloc(calloc(none, 1), 5000)) < 5000)
    return 1;
  char *sparse = calloc(1, (size_t)4 << 30);
  cilk_for (int i = 0; i < 10; ++i)
    sparse[(size_t)i << 28] = 1;
  free(sparse);
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  if (usage.ru_maxrss > 1 << 20) {
    printf("%ld KB\n", usage.ru_maxrss);
    return 1;
  }
  puts("all zero");
  return 0;
}
