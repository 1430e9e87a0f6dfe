"""check.py FOLDER: how FOLDER/run.py judges ends of programs."""

import sys

sys.path.insert(0, sys.argv[1])
import run  # noqa: E402

print(run.judge("native", "mmap", 0, "right\n", ""))
print(run.judge("native", "mmap", 0, "right\n", "tussah: warning: the system refuses more threads\n"))
print(run.judge("native", "mmap", -6, "", "tussah: error: out of memory\n"))
print(run.judge("native", "munmap", -6, "", ""))
print(run.judge("native", "mmap", 0, "left\n", ""))
print(run.judge("native", "mmap", 0, "right\n", "Segmentation"))
print(run.judge("native", "mmap", -11, "", ""))
print(run.judge("native", "mmap", -6, "", ""))
print(run.judge("native", "mmap", 1, "", "x.c:1: failed: sum == 3\n"))
