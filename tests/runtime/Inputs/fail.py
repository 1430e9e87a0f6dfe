"""fail.py LIBRARY PROGRAM: runs PROGRAM again and again, with each call of each
system function failing in turn (of the one that allocates, with fewer and fewer of the
many), and with all from the first, second, fourth, ... on, until no call is left that
could fail. It has to end within the time, with the right
result, or with an error that docs/reference/runtime.md lists where the function allows no other
way."""

import concurrent.futures
import itertools
import os
import re
import signal
import subprocess
import sys
import tempfile

# A program that calls a function more often is too large for this test.
MOST = 600

# Called often, from one place, and always with the same consequence.
SAMPLED = {"posix_memalign"}
TIMEOUT = 100
NO_MEMORY = r"tussah: error: (no memory for a stack; .*|out of memory)\n"
FEWER = r"(tussah: warning: the system refuses more threads; using \d workers instead of \d\n)*"

# What the program may write to standard error, by whether it succeeds.
FUNCTIONS = {
    "mmap": (FEWER, FEWER + NO_MEMORY),
    "mprotect": (FEWER, FEWER + NO_MEMORY),
    "munmap": ("", None),
    "madvise": ("", None),
    "mincore": ("", None),
    "posix_memalign": ("", NO_MEMORY),
    "pthread_create": (FEWER, None),
    "__register_atfork": ("", NO_MEMORY),
    "sched_getaffinity": ("", None),
    "getrlimit": ("", None),
    "open": ("", None),
    "sigaction": ("", None),
    "sigaltstack": ("", None),
    "pthread_key_create": ("", None),
    "tgkill": ("", None),
    "futex": ("", None),
    "wake": ("", None),
    "wait": ("", None),
}


def run(library, program, failure, count):
    environment = {**os.environ, "LD_PRELOAD": library, "FAIL": failure, "FAIL_COUNT": count}
    try:
        return subprocess.run([program], env=environment, capture_output=True, text=True,
                              timeout=TIMEOUT)  # fmt: skip
    except subprocess.TimeoutExpired:
        sys.exit(f"{failure}: hangs")


def check(failure, result, good, bad):
    """Ends the test unless the program has ended as it should."""
    expected = good if result.returncode == 0 else bad
    if result.returncode not in (0, -signal.SIGABRT):
        expected = None
    if expected is None or not re.fullmatch(expected, result.stderr):
        sys.exit(f"{failure}: exit code {result.returncode}, {result.stderr!r}")
    if result.returncode == 0 and result.stdout != "right\n":
        sys.exit(f"{failure}: wrong result {result.stdout!r}")


def fail_each(library, program, function, later, count):
    """Lets calls of one function fail. Returns how many runs had a failure."""
    good, bad = FUNCTIONS[function]
    failed = 0
    n = 1
    while n <= MOST or function in SAMPLED:
        failure = f"{function}:{n}{later}"
        result = run(library, program, failure, count)
        check(failure, result, good, bad)
        if result.returncode == 0:
            with open(count, encoding="ascii") as file:
                if int(file.read()) < n:
                    return failed
        failed += 1
        n += n if later else 1 + n // 2 if function in SAMPLED else 1
    sys.exit(f"{function}: called more than {MOST} times")


def fail_function(library, program, function, later):
    """Lets calls of one function fail. Returns how many runs had a failure."""
    with tempfile.NamedTemporaryFile() as count:
        # On a busy machine there may be no need to call it.
        for _ in range(20):
            failed = fail_each(library, program, function, later, count.name)
            if failed:
                return failed
    sys.exit(f"{function}: is never called")


def main():
    library, program = sys.argv[1:]
    cases = list(itertools.product(FUNCTIONS, ("+", "")))
    # The program waits most of its time, and when nobody wakes anybody for seconds.
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        jobs = [pool.submit(fail_function, library, program, *case) for case in cases]
        for (function, later), job in zip(cases, jobs):
            print(f"{function}{later}: {job.result()} failures", flush=True)


if __name__ == "__main__":
    main()
