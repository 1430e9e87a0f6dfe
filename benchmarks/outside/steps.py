"""One step of a program, a build or a run: a shell command with a limit of time."""

import dataclasses
import os
import resource
import signal
import subprocess
import threading
import time

# More than that nobody compares.
LARGEST_FILE = 1 << 30


class Stopped(Exception):
    """The user wants no further step."""


class Groups:
    """The process groups of the steps that run, so that an interruption ends them."""

    def __init__(self):
        self.running, self.stopped, self.lock = set(), False, threading.Lock()

    def start(self, arguments, **options):
        with self.lock:
            if self.stopped:
                raise Stopped
            process = subprocess.Popen(arguments, start_new_session=True, **options)
            self.running.add(process.pid)
            return process

    def end(self, process):
        with self.lock:
            self.running.discard(process.pid)
            kill(process.pid)

    def stop(self):
        """Ends all steps; no other begins."""
        with self.lock:
            self.stopped = True
            for group in self.running:
                kill(group)


groups = Groups()


@dataclasses.dataclass(frozen=True)
class Outcome:
    """How a command ended: its exit code, or the signal that ended it as a negative
    number, or None if it was still there when its time was over."""

    code: int | None
    seconds: float
    user: float

    @property
    def hangs(self):
        return self.code is None

    def __str__(self):
        if self.code is None:
            return f"not ended after {self.seconds:.0f} s"
        if self.code > 128 and self.code - 128 in signal.valid_signals():
            return signal.Signals(self.code - 128).name
        if self.code < 0:
            return signal.Signals(-self.code).name
        return f"exit code {self.code}"


def execute(command, folder, environment, seconds, log, errors=None):
    """Runs a shell command in a process group of its own, which ends with it or when
    the time is over. `log` gets what it writes; standard error too, without `errors`."""
    begin = time.monotonic()
    with open(log, "wb") as output, open(errors or os.devnull, "wb") as other:
        process = groups.start(
            ["/bin/bash", "-c", command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=other if errors else subprocess.STDOUT,
            preexec_fn=set_limits,
        )
        try:
            code, usage = wait(process, seconds)
        finally:
            groups.end(process)
    if groups.stopped:
        raise Stopped
    passed = time.monotonic() - begin
    return Outcome(code, round(passed, 3), round(usage.ru_utime if usage else 0.0, 3))


def set_limits():
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def wait(process, seconds):
    """Waits for a process. Returns its exit code and what it and its children used;
    None and None if the time is over."""
    deadline = time.monotonic() + seconds
    pause = 0.002
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, usage
        if time.monotonic() >= deadline:
            kill(process.pid)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            return None, usage
        time.sleep(pause)
        pause = min(pause * 1.5, 0.2)


def kill(group):
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass
