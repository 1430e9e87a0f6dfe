"""fail.py LIBRARY PROGRAM: runs PROGRAM again and again, with the first, second,
... call of each system function failing, and with all from the first, second,
fourth, ... on. It has to end within the time, with the right result, or with an error that
docs/runtime.md lists where the function allows no other way."""

import os
import re
import subprocess
import sys
import tempfile

MOST = 30
TIMEOUT = 20
NO_MEMORY = r"tussah: error: (no memory for a stack; .*|out of memory)\n"
FEWER = r"(tussah: warning: the system refuses more threads; using \d workers instead of \d\n)*"

# What the program may write to standard error, by whether it succeeds.
FUNCTIONS = {
    "mmap": (FEWER, FEWER + NO_MEMORY),
    "mprotect": (FEWER, FEWER + NO_MEMORY),
    "pthread_create": (FEWER, None),
    "sched_getaffinity": ("", None),
    "futex": ("", None),
    "wake": ("", None),
    "wait": ("", None),
    "tgkill": ("", None),
}


def run(library, program, failure, count):
    environment = {**os.environ, "LD_PRELOAD": library, "FAIL": failure, "FAIL_COUNT": count}
    try:
        return subprocess.run([program], env=environment, capture_output=True, text=True,
                              timeout=TIMEOUT)  # fmt: skip
    except subprocess.TimeoutExpired:
        sys.exit(f"{failure}: hangs")


def main():
    library, program = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        count = os.path.join(folder, "count")
        for function, (good, bad) in FUNCTIONS.items():
            failed = 0
            for later in ("", "+"):
                n = 1
                total = MOST
                while n <= min(total, MOST):
                    failure = f"{function}:{n}{later}"
                    result = run(library, program, failure, count)
                    expected = good if result.returncode == 0 else bad
                    if expected is None or not re.fullmatch(expected, result.stderr):
                        sys.exit(f"{failure}: exit code {result.returncode}, {result.stderr!r}")
                    if result.returncode == 0:
                        if result.stdout != "right\n":
                            sys.exit(f"{failure}: wrong result {result.stdout!r}")
                        with open(count, encoding="ascii") as file:
                            total = int(file.read())
                    failed += total >= n
                    n = 2 * n if later else n + 1
            if not failed:
                sys.exit(f"{function}: is never called")
            print(f"{function}: {failed} failures")


main()
