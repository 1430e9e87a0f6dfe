"""Kills, stops and pauses ranks of jobs that "tussah job" has started, lets ranks join and
leave, and kills the launcher and the supervisor, all at random times, and several in a job.
docs/guides/clusters.md says what must happen, and this checks it: each job comes to the
right result, by itself, or by the same command again after its supervisor was killed or
asked to end; nothing hangs, and no process and no file is left.

    elastic.py mpich|openmpi PATH/TO/tussah PATH/TO/fib|queens [--n 38] [--trials 50]
               [--seed 1] [--log FILE] [--only NUMBER]

"fib" is that of examples/cps, "queens" that of examples/backtrack. A trial depends on the
seed and its number only. With --log, trials that FILE has are not done again: call it again
after an interruption. --measure asks another question: how much time a job of two ranks
loses by the loss of a rank, with --every 2s; it wants a quiet machine.
"""

import argparse
import collections
import os
import pathlib
import random
import re
import shutil
import signal
import statistics
import subprocess
import tempfile
import time

import jobs

QUEENS = {8: 92, 10: 724, 11: 2680, 12: 14200, 13: 73712, 14: 365596, 15: 2279184, 16: 14772512}
# What happens to a job, and how often in comparison.
EVENTS = {
    "kill": 5,
    "kill rank 0": 2,
    "stop": 2,
    "pause": 2,
    "join": 3,
    "leave": 3,
    "kill launcher": 1,
    "kill supervisor": 2,
    "end supervisor": 2,
}
# A job that hangs does so for longer. The machine may be busy.
LIMIT = 120
# Of ranks that have lost their supervisor or their launcher.
ORPHANS = 30

parser = argparse.ArgumentParser()
parser.add_argument("mpi", choices=("mpich", "openmpi"))
parser.add_argument("tussah")
parser.add_argument("program")
parser.add_argument("--n", type=int, help="how large the job is")
parser.add_argument("--trials", type=int, default=50)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--timeout", type=int, default=4, help="TUSSAH_CPS_TIMEOUT, in seconds")
parser.add_argument("--every", default="300ms", help="between two checkpoints")
parser.add_argument("--log", help="where trials are noted, for the next call")
parser.add_argument("--only", type=int, help="the number of one trial")
parser.add_argument("--measure", action="store_true")
arguments = parser.parse_args()

PROGRAM = os.path.realpath(arguments.program)
TUSSAH = os.path.realpath(arguments.tussah)
IS_FIB = pathlib.Path(PROGRAM).name == "fib"
N = arguments.n or (38 if IS_FIB else 14)
RESULT = f"fib({N}) = {jobs.fibonacci(N)}" if IS_FIB else f"{N} queens have {QUEENS[N]} solutions"
RESULTS = re.compile(r"fib\(.*|\d+ queens have.*")
ENVIRONMENT = jobs.launcher(arguments.mpi)[1] | {"TUSSAH_CPS_TIMEOUT": str(arguments.timeout)}


class Failure(Exception):
    pass


def seconds_of(text):
    return float(text[:-2]) / 1000 if text.endswith("ms") else float(text[:-1])


def wait_for(process, seconds):
    """Returns the exit code. The time in which this process is stopped, as others may be with it,
    does not count."""
    for _ in range(round(seconds)):
        try:
            return process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            pass
    raise Failure(f"{process.args[:3]} hangs")


class Job:
    """A job in a folder, through all its supervisors."""

    def __init__(self, folder, count, *options, every=arguments.every):
        self.folder, self.saved = folder, folder / "saved"
        self.output = open(folder / "output", "w+", encoding="utf-8", errors="replace")
        self.command = [TUSSAH, "job", "-n", str(count)]
        self.command += [f"--mpi={arguments.mpi}", f"--checkpoint={self.saved}"]
        self.command += [f"--every={every}", "--restarts=6", *options, PROGRAM, str(N)]
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            self.command, env=ENVIRONMENT, stdout=self.output, stderr=subprocess.STDOUT
        )

    def text(self):
        self.output.flush()
        return (self.folder / "output").read_text(encoding="utf-8", errors="replace")

    def is_over(self):
        return self.process.poll() is not None

    def ask(self, *what):
        """Another command; it fails if the job is over, or would have too few ranks."""
        done = subprocess.Popen(
            [TUSSAH, "job", *what, str(self.saved)], stderr=subprocess.PIPE, text=True
        )
        code, said = wait_for(done, 60), done.stderr.read()
        good = "no tussah job has the folder", "and must have from", "does not answer"
        if code != 0 and not any(line in said for line in good):
            raise Failure(f"{what}: {said}")

    def end_supervisor(self):
        """Its job ends with it, and the same command goes on."""
        self.process.send_signal(signal.SIGTERM)
        code = self.wait()
        expect_none("after the end of the supervisor", 5)
        if code != 0:
            if code != 128 + signal.SIGTERM:
                raise Failure(f"the supervisor that was asked to end has code {code}")
            self.start()

    def kill_supervisor(self):
        self.process.kill()
        self.process.wait()
        expect_none("without a supervisor", ORPHANS)
        # It may just have been complete.
        if not RESULTS.search(self.text()):
            self.start()

    def wait(self):
        return wait_for(self.process, LIMIT + 10 * typical)

    def finish(self):
        if not self.is_over() or not RESULTS.search(self.text()):
            code = self.wait()
            # By SIGKILL, when it was complete.
            if code not in (0, -signal.SIGKILL):
                raise Failure(f"the job has ended with code {code}")
        found = RESULTS.findall(self.text())
        if not found or any(line != RESULT for line in found):
            raise Failure(f"wrong results: {found}")
        expect_none("after the end", 5)


