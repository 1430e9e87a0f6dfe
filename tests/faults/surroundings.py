"""Changes what is around programs while they run: limits, control groups, disks, clocks, processors, stops.

usage: surroundings.py [--build BUILD] [--llvm N] [--out FOLDER] [--only TEXT] [--quick] [--table]

Each case runs a program and has to find that it ends as it may: with the right result, or with one clear line and
another exit code than 0. A case that is done is noted in FOLDER/surroundings.jsonl, and is not run again. What the
machine does not permit (control groups of version 1, mounts, another user: all need root) is noted as left out.
--quick takes what lasts for seconds only, and notes nothing. --table prints what is noted, in Markdown.
"""

import argparse
import contextlib
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
GROUPS = Path("/sys/fs/cgroup")
TIMEOUT = 120
NOBODY = 65534
LINE = r"tussah: error: .+|program: .+|Fatal glibc error: .+|.*: error while loading shared libraries: .+"
CASES = {}


class LeftOut(Exception):
    """What a case needs is not there."""


class Bad(Exception):
    """A program has not ended as it may."""


def case(group, quick=False):
    """Registers a function as a case of a group of the table."""

    def add(function):
        CASES[function.__name__.replace("_", "-")] = (group, quick, function)
        return function

    return add


class Tools:
    """Programs, and ways to run them."""

    def __init__(self, options):
        self.options = options
        self.made = {}

    def program(self, source="until-told.c"):
        if source not in self.made:
            path = self.options.out / Path(source).stem
            flags = [f"--tussah-clang=/usr/bin/clang-{self.options.llvm}", "-ftussah-target=native", "-O2"]
            driver = self.options.build / "bin" / "tussah-clang"
            subprocess.run([driver, *flags, HERE / "Inputs" / "programs" / source, "-o", path], check=True)
            self.made[source] = path
        return self.made[source]

    def library(self, source):
        path = self.options.out / f"{Path(source).stem}.so"
        clang = f"clang-{self.options.llvm}"
        subprocess.run([clang, "-shared", "-fPIC", "-O1", HERE / "Inputs" / source, "-o", path], check=True)
        return path

    def start(self, command=None, before=None, **variables):
        clean = {key: value for key, value in os.environ.items() if not key.startswith(("TUSSAH_", "CILK_"))}
        environment = {**clean, "CILK_NWORKERS": "4", **{key: str(value) for key, value in variables.items()}}
        pipes = dict(stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return subprocess.Popen(command or [self.program()], env=environment, preexec_fn=before, text=True, **pipes)

    def run(self, command=None, before=None, **variables):
        return finish(self.start(command, before, **variables))


def finish(process, allowed=()):
    """Tells the program to end. Returns how it has, or raises Bad."""
    try:
        out, errors = process.communicate("", timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise Bad("hangs") from None
    lines = [re.sub(r"'/\S*/", "'", line) for line in errors.splitlines() if line.strip()]
    if process.returncode == 0:
        if out != "right\n" or any(not line.startswith("tussah: warning: ") for line in lines):
            raise Bad(f"code 0, {out!r}, {errors!r}")
        return "right" + ("; " + re.sub(r"\d+", "N", lines[-1]) if lines else "")
    if -process.returncode in allowed:
        return signal.Signals(-process.returncode).name
    if not lines or not re.fullmatch(LINE, lines[-1]) or -process.returncode in (signal.SIGSEGV, signal.SIGBUS):
        raise Bad(f"code {process.returncode}, {errors[-300:]!r}")
    return re.sub(r"\d+", "N", re.sub(r"^/\S*/", "", lines[-1]))


def limited(which, value):
    return lambda: resource.setrlimit(which, (value, value))


def each(tools, which, values, **variables):
    """How programs under each value of a limit have ended."""
    return {tools.run(before=limited(which, value), **variables) for value in values}


# ---- Limits ----


@case("limits", quick=True)
def address_space(tools):
    """RLIMIT_AS of 4 MB to 4 GB"""
    tools.program()
    return each(tools, resource.RLIMIT_AS, [int((1 << 22) * 1.3**i) for i in range(27)])


@case("limits")
def data(tools):
    """RLIMIT_DATA of 0.5 MB to 1 GB"""
    tools.program()
    return each(tools, resource.RLIMIT_DATA, [int((1 << 19) * 1.4**i) for i in range(23)])


@case("limits", quick=True)
def stack(tools):
    """RLIMIT_STACK of 64 KB to 1 GB, and none"""
    tools.program()
    return each(tools, resource.RLIMIT_STACK, [1 << 16, 1 << 18, 1 << 20, 1 << 26, 1 << 30, resource.RLIM_INFINITY])


@case("limits", quick=True)
def descriptors(tools):
    """RLIMIT_NOFILE of 3 to 12, with statistics and a timeline"""
    with tempfile.TemporaryDirectory() as folder:
        files = dict(TUSSAH_STATS=f"{folder}/s", TUSSAH_TRACE=f"{folder}/t")
        tools.program()
        return each(tools, resource.RLIMIT_NOFILE, range(3, 13), **files)


@case("limits")
def processes(tools):
    """RLIMIT_NPROC of 1 to 9, as another user"""
    if os.geteuid() != 0:
        raise LeftOut("needs root")
    program = tools.program()
    with tempfile.TemporaryDirectory() as folder:
        # The user may not reach the build.
        os.chmod(folder, 0o755)
        library = tools.options.build / "lib" / "tussah" / "libtussah.so.0"
        command = f"cp {program} {folder}/program && cp -L {library} {folder}/libtussah.so.0"
        subprocess.run(command, shell=True, check=True)

        def become(number):
            def change():
                resource.setrlimit(resource.RLIMIT_NPROC, (number, number))
                os.setgid(NOBODY)
                os.setuid(NOBODY)

            return change

        command = [f"{folder}/program"]
        return {tools.run(command, become(number), LD_LIBRARY_PATH=folder) for number in range(1, 10)}


@case("limits")
def file_size(tools):
    """RLIMIT_FSIZE of 0 to 64 KB, with statistics and a timeline"""
    with tempfile.TemporaryDirectory() as folder:
        files = dict(TUSSAH_STATS=f"{folder}/s", TUSSAH_TRACE=f"{folder}/t")
        tools.program()
        ends = set()
        for size in (0, 100, 4096, 65536):
            process = tools.start(before=limited(resource.RLIMIT_FSIZE, size), **files)
            ends.add(finish(process, (signal.SIGXFSZ,)))
        return ends


# ---- Control groups ----


@contextlib.contextmanager
def control_group(controller):
    """A control group of version 1, or, for "unified", 2. Goes when all in it have ended."""
    folder = GROUPS / controller / f"tussah-{os.getpid()}"
    try:
        folder.mkdir()
    except OSError as error:
        raise LeftOut(f"no control group for {controller}: {error.strerror}") from None
    try:
        if controller == "cpuset":
            for name in ("cpuset.mems", "cpuset.cpus"):
                write(folder / name, (folder.parent / name).read_text(encoding="ascii"))
        yield folder
    finally:
        for _ in range(100):
            with contextlib.suppress(OSError):
                folder.rmdir()
                return
            time.sleep(0.05)


def write(path, text):
    path.write_text(str(text), encoding="ascii")


def enter(folder):
    return lambda: write(folder / "cgroup.procs", os.getpid())


def change_while_it_runs(process, changes, pause):
    """Makes changes, one after the other, and then lets the process end."""
    for change in changes:
        time.sleep(pause)
        if process.poll() is not None:
            break
        change()
    time.sleep(pause)
    return {finish(process)}


@case("control groups")
def cpu_quota(tools):
    """version 1, cpu.cfs_quota_us changed 8 times between 2 % and all while it runs"""
    with control_group("cpu") as group:
        process = tools.start(before=enter(group))
        quotas = [2000, 100000, 10000, -1, 5000, 150000, 2000, -1]
        changes = [lambda quota=quota: write(group / "cpu.cfs_quota_us", quota) for quota in quotas]
        return change_while_it_runs(process, changes, 0.3)


@case("control groups")
def processors_of_group(tools):
    """version 1, cpuset.cpus changed 10 times while it runs"""
    with control_group("cpuset") as group:
        whole = (group / "cpuset.cpus").read_text(encoding="ascii").strip()
        process = tools.start(before=enter(group))
        first = re.match(r"\d+", whole).group()
        last = re.search(r"\d+$", whole).group()
        changes = [lambda cpus=cpus: write(group / "cpuset.cpus", cpus) for cpus in [first, last, whole] * 3 + [first]]
        return change_while_it_runs(process, changes, 0.2)


@case("control groups")
def threads_of_group(tools):
    """version 1, pids.max of 1 to 9, also lowered while it runs"""
    ends = set()
    with control_group("pids") as group:
        for most in range(1, 10):
            write(group / "pids.max", most)
            ends.add(tools.run(before=enter(group)))
        write(group / "pids.max", "max")
        process = tools.start(before=enter(group))
        changes = [lambda most=most: write(group / "pids.max", most) for most in [1, 3, 2, 1]]
        return ends | change_while_it_runs(process, changes, 0.2)


@case("control groups")
def memory_of_group(tools):
    """version 1, memory.limit_in_bytes lowered and raised while it runs, above what it needs"""
    with control_group("memory") as group:
        limit = group / "memory.limit_in_bytes"
        process = tools.start([tools.program(), "2048"], before=enter(group))

        def set_limit(size):
            # The kernel refuses what it cannot reach at once.
            with contextlib.suppress(OSError):
                write(limit, size)

        sizes = [1 << 28, 1 << 26, 1 << 25, 1 << 27, 1 << 25]
        return change_while_it_runs(process, [lambda size=size: set_limit(size) for size in sizes], 0.3)


@case("control groups", quick=True)
def out_of_memory_killer(tools):
    """version 1, memory.limit_in_bytes below what it touches: the kernel kills it"""
    with control_group("memory") as group:
        write(group / "memory.limit_in_bytes", 16 << 20)
        with contextlib.suppress(OSError):
            write(group / "memory.memsw.limit_in_bytes", 16 << 20)
        process = tools.start([tools.program(), "262144"], before=enter(group))
        return {finish(process, (signal.SIGKILL,))}


@case("control groups")
def freezer(tools):
    """version 1, FROZEN and THAWED ten times while it runs"""
    with control_group("freezer") as group:
        process = tools.start(before=enter(group))
        changes = [lambda state=state: write(group / "freezer.state", state) for state in ["FROZEN", "THAWED"] * 10]
        return change_while_it_runs(process, changes, 0.1)


@case("control groups")
def freezer_of_version_2(tools):
    """version 2, cgroup.freeze ten times while it runs"""
    with control_group("unified") as group:
        process = tools.start(before=enter(group))
        changes = [lambda state=state: write(group / "cgroup.freeze", state) for state in [1, 0] * 10]
        return change_while_it_runs(process, changes, 0.1)


# ---- Disks ----


@contextlib.contextmanager
def file_system(options):
    with tempfile.TemporaryDirectory() as folder:
        command = ["mount", "-t", "tmpfs", "-o", options, "tussah", folder]
        if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode != 0:
            raise LeftOut("cannot mount")
        try:
            yield folder
        finally:
            subprocess.run(["umount", "-l", folder], check=True)


def write_everywhere(tools, folder):
    """What the runtime and the tools write, into a folder. Each has to say so in a line where it cannot."""
    ends = {
        tools.run(TUSSAH_STATS=f"{folder}/statistics"),
        tools.run(TUSSAH_TRACE=f"{folder}/timeline"),
        tools.run(TUSSAH_STATS=f"{folder}/none/statistics", TUSSAH_TRACE=f"{folder}/none/timeline"),
    }
    tussah = tools.options.build / "bin" / "tussah"
    commands = [
        [tussah, "graph", "generate", "path", "9000", "-o", f"{folder}/graph.el"],
        [tussah, "predict", f"--save={folder}/recording", "--workers=1", ROOT / "examples" / "fib.c", "12"],
    ]
    for command in commands:
        result = subprocess.run(command, input="", capture_output=True, text=True, check=False, timeout=TIMEOUT)
        if result.returncode == 0 or not re.search(r"error: .*(No space left|Read-only)", result.stderr):
            raise Bad(f"{command[1]}: code {result.returncode}, {result.stderr[-300:]!r}")
        ends.add(f"{command[1]}: an error")
    return ends


@case("disks", quick=True)
def full_disk(tools):
    """a disk of 16 KB, which is full: statistics, timelines, graphs, recordings"""
    with file_system("size=16k") as folder:
        with contextlib.suppress(OSError), open(f"{folder}/rest", "wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        return write_everywhere(tools, folder)


@case("disks", quick=True)
def disk_that_fills(tools):
    """disks of 4 to 300 KB that become full while a timeline is recorded"""
    ends = set()
    for size in (4, 8, 40, 80, 300):
        with file_system(f"size={size}k") as folder:
            ends.add(tools.run(TUSSAH_TRACE=f"{folder}/timeline", TUSSAH_STRESS="always-steal"))
            command = [tools.options.build / "bin" / "tussah", "trace", f"--recording={folder}/timeline"]
            command.append(f"--output={tools.options.out}/filled.json")
            result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=TIMEOUT)
            if result.returncode != 0 or not re.search(r"; \d+ events were dropped", result.stderr):
                raise Bad(f"{size} KB: code {result.returncode}, {result.stderr[-300:]!r}")
    return ends


@case("disks", quick=True)
def read_only_disk(tools):
    """a disk that is mounted read-only"""
    with file_system("size=16k,ro") as folder:
        return write_everywhere(tools, folder)


# ---- Time and processors ----


@case("time", quick=True)
def clock_leaps(tools):
    """all clocks leap by an hour, forwards and back (simulated by a library)"""
    clock = tools.library("clock.c")
    return {tools.run(LD_PRELOAD=clock, CLOCK_EVERY=every) for every in (1, 7, 100, 3000)}


@case("time")
def stops(tools):
    """SIGSTOP and SIGCONT twenty times"""
    process = tools.start()
    kinds = [signal.SIGSTOP, signal.SIGCONT] * 20
    return change_while_it_runs(process, [lambda kind=kind: process.send_signal(kind) for kind in kinds], 0.05)


@case("time")
def long_stop(tools):
    """SIGSTOP for a minute"""
    process = tools.start()
    kinds = [signal.SIGSTOP, signal.SIGCONT]
    return change_while_it_runs(process, [lambda kind=kind: process.send_signal(kind) for kind in kinds], 60)


def threads_of(process):
    with contextlib.suppress(FileNotFoundError):
        return [int(name) for name in os.listdir(f"/proc/{process.pid}/task")]
    return []


@case("processors")
def affinity(tools):
    """the affinity of each thread changed 200 times from outside: processors go and come"""
    process = tools.start()
    chance = random.Random(1)
    whole = sorted(os.sched_getaffinity(0))

    def move():
        for thread in threads_of(process):
            chosen = chance.sample(whole, chance.randrange(1, len(whole) + 1))
            with contextlib.suppress(OSError):
                os.sched_setaffinity(thread, chosen)

    return change_while_it_runs(process, [move] * 200, 0.01)


@case("processors")
def policies(tools):
    """threads of the pool become idle or batch tasks of the system, and normal ones"""
    process = tools.start()
    chance = random.Random(1)

    def choose():
        for thread in threads_of(process):
            with contextlib.suppress(OSError):
                policy = chance.choice([os.SCHED_IDLE, os.SCHED_BATCH, os.SCHED_OTHER])
                os.sched_setscheduler(thread, policy, os.sched_param(0))

    return change_while_it_runs(process, [choose] * 50, 0.02)


@case("processors")
def tracers(tools):
    """strace and gdb attach to all threads and detach, five times each"""
    process = tools.start()
    commands = [
        ["timeout", "1", "strace", "-f", "-o", "/dev/null", "-p", str(process.pid)],
        ["timeout", "20", "gdb", "-nx", "-batch", "-p", str(process.pid), "-ex", "thread apply all bt"],
    ]

    def attach(command):
        try:
            subprocess.run(command, capture_output=True, check=False)
        except FileNotFoundError as error:
            raise LeftOut(f"{command[2]} is missing") from error

    return change_while_it_runs(process, [lambda command=command: attach(command) for command in commands * 5], 0.1)


def print_table(path):
    print("| what | case | ends |\n| --- | --- | --- |")
    for line in path.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        print(f"| {entry['group']} | {entry['what']} | {', '.join(entry['ends'])} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--llvm", default="22")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    options.out = (options.out or options.build / "faults").resolve()
    options.out.mkdir(parents=True, exist_ok=True)
    results = options.out / "surroundings.jsonl"
    if options.table:
        print_table(results)
        return
    text = results.read_text(encoding="utf-8") if results.exists() and not options.quick else ""
    known = {json.loads(line)["case"] for line in text.splitlines()}
    tools = Tools(options)
    bad = False
    for name, (group, quick, function) in CASES.items():
        if not re.search(options.only, name) or (options.quick and not quick) or name in known:
            continue
        begin = time.monotonic()
        try:
            ends = sorted(function(tools))
        except LeftOut as why:
            ends = [f"left out: {why}"]
        except Bad as why:
            print(f"{name}: BAD: {why}", flush=True)
            bad = True
            continue
        print(f"{name}: {', '.join(ends)} ({time.monotonic() - begin:.1f} s)", flush=True)
        if not options.quick:
            entry = {"case": name, "group": group, "what": function.__doc__, "ends": ends}
            with open(results, "a", encoding="utf-8") as file:
                file.write(json.dumps(entry) + "\n")
    if bad:
        sys.exit("surroundings.py: error: there are bad ends")


if __name__ == "__main__":
    main()
