"""Builds another native runtime into a folder that the drivers can be used from:
its threads have other fields, in other places, and it keeps a frame of its own
in each function that spawns. The plugins are those of the build.

usage: variant.py SOURCE BUILD LLVM_VERSION CLANG OUT
"""

import pathlib
import re
import shutil
import subprocess
import sys

source, build, version, clang, out = sys.argv[1:]
source, build, out = pathlib.Path(source), pathlib.Path(build), pathlib.Path(out)

# What is put in the place of "keeps nothing there" of native.c.
FRAME = r"""
struct variant_frame {
  uint64_t check, spawned;
};
enum { VARIANT_CHECK = 0x7a51 };

__attribute__((weak)) uint64_t variant_spawns, variant_frames;

__attribute__((weak, noinline)) void variant_print(void) {
  fprintf(stderr, "variant: spawns=%llu frames=%s\n",
          (unsigned long long)variant_spawns, variant_frames ? "yes" : "no");
}

__attribute__((noinline)) static void variant_add(struct variant_frame *frame) {
  if (frame->check != VARIANT_CHECK + (uintptr_t)frame)
    abort();
  if (frame->spawned == 0)
    return;
  if (__atomic_fetch_add(&variant_frames, 1, __ATOMIC_RELAXED) == 0 && getenv("VARIANT_PRINT"))
    atexit(variant_print);
  __atomic_fetch_add(&variant_spawns, frame->spawned, __ATOMIC_RELAXED);
  frame->spawned = 0;
}

const uint64_t tussah_native_frame_size = sizeof(struct variant_frame);
const uint64_t tussah_native_frame_align = _Alignof(struct variant_frame);
void tussah_native_enter(void *frame) {
  *(struct variant_frame *)frame = (struct variant_frame){VARIANT_CHECK + (uintptr_t)frame, 0};
}
void tussah_native_spawn(void *frame) { ++((struct variant_frame *)frame)->spawned; }
void tussah_native_sync(void *frame) { variant_add(frame); }
"""


def replace(path, pattern, text):
    old = path.read_text(encoding="utf-8")
    new, count = re.subn(pattern, lambda _: text, old, flags=re.S | re.M)
    if count != 1:
        sys.exit(f"variant.py: '{pattern}' is {count} times in {path}")
    path.write_text(new, encoding="utf-8")


def change(runtime):
    # Every field is elsewhere, and the request is not the first one any more.
    header = runtime / "scheduler" / "thread.h"
    replace(header, r"^struct tussah_thread \{$", "struct tussah_thread {\n  uint64_t variant[5];")
    replace(header, r"^  uintptr_t mark;$", "  uint64_t variant_too;\n  uintptr_t mark;")
    replace(header, r"0x7ffe0001", "0x7ffe0101")
    replace(runtime / "scheduler" / "x86_64" / "context.S", r"0x7ffe0001", "0x7ffe0101")
    abi = runtime / "abi" / "native.c"
    replace(abi, r"^const uint64_t tussah_native_frame_size = 0;.*?(?=^/\*\* @\})", FRAME)
    replace(abi, r"^#include <stdint.h>$", "#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>")


shutil.rmtree(out, ignore_errors=True)
runtime = out / "source" / "runtime"
shutil.copytree(source / "runtime", runtime)
shutil.copytree(source / "support", out / "source" / "support")
change(runtime)

libraries = out / "lib" / "tussah"
shutil.copytree(build / "lib" / "tussah" / version, libraries / version)
(out / "bin").mkdir()
for name in ("tussah-clang", "tussah-clang++"):
    shutil.copy(build / "bin" / name, out / "bin" / name)
(out / "include").symlink_to(source / "include")

flags = ["-std=gnu11", "-O1", "-fPIC", "-D_GNU_SOURCE=1", "-I", runtime / "scheduler" / "x86_64", "-I", source]
subprocess.run([clang, *flags, "-fno-strict-aliasing", "-emit-llvm", "-c", runtime / "abi" / "native.c",
                "-o", libraries / version / "abi" / "libtussah-native.bc"], check=True)  # fmt: skip
sources = [
    *sorted(runtime.glob("scheduler/*.c")),
    *sorted(runtime.glob("scheduler/x86_64/*.S")),
    *sorted(runtime.glob("os/*.c")),
    runtime / "random" / "state.c",
    *sorted(runtime.glob("csi/*.c")),
    *sorted(runtime.glob("timeline/*.c")),
]
subprocess.run([clang, *flags, "-fexceptions", "-fvisibility=hidden", "-fno-omit-frame-pointer",
                "-shared", *sources, "-o", libraries / "libtussah.so", "-lpthread"], check=True)  # fmt: skip
