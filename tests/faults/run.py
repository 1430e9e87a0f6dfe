"""Lets each call of each function of the system fail, in programs on several targets.

usage: run.py [--build BUILD] [--llvm N] [--out FOLDER] [--only TEXT] [--sample RUNS --seed N] [--list]

A case is a target, a way to fail, a program, a function, and whether one call fails or that one and all later ones.
For each n from 1 on, until a run has no n-th call, the n-th call fails. Beyond the EVERY-th call, n grows by an eighth.
The ways are two: a preloaded library in place of the C library's functions, and a filter of system calls in the kernel
(Inputs/inject.c), which sees what does not go through the C library, too.

Each run has to end in time. It prints the right result, or ends with another code than 0 and with one clear line of
the runtime's, the program's or the C library's. The results of a case go to FOLDER/results.jsonl when it is done; a
case that is there is not run again. With --sample, that many runs are drawn from all, by the seed.
"""

import argparse
import concurrent.futures
import importlib.util
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
INPUTS = HERE.parent / "runtime" / "Inputs"
EVERY = 150
TIMEOUT = 120

# System calls by their numbers on x86-64, and the error of each.
ENOENT, EIO, EAGAIN, ENOMEM, EINVAL, EMFILE, ENOSPC, EPERM, ENOSYS = 2, 5, 11, 12, 22, 24, 28, 1, 38
CALLS = {
    "mmap": (9, ENOMEM),
    "mprotect": (10, ENOMEM),
    "munmap": (11, ENOMEM),
    "brk": (12, ENOMEM),
    "rt_sigaction": (13, EINVAL),
    "rt_sigprocmask": (14, EPERM),
    "sched_yield": (24, ENOSYS),
    "mincore": (27, EAGAIN),
    "madvise": (28, EINVAL),
    "getpid": (39, EPERM),
    "clone": (56, EAGAIN),
    "fcntl": (72, EINVAL),
    "ftruncate": (77, ENOSPC),
    "sigaltstack": (131, ENOMEM),
    "prctl": (157, EPERM),
    "gettid": (186, EPERM),
    "futex": (202, ENOSYS),
    "sched_setaffinity": (203, EPERM),
    "sched_getaffinity": (204, EPERM),
    "tgkill": (234, EAGAIN),
    "openat": (257, EMFILE),
    "fallocate": (285, ENOSPC),
    "prlimit64": (302, EPERM),
    "getrandom": (318, ENOSYS),
    "rseq": (334, ENOSYS),
    "clone3": (435, EAGAIN),
    "read": (0, EIO),
    "close": (3, EIO),
    "newfstatat": (262, ENOENT),
}

# What a run that ends otherwise than with the right result says last.
LINES = {
    "native": r"tussah: error: .+",
    "onetbb": r"tussah: error: .+|.*(tbb|TBB).*",
    "openmp": r"tussah: error: .+|OMP: .+",
}
OF_ALL = (
    r"program: .+"
    r"|The futex facility returned an unexpected error code\."
    r"|terminate called .*|  what\(\): .+|libc\+\+abi: .+|Fatal glibc error: .+"
    r"|.*: (cannot allocate|out of) memory.*|malloc.*: .*"
)
FAULTS = {signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGFPE, signal.SIGTRAP}

PROGRAMS = {
    "kernels": (HERE.parent / "runtime" / "system" / "faults.c", ["native"]),
    "reducers": (HERE / "Inputs" / "programs" / "reducers.cpp", ["native", "onetbb", "openmp"]),
    "exceptions": (HERE / "Inputs" / "programs" / "exceptions.cpp", ["native", "onetbb", "openmp"]),
    "loops": (HERE / "Inputs" / "programs" / "loops.c", ["native", "onetbb", "openmp"]),
    "lifecycle": (HERE / "Inputs" / "programs" / "lifecycle.c", ["native"]),
}


