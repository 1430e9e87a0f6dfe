"""Kills ranks of jobs that go on without them, at random times, several in a job and also
while it recovers; docs/guides/clusters.md, "Without a restart", says what must happen, and this
checks it: the job comes to the right result with code 0, in the processes that it had at
the beginning, rank 0 says who has died, nothing hangs, and no process is left. If rank 0 is
killed, the others end with a line that says so.

    losses.py MESH.so|ulfm PATH/TO/fib|queens [--n 38] [--trials 20] [--seed 1]

"ulfm" is Open MPI's mpirun from 5.0 on; MESH.so is mesh.cpp, which needs no MPI. A trial
depends on the seed and its number only. --measure asks another question: how much time a
job of three ranks on two processors loses by the loss of a rank; it wants a quiet machine.
"""

import argparse
import os
import pathlib
import random
import re
import resource
import signal
import socket
import statistics
import subprocess
import tempfile
import time

import jobs

QUEENS = {10: 724, 11: 2680, 12: 14200, 13: 73712, 14: 365596, 15: 2279184, 16: 14772512}
# A job that hangs does so for longer. The machine may be busy.
LIMIT = 120

parser = argparse.ArgumentParser()
parser.add_argument("network")
parser.add_argument("program")
parser.add_argument("--n", type=int, help="how large the job is")
parser.add_argument("--trials", type=int, default=20)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--every", type=int, default=300, help="milliseconds between two checkpoints")
parser.add_argument("--only", type=int, help="the number of one trial")
parser.add_argument("--no-checkpoint", action="store_true", help="fib must end then")
parser.add_argument("--measure", action="store_true")
arguments = parser.parse_args()

PROGRAM = os.path.realpath(arguments.program)
IS_FIB = pathlib.Path(PROGRAM).name == "fib"
N = arguments.n or (38 if IS_FIB else 14)
RESULT = f"fib({N}) = {jobs.fibonacci(N)}" if IS_FIB else f"{N} queens have {QUEENS[N]} solutions"
RESULTS = re.compile(r"fib\(.*|\d+ queens have.*")
DEATH = re.compile(r"^tussah: rank \d+ has died; the job goes on with \d ranks?$", re.M)
DEATH_OF_FIRST = "error: rank 0 has died, which has the results of the program; tussah job starts such a job again"
NO_CHECKPOINT = "error: the run has no checkpoint, so it cannot go on without rank"
TOO_EARLY = "has died before all had joined the job", "not all ranks of the job have begun"


class Failure(Exception):
    pass


class Job:
    """A job in a folder; over sockets, its ranks are children of this process."""

    def __init__(self, folder, count):
        self.count, self.saved = count, folder / "saved"
        self.output = open(folder / "output", "w+", encoding="utf-8", errors="replace")
        self.command = [PROGRAM, str(N)]
        if not arguments.no_checkpoint:
            self.command += [f"--checkpoint={self.saved}", f"--every={arguments.every}ms"]
        self.processes = []
        if arguments.network == "ulfm":
            command, environment = jobs.launcher("openmpi")
            # There may be no other network than the loopback device, which is not used else.
            environment |= {"OMPI_MCA_btl_tcp_if_include": "lo"}
            self.start([*command, "--with-ft", "ulfm", "-n", str(count), *self.command], environment)
        else:
            self.start_mesh()

    def start(self, command, environment, **options):
        self.processes.append(
            subprocess.Popen(command, env=environment, stdout=self.output, stderr=subprocess.STDOUT, **options)
        )

    def start_mesh(self):
        ranks = range(self.count)
        mesh = [{} for _ in ranks]
        for one in ranks:
            for other in range(one):
                mesh[one][other], mesh[other][one] = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        library = os.path.realpath(arguments.network)
        for rank, ends in enumerate(mesh):
            numbers = [ends[other].fileno() if other in ends else -1 for other in ranks]
            environment = os.environ | {"CILK_NWORKERS": "1", "TUSSAH_CPS_TRANSPORT": library}
            environment["MESH"] = ",".join(map(str, numbers))
            self.start(self.command, environment, pass_fds=[number for number in numbers if number >= 0])
        for ends in mesh:
            for end in ends.values():
                end.close()

    def ranks(self):
        """The processes, once all have begun. The first one that was started is rank 0."""
        for _ in range(10 * LIMIT):
            found = jobs.ranks_of(PROGRAM)
            if len(found) == self.count:
                return found
            if self.is_over():
                break
            time.sleep(0.1)
        raise Failure("not all ranks have begun")

    def wait_for_start(self):
        """All ranks have joined the job: rank 0 has opened its folder."""
        if arguments.no_checkpoint:
            # Nothing says it.
            time.sleep(0.1)
            return
        while not self.saved.exists() and not self.is_over():
            time.sleep(0.001)

    def is_over(self):
        return self.processes[0].poll() is not None

    def text(self):
        self.output.flush()
        return pathlib.Path(self.output.name).read_text(encoding="utf-8", errors="replace")

    def wait(self):
        """Returns the exit code. The time in which this process is stopped, as others may be with
        it, does not count."""
        for _ in range(LIMIT + round(10 * typical)):
            try:
                code = self.processes[0].wait(timeout=1)
            except subprocess.TimeoutExpired:
                continue
            break
        else:
            raise Failure("the job hangs")
        for _ in range(1000):
            for process in self.processes:
                process.poll()
            if not jobs.descendants():
                return code
            time.sleep(0.02)
        raise Failure(f"{len(jobs.descendants())} processes are left")