def expect_none(when, seconds):
    for _ in range(50 * seconds):
        if not jobs.descendants():
            return
        time.sleep(0.02)
    raise Failure(f"{when}, {len(jobs.descendants())} processes are left")


def launchers():
    """The processes of the job that are neither ranks nor the supervisor."""
    found = []
    for process in jobs.descendants():
        try:
            name = os.readlink(f"/proc/{process}/exe")
        except OSError:
            continue
        if name not in (PROGRAM, TUSSAH):
            found.append(process)
    return sorted(found)


def happen(event, job, chance):
    ranks = jobs.ranks_of(PROGRAM)
    victim = chance.choice(ranks) if ranks else None
    if event in ("join", "leave"):
        job.ask(f"--{event}={chance.randint(1, 2)}")
    elif event == "end supervisor":
        job.end_supervisor()
    elif event == "kill supervisor":
        job.kill_supervisor()
    elif event == "kill launcher":
        for process in launchers()[:1]:
            jobs.send(process, signal.SIGKILL)
    elif victim is None:
        return
    elif event == "pause":
        jobs.send(victim, signal.SIGSTOP)
        time.sleep(chance.uniform(0.01, arguments.timeout / 2))
        jobs.send(victim, signal.SIGCONT)
    else:
        # The first one that was started is rank 0.
        victim = ranks[0] if event == "kill rank 0" else victim
        jobs.send(victim, signal.SIGSTOP if event == "stop" else signal.SIGKILL)


def trial(number, chance):
    """Returns what happened."""
    events = chance.choices(list(EVENTS), EVENTS.values(), k=chance.randint(1, 4))
    with tempfile.TemporaryDirectory() as folder:
        job = Job(pathlib.Path(folder), chance.randint(1, 4))
        try:
            for event in events:
                # From the first instant on.
                time.sleep(chance.uniform(0, 2 * typical / len(events)))
                if job.is_over():
                    break
                happen(event, job, chance)
            job.finish()
            left = [path.name for path in job.saved.glob("*") if path.name != "job"]
            if left and job.process.returncode == 0:
                raise Failure(f"files are left: {left}")
        except Failure as problem:
            print(job.text())
            raise SystemExit(f"error: trial {number}, {', '.join(events)}: {problem}") from None
    return events


def undisturbed(folder, every):
    job = Job(folder, 2, every=every)
    begin = time.monotonic()
    job.finish()
    took = time.monotonic() - begin
    shutil.rmtree(job.saved, ignore_errors=True)
    return took


def noted():
    """The numbers of the trials that an earlier call has done."""
    if not arguments.log or not os.path.exists(arguments.log):
        return set()
    lines = pathlib.Path(arguments.log).read_text(encoding="utf-8").splitlines()
    return {int(line.split(":")[0]) for line in lines}


def note(number, line):
    print(f"{number}: {line}", flush=True)
    if arguments.log:
        with open(arguments.log, "a", encoding="utf-8") as file:
            file.write(f"{number}: {line}\n")


def run_trials():
    counts, done = collections.Counter(), noted()
    numbers = range(1, arguments.trials + 1) if arguments.only is None else [arguments.only]
    for number in numbers:
        if number in done:
            continue
        begin = time.monotonic()
        events = trial(number, random.Random(f"{arguments.seed} {number}"))
        counts.update(events)
        note(number, f"{', '.join(events)}: {time.monotonic() - begin:.1f} s")
    print(f"{sum(counts.values())} events in {len(set(numbers) - done)} trials, seed {arguments.seed}")
    for event, count in counts.most_common():
        print(f"  {count:3} {event}")


def disturbed(chance):
    """The time of a job that loses a rank, and goes on with as many."""
    with tempfile.TemporaryDirectory() as folder:
        job = Job(pathlib.Path(folder), 2, "--keep-ranks")
        begin = time.monotonic()
        time.sleep(chance.uniform(0.2, 0.9) * typical)
        if ranks := jobs.ranks_of(PROGRAM):
            jobs.send(chance.choice(ranks), signal.SIGKILL)
        job.finish()
        if "ranks were lost" not in job.text():
            raise Failure("no rank was lost; is the machine quiet?")
        return time.monotonic() - begin


def measure(folder):
    """The time that a job with a loss takes more than one without."""
    every = seconds_of(arguments.every)
    chance, with_loss, without = random.Random(arguments.seed), [], []
    for _ in range(arguments.trials):
        without.append(undisturbed(folder, arguments.every))
        with_loss.append(disturbed(chance))
        print(f"{without[-1]:.2f} s, with a loss {with_loss[-1]:.2f} s", flush=True)
    usual = statistics.median(without)
    mean, longest = statistics.mean(with_loss) - usual, max(with_loss) - usual
    print(
        f"{arguments.mpi}, {pathlib.Path(PROGRAM).name}, {usual:.1f} s undisturbed, a checkpoint "
        f"each {every:.1f} s: a loss costs {mean:.2f} s, at most {longest:.2f} s"
    )
    if longest > 2 * every:
        raise SystemExit("error: more than twice the time between two checkpoints")


print(f"seed {arguments.seed}", flush=True)
typical = LIMIT
with tempfile.TemporaryDirectory() as scratch:
    try:
        typical = undisturbed(pathlib.Path(scratch), arguments.every)
        print(f"undisturbed: {typical:.1f} s", flush=True)
        if arguments.measure:
            measure(pathlib.Path(scratch))
        else:
            run_trials()
    except Failure as problem:
        raise SystemExit(f"error: {problem}") from None