def load_library_functions():
    """The functions of the C library that may fail are those of the tests of the runtime."""
    spec = importlib.util.spec_from_file_location("fail", INPUTS / "fail.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return list(module.FUNCTIONS)


def all_cases():
    """Tuples of target, way, program, function, "" or "+"."""
    ways = [("library", name) for name in load_library_functions()] + [("kernel", name) for name in CALLS]
    return [
        (target, way, program, function, later)
        for program, (_, targets) in PROGRAMS.items()
        for target in targets
        for way, function in ways
        for later in ("", "+")
    ]


class Builder:
    """Compiles programs when they are needed."""

    def __init__(self, options):
        self.options = options
        self.folder = options.out
        self.lock = threading.Lock()
        self.driver = options.build / "bin"
        self.clang = f"clang-{options.llvm}"

    def make(self, name, command):
        path = self.folder / name
        with self.lock:
            if not path.exists() or name not in self.made():
                subprocess.run([*command, "-o", path], check=True)
                self.made().add(name)
        return path

    def made(self):
        if not hasattr(self, "_made"):
            self._made = set()
        return self._made

    def program(self, name, target):
        source = PROGRAMS[name][0]
        driver = self.driver / ("tussah-clang++" if source.suffix == ".cpp" else "tussah-clang")
        flags = [f"--tussah-clang=/usr/bin/{self.clang}", f"-ftussah-target={target}", "-ftussah-keep-spawns", "-O2"]
        return self.make(f"{name}-{target}", [driver, *flags, "-pthread", source])

    def library(self):
        return self.make("fail.so", [self.clang, "-shared", "-fPIC", "-O1", INPUTS / "fail.c", "-ldl"])

    def arming(self):
        return self.make("arm.so", [self.clang, "-shared", "-fPIC", "-O1", "-DLIBRARY", HERE / "Inputs" / "inject.c"])

    def injector(self):
        return self.make("inject", [self.clang, "-O1", HERE / "Inputs" / "inject.c"])


def run_once(builder, case, which):
    """Lets the call number `which` fail. Returns the number of calls, or None if the run has ended before it could be
    counted, and how the run has ended."""
    target, way, name, function, later = case
    program = builder.program(name, target)
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("TUSSAH_", "CILK_"))}
    with tempfile.TemporaryDirectory() as folder:
        counts = f"{folder}/counts"
        environment["CILK_NWORKERS"] = environment["OMP_NUM_THREADS"] = "4"
        if name == "loops":
            environment["TUSSAH_STATS"] = f"{folder}/statistics"
            environment["TUSSAH_TRACE"] = f"{folder}/timeline"
        command = [program]
        if way == "library":
            environment.update(LD_PRELOAD=builder.library(), FAIL=f"{function}:{which}{later}", FAIL_COUNT=counts)
        else:
            number, error = CALLS[function]
            command = [builder.injector(), str(number), f"{which}{later}", str(error), counts, builder.arming(), program]
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        try:
            out, errors = process.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return None, "hangs"
        calls = int(Path(counts).read_text(encoding="ascii")) if Path(counts).exists() else None
    return calls, judge(target, function, process.returncode, out, errors)


def judge(target, function, code, out, errors):
    """How a run has ended: "right", or "right, " and what was said, "says: " and its last line, "theirs: " and a
    signal that the library of the target or the C library raises, or "BAD: " and why."""
    lines = [line for line in errors.splitlines() if line.strip()]
    if code == 0:
        if out != "right\n":
            return f"BAD: wrong result {out!r}"
        foreign = [line for line in lines if not line.startswith(("tussah: warning: ", "OMP: ", "TBB "))]
        if foreign:
            return f"BAD: right, but says {foreign[0]!r}"
        return "right" if not lines else "right, " + re.sub(r"\d+", "N", lines[-1])
    # libomp calls itself until its stack is full when it has no memory for a message; libtbb uses keys of threads that
    # it has not got. The C library aborts without a word when it cannot give back the stack of a thread.
    if (target in ("openmp", "onetbb") and -code in FAULTS) or (function == "munmap" and code == -signal.SIGABRT and not lines):
        return f"theirs: {signal.Signals(-code).name}"
    if -code in FAULTS:
        return f"BAD: {signal.Signals(-code).name} {errors[-200:]!r}"
    if not lines or not any(re.fullmatch(f"{LINES[target]}|{OF_ALL}", line) for line in lines):
        return f"BAD: code {code}, {errors[-200:]!r}"
    return "says: " + re.sub(r"\d+", "N", lines[-1])


