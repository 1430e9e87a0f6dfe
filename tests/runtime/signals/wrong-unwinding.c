// Code in a leaf whose unwind information is wrong: assembly that moves the
// stack pointer, or that says that it was called by somebody else. The handler
// that interrupts the leaf survives what it reads there, and believes nothing
// that cannot be: no continuation is executed twice.
//
// RUN: %tussah-clang -ftussah-target=native -ftussah-keep-spawns -O2 %s -o %t
// RUN: env CILK_NWORKERS=2 TUSSAH_STATS=%t.json timeout 60 %t push
// RUN: %python %S/../Inputs/statistics.py %t.json 'interrupts > 0' 'steals > 0'
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=signals timeout 60 %t push
// RUN: env CILK_NWORKERS=2 TUSSAH_STATS=%t.json timeout 60 %t wild
// RUN: %python %S/../Inputs/statistics.py %t.json 'interrupts > 0'
// The address is none that the caller has signed:
// RUN: env CILK_NWORKERS=2 TUSSAH_STATS=%t.json timeout 60 %t authenticated
// RUN: %python %S/../Inputs/statistics.py %t.json 'interrupts > 0'
// RUN: env CILK_NWORKERS=2 TUSSAH_STATS=%t.json timeout 60 %t spawn
// RUN: %python %S/../Inputs/statistics.py %t.json 'interrupts > 0'
// RUN: env CILK_NWORKERS=2 TUSSAH_STATS=%t.json timeout 60 %t frame
// RUN: %python %S/../Inputs/statistics.py %t.json 'interrupts > 0'
// A program that handles faults itself does not get those:
// RUN: env CILK_NWORKERS=2 timeout 60 %t push handler
// RUN: env CILK_NWORKERS=2 timeout 60 %t wild handler
#include "../Inputs/test.h"

#include <cilk/cilk.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#define LEAF "2000000"

__attribute__((noinline)) static long push_flags(long n) {
  long sum = 0;
  for (long i = 0; i < n; ++i) {
    long flags;
#ifdef __x86_64__
    __asm__ volatile("pushfq\n\tpause\n\tpopq %0" : "=r"(flags) : : "memory");
    sum += flags & 0x400;
#else
    __asm__ volatile("mrs %0, nzcv\n\tstr %0, [sp, #-16]!\n\tyield\n\t"
                     "ldr %0, [sp], #16"
                     : "=r"(flags)
                     :
                     : "memory");
    sum += flags & 1;
#endif
  }
  return sum;
}

__attribute__((noinline)) static long push_leaf(void) {
  return push_flags(200000);
}

// Leaves that say that the words at the stack pointer, which are the arguments,
// are the return address and the frame pointer of the caller. They leave the
// stack below alone, where the frames of earlier calls are. One says that the
// address is signed.
void pretend(uintptr_t address, uintptr_t frame);
void pretend_signed(uintptr_t address, uintptr_t frame);
#ifdef __x86_64__
void pretend_signed(uintptr_t address, uintptr_t frame) {
  pretend(address, frame);
}
__asm__(".text\n"
        "pretend:\n"
        "  .cfi_startproc\n"
        "  subq $16384, %rsp\n"
        "  movq %rsi, (%rsp)\n"
        "  movq %rdi, 8(%rsp)\n"
        "  .cfi_def_cfa %rsp, 16\n"
        "  .cfi_offset %rbp, -16\n"
        "  movl $" LEAF ", %ecx\n"
        "1: pause\n"
        "  decl %ecx\n"
        "  jnz 1b\n"
        "  addq $16384, %rsp\n"
        "  ret\n"
        "  .cfi_endproc\n");
#else
#define PRETEND(name, directive)                                               \
  __asm__(".text\n" name ":\n"                                                 \
          "  .cfi_startproc\n"                                                 \
          "  sub sp, sp, #16384\n"                                             \
          "  stp x1, x0, [sp]\n"                                               \
          "  .cfi_def_cfa sp, 16\n"                                            \
          "  .cfi_offset x29, -16\n"                                           \
          "  .cfi_offset x30, -8\n" directive "  mov w9, #(" LEAF              \
          " & 0xffff)\n"                                                       \
          "  movk w9, #(" LEAF " >> 16), lsl #16\n"                            \
          "1: yield\n"                                                         \
          "  subs w9, w9, #1\n"                                                \
          "  b.ne 1b\n"                                                        \
          "  add sp, sp, #16384\n"                                             \
          "  ret\n"                                                            \
          "  .cfi_endproc\n")
PRETEND("pretend", "");
PRETEND("pretend_signed", "  .cfi_negate_ra_state\n");
#endif

static uintptr_t old_address, old_frame;
static int mode;

__attribute__((noinline)) static long leaf(void) {
  if (mode == 'p')
    return push_leaf();
  // Readable, but no code; or not even that.
  if (mode == 'w')
    pretend(0x7ffffffff000, (uintptr_t)__builtin_frame_address(0));
  else if (mode == 'a')
    pretend_signed((uintptr_t)leaf, (uintptr_t)__builtin_frame_address(0));
  else
    pretend(old_address, old_frame);
  return 0;
}

static atomic_int continued;

static void nothing(void) {}

/// Spawned once. When it is over, the leaf says that it was called there.
__attribute__((noinline)) static void note_call(void) {
  old_address = (uintptr_t)__builtin_return_address(0);
  old_frame = ((uintptr_t *)__builtin_frame_address(0))[0];
  cilk_spawn nothing();
  cilk_sync;
}

__attribute__((noinline)) static void note_frame(void) {
  old_address = (uintptr_t)__builtin_return_address(0);
  old_frame = (uintptr_t)__builtin_frame_address(0);
  cilk_spawn nothing();
  cilk_sync;
}

__attribute__((noinline)) static void middle(void) {
  cilk_spawn note_frame();
  ++continued;
  cilk_sync;
}

/// The spawn of `note_call` is over when the leaf runs.
__attribute__((noinline)) static void lie_about_spawn(void) {
  cilk_spawn note_call();
  ++continued;
  leaf();
  cilk_sync;
}

/// The frames of `middle` and `note_frame` are gone, but their words are there.
__attribute__((noinline)) static void lie_about_frame(void) {
  middle();
  leaf();
  cilk_spawn nothing();
  cilk_sync;
}

static long chain(int n) {
  if (n == 0)
    return leaf();
  long a = cilk_spawn chain(n - 1);
  long b = push_flags(1000);
  cilk_sync;
  return a + b;
}

static void handler(int signal) {
  (void)signal;
  static const char text[] = "the program's handler was called\n";
  if (write(STDERR_FILENO, text, sizeof text - 1) > 0)
    _exit(1);
}

static void lie(int rounds) {
  for (int i = 0; i < rounds; ++i) {
    int before = continued;
    if (mode == 's')
      lie_about_spawn();
    else
      lie_about_frame();
    CHECK(continued == before + 1);
  }
}

int main(int argc, char **argv) {
  mode = argv[1][0];
  cilk_spawn compute(0);
  cilk_sync;
  if (argc > 2)
    signal(SIGSEGV, handler);
  if (mode == 'p' || mode == 'w' || mode == 'a') {
    for (int i = 0; i < 20; ++i)
      CHECK(chain(20) == 0);
    return 0;
  }
  cilk_spawn lie(20);
  cilk_sync;
  return 0;
}