def check_survivors(job, ranks, killed):
    """No process has been started, and none has ended that nobody has killed."""
    expected = set(ranks) - killed
    found = set(jobs.ranks_of(PROGRAM)) - killed
    if found - expected:
        raise Failure("a process was started")
    if expected - found and not RESULTS.search(job.text()) and not job.is_over():
        raise Failure("a process has ended by itself")


def kill(job, victims, chance):
    """Some at once: then the second one dies while the job recovers."""
    ranks, killed = job.ranks(), set()
    if chance.random() < 0.9:
        job.wait_for_start()
    for victim in victims:
        time.sleep(chance.choice((0, 0.02, 1)) * chance.uniform(0, typical))
        if job.is_over():
            break
        check_survivors(job, ranks, killed)
        jobs.send(ranks[victim], signal.SIGKILL)
        killed.add(ranks[victim])
    check_survivors(job, ranks, killed)
    return len(killed)


def check_end(job, victims, killed, code):
    output, results = job.text(), RESULTS.findall(job.text())
    if any(result != RESULT for result in results):
        raise Failure(f"wrong results: {results}")
    deaths = len(DEATH.findall(output))
    if code != 0 and not deaths and any(line in output for line in TOO_EARLY):
        return "too early"
    if IS_FIB and arguments.no_checkpoint and not results:
        if NO_CHECKPOINT not in output:
            raise Failure("nobody says that there is no checkpoint")
        return "ended"
    if 0 in victims[:killed] and not results:
        # Unless nobody is left.
        if DEATH_OF_FIRST not in output and killed < job.count:
            raise Failure("nobody says that rank 0 has died")
        return "ended"
    if len(results) != 1 or (code != 0 and 0 not in victims):
        raise Failure(f"code {code} and {len(results)} results")
    if deaths > killed:
        raise Failure(f"{deaths} ranks have died, and {killed} were killed")
    return f"{deaths} of {killed} died before the end"


def trial(number):
    chance = random.Random(f"{arguments.seed} {number}")
    count = chance.randint(2, 4)
    victims = chance.sample(range(1, count), chance.randint(1, count - 1))
    if chance.random() < 0.15:
        victims.append(0)
    with tempfile.TemporaryDirectory() as folder:
        job = Job(pathlib.Path(folder), count)
        begin = time.monotonic()
        try:
            killed = kill(job, victims, chance)
            what = check_end(job, victims, killed, job.wait())
        except Failure as problem:
            print(job.text())
            raise SystemExit(f"error: trial {number}, ranks {victims} of {count}: {problem}") from None
        print(f"{number}: ranks {victims} of {count}: {what}, {time.monotonic() - begin:.1f} s", flush=True)
        return "died" in what and not what.startswith("0")


def undisturbed():
    with tempfile.TemporaryDirectory() as folder:
        begin = time.monotonic()
        job = Job(pathlib.Path(folder), 3)
        if job.wait() != 0 or RESULT not in job.text():
            raise SystemExit(f"error: the program fails:\n{job.text()}")
        return time.monotonic() - begin


def disturbed(chance):
    with tempfile.TemporaryDirectory() as folder:
        begin = time.monotonic()
        job = Job(pathlib.Path(folder), 3)
        ranks = job.ranks()
        job.wait_for_start()
        time.sleep(chance.uniform(0.2, 0.8) * typical)
        jobs.send(ranks[chance.randint(1, 2)], signal.SIGKILL)
        code = job.wait()
        if code != 0 or RESULT not in job.text() or not DEATH.search(job.text()):
            raise SystemExit(f"error: code {code}:\n{job.text()}")
        return time.monotonic() - begin


def measure():
    """With two ranks left, two processors are as busy as with three."""
    chance, without, with_loss = random.Random(arguments.seed), [], []
    for _ in range(arguments.trials):
        without.append(undisturbed())
        with_loss.append(disturbed(chance))
        print(f"{without[-1]:.2f} s, with a loss {with_loss[-1]:.2f} s", flush=True)
    usual, every = statistics.median(without), arguments.every / 1000
    mean, longest = statistics.mean(with_loss) - usual, max(with_loss) - usual
    print(
        f"{usual:.1f} s undisturbed, from {min(without):.1f} to {max(without):.1f}, a checkpoint each "
        f"{every:.1f} s: a loss costs {mean:.2f} s, at most {longest:.2f} s"
    )
    if longest > 2 * every:
        raise SystemExit("error: more than twice the time between two checkpoints")


# Ranks that are killed leave no core.
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
typical = LIMIT
typical = undisturbed()
print(f"seed {arguments.seed}; undisturbed: {typical:.1f} s", flush=True)
if arguments.measure:
    measure()
else:
    numbers = range(1, arguments.trials + 1) if arguments.only is None else [arguments.only]
    losses = sum(map(trial, numbers))
    print(f"{len(numbers)} trials, in {losses} the job has gone on without a rank")
    if not losses and arguments.only is None and not (IS_FIB and arguments.no_checkpoint):
        raise SystemExit("error: no rank has died in the middle of a job")
