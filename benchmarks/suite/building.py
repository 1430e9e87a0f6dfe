"""Building the programs: each when its turn comes, and no longer than there is time."""

import math
import os
import signal
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from compilers import Missing


class TimeOver(Exception):
    """There was no time for a build, or for a run."""


@dataclass
class Run:
    """What came of a command: its exit code, what it wrote, and how long it took."""

    code: int
    stdout: str
    stderr: str
    seconds: float


def run_group(command, environment, limit):
    """Runs a command, and ends it and all that it has started if it takes longer: then this
    raises TimeoutExpired."""
    begin = time.monotonic()
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, errors="replace", start_new_session=True,
    )  # fmt: skip
    try:
        out, err = process.communicate(timeout=limit)
    except BaseException:
        kill(process)
        process.communicate()
        raise
    return Run(process.returncode, out, err, time.monotonic() - begin)


class Commands:
    """Runs the commands of builds, as many at a time as there are processors, each as long
    as `left()` seconds are left."""

    def __init__(self, left=lambda: math.inf):
        self.left, self.stopped = left, False
        self.running, self.lock = set(), threading.Lock()
        self.processors = threading.BoundedSemaphore(len(os.sched_getaffinity(0)))

    def run(self, command, folder, **variables):
        """Returns the exit code and all lines that the command prints, first those of the
        standard error. Raises TimeOver if there is no time."""
        with self.processors:
            # Compilers start others, which must not go on when they are stopped: they are
            # stopped as a group.
            with self.lock:
                if self.stopped or self.left() <= 0:
                    raise TimeOver
                process = subprocess.Popen(
                    [str(part) for part in command], cwd=folder, env={**os.environ, **variables},
                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                    text=True, errors="replace", start_new_session=True,
                )  # fmt: skip
                self.running.add(process)
            try:
                left = self.left()
                out, err = process.communicate(timeout=None if math.isinf(left) else max(left, 0))
            except subprocess.TimeoutExpired:
                raise TimeOver from None
            finally:
                self.end(process)
        if self.stopped:
            raise TimeOver
        return process.returncode, [*err.splitlines(), *out.splitlines()]

    def end(self, process):
        with self.lock:
            self.running.discard(process)
        # Its number may be that of another process as soon as it has been waited for.
        if process.returncode is None:
            kill(process)
            process.communicate()

    def stop(self):
        """Ends all commands that run, and lets none begin."""
        with self.lock:
            self.stopped = True
            for process in self.running:
                if process.poll() is None:
                    kill(process)


def kill(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


class Builder:
    """Builds programs in a folder. Programs that differ in their input only have one build.
    `notes` says which programs could not be built, by (program, system)."""

    def __init__(self, folder, tools):
        self.folder, self.tools = folder, tools
        self.built, self.notes = {}, {}

    def compiled(self, program, systems):
        """Returns how many files are to be compiled to build the program for these systems."""
        keys = {s.build_key(program): s for s in systems if s.has(program)}
        return sum(1 if s.by_hand else len(program.sources)
                   for key, s in keys.items() if key not in self.built)  # fmt: skip

    def build(self, program, systems):
        """Returns the commands that run the program, by the name of the system. If there
        was no time for a build, it is not there."""
        waiting = {system.build_key(program): system for system in systems}
        waiting = {key: system for key, system in waiting.items() if key not in self.built}
        with ThreadPoolExecutor(max(len(waiting), 1)) as pool:
            try:
                results = list(pool.map(lambda system: self.build_one(program, system), waiting.values()))
            except BaseException:
                # An interruption: the pool waits for its threads.
                self.tools.commands.stop()
                raise
        self.built.update((key, result) for key, result in zip(waiting, results) if result)
        commands = {}
        for system in systems:
            command, note = self.built.get(system.build_key(program), (None, ""))
            if note:
                self.notes[program.name, system.name] = note
            if command:
                commands[system.name] = [*command, *system.arguments(program)]
        return commands

    def build_one(self, program, system):
        """Returns the command that runs the program, and why there is none; nothing if
        there is no time."""
        folder = self.folder / system.name / program.name
        folder.mkdir(parents=True)
        try:
            return system.build(self.tools, program, folder), ""
        except Missing as missing:
            return None, str(missing)
        except TimeOver:
            return None

    def grouped_notes(self):
        """Returns the programs that each system cannot build, by system and reason."""
        grouped = {}
        for (program, system), note in self.notes.items():
            grouped.setdefault(f"{system}: {note}", []).append(program)
        return {note: ", ".join(programs) for note, programs in grouped.items()}