def run_case(builder, case):
    """Returns what is to be noted of a case."""
    ends, bad, runs, which = {}, [], 0, 1
    fewest_missed = 0
    while True:
        calls, end = run_once(builder, case, which)
        if end == "hangs":
            # Perhaps the machine was stopped meanwhile.
            calls, end = run_once(builder, case, which)
        runs += 1
        ends[end] = ends.get(end, 0) + 1
        if end.startswith(("BAD", "hangs")):
            bad.append(which)
        # The number of calls differs from run to run.
        missed = calls is not None and calls < which
        fewest_missed = fewest_missed + 1 if missed else 0
        if fewest_missed == 2 or len(bad) > 5:
            break
        which += 1 if which < EVERY or missed else which // 8
    key = "/".join(case)
    return {"case": key, "runs": runs, "last": which, "ends": ends, "bad": bad}


def known_cases(path):
    if not path.exists():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    return {entry["case"]: entry for entry in map(json.loads, lines)}


def run_all(options, builder, cases):
    results = options.out / "results.jsonl"
    known = known_cases(results)
    left = [case for case in cases if "/".join(case) not in known]
    print(f"{len(cases)} cases, of which {len(cases) - len(left)} are known", flush=True)
    lock = threading.Lock()

    def do(case):
        entry = run_case(builder, case)
        with lock, open(results, "a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
        print(f"{entry['case']}: {entry['runs']} runs" + (f", BAD at {entry['bad']}" if entry["bad"] else ""), flush=True)
        return entry

    # Programs that wait for each other's failures leave the processors idle.
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(do, left))
    known = known_cases(results)
    chosen = [known["/".join(case)] for case in cases]
    print_table(chosen)
    return any(entry["bad"] for entry in chosen)


def print_table(entries):
    """Failures, and how the runs with them have ended, by target and way."""
    sums = {}
    for entry in entries:
        row = sums.setdefault("/".join(entry["case"].split("/")[:2]), [0, 0, 0, 0, 0])
        for end, count in entry["ends"].items():
            row[0] += count
            kinds = ("right", "says", "theirs")
            row[1 + next((i for i, kind in enumerate(kinds) if end.startswith(kind)), 3)] += count
    print("target/way: runs, right, ended with a line, ended by another library, bad")
    for key, row in sorted(sums.items()):
        print(f"{key}: {row[0]}, {row[1]}, {row[2]}, {row[3]}, {row[4]}")
    for entry in entries:
        for end, count in entry["ends"].items():
            if end.startswith(("BAD", "hangs")):
                print(f"{entry['case']}: {count} times {end}")


def run_sample(options, builder, cases):
    """As many runs, each with one failure, of cases in which the function is called."""
    chance = random.Random(options.seed)
    print(f"seed {options.seed}")
    done = bad = 0
    for case in chance.sample(cases, len(cases)):
        if done >= options.sample:
            break
        # Of the first calls most are made at the start, where most can go wrong.
        which = min(chance.randrange(1, 9), chance.randrange(1, 9))
        calls, end = run_once(builder, case, which)
        if calls is not None and calls < which:
            continue
        done += 1
        bad += end.startswith(("BAD", "hangs"))
        print(f"{'/'.join(case)} {which}: {end}", flush=True)
    if done < options.sample:
        sys.exit(f"run.py: error: only {done} runs had a failure")
    return bad != 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--llvm", default="22")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--only", default="", help="cases that match this regular expression")
    parser.add_argument("--sample", type=int, help="number of runs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true", help="name the cases only")
    options = parser.parse_args()
    cases = [case for case in all_cases() if re.search(options.only, "/".join(case))]
    if options.list:
        print("\n".join("/".join(case) for case in cases))
        return
    options.out = (options.out or options.build / "faults").resolve()
    options.out.mkdir(parents=True, exist_ok=True)
    builder = Builder(options)
    run = run_sample if options.sample else run_all
    if run(options, builder, cases):
        sys.exit("run.py: error: there are bad ends")


if __name__ == "__main__":
    main()
